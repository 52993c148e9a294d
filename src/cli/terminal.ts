import type { Config } from '../config.ts'
import type { Embedder } from '../models/embedder.ts'
import type { LoadEmbedderDeps } from './load-embedder.ts'
import type { OpenApp } from './open-app.ts'

/** What a command writes to. */
export interface Output {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

/** Everything a command has from the world around it, so that a test can be that world. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>
  stdout: Output
  stderr: Output
  stdin: AsyncIterable<Uint8Array | string>
  signals: Signals
  fetch: typeof globalThis.fetch
  /** Another way to the embedding model than the settings tell. */
  loadEmbedder?: (needs: LoadEmbedderDeps) => Promise<Embedder | undefined>
  /** Another way to the whole service: opening an embedded store takes seconds. */
  openApp?: (config: Config) => Promise<OpenApp>
}

export interface Signals {
  on(name: 'SIGINT' | 'SIGTERM', listener: () => void): unknown
  off(name: 'SIGINT' | 'SIGTERM', listener: () => void): unknown
  /** Ends the process now. */
  exit(code: number): void
}

/** Whether this output may be coloured and redrawn: a screen, and nobody asked for plain text. */
export function supportsAnsi(output: Output, env: Terminal['env']): boolean {
  return output.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
}

/** Emphasis where the output can show it. */
export function stylesFor(output: Output, env: Terminal['env']) {
  const style = (on: number, off: number) => (text: string) =>
    supportsAnsi(output, env) ? `\u001b[${on}m${text}\u001b[${off}m` : text
  return { bold: style(1, 22), dim: style(2, 22) }
}
