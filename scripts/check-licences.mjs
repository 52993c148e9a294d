#!/usr/bin/env node
// Fails when a package that is shipped, in the server or in the app, has a licence that isn't on the list below.
// Usage: node scripts/check-licences.mjs [PROJECT]
import { shippedPackages } from './shipped-packages.mjs'
import { root } from './source-files.mjs'

const allowed = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'],
  ...['CC0-1.0', 'Unlicense', 'Zlib', 'PostgreSQL', 'Python-2.0', 'PSF-2.0'],
])

const { packages, missing } = shippedPackages(process.argv[2] ?? root)
const problems = [
  ...missing.map((name) => `${name} is not installed: run npm ci first`),
  ...packages
    .filter(({ licence }) => !isAllowed(licence))
    .map(
      ({ name, version, licence }) =>
        `${name}@${version} ${licence ? `has the licence ${licence}` : 'names no licence'}`,
    ),
]

for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error('Choose another package, or allow the licence in scripts/check-licences.mjs and say why.')
  process.exit(1)
}
const counts = new Map()
for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1)
const list = [...counts].sort(([, a], [, b]) => b - a).map(([licence, count]) => `${licence} ${count}`)
console.log(`Licences of ${packages.length} shipped packages: ${list.join(', ')}`)

/** Evaluates an SPDX expression without exceptions: one of those joined by OR is enough, those joined by AND must all be allowed. */
function isAllowed(expression = '') {
  return expression
    .replace(/[()]/g, ' ')
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((name) => allowed.has(name.trim())))
}
