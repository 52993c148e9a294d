import { apiReferenceText as text } from '../messages/api-reference.ts'

/** The parts of an OpenAPI 3.1 document that the reference shows. */
export interface ApiDocument {
  paths: Record<string, Record<string, OperationObject>>
  components: { schemas: Record<string, SchemaObject> }
}

interface OperationObject {
  summary?: string
  tags?: string[]
  'x-scope'?: string
  parameters?: ParameterObject[]
  requestBody?: { required?: boolean; content: Record<string, { schema: SchemaObject; example?: unknown }> }
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: SchemaObject; example?: unknown }> }
  >
}

export interface ParameterObject {
  name: string
  in: 'path' | 'query'
  required?: boolean
  description?: string
  schema: SchemaObject
}

export interface SchemaObject {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  description?: string
  format?: string
  properties?: Record<string, SchemaObject>
  required?: string[]
  items?: SchemaObject
  anyOf?: SchemaObject[]
  default?: unknown
}

export interface DocumentedOperation {
  method: string
  path: string
  summary: string
  tag: string
  /** The scope that a token or key needs. */
  scope: string | undefined
  parameters: ParameterObject[]
  body: { schema: SchemaObject; example: unknown } | undefined
  responses: { status: string; description: string; schema: SchemaObject | undefined; example: unknown }[]
}

export function listOperations(document: ApiDocument): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const body = operation.requestBody?.content['application/json']
      return {
        method: method.toUpperCase(),
        path,
        summary: operation.summary ?? '',
        tag: operation.tags?.[0] ?? text('otherOperations'),
        scope: operation['x-scope'],
        parameters: operation.parameters ?? [],
        body: body && { schema: body.schema, example: body.example },
        responses: Object.entries(operation.responses).map(([status, response]) => {
          const content = response.content?.['application/json']
          return {
            status,
            description: response.description,
            schema: content?.schema,
            example: content?.example,
          }
        }),
      }
    }),
  )
}

export function resolveRef(schema: SchemaObject, document: ApiDocument): SchemaObject {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return name === undefined ? schema : (document.components.schemas[name] ?? {})
}

export interface FieldRow {
  name: string
  type: string
  isRequired: boolean
  description: string
}

/** Returns the fields of an object schema. */
export function listFields(schema: SchemaObject, document: ApiDocument): FieldRow[] {
  const object = resolveRef(schema, document)
  return Object.entries(object.properties ?? {}).map(([name, property]) => ({
    name,
    type: formatSchemaType(property, document),
    isRequired: object.required?.includes(name) ?? false,
    description: property.description ?? resolveRef(property, document).description ?? '',
  }))
}

export function formatSchemaType(schema: SchemaObject, document: ApiDocument, depth = 0): string {
  if (schema.$ref) return schema.$ref.replace('#/components/schemas/', '')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf && depth < 3)
    return schema.anyOf.map((option) => formatSchemaType(option, document, depth + 1)).join(' | ')
  if (schema.items && depth < 3) return `${formatSchemaType(schema.items, document, depth + 1)}[]`
  return [schema.type ?? 'any'].flat().join(' | ') + (schema.format ? ` (${schema.format})` : '')
}

/** Returns the example body, or a body with a placeholder for every required field. */
export function exampleBody(operation: DocumentedOperation, document: ApiDocument): string {
  if (!operation.body) return ''
  if (operation.body.example !== undefined) return JSON.stringify(operation.body.example, null, 2)
  const object = resolveRef(operation.body.schema, document)
  const fields = (object.required ?? []).map((name) => [name, placeholderValue(object.properties?.[name] ?? {})])
  return JSON.stringify(Object.fromEntries(fields), null, 2)
}

function placeholderValue(schema: SchemaObject): unknown {
  if (schema.enum) return schema.enum[0]
  const type = [schema.type ?? 'string'].flat()[0]
  return { string: '', integer: 1, number: 1, boolean: true, array: [], object: {} }[type ?? 'string'] ?? null
}
