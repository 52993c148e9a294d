import type { z } from 'zod'
import { validationMessage } from '../contract/errors.ts'
import { AppError, type FieldProblem, truncateValue } from '../errors.ts'

/** Returns the parsed input. Fails with one error that names every invalid field. */
export function validate<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw validationError({
      body: { message: input === undefined ? 'is required' : 'must be a JSON object' },
    })
  }
  const result = schema.safeParse(input)
  if (result.success) return result.data as z.infer<T>
  // Without a prototype: a caller can name a field `__proto__`.
  const details: Record<string, FieldProblem> = Object.create(null)
  for (const issue of result.error.issues) {
    const fields = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? 'body')]
    for (const field of fields) {
      details[field] ??= toFieldProblem(
        field,
        issue.code === 'unrecognized_keys' ? 'is not a known field' : issue.message,
        (input as Record<string, unknown>)[field],
      )
    }
  }
  throw validationError(details)
}

export function validationError(details: Record<string, FieldProblem>): AppError {
  return new AppError('validation', validationMessage, { details })
}

/** Content, which can be long and private, and secrets. */
const unechoedFields = ['content', 'items', 'markdown', 'html', 'apiKey', 'currentPassword', 'newPassword']

/** Repeats the value that was sent, truncated. */
function toFieldProblem(field: string, message: string, value: unknown): FieldProblem {
  if (value === undefined || unechoedFields.includes(field)) return { message }
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return { message, value }
  if (typeof value === 'string') return { message, value: truncateValue(value) }
  try {
    const text = JSON.stringify(value)
    const truncated = truncateValue(text)
    return { message, value: truncated === text ? value : truncated }
  } catch {
    // Nested too deeply to serialize.
    return { message }
  }
}
