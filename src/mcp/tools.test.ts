import type { McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { describe, expect, it } from 'vitest'
import type { McpBackend } from './mcp-backend.ts'
import { registerTools } from './tools.ts'

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean
  [keyword: string]: unknown
}

interface AdvertisedTool {
  name: string
  description: string
  inputSchema: JsonSchema
  outputSchema: JsonSchema | undefined
  validate: (value: unknown) => Promise<{ issues?: readonly { path?: readonly unknown[] }[] }>
}

const tools = collectTools()

/** What OpenAI, Gemini, Anthropic and the frameworks in front of them accept alike. */
const portableKeywords = ['type', 'description', 'enum', 'format', 'minimum', 'maximum']

describe.each(tools)('the input schema of $name', ({ inputSchema, validate }) => {
  it('is an object with its properties at the root and nothing else', () => {
    expect(
      Object.keys(inputSchema)
        .filter((key) => key !== 'required')
        .sort(),
    ).toEqual(['additionalProperties', 'properties', 'type'])
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
  })

  it('has fields of one plain type each, without references, unions, lengths and patterns', () => {
    for (const [name, field] of Object.entries(inputSchema.properties ?? {})) {
      expect(['string', 'integer', 'boolean'], name).toContain(field.type)
      expect(
        Object.keys(field).filter((keyword) => !portableKeywords.includes(keyword)),
        name,
      ).toEqual([])
      // Gemini refuses every request that has a tool with another format.
      expect([undefined, 'date-time'], name).toContain(field.format)
    }
  })

  it('accepts null for what it does not require, which models send where a framework makes it strict', async () => {
    const fields = Object.keys(inputSchema.properties ?? {})
    const { issues = [] } = await validate(Object.fromEntries(fields.map((name) => [name, null])))
    const refused = issues.map(({ path }) => path?.[0])
    expect(refused.sort()).toEqual([...(inputSchema.required ?? [])].sort())
  })
})

it('the output schemas are plain objects without references', () => {
  for (const { name, outputSchema } of tools) {
    if (outputSchema) expect(outputSchema, name).toMatchObject({ type: 'object', properties: expect.any(Object) })
    expect(JSON.stringify(outputSchema ?? {}), name).not.toMatch(/\$ref|\$defs|"definitions"/)
  }
})

it('names, descriptions and inputs of all tools cost a model less than 6 kB', () => {
  const sent = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  expect(Buffer.byteLength(JSON.stringify(sent))).toBeLessThan(6000)
  for (const { name, description } of tools) expect(description, name).toMatch(/^[A-Z].*\.$/)
})

function collectTools(): AdvertisedTool[] {
  const collected: AdvertisedTool[] = []
  const toJson = (schema: StandardSchemaWithJSON) =>
    schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as JsonSchema
  const server = {
    registerTool(
      name: string,
      config: { description: string; inputSchema: StandardSchemaWithJSON; outputSchema?: StandardSchemaWithJSON },
    ) {
      collected.push({
        name,
        description: config.description,
        inputSchema: toJson(config.inputSchema),
        outputSchema: config.outputSchema && toJson(config.outputSchema),
        validate: async (value) => config.inputSchema['~standard'].validate(value) as never,
      })
    },
  }
  const unused = () => {
    throw new Error('No tool is called here')
  }
  registerTools(server as unknown as McpServer, {} as McpBackend, unused)
  return collected
}
