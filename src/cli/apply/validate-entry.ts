import type { z } from 'zod'

/** A thing of the file, and the place in it that a message about it names. */
export interface Located<T> {
  location: string
  value: T
}

/** The value after its check; else undefined, and each problem with its place in the file. */
export function validateEntry<T>(
  schema: z.ZodType<T>,
  raw: unknown,
  place: string,
  problems: string[],
): T | undefined {
  const result = schema.safeParse(raw)
  if (result.success) return result.data
  for (const issue of result.error.issues) {
    const at = issue.path.reduce<string>(
      (path, step) => (typeof step === 'number' ? `${path}[${step}]` : `${path}.${String(step)}`),
      place,
    )
    if (issue.code === 'unrecognized_keys') {
      problems.push(...issue.keys.map((key) => `${at}.${key}: is not a known field`))
    } else problems.push(`${at}: ${issue.message}`)
  }
  return undefined
}
