import { expect, test } from 'vitest'
import { warmUpAnalyzer } from './warm-up-analyzer.ts'

test('warming ends as soon as there is something better to do', async () => {
  let looks = 0
  await warmUpAnalyzer(() => ++looks === 3)
  expect(looks).toBe(3)
})

test('warming comes to an end by itself, and lets others have a turn meanwhile', async () => {
  const turns: string[] = []
  setImmediate(() => turns.push('other'))
  await warmUpAnalyzer(() => {
    turns.push('word')
    return false
  })
  expect(turns.indexOf('other')).toBeLessThan(turns.lastIndexOf('word'))
})
