import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { describeJobKind } from './jobs.ts'

const root = fileURLToPath(new URL('../../../src', import.meta.url))

it('every kind of job that the service registers has a name', () => {
  const kinds = new Set<string>()
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue
    const source = readFileSync(`${root}/${path}`, 'utf8')
    const declared = source.matchAll(
      /\b(?:\w+JobKind|jobKind) = '([^']+)'|(?:jobs|mailQueue)\.register\(\s*'([^']+)'/gi,
    )
    for (const [, constant, literal] of declared) kinds.add(constant ?? literal ?? '')
  }
  expect(kinds.size).toBeGreaterThan(10)
  for (const kind of kinds) expect({ kind, name: describeJobKind(kind) }).not.toEqual({ kind, name: kind })
})

it('a kind of another version keeps its own name', () => {
  expect(describeJobKind('harbour-round')).toBe('harbour-round')
  expect(describeJobKind('constructor')).toBe('constructor')
})
