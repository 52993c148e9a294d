import { z } from 'zod'

/**
 * Text that can be stored and returned unchanged: PostgreSQL cannot store NUL, and a lone surrogate has no UTF-8 form.
 */
export function storableText() {
  return z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .refine((text) => !text.includes('\u0000'), 'must not contain the NUL character')
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode (it has half of a surrogate pair)')
}

/** Returns whether every text in a JSON value, including the names of its fields, can be stored. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\u0000') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, field]) => isStorable(name) && isStorable(field))
}

/** Storable text with length limits, counted in Unicode characters as JSON Schema does (docs/specification.md, 2.1). */
export function boundedText(min: number, max: number) {
  return storableText()
    .min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`)
}

/** A name of 1 to 200 characters. */
export function nameText() {
  return boundedText(1, 200).refine((text) => text.trim() !== '', 'must not be blank')
}

/** The highest page number that clients send: a page past the end is empty. */
export const maxPage = 2_147_483_647

/** An id that its creator chooses. */
export function slugId() {
  return boundedText(1, 256).regex(/^[A-Za-z0-9-_]+$/, 'must contain only letters, digits, hyphens and underscores')
}

/** A UUID that its creator chooses, in lower case. */
export function uuidText() {
  return storableText()
    .refine((text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text), 'must be a UUID')
    .meta({ format: 'uuid' })
    .transform((text) => text.toLowerCase())
}

/** The id of something that narrows a request; blank means absent, as clients send empty form fields. */
export function optionalId() {
  return storableText()
    .max(256, 'must have at most 256 characters')
    .transform((id) => (id.trim() === '' ? undefined : id))
    .optional()
}

/** The `nextCursor` of the previous page; blank means absent. */
export function optionalCursor() {
  return storableText()
    .max(4096, 'must have at most 4096 characters')
    .transform((cursor) => (cursor === '' ? undefined : cursor))
    .optional()
    .describe('nextCursor of the previous page')
}

export const idPath = z.object({ id: boundedText(1, 256) })

const dateTimePattern = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/

/** An RFC 3339 date-time with offset or Z, within the years 1 to 9999 once in UTC. */
export function dateTimeText() {
  return storableText()
    .refine((text) => parseDateTime(text) !== undefined, 'must be an ISO 8601 date-time with offset or Z')
    .meta({ format: 'date-time' })
}

export function parseDateTime(text: string): Date | undefined {
  const parts = dateTimePattern.exec(text)
  if (!parts) return undefined
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const daysInMonth = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth || hour > 23 || minute > 59 || second > 60)
    return undefined
  const offset = parts[8] as string
  if (offset.length > 1 && (Number(offset.slice(1, 3)) > 23 || Number(offset.slice(4, 6)) > 59)) return undefined
  const date = new Date(text.toUpperCase().replace(/:60(\.\d+)?/, ':59.999'))
  // A leap second, which is the last of a day in UTC, counts as its end: dates have no number for it.
  if (second === 60 && !date.toISOString().endsWith('T23:59:59.999Z')) return undefined
  const inUtc = date.getUTCFullYear()
  return Number.isNaN(date.getTime()) || inUtc < 1 || inUtc > 9999 ? undefined : date
}

const scriptScheme = /^(javascript|data|vbscript):/i

/** A link target. Browsers skip control characters and leading blanks, so they are ignored here too. */
export function urlText(maxLength: number) {
  return boundedText(1, maxLength).refine((text) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are the characters to skip
    const asBrowsersRead = text.replace(/[\u0000-\u0020\u007f-\u009f]/g, '')
    return !scriptScheme.test(asBrowsersRead)
  }, 'must not be an address that runs code')
}

/** A query parameter that is `true` or `false`; `false` when left out, unless another default is given. */
export function flagText(whenAbsent: 'true' | 'false' = 'false') {
  return z
    .enum(['true', 'false'], { error: 'must be "true" or "false"' })
    .default(whenAbsent)
    .transform((text) => text === 'true')
}

/** A whole number in a query string. */
export function integerText(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string({ error: message })
    .refine((text) => /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max, message)
    .meta({ type: 'integer', minimum: min, maximum: max })
    .transform(Number)
}
