import { useCallback, useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery, useMe } from '../api/queries.ts'
import { AsyncBoundary } from '../components/error-boundary.tsx'
import { Icon } from '../components/icon.tsx'
import { lazyComponent } from '../components/lazy-component.tsx'
import { Menu } from '../components/menu.tsx'
import { useDocumentTitle } from '../components/page.tsx'
import { EmptyState, ErrorAlert, LoadingSkeleton } from '../components/query-state.tsx'
import { notesPageText } from '../messages/notes-page.ts'
import { sharingText } from '../messages/sharing.ts'
import { NoteTree } from '../notes/note-tree.tsx'
import { NotesStart } from '../notes/notes-start.tsx'
import { SideBarNotes } from '../notes/side-bar-notes.tsx'

const NoteView = lazyComponent(() => import('../notes/note-view.tsx').then((module) => module.NoteView))
const ImportDialog = lazyComponent(() => import('../notes/import-dialog.tsx').then((module) => module.ImportDialog))
const NewNoteDialog = lazyComponent(() => import('../notes/new-note-dialog.tsx').then((module) => module.NewNoteDialog))
const FindNoteDialog = lazyComponent(() =>
  import('../notes/find-note-dialog.tsx').then((module) => module.FindNoteDialog),
)

/** The Notes screen: the tree beside the open note; on a phone, one of the two. */
export function NotesPage({ id }: { id?: string | undefined }) {
  const me = useMe()
  const canWrite = me.data?.role !== 'viewer'
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<'new' | 'import' | 'find'>()
  const [newTitle, setNewTitle] = useState<string>()
  useDialogFromAddress(
    canWrite
      ? (dialog, title) => {
          setOpen(dialog)
          setNewTitle(title)
        }
      : undefined,
  )
  const [editing, setEditing] = useState<string>()
  const setIsEditing = useCallback((isEditing: boolean) => setEditing(isEditing ? id : undefined), [id])
  const openNote = useApiQuery('readNote', { id: id ?? '' }, { isEnabled: id !== undefined })
  useDocumentTitle(notesPageText('title'))
  const edit = (note: { id: string }) => {
    setEditing(note.id)
    navigate(`/notes/${encodeURIComponent(note.id)}`)
  }
  const createSubpage = useApiMutation(
    (parentNoteId: string) => api.createNote({ title: notesPageText('untitled'), markdown: '', parentNoteId }),
    ['note-tree', 'searchNotes'],
    edit,
  )
  const startActions = canWrite && (
    <div className="flex flex-wrap justify-center gap-2">
      <button type="button" className="button button-primary" onClick={() => setOpen('new')}>
        <Icon name="plus" size={16} />
        {notesPageText('newNote')}
      </button>
      <button type="button" className="button" onClick={() => setOpen('import')}>
        <Icon name="upload" size={16} />
        {notesPageText('importFiles')}
      </button>
    </div>
  )
  return (
    <div className="lg:grid lg:grid-cols-[17rem_minmax(0,1fr)] print:block">
      <aside
        aria-label={notesPageText('noteTree')}
        className={`flex-col border-line px-3 py-4 lg:sticky lg:top-0 lg:flex lg:h-dvh lg:border-r print:hidden ${id === undefined ? 'flex h-[calc(100dvh-3.5rem)]' : 'hidden'}`}
      >
        <div className="mb-3 flex items-center gap-1 px-1">
          <h1 className="flex-1 text-lg">{notesPageText('title')}</h1>
          <button
            type="button"
            className="button button-quiet button-icon"
            aria-label={notesPageText('findNote')}
            onClick={() => setOpen('find')}
          >
            <Icon name="search" />
          </button>
          {canWrite && (
            <Menu
              label={notesPageText('addNotes')}
              button={<Icon name="plus" />}
              items={[
                { label: notesPageText('newNoteItem'), onSelect: () => setOpen('new') },
                ...(id === undefined || !openNote.data?.canEdit
                  ? []
                  : [{ label: notesPageText('newSubpage'), onSelect: () => createSubpage.mutate(id) }]),
                { label: notesPageText('importItem'), onSelect: () => setOpen('import') },
              ]}
            />
          )}
        </div>
        {createSubpage.error && <ErrorAlert error={createSubpage.error} />}
        <SideBarNotes currentId={id} />
        <NoteTree
          currentId={id}
          canWrite={canWrite}
          emptyAction={startActions && <div className="lg:hidden">{startActions}</div>}
        />
        <nav
          aria-label={notesPageText('otherNotes')}
          className="mt-auto flex flex-wrap gap-1 border-t border-line pt-2"
        >
          <Link href="/shared-with-me" className="button button-quiet">
            <Icon name="people" size={16} />
            {sharingText('sharedWithMe')}
          </Link>
          <Link href="/archive" className="button button-quiet">
            <Icon name="archive" size={16} />
            {notesPageText('archive')}
          </Link>
          <Link href="/trash" className="button button-quiet">
            <Icon name="trash" size={16} />
            {notesPageText('trash')}
          </Link>
        </nav>
      </aside>
      <div className={`min-w-0 ${id === undefined ? 'hidden lg:block' : ''}`}>
        {id === undefined ? (
          <div className="mx-auto max-w-3xl px-8 py-8">
            <NotesStart
              actions={startActions}
              empty={
                <EmptyState icon="book" title={notesPageText('empty')} action={startActions}>
                  {notesPageText('emptyHint')}
                </EmptyState>
              }
            />
          </div>
        ) : (
          <>
            <Link href="/notes" className="button button-quiet mx-3 mt-3 lg:hidden">
              <Icon name="chevronRight" size={16} className="rotate-180" />
              {notesPageText('allNotes')}
            </Link>
            <AsyncBoundary
              loading={
                <div className="px-8 py-10">
                  <LoadingSkeleton />
                </div>
              }
            >
              <NoteView key={id} id={id} isEditing={editing === id} onEdit={setIsEditing} />
            </AsyncBoundary>
          </>
        )}
      </div>
      <AsyncBoundary>
        {open === 'new' && canWrite && (
          <NewNoteDialog
            openNoteId={id}
            initialTitle={newTitle}
            onCreated={edit}
            onClose={() => {
              setOpen(undefined)
              setNewTitle(undefined)
            }}
          />
        )}
        {open === 'import' && <ImportDialog parentNoteId={id} onClose={() => setOpen(undefined)} />}
        {open === 'find' && <FindNoteDialog onClose={() => setOpen(undefined)} />}
      </AsyncBoundary>
    </div>
  )
}

/** Opens the dialog that the address names, and removes its name: going back must not open it again. */
function useDialogFromAddress(onOpen: ((dialog: 'new' | 'import', title?: string) => void) | undefined): void {
  const [search, setSearch] = useSearchParams()
  const named = search.get('open')
  const title = search.get('new')
  useEffect(() => {
    if (onOpen === undefined) return
    if (title !== null) onOpen('new', title)
    else if (named === 'new' || named === 'import') onOpen(named)
    else return
    setSearch({}, { replace: true })
  }, [named, title, onOpen, setSearch])
}
