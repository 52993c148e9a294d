import { expect, test } from 'vitest'
import { warmUpAnalyzer } from './warm-up-analyzer.ts'

test('the warm-up stops when isOver returns true', async () => {
  let looks = 0
  await warmUpAnalyzer(() => ++looks === 3)
  expect(looks).toBe(3)
})

test('the warm-up ends on its own and yields to other work', async () => {
  const turns: string[] = []
  setImmediate(() => turns.push('other'))
  await warmUpAnalyzer(() => {
    turns.push('word')
    return false
  })
  expect(turns.indexOf('other')).toBeLessThan(turns.lastIndexOf('word'))
})
