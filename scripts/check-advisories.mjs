#!/usr/bin/env node
// Asks the registry for known faults of the packages that run in production. Fails for grave ones; where the registry
// does not answer, says so loudly and lets everything else go on.
import { spawnSync } from 'node:child_process'

const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: 60_000,
  shell: process.platform === 'win32',
})
const counts = parsed(stdout)?.metadata?.vulnerabilities
if (error || counts === undefined) {
  const line = '!'.repeat(80)
  console.error(`${line}\nADVISORIES WERE NOT CHECKED: the registry gave no answer that could be read.`)
  console.error(`Run "npm audit --omit=dev" where it can be reached before you ship this.\n${line}`)
  process.exit(0)
}
const { info = 0, low = 0, moderate = 0, high = 0, critical = 0 } = counts
console.log(`Advisories: ${critical} critical, ${high} high, ${moderate} moderate, ${low + info} low`)
if (critical + high > 0) {
  console.error('Run "npm audit --omit=dev" to see them.')
  process.exit(1)
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
