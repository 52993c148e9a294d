import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { toAdvertisedSchema, toToolInput } from './advertised-schema.ts'

const author = z.object({ id: z.string(), name: z.string() }).meta({ id: 'Author' })
const book = z
  .strictObject({
    id: z.string(),
    author,
    editors: z.array(author).optional(),
    publisher: z.string().min(1).optional(),
    binding: z.literal('cloth').optional(),
  })
  .meta({ id: 'Book' })

describe('toAdvertisedSchema', () => {
  const schema = toAdvertisedSchema(book)['~standard'].jsonSchema.input({ target: 'draft-2020-12' })

  it('puts the properties at the root and resolves every reference', () => {
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(Object.keys(schema.properties as object)).toEqual(['id', 'author', 'editors', 'publisher', 'binding'])
    expect(JSON.stringify(schema)).not.toMatch(/\$ref|\$defs|"Author"|"Book"/)
    expect(schema).toMatchObject({ properties: { editors: { items: { properties: { name: { type: 'string' } } } } } })
  })
})

describe('toToolInput', () => {
  const validate = (value: unknown) => toToolInput(book)['~standard'].validate(value)
  const needed = { id: 'b', author: { id: 'a', name: 'Ada' } }

  it('writes a constant as an enum, which every provider accepts', () => {
    const { properties } = toToolInput(book)['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
    expect(properties).toMatchObject({ binding: { type: 'string', enum: ['cloth'] } })
    expect(properties).not.toHaveProperty('binding.const')
  })

  it('treats null and blank optional fields as absent', async () => {
    expect(await validate({ ...needed, editors: null, publisher: '' })).toEqual({ value: needed })
  })

  it('still checks required and unknown fields', async () => {
    expect(await validate({ ...needed, author: null })).toMatchObject({ issues: [{ path: ['author'] }] })
    expect(await validate({ ...needed, unknown: '' })).toHaveProperty('issues')
  })
})
