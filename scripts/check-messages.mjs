#!/usr/bin/env node
// Counts the visible texts of the app that are written in JSX instead of web/src/messages, by folder. A folder fails that
// has more of them than scripts/message-allowance.json allows. `--list` names them all; `--update` lowers the allowance to
// what is left, so that it can only shrink. Also fails for texts that are looked up while a module loads: they would keep
// the language that was set then.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { isTest, root, sourceFiles } from './source-files.mjs'

/** Attributes and properties of components that a reader sees or hears. */
const visibleAttributes = new Set(
  `alt aria-label aria-description aria-placeholder aria-roledescription aria-valuetext cancelLabel confirmLabel description
  detail heading hint label lead placeholder submitLabel title`.split(/\s+/),
)

const arguments_ = process.argv.slice(2)
const base = resolve(arguments_.find((argument) => !argument.startsWith('--')) ?? root)
const allowancePath = join(base, 'scripts/message-allowance.json')
const allowance = JSON.parse(readFileSync(allowancePath, 'utf8'))

const found = sourceFiles(['web/src'], (path) => path.endsWith('.tsx') && !isTest(path), base).flatMap(findTexts)
const counts = {}
for (const { path } of found) counts[dirname(path)] = (counts[dirname(path)] ?? 0) + 1

if (arguments_.includes('--list')) for (const { path, line, text } of found) console.log(`${path}:${line}: ${text}`)
if (arguments_.includes('--update')) {
  const lowered = Object.entries(allowance).map(([folder, allowed]) => [folder, Math.min(allowed, counts[folder] ?? 0)])
  const left = lowered.filter(([, count]) => count > 0)
  writeFileSync(allowancePath, `${JSON.stringify(Object.fromEntries(left), null, 2)}\n`)
  Object.assign(allowance, Object.fromEntries(lowered))
}

const early = sourceFiles(['web/src'], (path) => /\.tsx?$/.test(path) && !isTest(path), base).flatMap(findEarlyLookups)
for (const { path, line, name } of early) console.error(`${path}:${line}: ${name}() is called while the module loads`)
if (early.length > 0) {
  console.error('Look texts up where they are used, so that they follow the language.')
  process.exitCode = 1
}

const exceeded = Object.keys(counts).filter((folder) => counts[folder] > (allowance[folder] ?? 0))
for (const folder of exceeded) {
  console.error(`${folder}: ${counts[folder]} texts outside web/src/messages, ${allowance[folder] ?? 0} allowed`)
  for (const { path, line, text } of found.filter((one) => dirname(one.path) === folder))
    console.error(`  ${path}:${line}: ${text}`)
}
if (exceeded.length > 0) {
  console.error('Move the new texts into the message catalogue (web/src/messages).')
  process.exit(1)
}
console.log(`Messages: ${found.length} texts are left outside the catalogue, none of them new`)

/** Lists the visible texts in the JSX of a file as { path, line, text }. */
function findTexts({ path, text: source }) {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const texts = []
  const add = (node, text) => {
    const shown = text.replace(/\s+/g, ' ').trim()
    if (/\p{L}{2}/u.test(shown)) texts.push({ path, line: source.slice(0, node.start).split('\n').length, text: shown })
  }
  visit(program, (node) => {
    if (node.type === 'JSXText') add(node, node.value)
    if (node.type === 'JSXAttribute' && visibleAttributes.has(attributeName(node))) {
      if (node.value?.type === 'Literal') add(node.value, String(node.value.value))
      else if (node.value?.type === 'JSXExpressionContainer') addShown(node.value.expression, add)
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of node.children) if (child.type === 'JSXExpressionContainer') addShown(child.expression, add)
  })
  return texts
}

/** Lists the calls of catalogue functions outside of any function as { path, line, name }. */
function findEarlyLookups({ path, text: source }) {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const lookups = new Set(
    program.body
      .filter((node) => node.type === 'ImportDeclaration' && /(^|\/)messages\//.test(node.source.value))
      .flatMap((node) => node.specifiers.map(({ local }) => local.name)),
  )
  const early = []
  visit(
    program,
    (node) => {
      if (node.type !== 'CallExpression' || !lookups.has(node.callee.name)) return
      early.push({ path, line: source.slice(0, node.start).split('\n').length, name: node.callee.name })
    },
    (node) => /Function/.test(node.type),
  )
  return early.filter(({ name }) => name !== 'defineMessages')
}

/** Adds the texts that an expression can evaluate to: alternatives and parts of templates, not arguments of calls. */
function addShown(node, add) {
  if (node.type === 'Literal' && typeof node.value === 'string') add(node, node.value)
  if (node.type === 'TemplateLiteral') add(node, node.quasis.map((quasi) => quasi.value.cooked).join('…'))
  if (node.type === 'ConditionalExpression') for (const part of [node.consequent, node.alternate]) addShown(part, add)
  if (node.type === 'LogicalExpression') for (const part of [node.left, node.right]) addShown(part, add)
  if (node.type === 'BinaryExpression' && node.operator === '+')
    for (const part of [node.left, node.right]) addShown(part, add)
  if (node.type === 'ParenthesizedExpression') addShown(node.expression, add)
}

function attributeName({ name }) {
  return name.type === 'JSXNamespacedName' ? `${name.namespace.name}:${name.name.name}` : name.name
}

/** Calls `see` with every node, except inside of those that `isSkipped` names. */
function visit(node, see, isSkipped = () => false) {
  if (Array.isArray(node)) for (const child of node) visit(child, see, isSkipped)
  else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') {
      if (isSkipped(node)) return
      see(node)
    }
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child, see, isSkipped)
  }
}
