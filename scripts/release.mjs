#!/usr/bin/env node
// Prepares a release: `npm run release -- VERSION [--dry-run]`. Sets the version of the package, of the SDK and of the lock
// file, dates the changelog, commits and tags. Publishing stays a step of its own (the last lines say how).
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const usage = 'Usage: npm run release -- VERSION [--dry-run], for example: npm run release -- 0.3.0'
const isDryRun = process.argv.includes('--dry-run')
const [version] = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
// Run through npm, the project is the current folder.
const root = process.cwd()

try {
  if (process.argv.includes('--help')) console.log(usage)
  else release()
} catch (error) {
  console.error(`release: ${error.message}`)
  process.exitCode = 1
}

function release() {
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version ?? '')) throw new Error(`VERSION must be like 1.2.3. ${usage}`)
  const { version: current } = readJson('package.json')
  if (compare(version, current) < 0) throw new Error(`${version} is older than the current version ${current}`)
  if (git('tag', '--list', `v${version}`)) throw new Error(`v${version} is tagged already`)
  if (git('status', '--porcelain')) throw new Error('there are uncommitted changes: commit or stash them first')
  const changelog = dateChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
  if (isDryRun) return console.log(`Would set ${version}, date the changelog, commit and tag v${version}.`)

  writeFileSync(join(root, 'CHANGELOG.md'), changelog)
  for (const file of ['package.json', 'sdk/package.json']) writeJson(file, { ...readJson(file), version })
  const lock = readJson('package-lock.json')
  lock.version = version
  for (const part of ['', 'sdk']) lock.packages[part].version = version
  writeJson('package-lock.json', lock)
  git('commit', '--all', '--message', `Release ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `Lorewell ${version}`)
  console.log(`Tagged v${version}. To publish: git push --follow-tags && npm publish && npm publish --workspace sdk`)
}

/** Turns the topmost section, "Unreleased" or this version without a date, into the section of this release. */
function dateChangelog(text) {
  const date = new Date().toISOString().slice(0, 10)
  const heading = /^## \[(.+?)\](?: - (.+))?$/m.exec(text)
  const isOpen = heading?.[1] === 'Unreleased' || (heading?.[1] === version && heading[2] === 'Unreleased')
  if (!isOpen) throw new Error('CHANGELOG.md has no section "## [Unreleased]" at its top')
  const section = text.slice(heading.index + heading[0].length).split(/^## /m, 1)[0]
  if (!/^- /m.test(section)) throw new Error('the open section of CHANGELOG.md is empty: say what changed')
  return text.replace(heading[0], `## [${version}] - ${date}`)
}

function compare(one, other) {
  const parts = (text) => text.split('-', 1)[0].split('.').map(Number)
  const [a, b] = [parts(one), parts(other)]
  for (let i = 0; i < 3; i++) if (a[i] !== b[i]) return a[i] - b[i]
  return 0
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'))
}

function writeJson(file, value) {
  writeFileSync(join(root, file), `${JSON.stringify(value, null, 2)}\n`)
}
