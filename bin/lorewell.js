#!/usr/bin/env -S node --max-semi-space-size=4 --v8-pool-size=2
import { existsSync } from 'node:fs'

const entry = new URL('../dist/main.js', import.meta.url)
if (!existsSync(entry)) {
  console.error('Lorewell is not built yet. Run "npm install" in its folder, which builds it, and try again.')
  process.exit(1)
}
await import(entry.href)
