import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/endpoints.ts'
import { openApiDocument } from '../../../src/contract/openapi.ts'
import { type ApiDocument, exampleBody, listFields, listOperations } from './openapi.ts'

const document = openApiDocument(endpoints, 'https://lore.test/v1') as unknown as ApiDocument
const operations = listOperations(document)

test('every operation of the contract is in the reference', () => {
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    endpoints.map(({ method, path }) => `${method} ${path}`).sort(),
  )
})

test('the fields of a body are listed with their types', () => {
  const index = operations.find(({ method, path }) => method === 'POST' && path === '/ask/index')
  expect(listFields(index?.body?.schema ?? {}, document)).toContainEqual(
    expect.objectContaining({ name: 'type', type: '"markdown" | "html"', isRequired: true }),
  )
})

test('every body has something valid JSON to begin with', () => {
  for (const operation of operations.filter(({ body }) => body))
    expect(() => JSON.parse(exampleBody(operation, document))).not.toThrow()
})
