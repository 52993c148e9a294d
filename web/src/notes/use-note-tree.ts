import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { api } from '../api/client.ts'

export interface NoteTreeRow {
  id: string
  title: string
  level: number
  childCount: number
  isPrivate: boolean
  isRestricted: boolean
  canEdit: boolean
  isOpen: boolean
  parentId: string | undefined
  /** The position among its siblings, from 1, and their number, because most rows are not in the DOM. */
  positionInSet: number
  setSize: number
}

interface BranchNote {
  id: string
  title: string
  childCount: number
  isPrivate: boolean
  isRestricted: boolean
  canEdit: boolean
}

/** Returns all children of a note, page by page. */
async function fetchBranch(parentId: string | undefined, signal: AbortSignal): Promise<BranchNote[]> {
  const notes: BranchNote[] = []
  for (let page = 0; ; page += 1) {
    const branch = await api.listNoteBranch({ parentId, page }, { signal })
    notes.push(...branch.notes)
    if (!branch.hasNextPage) return notes
  }
}

const branchQueryOptions = (parentId: string | undefined) => ({
  queryKey: ['note-tree', parentId ?? ''],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchBranch(parentId, signal),
})

/** Returns the subpages of a note. */
export function useNoteBranch(parentId: string) {
  return useQuery(branchQueryOptions(parentId))
}

/** Returns the visible rows of the tree in order. A branch is loaded when it is expanded. */
export function useNoteTree(currentId: string | undefined) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const top = useQuery(branchQueryOptions(undefined))
  const openIds = useMemo(() => [...open], [open])
  const branches = useQueries({
    queries: openIds.map((id) => branchQueryOptions(id)),
    combine: (results) => results.map((result) => result.data),
  })
  const ancestors = useNoteAncestors(currentId)

  const toggle = useCallback(
    (id: string, isOpen?: boolean) =>
      setOpen((before) => {
        const after = new Set(before)
        if (isOpen ?? !before.has(id)) after.add(id)
        else after.delete(id)
        return after
      }),
    [],
  )

  // Expands the path to the current note.
  useEffect(() => {
    if (ancestors.length > 0) setOpen((before) => new Set([...before, ...ancestors.map(({ id }) => id)]))
  }, [ancestors])
  // Expands the root if it is the only one.
  const onlyRoot = top.data?.length === 1 ? top.data[0]?.id : undefined
  useEffect(() => {
    if (onlyRoot !== undefined) toggle(onlyRoot, true)
  }, [onlyRoot, toggle])

  const rows = useMemo(() => {
    const childrenOf = new Map(openIds.map((id, index) => [id, branches[index]]))
    return flattenTree(top.data ?? [], (id) => childrenOf.get(id), open)
  }, [top.data, branches, openIds, open])
  return { rows, toggle, top }
}

export function flattenTree(
  top: readonly BranchNote[],
  childrenOf: (id: string) => readonly BranchNote[] | undefined,
  open: ReadonlySet<string>,
): NoteTreeRow[] {
  const rows: NoteTreeRow[] = []
  const visit = (notes: readonly BranchNote[], level: number, parentId: string | undefined) => {
    for (const [index, { id, title, childCount, isPrivate, isRestricted, canEdit }] of notes.entries()) {
      const isOpen = open.has(id) && childCount > 0
      rows.push({
        id,
        title,
        level,
        childCount,
        isPrivate,
        isRestricted,
        canEdit,
        isOpen,
        parentId,
        positionInSet: index + 1,
        setSize: notes.length,
      })
      if (isOpen) visit(childrenOf(id) ?? [], level + 1, id)
    }
  }
  visit(top, 1, undefined)
  return rows
}

/** Returns the notes above a note that the reader can see, from the top. */
export function useNoteAncestors(id: string | undefined): { id: string; title: string }[] {
  const { data } = useQuery({
    queryKey: ['note-ancestors', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => {
      const above: { id: string; title: string }[] = []
      let at = id
      while (at !== undefined && above.length < 50) {
        const note: { parentNoteId: string | null; title: string } = await api.readNote({ id: at }, { signal })
        if (at !== id) above.unshift({ id: at, title: note.title })
        at = note.parentNoteId ?? undefined
      }
      return above
    },
  })
  return data ?? noAncestors
}

const noAncestors: { id: string; title: string }[] = []
