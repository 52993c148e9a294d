import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { z } from 'zod'

type JsonSchema = Record<string, unknown>

/**
 * Returns a schema of the contract in the form that agent frameworks accept: one plain object with `properties` at its root,
 * without `$ref` and without the keyword `id`, which names schemas in the OpenAPI document.
 */
export function toAdvertisedSchema<T extends z.ZodType>(schema: T): StandardSchemaWithJSON<z.input<T>, z.output<T>> {
  const own = schema['~standard']
  const { jsonSchema } = own as unknown as StandardSchemaWithJSON['~standard']
  return {
    '~standard': {
      ...own,
      jsonSchema: {
        input: (options) => inlineReferences(jsonSchema.input(options)),
        output: (options) => inlineReferences(jsonSchema.output(options)),
      },
    },
  } as StandardSchemaWithJSON<z.input<T>, z.output<T>>
}

/**
 * Returns the schema of a tool's input, with the keywords that every provider of language models accepts. Treats null and '' in
 * a field as if it was absent: frameworks with strict schemas make models fill in every field.
 */
export function toToolInput<T extends z.ZodObject>(schema: T): StandardSchemaWithJSON<z.input<T>, z.output<T>> {
  const advertised = toAdvertisedSchema(schema)
  const own = advertised['~standard']
  const isOptional = (name: string) => schema.shape[name]?.safeParse(undefined).success === true
  const withoutBlanks = (value: unknown) =>
    typeof value !== 'object' || value === null
      ? value
      : Object.fromEntries(
          Object.entries(value).filter(([name, field]) => !(isOptional(name) && (field === null || field === ''))),
        )
  return {
    '~standard': {
      ...own,
      jsonSchema: { ...own.jsonSchema, input: (options) => toPortableSchema(own.jsonSchema.input(options)) },
      validate: (value) => own.validate(withoutBlanks(value)),
    },
  } as typeof advertised
}

/** OpenAI's strict mode and Gemini refuse a whole request if one tool has a keyword or a format besides these. */
const portableKeywords = [
  'type',
  'required',
  'additionalProperties',
  'enum',
  'format',
  'description',
  'minimum',
  'maximum',
]
const portableFormats: unknown[] = ['date-time']

/** Removes what a provider could refuse, and writes a constant as an `enum`. Nothing is lost: the server checks lengths and patterns of what it receives. */
function toPortableSchema(schema: JsonSchema): JsonSchema {
  const { properties, items, const: value, ...rest } = schema
  const kept = Object.entries(rest).filter(
    ([keyword, setting]) =>
      portableKeywords.includes(keyword) && (keyword !== 'format' || portableFormats.includes(setting)),
  )
  return {
    ...Object.fromEntries(kept),
    ...(value !== undefined && { enum: [value] }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => [
          name,
          toPortableSchema(field),
        ]),
      ),
    }),
    ...(items !== undefined && { items: toPortableSchema(items as JsonSchema) }),
  }
}

/**
 * Replaces each `$ref` by the definition that it names; the contract has no recursive schema. Leaves `$schema` out, which every
 * tool would repeat.
 */
function inlineReferences({ $defs, $schema: _dialect, ...schema }: JsonSchema): JsonSchema {
  const definitions = ($defs ?? {}) as Record<string, JsonSchema>
  const inline = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(inline)
    if (typeof node !== 'object' || node === null) return node
    const { $ref, ...rest } = node as JsonSchema
    const named = typeof $ref === 'string' ? definitions[$ref.replace('#/$defs/', '')] : undefined
    const shape = named === undefined ? rest : { ...withoutName(named), ...rest }
    return Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, inline(value)]))
  }
  return inline(withoutName(schema)) as JsonSchema
}

function withoutName({ id, ...schema }: JsonSchema): JsonSchema {
  // A string names the schema; `properties` can have a field of that name.
  return typeof id === 'string' ? schema : { ...(id !== undefined && { id }), ...schema }
}
