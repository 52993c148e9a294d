import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Icon } from '../components/icon.tsx'
import { EmptyState, ErrorAlert, LoadingSkeleton, toErrorMessage } from '../components/query-state.tsx'
import { useVisibleRows, VirtualRows } from '../components/virtual-rows.tsx'
import { notesText } from '../messages/notes.ts'
import { sharingText } from '../messages/sharing.ts'
import { LockIcon } from './lock-icon.tsx'
import { useMoveNote } from './use-move-note.tsx'
import { type NoteTreeRow, useNoteTree } from './use-note-tree.ts'

const rowHeight = 32

/**
 * The note tree: arrow keys move and expand, Enter opens, letters jump to a title. Dragging a note onto another moves it;
 * keyboard users move notes with the note's menu.
 */
export function NoteTree({
  currentId,
  canWrite,
  emptyAction,
}: {
  currentId: string | undefined
  canWrite: boolean
  /** Shown when there are no notes. */
  emptyAction?: ReactNode
}) {
  const { rows, toggle, top } = useNoteTree(currentId)
  const [, navigate] = useLocation()
  // The id, not the row index: expanding a row above moves the rows below.
  const [activeId, setActiveId] = useState<string>()
  const [dropOn, setDropOn] = useState<string>()
  const container = useRef<HTMLDivElement>(null)
  const range = useVisibleRows(container, rows.length, rowHeight)
  const id = useId()
  const move = useMoveNote()

  const active = Math.max(
    0,
    rows.findIndex((row) => row.id === activeId),
  )
  const currentIndex = rows.findIndex((row) => row.id === currentId)
  const isShown = currentIndex >= 0
  useEffect(() => {
    if (isShown) setActiveId(currentId)
  }, [isShown, currentId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when the current note's position changes
  useEffect(() => show(currentIndex), [currentIndex])

  function show(index: number) {
    const element = container.current
    if (!element || index < 0) return
    const rowTop = index * rowHeight
    if (rowTop < element.scrollTop || rowTop > element.scrollTop + element.clientHeight - rowHeight)
      element.scrollTop = rowTop - element.clientHeight / 2
  }
  const go = (index: number) => {
    const bounded = Math.max(0, Math.min(rows.length - 1, index))
    setActiveId(rows[bounded]?.id)
    show(bounded)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active]
    if (!row) return
    const read = () => navigate(`/notes/${encodeURIComponent(row.id)}`)
    const steps = new Map<string, () => void>([
      ['ArrowDown', () => go(active + 1)],
      ['ArrowUp', () => go(active - 1)],
      ['Home', () => go(0)],
      ['End', () => go(rows.length - 1)],
      ['ArrowRight', () => (row.childCount > 0 && !row.isOpen ? toggle(row.id, true) : go(active + 1))],
      ['ArrowLeft', () => (row.isOpen ? toggle(row.id, false) : go(rows.findIndex(({ id }) => id === row.parentId)))],
      ['Enter', read],
      [' ', read],
    ])
    const step = steps.get(event.key)
    if (step) {
      event.preventDefault()
      step()
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const letter = event.key.toLowerCase()
      const candidates = [...rows.slice(active + 1), ...rows.slice(0, active + 1)]
      const match = candidates.find(({ title }) => title.toLowerCase().startsWith(letter))
      if (match) go(rows.indexOf(match))
    }
  }

  if (top.isPending) return <LoadingSkeleton label={notesText('loadingNotes')} lines={6} />
  if (top.error && !top.data) return <ErrorAlert error={top.error} onRetry={() => top.refetch()} />
  if (rows.length === 0) return <EmptyState icon="notes" title={notesText('noNotes')} action={emptyAction} />
  return (
    <>
      {move.error ? (
        <p role="alert" className="px-2 pb-2 text-sm text-alarm">
          {toErrorMessage(move.error)}
        </p>
      ) : null}
      {move.warning}
      <div
        ref={container}
        role="tree"
        aria-label={notesText('notes')}
        tabIndex={0}
        aria-activedescendant={rows[active] ? `${id}-${rows[active].id}` : undefined}
        onKeyDown={onKeyDown}
        className="group/tree min-h-0 flex-1 overflow-y-auto rounded-lg"
      >
        <VirtualRows
          count={rows.length}
          rowHeight={rowHeight}
          range={range}
          row={(index) => {
            const row = rows[index]
            return (
              row && (
                <TreeRow
                  key={row.id}
                  row={row}
                  domId={`${id}-${row.id}`}
                  isCurrent={row.id === currentId}
                  isActive={index === active}
                  isDropTarget={dropOn === row.id}
                  isDraggable={canWrite && row.canEdit}
                  onOpen={() => {
                    setActiveId(row.id)
                    navigate(`/notes/${encodeURIComponent(row.id)}`)
                  }}
                  onToggle={() => toggle(row.id)}
                  onDragOver={() => setDropOn(row.id)}
                  onDragEnd={() => setDropOn(undefined)}
                  onDrop={(noteId) => {
                    setDropOn(undefined)
                    const note = rows.find(({ id }) => id === noteId)
                    if (note && note.id !== row.id && note.parentId !== row.id) move.start({ note, parentId: row.id })
                  }}
                />
              )
            )
          }}
        />
      </div>
    </>
  )
}

const dragType = 'application/x-lorewell-note'

function TreeRow({
  row,
  domId,
  isCurrent,
  isActive,
  isDropTarget,
  isDraggable,
  onOpen,
  onToggle,
  onDragOver,
  onDragEnd,
  onDrop,
}: {
  row: NoteTreeRow
  domId: string
  isCurrent: boolean
  isActive: boolean
  isDropTarget: boolean
  isDraggable: boolean
  onOpen: () => void
  onToggle: () => void
  onDragOver: () => void
  onDragEnd: () => void
  onDrop: (noteId: string) => void
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keyboard
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and points to its active row
    <div
      id={domId}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.positionInSet}
      aria-setsize={row.setSize}
      aria-expanded={row.childCount > 0 ? row.isOpen : undefined}
      aria-selected={isCurrent}
      aria-description={
        row.isPrivate ? sharingText('privateShort') : row.isRestricted ? sharingText('restrictedShort') : undefined
      }
      draggable={isDraggable}
      onClick={onOpen}
      onDragStart={(event) => event.dataTransfer.setData(dragType, row.id)}
      onDragOver={(event) => {
        if (!row.canEdit || !event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        onDragOver()
      }}
      onDragLeave={onDragEnd}
      onDragEnd={onDragEnd}
      onDrop={(event) => {
        const noteId = event.dataTransfer.getData(dragType)
        if (noteId === '') return
        event.preventDefault()
        onDrop(noteId)
      }}
      style={{ height: rowHeight, paddingLeft: (row.level - 1) * 14 }}
      className={`flex cursor-pointer items-center rounded-lg pr-2 hover:bg-sunken aria-selected:bg-accent-soft aria-selected:font-semibold aria-selected:text-accent ${isActive ? 'group-focus-visible/tree:outline-2 group-focus-visible/tree:-outline-offset-2 group-focus-visible/tree:outline-accent' : ''} ${isDropTarget ? 'bg-accent-soft outline-2 outline-accent' : ''}`}
    >
      {row.childCount > 0 ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys do the same
        // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys do the same
        <span
          className="grid size-7 shrink-0 place-items-center rounded-md text-quiet hover:text-ink"
          onClick={(event) => {
            event.stopPropagation()
            onToggle()
          }}
        >
          <Icon name={row.isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
        </span>
      ) : (
        <span className="w-7 shrink-0" />
      )}
      <span className="truncate" dir="auto">
        {row.title}
      </span>
      {row.isRestricted && (
        <span className="ml-auto pl-2" aria-hidden>
          <LockIcon isPrivate={row.isPrivate} />
        </span>
      )}
    </div>
  )
}
