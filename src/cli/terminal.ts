import type { Logger } from 'pino'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { cleanText } from '../ingest/clean-text.ts'
import type { Embedder } from '../models/embedder.ts'
import type { Reader } from '../models/reader.ts'

/** An output stream of a command. */
export interface Output {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

/** The environment of a command; tests supply their own. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>
  stdout: Output
  stderr: Output
  stdin: AsyncIterable<Uint8Array | string>
  signals: Signals
  fetch: typeof globalThis.fetch
  /** Replaces the models that the settings name. */
  loadModels?: (deps: LoadModelsDeps) => Promise<Models>
  /** Replaces the whole app: opening an embedded store takes seconds. */
  openApp?: (config: Config) => Promise<OpenApp>
}

export interface Models {
  embedder: Embedder | undefined
  reader: Reader | undefined
}

export interface LoadModelsDeps {
  config: Pick<Config, 'embeddings' | 'modelDir' | 'isReaderEnabled'>
  log: Logger
  /** For requests to an embeddings endpoint. */
  fetch?: typeof globalThis.fetch
}

export interface OpenApp {
  app: App
  embedder: Embedder | undefined
  close(): Promise<void>
}

export interface Signals {
  on(name: 'SIGINT' | 'SIGTERM', listener: () => void): unknown
  off(name: 'SIGINT' | 'SIGTERM', listener: () => void): unknown
  /** Ends the process now. */
  exit(code: number): void
}

/** Returns whether the output can be coloured and redrawn: it is a terminal, and neither NO_COLOR nor TERM=dumb is set. */
export function supportsAnsi(output: Output, env: Terminal['env']): boolean {
  return output.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
}

/** Returns bold and dim for outputs that support ANSI, and plain text for others. */
export function stylesFor(output: Output, env: Terminal['env']) {
  const style = (on: number, off: number) => (text: string) =>
    supportsAnsi(output, env) ? `\u001b[${on}m${text}\u001b[${off}m` : text
  return { bold: style(1, 22), dim: style(2, 22) }
}

/** Removes control characters, so that a document or an error message cannot move the cursor or rename the window. */
export function stripControlCharacters(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return cleanText(text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ''))
}
