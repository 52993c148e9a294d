import type { z } from 'zod'
import { validationMessage } from '../contract/errors.ts'
import { AppError, truncateValue } from '../errors.ts'

/** Encodes a position in a listing as an opaque cursor. */
export function encodeCursor(position: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(position), 'utf8').toString('base64url')
}

/** Decodes a cursor. Anything that does not match the schema is a validation error, never a wrong page. */
export function decodeCursor<T extends z.ZodType>(cursor: string, schema: T): z.infer<T> {
  const result = schema.safeParse(parseCursorJson(cursor))
  if (!result.success) {
    throw new AppError('validation', validationMessage, {
      details: {
        cursor: {
          message: 'must be the nextCursor of a response to the same request',
          value: truncateValue(cursor),
        },
      },
    })
  }
  return result.data as z.infer<T>
}

function parseCursorJson(cursor: string): unknown {
  const bytes = Buffer.from(cursor, 'base64url')
  // Node ignores invalid characters, so compare with the canonical encoding.
  if (bytes.toString('base64url') !== cursor) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
