import { LorewellError } from '../../../sdk/src/errors.ts'
import type { Note, NoteWithContent } from '../../../sdk/src/operations.ts'
import type { Draft } from '../drafts/draft-store.ts'

export interface NoteText {
  title: string
  content: string
}

/** What a draft of a note holds: the text, the version that it is based on, and the text of a save without an answer. */
export interface NoteDraft extends NoteText {
  lastEditedAt: string
  sent?: NoteText | undefined
}

export type SaveStatus =
  /** The server has the text. */
  | 'saved'
  | 'unsaved'
  | 'saving'
  /** The server is away, busy, or asks to sign in: tried again by itself. */
  | 'waiting'
  /** Someone else saved the note: the person chooses. */
  | 'conflict'
  /** The server refuses the text, for example because the note was deleted. */
  | 'refused'

export interface EditState extends NoteText {
  status: SaveStatus
  error: unknown
  /** The version of someone else. */
  theirs: NoteWithContent | undefined
  /** Undefined until something is typed. */
  changedAt: number | undefined
  /** False when this browser stores nothing. */
  isKept: boolean
  /** Typed before this page was loaded. */
  isRecovered: boolean
  /** Grows when the text is replaced by something else than typing. */
  revision: number
}

export interface EditSessionDeps {
  read: (id: string) => Promise<NoteWithContent>
  save: (change: { id: string; title: string; markdown: string; lastEditedAt: string }) => Promise<Note>
  /** Writes the draft to this device; false if that's not possible. */
  keep: (draft: NoteDraft, changedAt: number) => Promise<boolean>
  forget: () => void
  onSaved: (note: Note, text: NoteText) => void
  now: () => number
}

export type EditSession = ReturnType<typeof createEditSession>

const autosaveDelayMs = 900
const minRetryDelayMs = 1000
const maxRetryDelayMs = 15_000

/**
 * Edits one note. Every change goes to this device at once and to the server after a pause in typing. A session outlives
 * its editor until the server has the text; a version that someone else saved meanwhile is not overwritten.
 */
export function createEditSession(
  { id, noteId }: { id: string; noteId: string },
  start: { note: NoteWithContent } | { draft: Draft<NoteDraft> },
  deps: EditSessionDeps,
) {
  const listeners = new Set<() => void>()
  const isRecovered = 'draft' in start
  // The text of a recovered draft's base is unknown.
  let base: { text: NoteText | undefined; lastEditedAt: string } = isRecovered
    ? { text: undefined, lastEditedAt: start.draft.value.lastEditedAt }
    : { text: textOf(start.note), lastEditedAt: start.note.lastEditedAt }
  /** What the last save sent if its answer never came: the server may have it or not. */
  let sent: NoteText | undefined = isRecovered ? start.draft.value.sent : undefined
  let state: EditState = {
    ...(isRecovered ? pickText(start.draft.value) : shownText(start.note)),
    status: isRecovered ? 'unsaved' : 'saved',
    error: undefined,
    theirs: undefined,
    changedAt: isRecovered ? start.draft.changedAt : undefined,
    isKept: true,
    isRecovered,
    revision: 0,
  }
  let isDiscarded = false
  let isStopped = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  // Saves run one at a time: a save that starts before the previous one ends would look like a conflict.
  let running: Promise<void> = Promise.resolve()

  const set = (fields: Partial<EditState>) => {
    state = { ...state, ...fields }
    for (const listener of listeners) listener()
  }
  const keep = () => {
    if (isDiscarded) return
    const { title, content, changedAt = deps.now() } = state
    void deps.keep({ title, content, lastEditedAt: base.lastEditedAt, sent }, changedAt).then((isKept) => {
      if (isKept !== state.isKept) set({ isKept })
    })
  }
  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(flush, delayMs)
  }
  const flush = async (): Promise<boolean> => {
    clearTimeout(timer)
    running = running.then(saveNow)
    await running
    return state.status === 'saved'
  }

  async function saveNow(): Promise<void> {
    if (isStopped || isDiscarded || state.status === 'saved' || state.status === 'conflict') return
    set({ status: 'saving' })
    try {
      if (sent && !reconcile(await deps.read(noteId))) return
      const text = textOf(state)
      if (!isSameText(text, base.text)) await send(text)
      failures = 0
      settle()
    } catch (error) {
      if (error instanceof LorewellError && error.status === 409) await resolveConflict(error)
      else fail(error)
    }
  }

  async function send(text: NoteText): Promise<void> {
    if (isStopped) return
    sent = text
    keep()
    const { lastEditedAt } = base
    const saved = await deps.save({ id: noteId, title: text.title, markdown: text.content, lastEditedAt })
    sent = undefined
    base = { text, lastEditedAt: saved.lastEditedAt }
    deps.onSaved(saved, text)
  }

  function settle(): void {
    if (isDiscarded) return
    if (isSameText(textOf(state), base.text)) {
      deps.forget()
      set({ status: 'saved', error: undefined })
      return
    }
    // Typed while it was being saved.
    keep()
    set({ status: 'unsaved', error: undefined })
    schedule(autosaveDelayMs)
  }

  /** Compares with the server's version. Returns false, in state conflict, if that's neither the base nor our own text. */
  function reconcile(theirs: NoteWithContent): boolean {
    const theirText = textOf(theirs)
    const isOurs = isSameText(theirText, sent) || isSameText(theirText, textOf(state))
    if (!isOurs && theirs.lastEditedAt !== base.lastEditedAt) {
      sent = undefined
      set({ status: 'conflict', theirs })
      keep()
      return false
    }
    sent = undefined
    base = { text: theirText, lastEditedAt: theirs.lastEditedAt }
    return true
  }

  /** The server has another version: ours, if the answer to an earlier save got lost, or someone else's. */
  async function resolveConflict(refusal: unknown): Promise<void> {
    try {
      const { lastEditedAt } = base
      if (!reconcile(await deps.read(noteId))) return
      if (base.lastEditedAt === lastEditedAt) fail(refusal)
      else await saveNow()
    } catch (error) {
      fail(error)
    }
  }

  function fail(error: unknown): void {
    const status = error instanceof LorewellError ? error.status : 500
    const isTransient = status === 0 || status === 401 || status === 408 || status === 429 || status >= 500
    if (!isTransient) sent = undefined
    set({ status: isTransient ? 'waiting' : 'refused', error })
    // Signing in again happens on another page: the return to this one tries again.
    if (!isTransient || status === 401) return
    schedule(Math.min(maxRetryDelayMs, minRetryDelayMs * 2 ** failures))
    failures += 1
  }

  return {
    id,
    noteId,
    getState: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(fields: Partial<NoteText>) {
      const { status } = state
      const isHeld = status === 'conflict' || status === 'waiting'
      set({ ...fields, changedAt: deps.now(), ...(!isHeld && { status: 'unsaved' as const }) })
      keep()
      if (!isHeld) schedule(autosaveDelayMs)
    },
    /** Takes a newer version from the server while nothing is typed yet: later it would be a conflict. */
    refresh(note: NoteWithContent) {
      if (state.changedAt !== undefined || note.lastEditedAt <= base.lastEditedAt) return
      base = { text: textOf(note), lastEditedAt: note.lastEditedAt }
      set({ ...shownText(note), revision: state.revision + 1 })
    },
    /** Saves now. Returns whether the server has everything. */
    flush,
    /** Saves now what waits for the server. */
    retry() {
      if (state.status === 'waiting') void flush()
    },
    /** Overwrites the version of someone else, which stays among the versions of the note. */
    keepMine() {
      const { theirs } = state
      if (!theirs) return
      base = { text: textOf(theirs), lastEditedAt: theirs.lastEditedAt }
      set({ status: 'unsaved', theirs: undefined, error: undefined })
      keep()
      void flush()
    },
    /** Replaces the text by the version of someone else. */
    loadTheirs() {
      const { theirs } = state
      if (!theirs) return
      base = { text: textOf(theirs), lastEditedAt: theirs.lastEditedAt }
      deps.forget()
      set({ ...shownText(theirs), status: 'saved', theirs: undefined, error: undefined, revision: state.revision + 1 })
    },
    /** Sends nothing any more; this device keeps the changes. */
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
    /** Drops the changes, here and on this device. */
    discard() {
      isDiscarded = true
      clearTimeout(timer)
      deps.forget()
      set({ status: 'saved', theirs: undefined, error: undefined })
    },
  }
}

/** The stored title of a note without one. The same in every language, because it's compared. */
export const untitled = 'Untitled'

/** The text as it is saved: a note has a title. */
function textOf({ title, content }: NoteText): NoteText {
  return { title: title.trim() || untitled, content }
}

/** The text as the editor shows it: the placeholder stands for a note without a title. */
function shownText({ title, content }: NoteText): NoteText {
  return { title: title === untitled ? '' : title, content }
}

function pickText({ title, content }: NoteText): NoteText {
  return { title, content }
}

function isSameText(one: NoteText, other: NoteText | undefined): boolean {
  return one.title === other?.title && one.content === other.content
}
