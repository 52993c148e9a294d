import { fsyncSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { pg_textsearch } from '@electric-sql/pglite-pg_textsearch'
import { vector } from '@electric-sql/pglite-pgvector'

/**
 * The word index gathers so many pages before it sorts them in, which holds up everybody. With four times its own 64
 * that takes a third less time for each page of prose and half for one of ever new words, and not much longer each time.
 */
const memtablePagesThreshold = 256

/**
 * How much of a function of WebAssembly is run before V8 optimizes it; by itself Node 20 takes 1.8 million. A start and its
 * first question run thousands of functions a little, and optimizing them took 2.8 s of processors that there were two of;
 * with this it is 1.4 s, and a larger number gains nothing more. What is run often is optimized all the same, a few
 * hundred searches later.
 */
const wasmTieringBudget = 50_000_000

/**
 * PGlite starts with fsync off (-F). An acknowledged write must survive a power cut, so it is turned on, and the file
 * system below it gets the fsync that it lacks. Its own page cache is kept small: the system caches the files anyway.
 */
export async function openPglite(directory: string): Promise<PGlite> {
  setFlagsFromString(`--wasm-tiering-budget=${wasmTieringBudget}`)
  const database = await PGlite.create(directory, {
    extensions: { vector, pg_textsearch },
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'jit=off', '-c', 'shared_buffers=64MB'],
      ...['-c', `pg_textsearch.memtable_pages_threshold=${memtablePagesThreshold}`],
    ],
  })
  nodeFsStreamOperations(database).fsync = (stream) => {
    fsyncSync(stream.nfd)
    return 0
  }
  return database
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
