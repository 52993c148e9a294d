import type { StoredOrganization } from '../stored-organization.ts'
import type { Placed } from './checked.ts'
import type { OrganizationFile } from './read-organization-file.ts'

/** Everything that the file names must be in the file or in the store: each problem, with its place. */
export function checkReferences(file: OrganizationFile, stored: StoredOrganization): string[] {
  const { users, groups, notes, dataSources, assistants, broken } = file
  const emails = new Set([
    ...users.map(({ value }) => value.email),
    ...stored.members.keys(),
    ...broken.users,
  ])
  const groupNames = new Set([
    ...groups.map(({ value }) => value.name),
    ...stored.teams.keys(),
    ...broken.groups,
  ])
  const noteIds = new Set([...notes.map(({ value }) => value.id), ...stored.notes.keys(), ...broken.notes])
  const sourceIds = new Set([
    ...dataSources.map(({ value }) => value.id),
    ...stored.dataSources,
    ...broken.dataSources,
  ])
  const isKnown = (principal: string) =>
    principal === 'everyone' ||
    (principal.startsWith('user:') ? emails.has(principal.slice(5)) : groupNames.has(principal.slice(6)))
  const principals = (place: string, names: readonly string[] | undefined) =>
    absent(place, names, isKnown, (name) =>
      name.startsWith('user:') ? `there is no user ${name.slice(5)}` : `there is no group ${name.slice(6)}`,
    )

  return [
    ...twice(users, 'email', ({ email }) => email),
    ...twice(users, 'id', ({ id }) => id),
    ...twice(users, 'apiKey', ({ apiKey }) => apiKey, 'has the same key'),
    ...twice(groups, 'name', ({ name }) => name),
    ...twice(groups, 'id', ({ id }) => id),
    ...twice(notes, 'id', ({ id }) => id),
    ...twice(dataSources, 'id', ({ id }) => id),
    ...twice(assistants, 'id', ({ id }) => id),
    ...users.flatMap(({ place, value }) =>
      otherId(place, value.id, value.email, stored.members.get(value.email), stored.members),
    ),
    ...groups.flatMap(({ place, value }) => [
      ...otherId(place, value.id, value.name, stored.teams.get(value.name), undefined),
      ...absent(
        `${place}.members`,
        value.members,
        (email) => emails.has(email),
        (email) => `there is no user ${email}`,
      ),
    ]),
    ...notes.flatMap(({ place, value }) => [
      ...principals(`${place}.audience`, value.audience),
      ...(value.parent === undefined || noteIds.has(value.parent)
        ? []
        : [`${place}.parent: there is no note ${value.parent}`]),
    ]),
    ...dataSources.flatMap(({ place, value }) => [
      ...principals(`${place}.audience`, value.audience),
      ...principals(`${place}.writers`, value.writers),
    ]),
    ...assistants.flatMap(({ place, value }) => [
      ...principals(`${place}.audience`, value.audience),
      ...absent(
        `${place}.scope.notes`,
        value.scope?.notes,
        (id) => noteIds.has(id),
        (id) => `there is no note ${id}`,
      ),
      ...absent(
        `${place}.scope.dataSources`,
        value.scope?.dataSources,
        (id) => sourceIds.has(id),
        (id) => `there is no data source ${id}`,
      ),
    ]),
  ]
}

function absent(
  place: string,
  names: readonly string[] | undefined,
  isKnown: (name: string) => boolean,
  message: (name: string) => string,
): string[] {
  return (names ?? []).flatMap((name, index) =>
    isKnown(name) ? [] : [`${place}[${index}]: ${message(name)}`],
  )
}

function twice<T>(
  entries: readonly Placed<T>[],
  field: string,
  of: (value: T) => string | undefined,
  message = 'has the same',
): string[] {
  const first = new Map<string, string>()
  return entries.flatMap(({ place, value }) => {
    const name = of(value)
    if (name === undefined) return []
    const earlier = first.get(name)
    if (earlier === undefined) first.set(name, place)
    return earlier === undefined ? [] : [`${place}.${field}: ${earlier} ${message}`]
  })
}

/** Ids stay as they are: everything else points to them. */
function otherId(
  place: string,
  wanted: string | undefined,
  name: string,
  has: string | undefined,
  /** Given where a name cannot change either, so an id that belongs to another name is a mistake. */
  all: ReadonlyMap<string, string> | undefined,
): string[] {
  if (wanted === undefined || wanted === has) return []
  if (has !== undefined) return [`${place}.id: ${name} has the id ${has} already, which cannot be changed`]
  const holder = [...(all ?? [])].find(([, id]) => id === wanted)
  return holder ? [`${place}.id: is the id of ${holder[0]} already`] : []
}
