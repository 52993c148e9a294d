import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { errorBody, namedErrorBody, validationErrorBody } from './errors.ts'

/** The OpenAPI 3.1 document of the given operations. */
export function openApiDocument(endpoints: readonly Endpoint[], serverUrl: string): Record<string, unknown> {
  const schemas: Record<string, unknown> = {}
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(endpoint, schemas),
    }
  }
  const issuer = new URL(serverUrl).origin
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lorewell',
      version: '1',
      description:
        'Questions answered from an organization’s notes and indexed content, restricted to what the caller may see. Every address below /ask also answers below /super.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
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

function operation(endpoint: Endpoint, schemas: Record<string, unknown>): Record<string, unknown> {
  const isAsk = endpoint.errors === 'ask'
  const responses: Record<string, unknown> = {
    [endpoint.status]: {
      description: 'Success',
      ...(endpoint.response && {
        content: json(endpoint.response, schemas, 'output', endpoint.example?.response),
      }),
    },
    401: failure('The credential is missing or invalid.', errorBody, schemas),
  }
  if (endpoint.limit) {
    responses[429] = failure('The rate limit is reached.', isAsk ? namedErrorBody : errorBody, schemas)
  }
  if (endpoint.needsAsking) {
    responses[isAsk ? 422 : 402] = failure(
      'Disabled for the organization.',
      isAsk ? namedErrorBody : errorBody,
      schemas,
    )
  }
  if (endpoint.body ?? endpoint.query ?? endpoint.params) {
    responses[isAsk ? 400 : 422] = failure('A field is wrong.', validationErrorBody, schemas)
  }
  if (endpoint.role) responses[403] = failure('Only an admin may do this.', errorBody, schemas)
  for (const [status, says] of Object.entries(endpoint.fails ?? {}))
    responses[status] = failure(says, errorBody, schemas)
  responses.default = failure('Any other failure.', errorBody, schemas)
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    parameters: [
      ...parameters(endpoint.params, 'path', schemas),
      ...parameters(endpoint.query, 'query', schemas),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.bodyOrQuery,
        content: json(endpoint.body, schemas, 'input', endpoint.example?.request),
      },
    }),
    responses,
  }
}

function failure(description: string, schema: z.ZodType, schemas: Record<string, unknown>) {
  return { description, content: json(schema, schemas, 'output') }
}

function json(
  schema: z.ZodType,
  schemas: Record<string, unknown>,
  io: 'input' | 'output',
  example?: unknown,
) {
  return {
    'application/json': { schema: shapeOf(schema, schemas, io), ...(example !== undefined && { example }) },
  }
}

function parameters(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  schemas: Record<string, unknown>,
) {
  if (!schema) return []
  const shape = shapeOf(schema, schemas, 'input') as {
    properties?: Record<string, Shape>
    required?: string[]
  }
  return Object.entries(shape.properties ?? {}).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || (shape.required?.includes(name) ?? false),
    ...(description && { description }),
    schema: rest,
  }))
}

interface Shape {
  description?: string
  [key: string]: unknown
}

/** A schema as JSON Schema; those with an id become components of their own. */
function shapeOf(
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
