#!/usr/bin/env node
// Lists places that share six or more lines of code, white space and comments aside, and fails on those that
// scripts/duplicates.json doesn't know with a reason. `--list` prints the known ones too.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest, root, sourceFiles } from './source-files.mjs'

const minLines = 6
const generated = /sdk\/src\/operations\.ts$|\/kernel\//
const files = sourceFiles(
  ['src', 'web/src', 'sdk/src', 'scripts'],
  (path) => /\.(tsx?|mjs|css)$/.test(path) && !isTest(path) && !generated.test(path),
)
const known = JSON.parse(readFileSync(join(root, 'scripts/duplicates.json'), 'utf8'))
const pairs = findPairs(files.map(({ path, text }) => ({ path, lines: significantLines(text) })))
const reasonOf = (pair) =>
  known.find(({ files: [one, other] }) => one === pair.one.path && other === pair.other.path)?.reason
const unknown = pairs.filter((pair) => !reasonOf(pair))
const outdated = known.filter(({ files: [one, other] }) =>
  pairs.every((pair) => pair.one.path !== one || pair.other.path !== other),
)

if (process.argv.includes('--list'))
  for (const pair of pairs) console.log(`${format(pair)}: ${reasonOf(pair) ?? 'no reason given'}`)
for (const pair of unknown) console.error(`duplicate: ${format(pair)}`)
for (const { files: names } of outdated)
  console.error(`scripts/duplicates.json lists ${names.join(' and ')}, which share nothing any more`)
if (unknown.length + outdated.length > 0) {
  console.error('Make one piece of code serve both, or add the pair with its reason to scripts/duplicates.json.')
  process.exit(1)
}
console.log(`Duplicates: ${pairs.length} known, each with a reason in scripts/duplicates.json`)

function format({ one, other, length }) {
  return `${one.path}:${one.line} ~ ${other.path}:${other.line} (${length} lines)`
}

/** Drops blank lines, comments, imports and lone punctuation: they repeat without meaning anything. */
function significantLines(text) {
  let isInComment = false
  let isInImport = false
  return text.split('\n').flatMap((raw, index) => {
    const line = raw.trim().replace(/\s+/g, ' ')
    if (/^import\b(?!\()/.test(line)) isInImport = !/from '|^import '/.test(line)
    else if (isInImport) isInImport = !/from '/.test(line)
    else if (line.startsWith('/*')) isInComment = !line.includes('*/')
    else if (isInComment) isInComment = !line.includes('*/')
    else if (!/^(\/\/|\*)/.test(line) && /\w{2}/.test(line)) return [{ line: index + 1, text: line }]
    return []
  })
}

/** Finds runs of equal lines, longest first, each reported once per pair of files. */
function findPairs(sources) {
  const windows = new Map()
  for (const { path, lines } of sources) {
    for (let start = 0; start + minLines <= lines.length; start++) {
      const key = lines
        .slice(start, start + minLines)
        .map((one) => one.text)
        .join('\n')
      windows.set(key, [...(windows.get(key) ?? []), { path, start, lines }])
    }
  }
  const best = new Map()
  for (const places of windows.values()) {
    for (const [index, one] of places.entries()) {
      for (const other of places.slice(index + 1)) {
        if (one.path === other.path && other.start - one.start < minLines) continue
        const length = sharedLength(one, other)
        const key = `${one.path}\n${other.path}`
        if ((best.get(key)?.length ?? 0) < length) best.set(key, { one: at(one), other: at(other), length })
      }
    }
  }
  return [...best.values()].sort((a, b) => b.length - a.length || a.one.path.localeCompare(b.one.path))
}

function sharedLength(one, other) {
  let length = 0
  const end = one.path === other.path ? other.start : one.lines.length
  while (
    one.start + length < end &&
    other.start + length < other.lines.length &&
    one.lines[one.start + length].text === other.lines[other.start + length].text
  )
    length += 1
  return length
}

function at({ path, start, lines }) {
  return { path, line: lines[start].line }
}
