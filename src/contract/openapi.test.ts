import { describe, expect, it } from 'vitest'
import { descriptions } from './descriptions.ts'
import { endpoints } from './endpoints.ts'
import { openApiDocument } from './openapi.ts'

interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters: { name: string; in: string; required: boolean; schema: unknown }[]
  responses: Record<string, { description: string; content?: Record<string, unknown> }>
}

interface Document {
  info: { title: string; version: string; description: string; contact: object; license: object }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
}

const document = openApiDocument(endpoints, 'https://lorewell.test/v1') as unknown as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => ({ ...operation, path })),
)
const isSentence = /^\S.*[.`]$/s

/** The rules that the recommended sets of Spectral and Redocly CLI check, without these tools. */
describe('the OpenAPI document', () => {
  it('names its licence, a contact and its server', () => {
    expect(document.info).toMatchObject({
      title: 'Lorewell',
      version: expect.any(String),
      description: expect.stringMatching(isSentence),
      contact: { name: expect.any(String), url: 'https://lorewell.test' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    })
    expect(document.servers).toEqual([{ url: 'https://lorewell.test/v1' }])
    expect(document.components.securitySchemes).toHaveProperty('bearer')
  })

  it('describes every tag, and every operation has one of them', () => {
    for (const { name, description } of document.tags) expect(description, name).toMatch(isSentence)
    const names = document.tags.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { operationId, tags } of operations) {
      expect(tags, operationId).toHaveLength(1)
      expect(names, operationId).toContain(tags[0])
    }
  })

  it('describes every operation, beyond its summary', () => {
    const undescribed = operations.filter(
      ({ summary, description }) => !summary || !isSentence.test(description ?? '') || description.startsWith(summary),
    )
    expect(undescribed.map(({ operationId }) => operationId)).toEqual([])
  })

  it('describes no operation that does not exist', () => {
    const ids = endpoints.map(({ operationId }) => operationId)
    expect(Object.keys(descriptions).filter((id) => !ids.includes(id))).toEqual([])
  })

  it('has operation ids that are unique and valid as names', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]*$/)
  })

  it('describes every response, and has a 2xx and a 4xx response per operation', () => {
    for (const { operationId, responses } of operations) {
      for (const { description } of Object.values(responses)) expect(description, operationId).toMatch(/\S/)
      const classes = Object.keys(responses).map((status) => status[0])
      expect(classes, operationId).toEqual(expect.arrayContaining(['2', '4']))
    }
  })

  it('has one type of success response per operation, so that generated clients need no casts', () => {
    const shapesOf = ({ responses }: Operation) =>
      Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([, { content }]) => Object.keys(content ?? {}))
    const several = operations.filter((operation) => shapesOf(operation).length > 1)
    // A conversation that is still answered has the fields of one that is not; files have the type of their format.
    expect(several.map(({ operationId }) => operationId).sort()).toEqual([
      'exportAuditEvents',
      'readAttachment',
      'readFile',
      'readThread',
    ])
    expect(document.paths['/ask']?.post?.responses).not.toHaveProperty('202')
    expect(document.paths['/ask/answers']?.post?.responses).toHaveProperty('202')
  })

  it('declares the parameters of each path, each once', () => {
    for (const { operationId, path, parameters } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect(declared.sort(), operationId).toEqual(inPath.sort())
      const keys = parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
      expect(new Set(keys).size, operationId).toBe(keys.length)
      expect(path, operationId).not.toMatch(/\/$|\?/)
    }
  })

  it('has a component for every reference, and a reference for every component', () => {
    const referenced = new Set(
      [...JSON.stringify(document).matchAll(/#\/components\/schemas\/([\w.-]+)/g)].map(([, name]) => name as string),
    )
    expect([...referenced].sort()).toEqual(Object.keys(document.components.schemas).sort())
  })
})
