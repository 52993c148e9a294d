import { AppError } from '../errors.ts'

/** Where a page that goes back in time ended. */
export function encodeTimeCursor(at: Date, id: string): string {
  return `${at.getTime()}.${id}`
}

export function decodeTimeCursor(cursor: string): { at: Date; id: string } {
  const [, time, id] = /^(\d{1,15})\.(\w{1,64})$/.exec(cursor) ?? []
  if (time === undefined || id === undefined) {
    throw new AppError('validation', 'Validation Failed', {
      details: {
        cursor: { message: 'must be the nextCursor of the page before', value: cursor.slice(0, 200) },
      },
    })
  }
  return { at: new Date(Number(time)), id }
}
