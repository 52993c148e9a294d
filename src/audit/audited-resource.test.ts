import { expect, test } from 'vitest'
import { historyEndpoints } from '../contract/history-endpoints.ts'
import { noteEndpoints } from '../contract/notes-endpoints.ts'
import { auditedAction } from './audited-resource.ts'

test('switching something off is an action of its own', () => {
  const { archiveNote, changeNote } = noteEndpoints
  expect(auditedAction(archiveNote, archiveNote.body.parse({ archived: true }))).toBe('archiveNote')
  expect(auditedAction(archiveNote, archiveNote.body.parse({ archived: false }))).toBe('unarchiveNote')
  const { shareQuestion: shareAnswer } = historyEndpoints
  expect(auditedAction(shareAnswer, shareAnswer.body.parse({ isShared: true }))).toBe('shareAnswer')
  expect(auditedAction(shareAnswer, shareAnswer.body.parse({ isShared: false }))).toBe('unshareAnswer')
  expect(auditedAction(changeNote, undefined)).toBe('changeNote')
})
