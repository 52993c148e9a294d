#!/usr/bin/env node
// Fails on import circles in src/, web/src/ and sdk/src/, and on imports in src/ that point up the layers which
// docs/architecture.md lists in its block ```layers (highest first, folders of one line don't import each other).
// Type-only imports count: a reader follows them too. Usage: node scripts/check-imports.mjs [PROJECT]
import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { isTest, root, sourceFiles } from './source-files.mjs'

const base = process.argv[2] ?? root
const files = sourceFiles(['src', 'web/src', 'sdk/src'], (path) => /\.tsx?$/.test(path) && !isTest(path), base)
const imports = new Map(files.map((file) => [file.path, importsOf(file)]))
const problems = [...circles(imports).map((circle) => `circle: ${circle.join(' → ')}`), ...upwardImports(imports)]

for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error('Move what both sides share into a file of its own, or pass it in. See docs/architecture.md.')
  process.exit(1)
}
const count = [...imports.values()].reduce((sum, targets) => sum + targets.length, 0)
console.log(`Imports: ${files.length} files, ${count} imports, no circle, none against the layers`)

function importsOf({ path, text }) {
  const known = new Set(files.map((file) => file.path))
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map((match) => match[1])
  return [...new Set(specifiers.map((one) => posix.join(dirname(path), one)))].filter((one) => known.has(one))
}

/** Finds strongly connected components (Tarjan 1972); each one larger than a file is a circle. */
function circles(graph) {
  const index = new Map()
  const low = new Map()
  const stack = []
  const found = []
  const visit = (node) => {
    index.set(node, index.size)
    low.set(node, index.get(node))
    stack.push(node)
    for (const next of graph.get(node)) {
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)))
    }
    if (low.get(node) !== index.get(node)) return
    const component = stack.splice(stack.indexOf(node))
    if (component.length > 1) found.push(component)
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return found
}

function upwardImports(graph) {
  const layers = readLayers()
  const rank = new Map(layers.flatMap((names, level) => names.map((name) => [name, level])))
  return [...graph].flatMap(([from, targets]) => {
    const own = partOf(from)
    if (own === undefined) return []
    if (!rank.has(own)) return [`${own} is in no layer of docs/architecture.md`]
    return targets.flatMap((to) => {
      const other = partOf(to)
      const isAllowed = other === undefined || other === own || rank.get(other) > rank.get(own)
      return isAllowed ? [] : [`against the layers: ${from} imports ${to}`]
    })
  })
}

/** Returns the folder of src/ that a file belongs to, or the name of a file directly in src/. */
function partOf(path) {
  return path.startsWith('src/') ? path.split('/')[1].replace(/\.ts$/, '') : undefined
}

function readLayers() {
  const page = readFileSync(join(base, 'docs/architecture.md'), 'utf8')
  const block = /```layers\n([\s\S]*?)```/.exec(page)?.[1]
  if (block === undefined) throw new Error('docs/architecture.md has no block ```layers')
  return block
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
}
