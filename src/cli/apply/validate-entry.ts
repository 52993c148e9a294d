import type { z } from 'zod'

/** An entry of the file and its location, for messages. */
export interface Located<T> {
  location: string
  value: T
}

/** Returns the valid value, or undefined after adding each problem with its location. */
export function validateEntry<T>(
  schema: z.ZodType<T>,
  raw: unknown,
  location: string,
  problems: string[],
): T | undefined {
  const result = schema.safeParse(raw)
  if (result.success) return result.data
  for (const issue of result.error.issues) {
    const path = issue.path.reduce<string>(
      (parent, step) => (typeof step === 'number' ? `${parent}[${step}]` : `${parent}.${String(step)}`),
      location,
    )
    if (issue.code === 'unrecognized_keys') {
      problems.push(...issue.keys.map((key) => `${path}.${key}: is not a known field`))
    } else problems.push(`${path}: ${issue.message}`)
  }
  return undefined
}
