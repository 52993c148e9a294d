import type { StoredOrganization } from '../stored-organization.ts'
import type { OrganizationFile } from './read-organization-file.ts'
import type { Located } from './validate-entry.ts'

/** Returns a problem for each reference to an entry that is neither in the file nor in the store, and for duplicates. */
export function checkReferences(file: OrganizationFile, stored: StoredOrganization): string[] {
  const { users, groups, notes, dataSources, connections, assistants, invalid } = file
  const emails = new Set([...users.map(({ value }) => value.email), ...stored.members.keys(), ...invalid.users])
  const groupNames = new Set([...groups.map(({ value }) => value.name), ...stored.teams.keys(), ...invalid.groups])
  const noteIds = new Set([...notes.map(({ value }) => value.id), ...stored.notes.keys(), ...invalid.notes])
  const sourceIds = new Set([
    ...dataSources.map(({ value }) => value.id),
    ...stored.dataSources,
    ...invalid.dataSources,
  ])
  const isKnown = (principal: string) =>
    principal === 'everyone' ||
    (principal.startsWith('user:') ? emails.has(principal.slice(5)) : groupNames.has(principal.slice(6)))
  const principals = (location: string, names: readonly string[] | undefined) =>
    missingReferences(location, names, isKnown, (name) =>
      name.startsWith('user:') ? `there is no user ${name.slice(5)}` : `there is no group ${name.slice(6)}`,
    )

  return [
    ...duplicateEntries(users, 'email', ({ email }) => email),
    ...duplicateEntries(users, 'id', ({ id }) => id),
    ...duplicateEntries(users, 'apiKey', ({ apiKey }) => apiKey, 'has the same key'),
    ...duplicateEntries(groups, 'name', ({ name }) => name),
    ...duplicateEntries(groups, 'id', ({ id }) => id),
    ...duplicateEntries(notes, 'id', ({ id }) => id),
    ...duplicateEntries(dataSources, 'id', ({ id }) => id),
    ...duplicateEntries(connections, 'id', ({ id }) => id),
    ...duplicateEntries(connections, 'dataSource', ({ dataSource }) => dataSource),
    ...duplicateEntries(assistants, 'id', ({ id }) => id),
    ...users.flatMap(({ location, value }) =>
      idConflicts(location, value.id, value.email, stored.members.get(value.email), stored.members),
    ),
    ...groups.flatMap(({ location, value }) => [
      ...idConflicts(location, value.id, value.name, stored.teams.get(value.name), undefined),
      ...missingReferences(
        `${location}.members`,
        value.members,
        (email) => emails.has(email),
        (email) => `there is no user ${email}`,
      ),
    ]),
    ...notes.flatMap(({ location, value }) => [
      ...principals(`${location}.audience`, value.audience),
      ...(value.parent === undefined || noteIds.has(value.parent)
        ? []
        : [`${location}.parent: there is no note ${value.parent}`]),
    ]),
    ...dataSources.flatMap(({ location, value }) => [
      ...principals(`${location}.audience`, value.audience),
      ...principals(`${location}.writers`, value.writers),
    ]),
    ...connections.flatMap(({ location, value }) =>
      sourceIds.has(value.dataSource) ? [] : [`${location}.dataSource: there is no data source ${value.dataSource}`],
    ),
    ...assistants.flatMap(({ location, value }) => [
      ...principals(`${location}.audience`, value.audience),
      ...missingReferences(
        `${location}.scope.notes`,
        value.scope?.notes,
        (id) => noteIds.has(id),
        (id) => `there is no note ${id}`,
      ),
      ...missingReferences(
        `${location}.scope.dataSources`,
        value.scope?.dataSources,
        (id) => sourceIds.has(id),
        (id) => `there is no data source ${id}`,
      ),
    ]),
  ]
}

function missingReferences(
  location: string,
  names: readonly string[] | undefined,
  isKnown: (name: string) => boolean,
  message: (name: string) => string,
): string[] {
  return (names ?? []).flatMap((name, index) => (isKnown(name) ? [] : [`${location}[${index}]: ${message(name)}`]))
}

function duplicateEntries<T>(
  entries: readonly Located<T>[],
  field: string,
  of: (value: T) => string | undefined,
  message = 'has the same',
): string[] {
  const first = new Map<string, string>()
  return entries.flatMap(({ location, value }) => {
    const name = of(value)
    if (name === undefined) return []
    const earlier = first.get(name)
    if (earlier === undefined) first.set(name, location)
    return earlier === undefined ? [] : [`${location}.${field}: ${earlier} ${message}`]
  })
}

/** Rejects changed ids: other entries refer to them. */
function idConflicts(
  location: string,
  id: string | undefined,
  name: string,
  storedId: string | undefined,
  /** Ids by name, for entries that cannot be renamed: there, an id with another name is a mistake. */
  idByName: ReadonlyMap<string, string> | undefined,
): string[] {
  if (id === undefined || id === storedId) return []
  if (storedId !== undefined) {
    return [`${location}.id: ${name} has the id ${storedId} already, which cannot be changed`]
  }
  const owner = [...(idByName ?? [])].find(([, otherId]) => otherId === id)
  return owner ? [`${location}.id: is the id of ${owner[0]} already`] : []
}
