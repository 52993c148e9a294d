#!/usr/bin/env node
// Checks production packages for known vulnerabilities. Fails on high and critical ones; prints a warning and passes if the
// registry does not respond.
import { spawnSync } from 'node:child_process'

const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: 60_000,
  shell: process.platform === 'win32',
})
const counts = parseJson(stdout)?.metadata?.vulnerabilities
if (error || counts === undefined) {
  const line = '!'.repeat(80)
  console.error(`${line}\nADVISORIES WERE NOT CHECKED: the registry did not respond.`)
  console.error(`Run "npm audit --omit=dev" with network access before a release.\n${line}`)
  process.exit(0)
}
const { info = 0, low = 0, moderate = 0, high = 0, critical = 0 } = counts
console.log(`Advisories: ${critical} critical, ${high} high, ${moderate} moderate, ${low + info} low`)
if (critical + high > 0) {
  console.error('Run "npm audit --omit=dev" to see them.')
  process.exit(1)
}

function parseJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
