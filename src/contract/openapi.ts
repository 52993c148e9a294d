import { z } from 'zod'
import { tagDescriptions } from './descriptions.ts'
import type { Endpoint } from './endpoint.ts'
import { errorBody, namedErrorBody, uploadErrorBody, validationErrorBody } from './errors.ts'
import { contentScopes } from './scopes.ts'

/** Returns the OpenAPI 3.1 document of the given operations. */
export function openApiDocument(endpoints: readonly Endpoint[], serverUrl: string): Record<string, unknown> {
  const schemas: Record<string, unknown> = {}
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: toOperation(endpoint, schemas),
    }
  }
  const issuer = new URL(serverUrl).origin
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lorewell',
      version: '1',
      description: `Questions answered from an organization’s notes and indexed content, restricted to what the caller can see. Every path below /ask is also available below /super. A token or key that names no scope has ${contentScopes.join(', ')}.`,
      contact: { name: 'The operator of this service', url: issuer },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({
      name,
      description: tagDescriptions[name],
    })),
    security: [{ bearer: [] }, { api_key: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: `${issuer}/oauth/authorize`,
              tokenUrl: `${issuer}/oauth/token`,
              // Empty as docs/specification.md, 5 has it: operations name their scope in `x-scope`.
              scopes: {},
            },
          },
        },
        api_key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
      schemas,
    },
  }
}

function toOperation(endpoint: Endpoint, schemas: Record<string, unknown>): Record<string, unknown> {
  const isAsk = endpoint.errorFormat === 'ask'
  const responses: Record<string, unknown> = {
    [endpoint.status]: successResponse(endpoint, schemas),
    401: failureResponse('The credential is missing or invalid.', errorBody, schemas),
  }
  if (endpoint.rateLimit) {
    responses[429] = failureResponse('The rate limit is reached.', isAsk ? namedErrorBody : errorBody, schemas)
  }
  if (endpoint.requiresAskEnabled) {
    responses[isAsk ? 422 : 402] = failureResponse(
      'Disabled for the organization.',
      isAsk ? namedErrorBody : errorBody,
      schemas,
    )
  }
  if (endpoint.body ?? endpoint.query ?? endpoint.params) {
    responses[isAsk ? 400 : 422] = failureResponse('A field is invalid.', validationErrorBody, schemas)
  }
  if (endpoint.formFields)
    responses[422] = failureResponse('A field is invalid, or the file cannot be read.', uploadErrorBody, schemas)
  if (endpoint.body) {
    responses[413] = failureResponse('The body is larger than the service accepts.', errorBody, schemas)
    responses[415] = failureResponse('The body is not JSON.', errorBody, schemas)
  }
  if (endpoint.processingResponse) {
    responses[202] = {
      description: 'An answer is still written.',
      content: jsonContent(endpoint.processingResponse, schemas, 'output', {
        ...(endpoint.example?.response as object),
        status: 'processing',
      }),
    }
  }
  for (const [status, description] of Object.entries(endpoint.errorDescriptions ?? {}))
    responses[status] = failureResponse(description, errorBody, schemas)
  const forbidden = forbiddenReasons(endpoint)
  if (forbidden.length > 0) responses[403] = failureResponse(forbidden.join(' '), errorBody, schemas)
  responses.default = failureResponse('Any other error.', errorBody, schemas)
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    ...(endpoint.description && { description: toDescription(endpoint) }),
    tags: [endpoint.tag],
    ...(endpoint.scope !== 'any' && { 'x-scope': endpoint.scope }),
    parameters: [
      ...toParameters(
        endpoint.params,
        'path',
        schemas,
        endpoint.example?.params ?? { id: 'oncall', assistantId: 'helper', versionId: '7' },
      ),
      ...toParameters(endpoint.query, 'query', schemas, endpoint.example?.request ?? {}),
    ],
    ...toRequestBody(endpoint, schemas),
    responses,
  }
}

/** Returns the description of an operation with the rules that the contract has for it. */
function toDescription({ description, role, scope, rateLimit }: Endpoint): string {
  const needed = [...(scope === 'any' ? [] : [`the scope \`${scope}\``]), ...(role ? [`the role ${role}`] : [])]
  return [
    description,
    ...(needed.length > 0 ? [`Needs ${needed.join(' and ')}.`] : []),
    ...(rateLimit ? [`Counts against the rate limit \`${rateLimit}\`.`] : []),
  ].join(' ')
}

function forbiddenReasons({ role, scope, requiresConfirmation, errorDescriptions }: Endpoint): string[] {
  const scopeReason = `The token or key lacks the scope ${scope}.`
  const confirmationReason =
    'Only a browser session that was just confirmed can do this, no key or token; `confirmation-required`: call `POST /v1/me/confirm` and try again.'
  return [
    ...(role ? ['Only an admin can do this.'] : []),
    ...(requiresConfirmation ? [confirmationReason] : scope === 'any' ? [] : [scopeReason]),
    ...(errorDescriptions?.[403] ? [errorDescriptions[403]] : []),
  ]
}

function successResponse(endpoint: Endpoint, schemas: Record<string, unknown>): Record<string, unknown> {
  const { response, example, ndjsonItem, fileExamples, isEventStream, status } = endpoint
  if (isEventStream) return eventStreamResponse
  const content = response && jsonContent(response, schemas, 'output', example?.response)
  if (fileExamples) {
    const typed = Object.entries(fileExamples).map(([type, text]) => [
      type,
      type === 'application/x-ndjson' ? content?.['application/json'] : { schema: { type: 'string' }, example: text },
    ])
    return { description: 'A file', content: Object.fromEntries(typed) }
  }
  if (!content) return { description: 'Success' }
  if (ndjsonItem) {
    return {
      description: 'One result per line, in the order of the items. The schema describes one line.',
      content: { 'application/x-ndjson': content['application/json'] },
    }
  }
  if (status !== 202) return { description: 'Success', content }
  return {
    description: 'Accepted.',
    headers: { Location: { description: 'Path of the result', schema: { type: 'string' } } },
    content,
  }
}

const eventStreamResponse = {
  description:
    'A stream of `source` and `delta` events, then `done` with the whole answer as its data, or `error`. A report also sends `plan`, `progress` and `summary`: see docs/research.md.',
  content: {
    'text/event-stream': {
      schema: { type: 'string' },
      example: 'event: delta\ndata: {"text":"The platform team"}\n\n',
    },
  },
}

function toRequestBody(endpoint: Endpoint, schemas: Record<string, unknown>): Record<string, unknown> {
  const { body, bodyOrQuery, ndjsonItem, formFields, example } = endpoint
  if (formFields) {
    const withFile = formFields.extend({ file: binaryFile })
    const { 'application/json': form } = jsonContent(withFile, schemas, 'input', example?.request)
    return { requestBody: { required: true, content: { 'multipart/form-data': form } } }
  }
  if (ndjsonItem) {
    const { 'application/json': line } = jsonContent(ndjsonItem, schemas, 'input', example?.request)
    return {
      requestBody: {
        description: 'One object per line. The schema describes one line.',
        required: true,
        content: { 'application/x-ndjson': line },
      },
    }
  }
  if (!body) return {}
  return {
    requestBody: {
      ...(bodyOrQuery && { description: 'When it is empty, the fields are taken from the query string.' }),
      required: !bodyOrQuery,
      content: jsonContent(body, schemas, 'input', example?.request),
    },
  }
}

const binaryFile = z.unknown().meta({ type: 'string', format: 'binary', description: 'The file' })

function failureResponse(description: string, schema: z.ZodType, schemas: Record<string, unknown>) {
  return { description, content: jsonContent(schema, schemas, 'output') }
}

function jsonContent(schema: z.ZodType, schemas: Record<string, unknown>, io: 'input' | 'output', example?: unknown) {
  return {
    'application/json': {
      schema: toJsonSchema(schema, schemas, io),
      ...(example !== undefined && { example }),
    },
  }
}

function toParameters(
  schema: z.ZodType | undefined,
  location: 'path' | 'query',
  schemas: Record<string, unknown>,
  examples: unknown,
) {
  if (!schema) return []
  const shape = toJsonSchema(schema, schemas, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(shape.properties ?? {}).map(([name, { description, ...rest }]) => ({
    name,
    in: location,
    required: location === 'path' || (shape.required?.includes(name) ?? false),
    ...(description && { description }),
    schema: rest,
    ...parameterExample(name, examples),
  }))
}

function parameterExample(name: string, examples: unknown): { example?: unknown } {
  const example = (examples as Record<string, unknown>)[name]
  return example === undefined ? {} : { example }
}

interface JsonSchema {
  description?: string
  [key: string]: unknown
}

/** Converts a schema to JSON Schema. Schemas with an id become components. */
function toJsonSchema(
  schema: z.ZodType,
  schemas: Record<string, unknown>,
  io: 'input' | 'output',
): Record<string, unknown> {
  const {
    $schema: _,
    $defs,
    ...shape
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Record<string, unknown> & { $defs?: Record<string, Record<string, unknown>> }
  const resolve = (text: string) =>
    JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/')) as Record<string, unknown>
  for (const [name, { id: _id, ...definition }] of Object.entries($defs ?? {})) {
    schemas[name] = resolve(JSON.stringify(definition))
  }
  const { id, ...own } = resolve(JSON.stringify(shape))
  if (typeof id !== 'string') return own
  schemas[id] = own
  return { $ref: `#/components/schemas/${id}` }
}
