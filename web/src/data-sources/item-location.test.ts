import { expect, it } from 'vitest'
import { itemLocation } from './item-location.ts'

const connected = { isConnected: true }

it('is the path or the address of a connected source, readable, and not the id made from it', () => {
  const id = 'Winter-ice-plan-2026-md--aGVsbG8gd29ybGQh'
  expect(itemLocation({ id, url: 'plans/Winter%20ice%20plan%20(2026).md' }, connected)).toEqual([
    'plans',
    'Winter ice plan (2026).md',
  ])
  expect(itemLocation({ id, url: 'https://wiki.example.com/a/%C3%84rger?x=1' }, connected)).toEqual([
    'wiki.example.com',
    'a',
    'Ärger?x=1',
  ])
  expect(itemLocation({ id, url: '100%/a.md' }, connected)).toEqual(['100%', 'a.md'])
  expect(itemLocation({ id, url: '' }, connected)).toEqual([id])
})

it('is the id that a program chose', () => {
  expect(itemLocation({ id: 'tickets/T-100', url: 'https://example.com/100' }, { isConnected: false })).toEqual([
    'tickets',
    'T-100',
  ])
})
