#!/usr/bin/env node
// Checks production packages for known vulnerabilities. Exits with 1 on high and critical ones, and with 2 if the registry
// gave no answer: packages that were not checked are not known to be safe. ALLOW_UNCHECKED_ADVISORIES=1 turns the 2 into a
// warning, for machines without an advisory service.
import { spawnSync } from 'node:child_process'

const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: 60_000,
  shell: process.platform === 'win32',
})
const report = parseJson(stdout)
const counts = report?.metadata?.vulnerabilities
const checked = report?.metadata?.dependencies?.prod ?? 0
if (error || counts === undefined || checked === 0) {
  const isAllowed = process.env.ALLOW_UNCHECKED_ADVISORIES === '1'
  const line = '!'.repeat(80)
  console.error(
    `${line}\nADVISORIES WERE NOT CHECKED: ${report?.message ?? error?.message ?? 'npm audit gave no report'}`,
  )
  console.error('Run "npm audit --omit=dev" with access to an advisory service before a release.')
  if (isAllowed) console.error('Passed nevertheless: ALLOW_UNCHECKED_ADVISORIES is set.')
  else console.error('On a machine without one, set ALLOW_UNCHECKED_ADVISORIES=1 to pass without this check.')
  console.error(line)
  process.exit(isAllowed ? 0 : 2)
}
const { info = 0, low = 0, moderate = 0, high = 0, critical = 0 } = counts
console.log(
  `Advisories for ${checked} packages: ${critical} critical, ${high} high, ${moderate} moderate, ${low + info} low`,
)
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
