#!/usr/bin/env node
// Every package that is shipped, in the server or in the app, must have a licence of the list below. Reads what is
// installed and nothing else, so it works without a network.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'

const allowed = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'],
  ...['CC0-1.0', 'Unlicense', 'Zlib', 'PostgreSQL', 'Python-2.0', 'PSF-2.0'],
])

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url))
const problems = []
const seen = new Map()

const own = readPackage(root)
for (const name of Object.keys(own.dependencies ?? {})) follow(name, root)
for (const workspace of own.workspaces ?? []) {
  for (const name of Object.keys(readPackage(join(root, workspace)).dependencies ?? {})) {
    follow(name, join(root, workspace))
  }
}
// What the app imports is bundled into it, though it is not there at run time.
for (const name of importedBy(join(root, 'web/src'))) follow(name, root)

for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error('Choose another package, or allow the licence in scripts/check-licences.mjs and say why.')
  process.exit(1)
}
const counts = new Map()
for (const licence of seen.values()) counts.set(licence, (counts.get(licence) ?? 0) + 1)
const list = [...counts].sort(([, a], [, b]) => b - a).map(([licence, count]) => `${licence} ${count}`)
console.log(`Licences of ${seen.size} shipped packages: ${list.join(', ')}`)

function follow(name, from, isOptional = false) {
  const folder = findPackage(name, from)
  if (folder === undefined) {
    // Binaries of other systems are not installed here; their parent's licence is theirs.
    if (!isOptional) problems.push(`${name} is not installed: run npm ci first`)
    return
  }
  if (seen.has(folder)) return
  const manifest = readPackage(folder)
  const licence = licenceOf(manifest)
  seen.set(folder, licence)
  if (!isAllowed(licence)) problems.push(`${manifest.name}@${manifest.version} has the licence ${licence}`)
  for (const next of Object.keys(manifest.dependencies ?? {})) follow(next, folder)
  for (const next of Object.keys(manifest.optionalDependencies ?? {})) follow(next, folder, true)
  for (const next of Object.keys(manifest.peerDependencies ?? {})) follow(next, folder, true)
}

function findPackage(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
    if (folder === parse(folder).root) return undefined
  }
}

function licenceOf({ license, licenses }) {
  const said = license ?? licenses
  const names = [said].flat().map((one) => (typeof one === 'string' ? one : one?.type))
  return names.every((one) => typeof one === 'string' && one !== '')
    ? names.join(' OR ')
    : 'that it does not name'
}

/** An SPDX expression without exceptions: one of those joined by OR is enough, of those joined by AND all must do. */
function isAllowed(expression) {
  return expression
    .replace(/[()]/g, ' ')
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((name) => allowed.has(name.trim())))
}

function importedBy(folder) {
  const names = new Set()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, type, specifier] of text.matchAll(
      /(?:import|export) (type )?[^'"]*?from '([^'.][^']*)'/g,
    )) {
      if (!type && !specifier.startsWith('node:')) names.add(packageOf(specifier))
    }
    for (const [, specifier] of text.matchAll(/import\('([^'.][^']*)'\)/g)) names.add(packageOf(specifier))
  }
  return names
}

function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function readPackage(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
