import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { LorewellError } from '../../../sdk/src/errors.ts'
import type { NoteWithContent } from '../../../sdk/src/operations.ts'
import { Icon } from '../components/icon.tsx'
import { Markdown } from '../components/markdown.tsx'
import { useDrafts } from '../drafts/drafts-provider.tsx'
import { EditorToolbar } from '../editor/editor-toolbar.tsx'
import type { Format } from '../editor/formats.ts'
import { MarkdownEditor, type MarkdownEditorHandle } from '../editor/markdown-editor.tsx'
import { editorText } from '../messages/editor.ts'
import { noteEditingText as text } from '../messages/note-editing.ts'
import { AttachButton } from './attach-button.tsx'
import { AttachmentList } from './attachment-list.tsx'
import type { EditSession, EditState } from './edit-session.ts'
import { findNotesToLink } from './find-notes-to-link.ts'
import { noteColumns } from './note-columns.ts'
import { PrivateDraft } from './private-draft.tsx'
import { TitleField } from './title-field.tsx'
import { UnsavedTextNotice } from './unsaved-text-notice.tsx'
import { UploadNotices } from './upload-notices.tsx'
import { useUploads } from './use-uploads.ts'

/** Edits title and Markdown with autosave. */
export function NoteEditor({
  id,
  note,
  onDone,
}: {
  id: string
  /** Absent while the note can't be read: unsaved text is shown all the same. */
  note: NoteWithContent | undefined
  onDone: () => void
}) {
  const { sessions } = useDrafts()
  const [session, setSession] = useState(() => sessions.open(id, note))
  const unsaved = useSyncExternalStore(sessions.subscribe, () => sessions.findUnsaved(id))
  // A tab with unsaved changes of this note was closed, and nothing is typed here yet: go on with those.
  if (unsaved && unsaved !== session && session?.getState().changedAt === undefined) setSession(unsaved)
  useEffect(() => {
    if (note) session?.refresh(note)
  }, [session, note])
  return session && <SessionEditor key={session.id} session={session} note={note} onDone={onDone} />
}

function SessionEditor({
  session,
  note,
  onDone,
}: {
  session: EditSession
  note: NoteWithContent | undefined
  onDone: () => void
}) {
  const { sessions } = useDrafts()
  const state = useSyncExternalStore(session.subscribe, session.getState)
  const [isPreview, setIsPreview] = useState(false)
  const [formats, setFormats] = useState<readonly Format[]>([])
  const editor = useRef<MarkdownEditorHandle>(null)
  const uploads = useUploads(session.noteId)
  const isUploading = uploads.current !== undefined
  const attachAtCursor = (files: File[]) => {
    const place = editor.current?.openUploadPlace()
    if (place && files.length > 0) void uploads.attach(files, place)
  }

  // What is unsaved when the editor closes, for example by opening another page, is saved in the background.
  useEffect(() => sessions.attach(session), [sessions, session])

  // The editor takes the focus when it opens; a note without a title begins with the title.
  const titleField = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens
  useEffect(() => {
    if (state.title === '') titleField.current?.focus()
  }, [])

  // The browser asks before it closes a page with text that is neither saved nor kept.
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      const { status, isKept } = session.getState()
      if (status !== 'saved' && !isKept) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [session])

  const done = async () => {
    if (await session.flush()) onDone()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen with the button
    <div
      className={noteColumns}
      // A file dropped beside the text would otherwise replace the app.
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        attachAtCursor([...event.dataTransfer.files])
      }}
    >
      <div className="min-w-0">
        <div className="sticky top-0 z-10 -mx-2 mb-3 bg-ground/95 px-2 pt-2 backdrop-blur max-lg:top-12">
          <div className="flex flex-wrap items-center gap-2">
            <p role="status" className="min-w-0 flex-1 basis-24 text-sm text-quiet max-sm:basis-full">
              {uploads.current === undefined ? describeStatus(state) : text('uploading', { name: uploads.current })}
            </p>
            <AttachButton isDisabled={isPreview} onFiles={attachAtCursor} />
            <button
              type="button"
              className="button button-quiet"
              aria-pressed={isPreview}
              disabled={isUploading}
              onClick={() => setIsPreview(!isPreview)}
            >
              {text('preview')}
            </button>
            <button
              type="button"
              className="button button-primary"
              onClick={done}
              disabled={isUploading || state.status === 'conflict'}
            >
              <Icon name="check" size={16} />
              {text('done')}
            </button>
          </div>
          {!isPreview && (
            <EditorToolbar
              formats={formats}
              onRun={(command) => editor.current?.run(command)}
              onFiles={attachAtCursor}
              onLeave={() => editor.current?.focus()}
            />
          )}
        </div>
        {note && <PrivateDraft note={note} />}
        <UnsavedTextNotice session={session} state={state} onDone={onDone} />
        <UploadNotices notices={uploads.notices} onClose={uploads.closeNotice} />
        {/* On wide screens the tree beside it has the heading of the page. */}
        <h1 className="sr-only lg:hidden">{text('editNote')}</h1>
        <TitleField
          ref={titleField}
          value={state.title}
          onChange={(title) => session.change({ title })}
          onLeave={() => editor.current?.focus()}
        />
        {isPreview ? (
          <Markdown text={state.content} />
        ) : (
          <MarkdownEditor
            ref={editor}
            label={editorText('content')}
            text={state.content}
            revision={state.revision}
            onChange={(content) => session.change({ content })}
            onFiles={(files, place) => void uploads.attach(files, place)}
            onFormats={setFormats}
            findNotes={(query) => findNotesToLink(session.noteId, query)}
          />
        )}
        <AttachmentList noteId={session.noteId} canWrite />
      </div>
    </div>
  )
}

function describeStatus({ status, error, isKept, changedAt }: EditState): string {
  if (status === 'saved') return text(changedAt === undefined ? 'savedAutomatically' : 'saved')
  if (status === 'unsaved' || status === 'saving') return text('saving')
  const isUnreachable = error instanceof LorewellError && error.id === 'unreachable'
  if (status === 'waiting' && isUnreachable) return text(isKept ? 'offlineKept' : 'offlineNotKept')
  return text(isKept ? 'notSavedKept' : 'notSavedNotKept')
}
