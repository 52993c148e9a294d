import { normalizeEmail, normalizeGroupName } from '../access/normal-names.ts'
import { validationMessage } from '../contract/errors.ts'
import type { InvitationPreview } from '../contract/invitations.ts'
import { emailAddress, roles } from '../contract/people.ts'
import { AppError } from '../errors.ts'
import { csvRows } from '../files/text/read-csv.ts'
import type { Role } from '../storage/schema.ts'

export type InvitationRow = InvitationPreview['rows'][number]

/** What the rows of a table are checked against. */
export interface KnownPeople {
  memberEmails: ReadonlySet<string>
  invitedEmails: ReadonlySet<string>
  groups: readonly { id: string; name: string }[]
}

const columns = ['name', 'email', 'role', 'groups'] as const
type Column = (typeof columns)[number]

const delimiters = [',', ';', '\t']
const maxRows = 500

/** Reads a CSV table of people to invite. Fails for a table that cannot be read at all; rows carry their own problems. */
export function parseInvitationTable(csv: string): InvitationRow[] {
  const text = csv.replace(/^\uFEFF/, '')
  const delimiter = findDelimiter(text)
  const [header = [], ...rows] = [...csvRows(text, delimiter)]
  const positions = readHeader(header)
  const people = rows
    .map((cells, index) => ({ cells, row: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (people.length === 0) throw invalidTable('must have a row for each person below its header')
  if (people.length > maxRows) throw invalidTable(`must have at most ${maxRows} people`)
  return people.map(({ cells, row }) => {
    const cell = (column: Column) => cells[positions.get(column) ?? -1]?.trim() ?? ''
    return {
      row,
      email: normalizeEmail(cell('email')),
      name: cell('name'),
      role: cell('role').toLowerCase() || 'member',
      groups: cell('groups') === '' ? [] : [cell('groups')],
      problems: [],
    }
  })
}

/** Returns the rows with the names of existing groups and with the problems of each. */
export function checkInvitationRows(rows: readonly InvitationRow[], known: KnownPeople): InvitationRow[] {
  const firstRows = new Map<string, number>()
  return rows.map((row) => {
    const problems: string[] = []
    const { email } = row
    if (email === '') problems.push('The email address is missing.')
    else if (!emailAddress.safeParse(email).success) problems.push(`${email} is not an email address.`)
    else if (known.memberEmails.has(email)) problems.push(`${email} is already a member.`)
    else if (known.invitedEmails.has(email)) problems.push(`${email} already has a pending invitation.`)
    else if (firstRows.has(email)) problems.push(`${email} is also in row ${firstRows.get(email)}.`)
    else firstRows.set(email, row.row)
    if (row.name.length > 200) problems.push('The name is longer than 200 characters.')
    if (!isRole(row.role)) problems.push(`${row.role} is not a role. Use ${roles.join(', ')}.`)
    const groups = row.groups.flatMap((cell) => splitGroups(cell, known.groups))
    for (const name of groups) if (!findGroup(name, known.groups)) problems.push(`There is no group ${name}.`)
    return { ...row, groups, problems }
  })
}

/** Returns the id of each group. The rows have been checked before. */
export function groupIdsOf(row: InvitationRow, groups: KnownPeople['groups']): string[] {
  return [...new Set(row.groups.flatMap((name) => findGroup(name, groups)?.id ?? []))]
}

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text)
}

/** A name can contain a separator: the whole cell is tried first. */
function splitGroups(cell: string, groups: KnownPeople['groups']): string[] {
  if (findGroup(cell, groups)) return [cell]
  return cell
    .split(/[;|,]/)
    .map((name) => name.trim())
    .filter(Boolean)
}

function findGroup(given: string, groups: KnownPeople['groups']) {
  const name = normalizeGroupName(given)
  return (
    groups.find((group) => group.name === name) ??
    groups.find((group) => group.name.toLowerCase() === name.toLowerCase())
  )
}

/** Returns the delimiter that splits the header into the most known columns. */
function findDelimiter(text: string): string {
  const [firstLine = ''] = text.split(/\r?\n/, 1)
  const countColumns = (delimiter: string) => firstLine.split(delimiter).filter((cell) => toColumn(cell)).length
  return delimiters.reduce((best, next) => (countColumns(next) > countColumns(best) ? next : best))
}

function readHeader(header: readonly string[]): Map<Column, number> {
  const positions = new Map<Column, number>()
  for (const [index, cell] of header.entries()) {
    const column = toColumn(cell)
    if (column && !positions.has(column)) positions.set(column, index)
    else if (cell.trim() !== '')
      throw invalidTable(
        `has the column "${cell.trim().slice(0, 50)}" in its header; use ${columns.join(', ')}, once each`,
      )
  }
  if (!positions.has('email')) throw invalidTable('must have a header row with the column email')
  return positions
}

function toColumn(cell: string): Column | undefined {
  const name = cell.trim().replace(/^"|"$/g, '').toLowerCase()
  const alias = { 'e-mail': 'email', group: 'groups' }[name] ?? name
  return columns.find((column) => column === alias)
}

function invalidTable(message: string): AppError {
  return new AppError('validation', validationMessage, { details: { csv: { message } } })
}
