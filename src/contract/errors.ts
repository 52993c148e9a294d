import { z } from 'zod'

/** Fixed messages of docs/specification.md, section 7. */
export const unauthorizedMessage = 'Invalid apiKey'
export const disabledMessage = 'This feature is disabled for your organization. Please contact support.'
export const rootNotFoundMessage = 'Data source not found.'
export const validationMessage = 'Validation Failed'
export const rateLimitMessage = "You've reached the api rate limit. Please wait and retry later."

export const errorBody = z.object({ message: z.string(), id: z.string() }).meta({ id: 'Error' })

/** The problem of each field, by its name. */
export const errorDetails = z.record(z.string(), z.object({ message: z.string(), value: z.unknown().optional() }))

export const validationErrorBody = z
  .object({
    message: z.literal(validationMessage),
    id: z.literal('field-validation'),
    details: errorDetails.optional(),
  })
  .meta({ id: 'ValidationError' })

/** A file that cannot be read: `value` is the reason, `message` what to do. */
const unreadableFileBody = z
  .object({
    message: z.string(),
    id: z.literal('file-not-readable'),
    details: z.object({ file: z.object({ message: z.string(), value: z.string() }) }),
  })
  .meta({ id: 'UnreadableFileError' })

/** The 422 of an upload. */
export const uploadErrorBody = z.union([validationErrorBody, unreadableFileBody])

export const namedErrorBody = z
  .object({ name: z.string(), message: z.string(), id: z.string(), status: z.int(), stack: z.string() })
  .meta({ id: 'NamedError' })
