import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { SeededRandom } from './seeded-random.ts'

export interface OpenApiOperation {
  operationId: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  parameters: {
    name: string
    in: 'path' | 'query'
    required: boolean
    schema: OpenApiSchema
    example?: unknown
  }[]
  requestBody?: { required: boolean; content: Record<string, OpenApiMedia> }
  responses: Record<string, { content?: Record<string, OpenApiMedia> }>
}

interface OpenApiMedia {
  schema: OpenApiSchema
  example?: unknown
}

export interface OpenApiSchema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: OpenApiSchema[]
  properties?: Record<string, OpenApiSchema>
  required?: string[]
  items?: OpenApiSchema
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Omit<OpenApiOperation, 'method' | 'path'>>>
  components: { schemas: Record<string, OpenApiSchema> }
}

export interface GeneratedRequest {
  operation: OpenApiOperation
  url: string
  headers: Record<string, string>
  body: string | undefined
}

export function listOperations(document: OpenApiDocument): OpenApiOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase() as OpenApiOperation['method'],
    })),
  )
}

/** Checks values against schemas of the document. */
export function createSchemaValidator(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ $id: 'doc', components: withAbsoluteRefs(document.components) })
  const compiled = new Map<OpenApiSchema, ValidateFunction>()
  return (schema: OpenApiSchema, value: unknown): string | undefined => {
    const check = compiled.get(schema) ?? ajv.compile(withAbsoluteRefs(schema) as object)
    compiled.set(schema, check)
    return check(value) ? undefined : ajv.errorsText(check.errors)
  }
}

function withAbsoluteRefs(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc#/components'))
}

/** Makes requests out of the document alone: mostly as it says, sometimes with a fault. `known` are ids that exist. */
export function createRequestGenerator(document: OpenApiDocument, random: SeededRandom, known: readonly string[]) {
  const operations = listOperations(document)

  const resolve = (schema: OpenApiSchema): OpenApiSchema =>
    schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) as string] as OpenApiSchema) : schema

  function text({ minLength = 0, maxLength = 40, pattern, format }: OpenApiSchema): string {
    if (format === 'date-time') return random.pick(['2026-11-01T09:00:00Z', '2024-02-29T23:59:59.5+02:00'])
    const length = minLength + random.below(Math.max(1, Math.min(maxLength, 40) - minLength + 1))
    const letters = pattern ? '0123456789' : 'abc de é漢🙂"\\<>%&/?#:.-_0'
    return [...Array(length)]
      .map(() => random.pick([...letters]))
      .join('')
      .slice(0, maxLength)
  }

  function value(given: OpenApiSchema, name: string): unknown {
    const schema = resolve(given)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return random.pick(schema.enum)
    if (schema.anyOf) return value(random.pick(schema.anyOf), name)
    if (Array.isArray(schema.type)) return value({ ...schema, type: random.pick(schema.type) }, name)
    if (/(^id|Ids?)$/.test(name) && schema.type === 'string' && random.chance(0.7)) return random.pick(known)
    switch (schema.type) {
      case 'string':
        return text(schema)
      case 'integer':
      case 'number':
        return (schema.minimum ?? 0) + random.below(Math.min((schema.maximum ?? 20) - (schema.minimum ?? 0) + 1, 20))
      case 'boolean':
        return random.chance(0.5)
      case 'null':
        return null
      case 'array':
        return [...Array(random.below(4))].map(() => value(schema.items ?? {}, name))
      case 'object':
        return fields(schema)
      default:
        return random.pick(malformedValues)
    }
  }

  function fields({ properties = {}, required = [] }: OpenApiSchema): Record<string, unknown> {
    const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(0.4))
    return Object.fromEntries(chosen.map(([name, schema]) => [name, value(schema, name)]))
  }

  function faulty(body: unknown): unknown {
    if (random.chance(0.1)) return random.pick(malformedValues)
    const broken = { ...(body as Record<string, unknown>) }
    const name = random.pick([...Object.keys(broken), 'unknown', '__proto__'])
    if (random.chance(0.3)) delete broken[name]
    else
      Object.defineProperty(broken, name, {
        value: random.pick(malformedValues),
        enumerable: true,
        configurable: true,
      })
    return broken
  }

  return (): GeneratedRequest => {
    const operation = random.pick(operations)
    const query = new URLSearchParams()
    let path = operation.path
    for (const { name, in: place, required, schema } of operation.parameters) {
      const isFaulty = random.chance(0.08)
      const chosen = String(isFaulty ? random.pick(malformedValues) : value(schema, name)).toWellFormed()
      if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(chosen) || '%20')
      else if (required ? !isFaulty : random.chance(0.5)) query.set(name, chosen)
    }
    const headers: Record<string, string> = {}
    let body: string | undefined
    const [media] = Object.entries(operation.requestBody?.content ?? {})
    if (media && (operation.requestBody?.required || random.chance(0.9))) {
      headers['content-type'] = random.chance(0.03) ? 'text/plain' : media[0]
      const made = value(media[1].schema, 'body')
      body = JSON.stringify(random.chance(0.3) ? faulty(made) : made)
      if (random.chance(0.03)) body = body.slice(0, -1)
    }
    const search = query.toString()
    return { operation, url: `/v1${path}${search ? `?${search}` : ''}`, headers, body }
  }
}

const malformedValues: unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e300, '', ' ', '\u0000', '\ud800', 'x'.repeat(5000), [], {}, [[]]],
  ...['javascript:alert(1)', "'; drop table document; --", '../../etc/passwd', { $gt: '' }, '999999999999999'],
]
