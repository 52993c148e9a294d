import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { z } from 'zod'

/**
 * Returns a schema of the contract for MCP clients. Removes the keyword `id`, which names schemas in the OpenAPI document
 * and which the validators of clients refuse.
 */
export function toAdvertisedSchema<T extends z.ZodType>(schema: T): StandardSchemaWithJSON<z.input<T>, z.output<T>> {
  const own = schema['~standard']
  const { jsonSchema } = own as unknown as StandardSchemaWithJSON['~standard']
  return {
    '~standard': {
      ...own,
      jsonSchema: {
        input: (options) => withoutSchemaIds(jsonSchema.input(options)),
        output: (options) => withoutSchemaIds(jsonSchema.output(options)),
      },
    },
  } as StandardSchemaWithJSON<z.input<T>, z.output<T>>
}

function withoutSchemaIds(schema: Record<string, unknown>): Record<string, unknown> {
  const { id: _name, ...shape } = schema
  const definitions = shape.$defs as Record<string, Record<string, unknown>> | undefined
  if (!definitions) return shape
  return {
    ...shape,
    $defs: Object.fromEntries(
      Object.entries(definitions).map(([name, { id: _id, ...definition }]) => [name, definition]),
    ),
  }
}
