import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { LorewellError } from '../../../sdk/src/errors.ts'
import type { NoteWithContent } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { Icon } from '../components/icon.tsx'
import { Markdown } from '../components/markdown.tsx'
import { toErrorMessage } from '../components/query-state.tsx'
import { MarkdownEditor } from './markdown-editor.tsx'

type SaveState = 'saved' | 'changed' | 'saving' | 'conflict' | 'failed'

const autosaveDelayMs = 900

/** Edits title and Markdown with autosave. A version that someone else saved meanwhile is not overwritten. */
export function NoteEditor({ note, onDone }: { note: NoteWithContent; onDone: () => void }) {
  const [title, setTitle] = useState(note.title === 'Untitled' ? '' : note.title)
  const [content, setContent] = useState(note.content)
  const [version, setVersion] = useState(0)
  const [state, setState] = useState<SaveState>('saved')
  const [error, setError] = useState<unknown>()
  const [isPreview, setIsPreview] = useState(false)
  const latest = useRef({ title: note.title, content: note.content, lastEditedAt: note.lastEditedAt })
  const draft = useRef({ title: note.title, content: note.content })
  const client = useQueryClient()

  const saveNow = useCallback(
    async (isForced: boolean) => {
      const snapshot = { ...draft.current }
      if (snapshot.title === latest.current.title && snapshot.content === latest.current.content) return true
      setState('saving')
      try {
        const saved = await api.changeNote({
          id: note.id,
          title: snapshot.title,
          markdown: snapshot.content,
          ...(!isForced && { lastEditedAt: latest.current.lastEditedAt }),
        })
        const isRenamed = snapshot.title !== latest.current.title
        latest.current = { ...snapshot, lastEditedAt: saved.lastEditedAt }
        setState(
          draft.current.content === snapshot.content && draft.current.title === snapshot.title ? 'saved' : 'changed',
        )
        if (isRenamed) void client.invalidateQueries({ queryKey: ['note-tree'] })
        return true
      } catch (thrown) {
        const isConflict = thrown instanceof LorewellError && thrown.status === 409
        setState(isConflict ? 'conflict' : 'failed')
        setError(thrown)
        return false
      }
    },
    [client, note.id],
  )
  // Saves run one at a time: a save that starts before the previous one ends would look like a conflict.
  const running = useRef<Promise<boolean>>(Promise.resolve(true))
  const save = useCallback(
    (isForced = false) => {
      running.current = running.current.then(() => saveNow(isForced))
      return running.current
    },
    [saveNow],
  )

  const change = (fields: Partial<{ title: string; content: string }>) => {
    if (fields.title !== undefined) setTitle(fields.title)
    if (fields.content !== undefined) setContent(fields.content)
    draft.current = {
      title: (fields.title ?? title).trim() || 'Untitled',
      content: fields.content ?? content,
    }
    setState((previous) => (previous === 'conflict' ? previous : 'changed'))
    setVersion((previous) => previous + 1)
  }

  useEffect(() => {
    if (version === 0 || state === 'conflict') return
    const timer = setTimeout(() => void save(), autosaveDelayMs)
    return () => clearTimeout(timer)
  }, [version, state, save])

  // The browser asks before closing a page with unsaved changes.
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (state !== 'saved') event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [state])

  const done = async () => {
    if (!(await save())) return
    await client.invalidateQueries({ queryKey: ['readNote', { id: note.id }] })
    void client.invalidateQueries({ queryKey: ['listNoteVersions'] })
    onDone()
  }
  const loadTheirs = async () => {
    const theirs = await api.readNote({ id: note.id })
    latest.current = { title: theirs.title, content: theirs.content, lastEditedAt: theirs.lastEditedAt }
    draft.current = { title: theirs.title, content: theirs.content }
    setTitle(theirs.title)
    setContent(theirs.content)
    setState('saved')
  }

  return (
    <div className="mx-auto max-w-4xl px-5 py-6 sm:px-10 lg:py-8">
      <div className="sticky top-0 z-10 -mx-2 mb-3 flex flex-wrap items-center gap-2 bg-ground/95 px-2 py-2 backdrop-blur max-lg:top-12">
        <p role="status" className="flex-1 text-sm text-quiet">
          {
            {
              saved: version === 0 ? 'Changes are saved automatically' : 'Saved',
              changed: 'Unsaved changes',
              saving: 'Saving…',
              conflict: 'Not saved',
              failed: 'Not saved',
            }[state]
          }
        </p>
        <button
          type="button"
          className="button button-quiet"
          aria-pressed={isPreview}
          onClick={() => setIsPreview(!isPreview)}
        >
          Preview
        </button>
        <button type="button" className="button button-primary" onClick={done} disabled={state === 'conflict'}>
          <Icon name="check" size={16} />
          Done
        </button>
      </div>
      {state === 'conflict' && (
        <div role="alert" className="card mb-4 border-warn/50 bg-warn-soft px-4 py-3">
          <p className="font-semibold text-warn">Someone else saved this note while you were editing.</p>
          <p className="mt-1 text-sm">Your text is still here. Keep your version, or load theirs and discard yours.</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <button type="button" className="button" onClick={() => void save(true)}>
              Keep my version
            </button>
            <button type="button" className="button" onClick={() => void loadTheirs()}>
              Load their version
            </button>
          </div>
        </div>
      )}
      {state === 'failed' && (
        <div role="alert" className="card mb-4 flex flex-wrap items-center gap-3 bg-alarm-soft px-4 py-3">
          <p className="flex-1">{toErrorMessage(error)}</p>
          <button type="button" className="button" onClick={() => void save()}>
            Try again
          </button>
        </div>
      )}
      <label htmlFor="note-title" className="sr-only">
        Title
      </label>
      <input
        id="note-title"
        className="mb-4 w-full rounded-md bg-transparent text-[1.75rem] font-semibold tracking-tight"
        placeholder="Untitled"
        maxLength={1024}
        value={title}
        onChange={(event) => change({ title: event.target.value })}
      />
      {isPreview ? (
        <Markdown text={content} />
      ) : (
        <MarkdownEditor label="Content" text={content} onChange={(text) => change({ content: text })} />
      )}
    </div>
  )
}
