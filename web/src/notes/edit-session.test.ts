import { beforeEach, describe, expect, test, vi } from 'vitest'
import { LorewellError } from '../../../sdk/src/errors.ts'
import type { NoteWithContent } from '../../../sdk/src/operations.ts'
import type { Draft } from '../drafts/draft-store.ts'
import { createEditSession, type NoteDraft } from './edit-session.ts'

/** A server with one note, whose answers can fail. */
function setUp() {
  const server = { title: 'Gates', content: 'Start.', lastEditedAt: '1' }
  const fault: { before?: LorewellError; after?: LorewellError } = {}
  let kept: NoteDraft | undefined
  const saves: string[] = []
  const toNote = () => ({ id: 'gate', ...server }) as NoteWithContent
  const deps = {
    async read() {
      if (fault.before) throw fault.before
      return toNote()
    },
    async save({ title, markdown, lastEditedAt }: { title: string; markdown: string; lastEditedAt: string }) {
      saves.push(markdown)
      if (fault.before) throw fault.before
      if (lastEditedAt !== server.lastEditedAt) throw new LorewellError(409, { id: 'conflict', message: 'Edited.' })
      Object.assign(server, { title, content: markdown, lastEditedAt: `${Number(server.lastEditedAt) + 1}` })
      if (fault.after) throw fault.after
      return toNote()
    },
    async keep(draft: NoteDraft) {
      kept = draft
      return true
    },
    forget() {
      kept = undefined
    },
    onSaved: () => {},
    now: () => 0,
  }
  const editByOther = (content: string) =>
    Object.assign(server, { content, lastEditedAt: `${Number(server.lastEditedAt) + 1}` })
  const start = (draft?: NoteDraft) =>
    createEditSession(
      { id: 'session', noteId: 'gate' },
      draft
        ? {
            draft: {
              key: ['ada', 'note', 'gate', 'session'],
              tab: 'tab',
              changedAt: 0,
              value: draft,
            } as Draft<NoteDraft>,
          }
        : { note: toNote() },
      deps,
    )
  return { server, fault, saves, editByOther, start, getKept: () => kept }
}

const unreachable = new LorewellError(0, { id: 'unreachable', message: 'Away.' })

describe('an edit session', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  test('keeps each change at once and saves after a pause', async () => {
    const { server, start, saves, getKept } = setUp()
    const session = start()
    session.change({ content: 'Start. One' })
    session.change({ content: 'Start. One two' })
    expect(getKept()?.content).toBe('Start. One two')
    await vi.advanceTimersByTimeAsync(1000)
    expect([saves, server.content]).toEqual([['Start. One two'], 'Start. One two'])
    expect([session.getState().status, getKept()]).toEqual(['saved', undefined])
  })

  test('tries again by itself while the service is away, and keeps the text meanwhile', async () => {
    const { server, fault, start, getKept } = setUp()
    const session = start()
    fault.before = unreachable
    session.change({ content: 'Offline' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect([session.getState().status, getKept()?.content]).toEqual(['waiting', 'Offline'])
    session.change({ content: 'Offline, more' })
    delete fault.before
    await vi.advanceTimersByTimeAsync(15_000)
    expect([session.getState().status, server.content, getKept()]).toEqual(['saved', 'Offline, more', undefined])
  })

  test('recognizes its own text when the answer to a save got lost', async () => {
    const { server, fault, start } = setUp()
    const session = start()
    fault.after = unreachable
    session.change({ content: 'Arrived' })
    await vi.advanceTimersByTimeAsync(1000)
    session.change({ content: 'Arrived, and more' })
    delete fault.after
    await vi.advanceTimersByTimeAsync(15_000)
    expect([session.getState().status, server.content]).toEqual(['saved', 'Arrived, and more'])
  })

  test('of a recovered draft recognizes a save of the earlier page', async () => {
    const { server, start, editByOther, getKept } = setUp()
    editByOther('Arrived')
    const sent = { title: 'Gates', content: 'Arrived' }
    const session = start({ title: 'Gates', content: 'Arrived, and more', lastEditedAt: '1', sent })
    expect(await session.flush()).toBe(true)
    expect([server.content, getKept()]).toEqual(['Arrived, and more', undefined])
  })

  test('never overwrites a version of someone else by itself', async () => {
    const { server, start, editByOther, getKept } = setUp()
    const session = start()
    editByOther('Theirs')
    session.change({ content: 'Mine' })
    expect(await session.flush()).toBe(false)
    session.change({ content: 'Mine, more' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect([session.getState().status, server.content, getKept()?.content]).toEqual([
      'conflict',
      'Theirs',
      'Mine, more',
    ])
    // A third version is not overwritten either: the choice was about the second.
    editByOther('Theirs again')
    session.keepMine()
    await vi.advanceTimersByTimeAsync(1000)
    expect([session.getState().status, server.content]).toEqual(['conflict', 'Theirs again'])
    session.keepMine()
    await vi.advanceTimersByTimeAsync(1000)
    expect([session.getState().status, server.content]).toEqual(['saved', 'Mine, more'])
  })

  test('shows a newer version while nothing is typed, and keeps typed text before it', async () => {
    const { server, start, editByOther } = setUp()
    const session = start()
    editByOther('Newer')
    session.refresh({ ...server, id: 'gate' } as NoteWithContent)
    expect([session.getState().content, session.getState().revision]).toEqual(['Newer', 1])
    session.change({ content: 'Newer, typed' })
    editByOther('Newest')
    session.refresh({ ...server, id: 'gate' } as NoteWithContent)
    expect(session.getState().content).toBe('Newer, typed')
  })

  test('takes the version of someone else only on request', async () => {
    const { start, editByOther, getKept } = setUp()
    const session = start()
    editByOther('Theirs')
    session.change({ content: 'Mine' })
    await session.flush()
    session.loadTheirs()
    expect([session.getState().content, session.getState().status, getKept()]).toEqual(['Theirs', 'saved', undefined])
  })

  test.each([403, 404, 413])(
    'keeps a text that the service refuses with %i and saves it on another try',
    async (status) => {
      const { server, fault, start, saves, getKept } = setUp()
      const session = start()
      fault.before = new LorewellError(status, { message: 'No.' })
      session.change({ content: 'Refused' })
      await vi.advanceTimersByTimeAsync(60_000)
      expect([session.getState().status, saves.length, getKept()?.content]).toEqual(['refused', 1, 'Refused'])
      delete fault.before
      expect(await session.flush()).toBe(true)
      expect(server.content).toBe('Refused')
    },
  )

  test('waits for a new sign-in without asking again and again', async () => {
    const { server, fault, start, saves } = setUp()
    const session = start()
    fault.before = new LorewellError(401, { message: 'Unauthorized' })
    session.change({ content: 'Signed out' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect([session.getState().status, saves.length]).toEqual(['waiting', 1])
    delete fault.before
    session.retry()
    await vi.advanceTimersByTimeAsync(0)
    expect(server.content).toBe('Signed out')
  })

  test('sends nothing after it was stopped, and keeps the text on the device', async () => {
    const { server, saves, fault, start, getKept } = setUp()
    fault.before = unreachable
    const session = start()
    session.change({ content: 'Start. Mine' })
    await session.flush()
    expect(saves).toEqual(['Start. Mine'])
    fault.before = undefined
    session.stop()
    session.retry()
    await session.flush()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saves).toEqual(['Start. Mine'])
    expect(server.content).toBe('Start.')
    expect(getKept()?.content).toBe('Start. Mine')
  })
})
