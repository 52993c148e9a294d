import { fsyncSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { pg_textsearch } from '@electric-sql/pglite-pg_textsearch'
import { vector } from '@electric-sql/pglite-pgvector'
import { knownFileProblem } from '../file-problem.ts'
import { PrivateNodeFS } from './private-node-fs.ts'

/**
 * Pages that the term index buffers before a merge, which blocks all queries. Four times the default of 64 saves a third
 * of the merge time per page of prose, and half for pages of new words; each merge takes only a little longer.
 */
const memtablePagesThreshold = 256

/**
 * The budget a WebAssembly function uses up before V8 optimizes it; the default of Node 20 is 1.8 million. Every call costs the
 * size of the function, so that a smaller budget is used up by the parser and other large functions in some hundred statements.
 * A start takes 0.4 s less CPU until it listens than with a fortieth of it, and 12,000 rows are written with 6 to 10 % less. Hot
 * functions are still optimized. `bin/lorewell.js` sets the same: compiled code is kept for the same flags only.
 */
const wasmTieringBudget = 2_000_000_000

/**
 * Opens PGlite with durable writes: it starts with fsync off (-F) by default, and its file system layer has no fsync, so
 * this adds one. The page cache stays small because the operating system caches the files anyway.
 */
export async function openPglite(directory: string): Promise<PGlite> {
  setFlagsFromString(`--wasm-tiering-budget=${wasmTieringBudget}`)
  const database = await PGlite.create({
    fs: new PrivateNodeFS(directory),
    extensions: { vector, pg_textsearch },
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'jit=off', '-c', 'shared_buffers=64MB'],
      ...['-c', `pg_textsearch.memtable_pages_threshold=${memtablePagesThreshold}`],
    ],
  }).catch((error: unknown) => {
    throw describeFileError(error)
  })
  nodeFsStreamOperations(database).fsync = (stream) => {
    fsyncSync(stream.nfd)
    return 0
  }
  return database
}

/** Gives an error of Emscripten's file system, which is an object with nothing but a number of WASI, a message. */
function describeFileError(error: unknown): unknown {
  if (error instanceof Error) return error
  const { errno } = error as { errno?: number }
  const code = { 2: 'EACCES', 19: 'EDQUOT', 29: 'EIO', 51: 'ENOSPC', 69: 'EROFS' }[errno ?? 0]
  return new Error(knownFileProblem({ code }) ?? `a file cannot be used (WASI error ${errno})`, { cause: error })
}

interface StreamOperations {
  fsync?: (stream: { nfd: number }) => number
}

function nodeFsStreamOperations(database: PGlite): StreamOperations {
  const module = (
    database as unknown as { Module: { FS: { filesystems: { NODEFS: { stream_ops: StreamOperations } } } } }
  ).Module
  return module.FS.filesystems.NODEFS.stream_ops
}
