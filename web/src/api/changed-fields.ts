/**
 * Returns the fields that differ from the stored ones. Saving a form then takes nothing back that somebody else has changed
 * since it was opened, such as access that they have ended. The order of lists of names doesn't count.
 */
export function changedFields<Fields extends object>(
  stored: { readonly [Field in keyof Fields]: unknown },
  fields: Fields,
): Partial<Fields> {
  const changed = (Object.keys(fields) as (keyof Fields)[]).filter(
    (field) => comparable(fields[field]) !== comparable(stored[field]),
  )
  return Object.fromEntries(changed.map((field) => [field, fields[field]])) as Partial<Fields>
}

function comparable(value: unknown): string {
  const isList = Array.isArray(value) && value.every((entry) => typeof entry === 'string')
  return JSON.stringify(isList ? [...value].sort() : value)
}
