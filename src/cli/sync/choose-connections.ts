import type { ConnectionBody } from '../../contract/connections.ts'
import { AppError } from '../../errors.ts'
import { stripControlCharacters } from '../terminal.ts'

/** Returns the connection with this id, or else the only one with this name. */
export function chooseConnection(connections: readonly ConnectionBody[], requested: string): ConnectionBody {
  const byId = connections.find(({ id }) => id === requested)
  const byName = connections.filter(({ name }) => name.toLowerCase() === requested.trim().toLowerCase())
  const [first] = byName
  if (byId ?? (byName.length === 1 && first)) return (byId ?? first) as ConnectionBody
  if (connections.length === 0) throw new AppError('validation', noConnectionsMessage)
  if (byName.length > 1) {
    throw new AppError(
      'validation',
      `Several connections are called ${requested}. Choose one by its id: ${byName.map(({ id }) => id).join(', ')}.`,
    )
  }
  const known = connections.map(({ id, name }) => (id === name ? id : `${id} (${stripControlCharacters(name)})`))
  throw new AppError('validation', `There is no connection ${requested}. Choose one of: ${known.join(', ')}.`)
}

export const noConnectionsMessage =
  'There are no connections yet. Create one in the app, or in the organization file (docs/connect.md).'
