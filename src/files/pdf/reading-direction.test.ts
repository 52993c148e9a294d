import { expect, test } from 'vitest'
import { normalizeText } from './characters.ts'
import { toLogicalOrder } from './reading-direction.ts'

test('Hebrew that is drawn from left to right is turned', () => {
  expect(toLogicalOrder('םלוע םולש')).toBe('שלום עולם')
})

test('a number inside right-to-left text keeps its order', () => {
  expect(toLogicalOrder('תנש 2024 תנשב')).toBe('בשנת 2024 שנת')
})

test('a right-to-left word inside English text is turned in place', () => {
  expect(toLogicalOrder('the word םולש means peace')).toBe('the word שלום means peace')
})

test('brackets of right-to-left text open before they close', () => {
  expect(toLogicalOrder('(םלוע) םולש')).toBe('שלום (עולם)')
})

test('a ligature in right-to-left text is split after it is turned', () => {
  expect(normalizeText(toLogicalOrder('طﻮﻄﳋا'))).toBe('الخطوط')
})
