import { expect, test } from 'vitest'
import type { NoteRights } from '../../../sdk/src/operations.ts'
import { addPrincipal, listRows, removePrincipal, setRight, toRightsChange, toRightsChoice } from './note-rights.ts'

const stored = (rights: Partial<NoteRights> = {}) => ({
  rights: {
    view: null,
    effectiveView: ['everyone'],
    edit: null,
    effectiveEdit: ['everyone'],
    canShare: true,
    ...rights,
  },
  hasParent: false,
  myEmail: 'ada@acme.test',
})
const shown = (...args: Parameters<typeof listRows>) =>
  listRows(...args).map(({ principal, right }) => `${principal} ${right}`)

test('an open note that becomes readable only leaves its editing to the caller', () => {
  const context = stored()
  const choice = setRight(toRightsChoice(context), context, 'everyone', 'view')
  expect(shown(choice, context)).toEqual(['everyone view', 'user:ada@acme.test edit'])
  expect(toRightsChange(choice, context)).toEqual({ view: ['everyone'], edit: ['user:ada@acme.test'] })
})

test('a list shows and keeps each right; somebody new gets the right to view', () => {
  const context = stored({
    view: ['group:Sales', 'user:ben@acme.test'],
    effectiveView: ['group:Sales', 'user:ben@acme.test'],
    edit: ['user:ben@acme.test'],
    effectiveEdit: ['user:ben@acme.test'],
  })
  const added = addPrincipal(toRightsChoice(context), 'user:cleo@acme.test')
  expect(shown(added, context)).toEqual(['group:Sales view', 'user:ben@acme.test edit', 'user:cleo@acme.test view'])
  expect(toRightsChange(added, context)).toEqual({
    view: ['group:Sales', 'user:ben@acme.test', 'user:cleo@acme.test'],
    edit: ['user:ben@acme.test'],
  })
  const removed = removePrincipal(setRight(added, context, 'group:Sales', 'edit'), 'user:ben@acme.test')
  expect(shown(removed, context)).toEqual(['group:Sales edit', 'user:cleo@acme.test view'])
  expect(toRightsChange(removed, context)).toEqual({
    view: ['group:Sales', 'user:cleo@acme.test'],
    edit: ['group:Sales'],
  })
})

test('"same as parent" inherits both lists; a right chosen there sets only the editors', () => {
  const context = { ...stored({ effectiveView: ['group:Sales'] }), hasParent: true }
  const choice = toRightsChoice(context)
  expect(toRightsChange(choice, context)).toEqual({ view: null, edit: null })
  const narrowed = addPrincipal(setRight(choice, context, 'group:Sales', 'view'), 'user:ben@acme.test')
  expect(toRightsChange(narrowed, context)).toEqual({ view: null, edit: ['user:ada@acme.test', 'user:ben@acme.test'] })
})

test('giving everybody the right to edit below a narrower parent says so', () => {
  const context = {
    ...stored({ effectiveView: ['group:Sales'], effectiveEdit: ['user:ben@acme.test'] }),
    hasParent: true,
  }
  const opened = setRight(toRightsChoice(context), context, 'group:Sales', 'edit')
  expect(toRightsChange(opened, context)).toEqual({ view: null, edit: ['everyone'] })
  const own = { audience: { kind: 'private', names: [] } as const, rights: {} }
  expect(toRightsChange(own, context)).toEqual({ view: ['user:ada@acme.test'], edit: ['everyone'] })
})
