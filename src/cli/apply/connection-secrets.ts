import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Terminal } from '../terminal.ts'
import type { FileConnection } from './organization-schema.ts'
import type { Located } from './validate-entry.ts'

/** Reads the secrets of a connection from the variables and files that the organization file names. */
export function readSecrets(
  { location, value }: Located<FileConnection>,
  { env, directory }: { env: Terminal['env']; directory: string },
  problems: string[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value.secrets).flatMap(([name, { env: variable, file }]) => {
      const at = `${location}.secrets.${name}`
      const secret = file === undefined ? readVariable(variable ?? '', env) : readFile(resolve(directory, file))
      if (typeof secret === 'string') return [[name, secret]]
      problems.push(`${at}: ${secret.problem}`)
      return []
    }),
  )
}

function readVariable(name: string, env: Terminal['env']): string | { problem: string } {
  return env[name]?.trim() || { problem: `the environment variable ${name} is not set` }
}

function readFile(path: string): string | { problem: string } {
  try {
    return readFileSync(path, 'utf8').trim() || { problem: `the file ${path} is empty` }
  } catch {
    return { problem: `the file ${path} cannot be read: check its path and permissions` }
  }
}
