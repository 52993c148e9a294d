#!/usr/bin/env -S node --max-semi-space-size=4 --v8-pool-size=2
import './require-node.js'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const entry = new URL('../dist/main.js', import.meta.url)
if (!existsSync(entry)) {
  // A source checkout that is not built yet. Build messages go to standard error: standard output belongs to the command.
  const build = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))
  const { status } = spawnSync(process.execPath, [build], { stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(1)
}
await import(entry.href)
