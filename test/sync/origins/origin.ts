import { accessSync, constants } from 'node:fs'
import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../../src/config.ts'
import type { AnyConnector } from '../../../src/sync/connector.ts'

/** A real origin that tests and benches change. Texts are single sentences, different for each document. */
export interface Origin {
  connector: AnyConnector
  settings: object
  config?: Partial<Config>
  /** Creates documents, or replaces their texts. */
  write(texts: Readonly<Record<string, string>>): Promise<void>
  rename(from: string, to: string): Promise<void>
  remove(name: string): Promise<void>
  /** Takes the origin away, until `restore`. */
  break(): Promise<void>
  /** Takes the connection's access away, until `restore`. */
  deny(): Promise<void>
  restore(): Promise<void>
  /** Removals show once this much time has passed; null: never, the origin lists only the newest documents. */
  removalsAfterMs: number | null
  close(): Promise<void>
}

export interface OriginKind {
  /** The connector, and how it is reached: "rclone over sftp". */
  name: string
  /** Programs that must be installed. */
  programs: readonly string[]
  create(): Promise<Origin>
}

/** Returns the programs that are not installed. */
export function missingPrograms({ programs }: OriginKind): string[] {
  return programs.filter((program) => !pathsOf(program).some(isExecutable))
}

export async function createOriginFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'lorewell-origin-')))
}

function pathsOf(program: string): string[] {
  if (program.startsWith('/')) return [program]
  return (process.env.PATH ?? '').split(':').map((folder) => join(folder, program))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, path.endsWith('.php') ? constants.R_OK : constants.X_OK)
    return true
  } catch {
    return false
  }
}
