import { z } from 'zod'

/**
 * Text that can be stored and given back unchanged: PostgreSQL keeps no NUL, and half a surrogate pair has no UTF-8
 * form. Either would otherwise come back as something else.
 */
export function storableText() {
  return z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .refine((text) => !text.includes('\u0000'), 'must not contain the NUL character')
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode (it has half of a surrogate pair)')
}

/** Storable text with length limits, counted in UTF-16 code units (docs/specification.md, 2.1). */
export function boundedText(least: number, most: number) {
  return storableText()
    .min(least, least === 1 ? 'must not be empty' : `must have at least ${least} characters`)
    .max(most, `must have at most ${most} characters`)
}

/** An id that its creator chooses. */
export function slugId() {
  return boundedText(1, 256).regex(
    /^[A-Za-z0-9-_]+$/,
    'must contain only letters, digits, hyphens and underscores',
  )
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
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth || hour > 23 || minute > 59 || second > 59)
    return undefined
  const offset = parts[8] as string
  if (offset.length > 1 && (Number(offset.slice(1, 3)) > 23 || Number(offset.slice(4, 6)) > 59))
    return undefined
  const date = new Date(text.toUpperCase())
  const inUtc = date.getUTCFullYear()
  return Number.isNaN(date.getTime()) || inUtc < 1 || inUtc > 9999 ? undefined : date
}

const scriptScheme = /^(javascript|data|vbscript):/i

/** An address to send people to. A browser skips control characters and leading blanks, so they are skipped here too. */
export function urlText(most: number) {
  return boundedText(1, most).refine((text) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be skipped
    const asBrowsersRead = text.replace(/[\u0000-\u0020\u007f-\u009f]/g, '')
    return !scriptScheme.test(asBrowsersRead)
  }, 'must not be an address that runs code')
}

/** A whole number in a query string, which brings text. */
export function integerText(least: number, most: number) {
  const message =
    least === 0 ? 'must be a whole number of at least 0' : `must be a whole number from ${least} to ${most}`
  return z
    .string({ error: message })
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most, message)
    .meta({ type: 'integer', minimum: least, maximum: most })
    .transform(Number)
}
