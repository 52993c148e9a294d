import { type RawBuilder, sql } from 'kysely'
import { validationMessage } from '../contract/errors.ts'
import { takePage } from '../contract/pagination.ts'
import { AppError, truncateValue } from '../errors.ts'

/** Returns the SQL condition for rows after a cursor in a listing by time and id, both descending. */
export function isAfterCursor(cursor: string | undefined, columns: { at: string; id: string }): RawBuilder<boolean> {
  if (cursor === undefined) return sql<boolean>`true`
  const { at, id } = decodeCursor(cursor)
  return sql<boolean>`(${sql.ref(columns.at)}, ${sql.ref(columns.id)}) < (${at}, ${id})`
}

/** Splits off the page from rows that were read with `limit pageSize + 1`. */
export function toPage<Row extends { id: string }>(
  rows: readonly Row[],
  pageSize: number,
  time: (row: Row) => Date,
): { page: Row[]; nextCursor: string | null } {
  const { page, last } = takePage(rows, pageSize)
  return { page, nextCursor: last ? `${time(last).getTime()}.${last.id}` : null }
}

function decodeCursor(cursor: string): { at: Date; id: string } {
  const [, time, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(cursor) ?? []
  if (time === undefined || id === undefined) {
    throw new AppError('validation', validationMessage, {
      details: {
        cursor: { message: 'must be the nextCursor of the page before', value: truncateValue(cursor) },
      },
    })
  }
  return { at: new Date(Number(time)), id }
}
