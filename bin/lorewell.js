#!/usr/bin/env -S node --max-semi-space-size=4 --v8-pool-size=2
import './require-node.js'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { createCodeCache } from './code-cache.js'

/** A service has then started and answered its first questions; later V8 drops compiled code that isn't used any more. */
const saveAfterMs = 15_000

const entry = fileURLToPath(new URL('../dist/main.js', import.meta.url))
if (!existsSync(entry)) {
  // A source checkout that is not built yet. Build messages go to standard error: standard output belongs to the command.
  const build = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))
  const { status } = spawnSync(process.execPath, [build], { stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(1)
}
// As in src/storage/open-pglite.ts, which says why: with other flags, compiled code would not be used.
setFlagsFromString('--wasm-tiering-budget=2000000000')
// On Node 20, V8 optimizes functions four times as late as by itself, so that a start spends less on it; hot ones still are. Later
// versions have no such flag.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=500000')
const codeCache = createCodeCache(fileURLToPath(new URL('../dist/code-cache', import.meta.url)))
codeCache.load(entry)
if (process.argv[2] === 'start') setTimeout(codeCache.save, saveAfterMs).unref()
