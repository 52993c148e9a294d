import type { Endpoint } from '../src/contract/endpoint.ts'
import { openApiDocument } from '../src/contract/openapi.ts'

/**
 * Returns the source of `sdk/src/operations.ts`: the types of the contract without dependencies, and for each operation
 * where the fields of its input go.
 */
export function generateOperations(endpoints: readonly Endpoint[]): string {
  const document = openApiDocument(endpoints, 'https://lorewell.invalid/v1') as unknown as Document
  const operations = endpoints.filter(
    ({ ndjsonItem, fileExamples, isEventStream }) => !(ndjsonItem || fileExamples || isEventStream),
  )
  const files = endpoints.filter(({ fileExamples }) => fileExamples)
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${typeName(name)} = ${schemaType(schema)}\n`,
  )
  return [
    '// Generated from the contract: UPDATE_SDK=1 npx vitest run test/api/sdk.test.ts. Do not edit.\n',
    ...schemas,
    'export interface Operations {',
    ...operations.map((endpoint) => operationType(endpoint, document)),
    '}\n',
    '/** Operations whose response is a file. */',
    'export interface FileOperations {',
    ...files.map((endpoint) => operationType(endpoint, document)),
    '}\n',
    'export type OperationId = keyof Operations\n',
    'export interface OperationRoute {',
    'method: string',
    'path: string',
    '/** The fields that go to the query string. */',
    'query: string[]',
    'hasBody: boolean',
    '/** The fields are sent as multipart/form-data. */',
    'isForm?: boolean',
    'isIdempotent: boolean',
    '}\n',
    'export const operations: Record<OperationId, OperationRoute> = {',
    ...operations.map((endpoint) => operationRoute(endpoint, document)),
    '}\n',
    'export const fileOperations: Record<keyof FileOperations, OperationRoute> = {',
    ...files.map((endpoint) => operationRoute(endpoint, document)),
    '}',
    '',
  ].join('\n')
}

function operationType({ operationId, method, path, fileExamples }: Endpoint, document: Document): string {
  const operation = findOperation(document, path, method)
  const success = operation.responses[Object.keys(operation.responses).find((code) => code[0] === '2') ?? '']
  const output = success?.content?.['application/json']?.schema
  return [
    `  ${comment(operation.summary).trim()}`,
    `  ${operationId}: {`,
    `    input: ${inputType(operation)}`,
    ...(fileExamples ? [] : [`    output: ${output ? schemaType(output) : 'undefined'}`]),
    '  }',
  ].join('\n')
}

function operationRoute({ operationId, method, path, body, formFields }: Endpoint, document: Document): string {
  const { parameters } = findOperation(document, path, method)
  const query = parameters.flatMap(({ in: location, name }) => (location === 'query' ? [name] : []))
  const isIdempotent = ['GET', 'PUT', 'DELETE'].includes(method) || idempotentPosts.has(operationId)
  return [
    `  ${operationId}: {`,
    `    method: '${method}',`,
    `    path: '${path}',`,
    `    query: ${JSON.stringify(query)},`,
    `    hasBody: ${body !== undefined},`,
    ...(formFields ? ['    isForm: true,'] : []),
    `    isIdempotent: ${isIdempotent},`,
    '  },',
  ].join('\n')
}

function findOperation(document: Document, path: string, method: string): Operation {
  return document.paths[path]?.[method.toLowerCase()] as Operation
}

/** Asking again answers again; indexing again stores the same item. */
const idempotentPosts = new Set(['ask', 'search', 'indexContent', 'indexBatch', 'indexFile'])

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
  format?: string
}

function inputType({ parameters, requestBody }: Operation): string {
  const fields = parameters.map(
    ({ name, required, schema, description }) =>
      `${comment(description)}${name}${required ? '' : '?'}: ${parameterType(schema)}`,
  )
  const parts = fields.length > 0 ? [`{\n${fields.join('\n')}\n}`] : []
  const body = (requestBody?.content['application/json'] ?? requestBody?.content['multipart/form-data'])?.schema
  if (body) parts.push(schemaType(body))
  return parts.length === 0 ? 'Record<never, never>' : parts.join(' & ')
}

/** A query string has the words true and false; a caller passes booleans. */
function parameterType(schema: Schema): string {
  if (schema.enum?.join() === 'true,false') return 'boolean'
  return schemaType(schema)
}

function schemaType(schema: Schema): string {
  if (schema.$ref) return typeName(schema.$ref.split('/').at(-1) as string)
  if (schema.format === 'binary') return 'Blob'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(schemaType).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => schemaType({ ...schema, type })).join(' | ')
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

/** Renames `Error`, which would hide the global one. */
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
