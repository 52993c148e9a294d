import type { z } from 'zod'
import { validationMessage } from '../contract/errors.ts'
import { AppError } from '../errors.ts'

/** A place in a listing as callers carry it around: nothing to be read, only to be given back. */
export function encodeCursor(place: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(place), 'utf8').toString('base64url')
}

/** The place that a cursor of ours names; anything else is a bad field, never a wrong page. */
export function decodeCursor<T extends z.ZodType>(cursor: string, place: T): z.infer<T> {
  const result = place.safeParse(parseCursorJson(cursor))
  if (!result.success) {
    throw new AppError('validation', validationMessage, {
      details: {
        cursor: {
          message: 'must be the nextCursor of an answer to the same request',
          value: cursor.slice(0, 200),
        },
      },
    })
  }
  return result.data as z.infer<T>
}

function parseCursorJson(cursor: string): unknown {
  const bytes = Buffer.from(cursor, 'base64url')
  // Node skips what is not base64url: only what it writes back the same was a cursor.
  if (bytes.toString('base64url') !== cursor) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
