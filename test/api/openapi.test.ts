import { readdirSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import {
  createRequestGenerator,
  createSchemaValidator,
  type GeneratedRequest,
  listOperations,
  type OpenApiDocument,
} from '../support/openapi-request-generator.ts'
import { createFreshKeys, seedEntities } from '../support/seed-entities.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { createTestApp, type Reply, type TestApp } from '../support/test-app.ts'

let scratch: TestApp
let document: OpenApiDocument
beforeAll(async () => {
  scratch = await createTestApp()
  document = (await scratch.call(undefined, 'GET', '/v1/openapi.json')).body
})
afterAll(() => scratch?.close())

it('the document is valid OpenAPI 3.1 to a validator of others', async () => {
  const validator = new Validator()
  const result = await validator.validate(structuredClone(document) as unknown as Record<string, unknown>)
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
  expect(validator.version).toBe('3.1')
})

it('the bearer scheme has the empty scope set of the specification; each operation names its scope', () => {
  const { securitySchemes } = (document as unknown as { components: { securitySchemes: Record<string, unknown> } })
    .components
  expect(securitySchemes.bearer).toMatchObject({ type: 'oauth2', flows: { authorizationCode: { scopes: {} } } })
  const ask = (document as unknown as { paths: Record<string, Record<string, unknown>> }).paths['/ask']?.post
  expect(ask).toMatchObject({ 'x-scope': 'ask' })
})

it('every operation has examples, and each is as its schema says', () => {
  const check = createSchemaValidator(document)
  const problems: string[] = []
  for (const operation of listOperations(document)) {
    const told = (where: string, schema: object, example: unknown) => {
      const problem = example === undefined ? 'has no example' : check(schema, example)
      if (problem) problems.push(`${operation.operationId} ${where}: ${problem}`)
    }
    for (const parameter of operation.parameters)
      if (parameter.required) told(parameter.name, parameter.schema, parameter.example)
    for (const { schema, example } of Object.values(operation.requestBody?.content ?? {}))
      told('request', schema, example)
    for (const [status, { content }] of Object.entries(operation.responses))
      if (status.startsWith('2'))
        for (const { schema, example } of Object.values(content ?? {})) told(status, schema, example)
  }
  expect(problems).toEqual([])
})

it('every operation that is declared is in the document', async () => {
  const folder = new URL('../../src/contract/', import.meta.url)
  const declared: string[] = []
  for (const name of readdirSync(folder).filter((file) => file.endsWith('-endpoints.ts'))) {
    const exported = (await import(new URL(name, folder).href)) as Record<string, Record<string, Endpoint>>
    for (const group of Object.values(exported))
      declared.push(...Object.values(group).map(({ operationId }) => operationId))
  }
  const documented = listOperations(document).map(({ operationId }) => operationId)
  expect(documented.sort()).toEqual(declared.sort())
})

describe('a client made from the document alone', () => {
  const count = Number(process.env.GENERATED_REQUESTS ?? 800)
  const seed = Number(process.env.GENERATED_SEED ?? 20261115)

  it(`gets only documented answers to ${count} requests`, async () => {
    const random = seededRandom(seed)
    const known = await seedEntities(scratch)
    const next = createRequestGenerator(document, random, known)
    const check = createSchemaValidator(document)
    const problems: string[] = []
    const statuses = new Map<number, number>()
    const succeeded = new Set<string>()
    let keys: (string | undefined)[] = []
    for (let done = 0; done < count; done++) {
      if (done % 50 === 0) keys = await createFreshKeys(scratch, done)
      const request = next()
      const reply = await scratch.call(
        random.pick(keys),
        request.operation.method,
        request.url,
        request.body,
        request.headers,
      )
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      if (reply.status < 300) succeeded.add(request.operation.operationId)
      const problem = problemOf(request, reply, check)
      if (problem)
        problems.push(`${request.operation.method} ${request.url} ${request.body ?? ''}\n${problem}\n${reply.text}`)
    }
    expect(problems).toEqual([])
    // The requests are worth something: many operations did their work for some of them.
    expect(succeeded.size).toBeGreaterThan(listOperations(document).length / 3)
    for (const status of [200, 401, 403, 404, 422]) expect(statuses.get(status)).toBeGreaterThan(0)
  })
})

function problemOf(
  { operation }: GeneratedRequest,
  reply: Reply,
  check: ReturnType<typeof createSchemaValidator>,
): string | undefined {
  if (reply.status >= 500) return `answered ${reply.status}`
  const documented = operation.responses[reply.status]
  if (!documented) return `${operation.operationId} does not document ${reply.status}`
  const type = String(reply.headers['content-type'] ?? '').split(';')[0] as string
  if (!documented.content) return reply.text === '' ? undefined : 'has a body that is not documented'
  const media = documented.content[type]
  if (!media) return `${operation.operationId} does not document ${type} with ${reply.status}`
  if (type === 'application/x-ndjson') {
    const lines = reply.text.split('\n').filter(Boolean)
    return lines.map((line) => check(media.schema, JSON.parse(line))).find(Boolean)
  }
  return check(media.schema, type === 'application/json' ? reply.body : reply.text)
}
