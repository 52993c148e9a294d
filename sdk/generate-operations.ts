import type { Endpoint } from '../src/contract/endpoint.ts'
import { openApiDocument } from '../src/contract/openapi.ts'

/** `sdk/src/operations.ts` from the contract: types that need nothing else, and where each field of an input goes. */
export function generateOperations(endpoints: readonly Endpoint[]): string {
  const document = openApiDocument(endpoints, 'https://lorewell.invalid/v1') as unknown as Document
  const types: string[] = []
  const table: string[] = []
  for (const { operationId: id, method, path, ndjsonItem, fileExamples } of endpoints) {
    // Streams have functions of their own; a file is fetched as files are.
    if (ndjsonItem || fileExamples) continue
    const operation = document.paths[path]?.[method.toLowerCase()] as Operation
    const success =
      operation.responses[Object.keys(operation.responses).find((code) => code[0] === '2') ?? '']
    const output = success?.content?.['application/json']?.schema
    types.push(
      `  ${comment(operation.summary).trim()}`,
      `  ${id}: {`,
      `    input: ${inputType(operation)}`,
      `    output: ${output ? schemaType(output) : 'undefined'}`,
      '  }',
    )
    const query = operation.parameters.flatMap(({ in: place, name }) => (place === 'query' ? [name] : []))
    const isRepeatable =
      method === 'GET' || method === 'PUT' || method === 'DELETE' || idempotentOperations.has(id)
    table.push(
      `  ${id}: {`,
      `    method: '${method}',`,
      `    path: '${path}',`,
      `    query: ${JSON.stringify(query)},`,
      `    isRepeatable: ${isRepeatable},`,
      '  },',
    )
  }
  const shapes = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${typeName(name)} = ${schemaType(schema)}\n`,
  )
  return [
    '// Written from the contract (UPDATE_SDK=1 npx vitest run test/api/sdk.test.ts); not by hand.\n',
    ...shapes,
    'export interface Operations {',
    ...types,
    '}\n',
    'export type OperationId = keyof Operations\n',
    'export const operations: Record<',
    '  OperationId,',
    '  { method: string; path: string; query: string[]; isRepeatable: boolean }',
    '> = {',
    ...table,
    '}',
    '',
  ].join('\n')
}

/** Asking again answers again; indexing again gives the same item. */
const idempotentOperations = new Set(['ask', 'search', 'indexContent', 'indexBatch'])

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Operation {
  summary: string
  parameters: {
    name: string
    in: 'path' | 'query'
    required: boolean
    schema: Schema
    description?: string
  }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  pattern?: string
  description?: string
}

function inputType({ parameters, requestBody }: Operation): string {
  const fields = parameters.map(
    ({ name, required, schema, description }) =>
      `${comment(description)}${name}${required ? '' : '?'}: ${parameterType(schema)}`,
  )
  const parts = fields.length > 0 ? [`{\n${fields.join('\n')}\n}`] : []
  const body = requestBody?.content['application/json']?.schema
  if (body) parts.push(schemaType(body))
  return parts.length === 0 ? 'Record<never, never>' : parts.join(' & ')
}

/** A query string brings text, but a caller has truths. */
function parameterType(schema: Schema): string {
  if (schema.enum?.join() === 'true,false') return 'boolean'
  return schemaType(schema)
}

function schemaType(schema: Schema): string {
  if (schema.$ref) return typeName(schema.$ref.split('/').at(-1) as string)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(schemaType).join(' | ')
  if (Array.isArray(schema.type))
    return schema.type.map((type) => schemaType({ ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'array':
      return `(${schemaType(schema.items ?? {})})[]`
    case 'object':
      return objectType(schema)
    default:
      return 'unknown'
  }
}

/** `Error` is everybody's already. */
function typeName(schema: string): string {
  return schema === 'Error' ? 'ErrorBody' : schema
}

function objectType({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties) {
    const value = typeof additionalProperties === 'object' ? schemaType(additionalProperties) : 'unknown'
    return `Record<string, ${value}>`
  }
  const lines = Object.entries(properties).map(
    ([name, schema]) =>
      `${comment(schema.description)}${name}${required.includes(name) ? '' : '?'}: ${schemaType(schema)}`,
  )
  return lines.length === 0 ? 'Record<never, never>' : `{\n${lines.join('\n')}\n}`
}

function comment(description: string | undefined): string {
  return description ? `/** ${description.replaceAll('*/', '')} */\n` : ''
}
