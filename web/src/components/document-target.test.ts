import { expect, it } from 'vitest'
import { documentTarget } from './document-target.ts'

const item = { id: 'gate-md', rootId: 'harbour', title: 'Gate keys' }

it('is a note in the app, an item at its origin, and an attached file by itself', () => {
  expect(documentTarget({ id: 'n 1', title: 'Note', url: 'https://lore.example/notes/n%201' })).toEqual({
    path: '/notes/n%201',
  })
  expect(documentTarget({ ...item, url: 'https://wiki.example/gate' })).toEqual({ url: 'https://wiki.example/gate' })
  expect(documentTarget({ id: 'f', title: 'File', url: 'https://lore.example/attachments/f' })).toEqual({
    url: 'https://lore.example/attachments/f',
  })
})

it('is the data source for an item whose address is only a path, or not safe to follow', () => {
  for (const url of ['procedures/gate.md', 'javascript:alert(1)', ''])
    expect(documentTarget({ ...item, url })).toEqual({ path: '/data-sources/harbour?q=Gate+keys' })
})
