import { dirname, resolve } from 'node:path'
import { parseDocument } from 'yaml'
import type { z } from 'zod'
import { AppError } from '../../errors.ts'
import { readNotesFolder } from './notes-folder.ts'
import {
  assistantSchema,
  connectionSchema,
  dataSourceSchema,
  type FileAssistant,
  type FileConnection,
  type FileDataSource,
  type FileGroup,
  type FileNote,
  type FileOrganization,
  type FileUser,
  groupSchema,
  noteSchema,
  organizationSchema,
  userSchema,
} from './organization-schema.ts'
import { type Located, validateEntry } from './validate-entry.ts'

export interface OrganizationFile {
  /** Undefined only if `problems` says why. */
  organization: FileOrganization | undefined
  users: Located<FileUser>[]
  groups: Located<FileGroup>[]
  notes: Located<FileNote>[]
  dataSources: Located<FileDataSource>[]
  connections: Located<FileConnection>[]
  assistants: Located<FileAssistant>[]
  /** Paths in the file are relative to it. */
  directory: string
  /** Names of invalid entries, so that references to them are not reported as missing. */
  invalid: { users: Set<string>; groups: Set<string>; notes: Set<string>; dataSources: Set<string> }
  problems: string[]
}

const topLevelFields = [
  'organization',
  'users',
  'groups',
  'notes',
  'notesFrom',
  'dataSources',
  'connections',
  'assistants',
]

/** Parses YAML or JSON and throws if it is neither. Lists every other problem with its location. */
export function readOrganizationFile(text: string, path: string): OrganizationFile {
  const raw = parseText(text, path)
  const problems: string[] = []
  for (const key of Object.keys(raw)) {
    if (!topLevelFields.includes(key))
      problems.push(`${key}: is not a known field (known: ${topLevelFields.join(', ')})`)
  }
  const organization = validateEntry(organizationSchema, raw.organization ?? {}, 'organization', problems)
  const invalid = {
    users: new Set<string>(),
    groups: new Set<string>(),
    notes: new Set<string>(),
    dataSources: new Set<string>(),
  }
  const entries = <T>(
    key: 'users' | 'groups' | 'notes' | 'dataSources' | 'connections' | 'assistants',
    schema: z.ZodType<T>,
    nameField: string,
  ): Located<T>[] => {
    const list = raw[key] ?? []
    if (!Array.isArray(list)) {
      problems.push(`${key}: must be a list`)
      return []
    }
    return list.flatMap((item: unknown, index) => {
      const location = `${key}[${index}]`
      const value = validateEntry(schema, item, location, problems)
      if (value !== undefined) return [{ location, value }]
      const name = (item as Record<string, unknown> | null)?.[nameField]
      if (key in invalid && typeof name === 'string') invalid[key as keyof typeof invalid].add(name)
      return []
    })
  }
  const file: OrganizationFile = {
    organization,
    users: entries('users', userSchema, 'email'),
    groups: entries('groups', groupSchema, 'name'),
    notes: entries('notes', noteSchema, 'id'),
    dataSources: entries('dataSources', dataSourceSchema, 'id'),
    connections: entries('connections', connectionSchema, 'id'),
    assistants: entries('assistants', assistantSchema, 'id'),
    directory: dirname(path),
    invalid,
    problems,
  }
  if (typeof raw.notesFrom === 'string') {
    const folder = readNotesFolder(resolve(file.directory, raw.notesFrom), raw.notesFrom)
    file.notes.push(...folder.notes)
    problems.push(...folder.problems)
  } else if (raw.notesFrom !== undefined) {
    problems.push('notesFrom: must be the path of a folder')
  }
  return file
}

function parseText(text: string, path: string): Record<string, unknown> {
  const raw = path.toLowerCase().endsWith('.json') ? parseJson(text, path) : parseYaml(text, path)
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    throw new AppError(
      'validation',
      `${path} is not an organization file: it must be a mapping with fields such as "organization".`,
    )
  }
  return raw as Record<string, unknown>
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw new AppError('validation', `${path} is not JSON: ${(cause as Error).message}`, { cause })
  }
}

function parseYaml(text: string, path: string): unknown {
  const document = parseDocument(text)
  if (document.errors.length > 0) {
    const messages = document.errors.map((error) => `  ${error.message.split('\n', 1)[0]}`)
    throw new AppError('validation', `${path} is not YAML:\n${messages.join('\n')}`)
  }
  return document.toJS({ maxAliasCount: 100 })
}
