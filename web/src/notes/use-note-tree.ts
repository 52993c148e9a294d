import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { api } from '../api/client.ts'

export interface NoteTreeRow {
  id: string
  title: string
  level: number
  childCount: number
  isOpen: boolean
  parentId: string | undefined
  /** Its place among its siblings, from 1, and how many they are: most of them are not on the page. */
  positionInSet: number
  setSize: number
}

interface BranchNote {
  id: string
  title: string
  childCount: number
}

/** All pages of one branch. */
async function fetchBranch(parentId: string | undefined, signal: AbortSignal): Promise<BranchNote[]> {
  const notes: BranchNote[] = []
  for (let page = 0; ; page += 1) {
    const answer = await api.listNoteBranch({ parentId, page }, { signal })
    notes.push(...answer.notes)
    if (!answer.hasNextPage) return notes
  }
}

const branchQueryOptions = (parentId: string | undefined) => ({
  queryKey: ['note-tree', parentId ?? ''],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchBranch(parentId, signal),
})

/** Whether there is no note at all to be seen; undefined until that is known. */
export function useIsTreeEmpty(): boolean | undefined {
  const top = useQuery(branchQueryOptions(undefined))
  return top.data && top.data.length === 0
}

/** The rows of the tree that are open now, from the top down. A branch is read when it is opened. */
export function useNoteTree(currentId: string | undefined) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const top = useQuery(branchQueryOptions(undefined))
  const openIds = useMemo(() => [...open], [open])
  const branches = useQueries({
    queries: openIds.map((id) => branchQueryOptions(id)),
    combine: (results) => results.map((result) => result.data),
  })
  const ancestors = useAncestorIds(currentId)

  const toggle = useCallback(
    (id: string, wanted?: boolean) =>
      setOpen((before) => {
        const after = new Set(before)
        if (wanted ?? !before.has(id)) after.add(id)
        else after.delete(id)
        return after
      }),
    [],
  )

  // What is being read shows where it stands.
  useEffect(() => {
    if (ancestors.length > 0) setOpen((before) => new Set([...before, ...ancestors]))
  }, [ancestors])
  // A tree with one root is opened one level.
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
    for (const [index, { id, title, childCount }] of notes.entries()) {
      const isOpen = open.has(id) && childCount > 0
      rows.push({
        id,
        title,
        level,
        childCount,
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

/** The ids of the notes above, for opening the way to a note. */
function useAncestorIds(id: string | undefined): string[] {
  const { data } = useQuery({
    queryKey: ['note-ancestors', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => {
      const above: string[] = []
      let at = id
      while (at !== undefined && above.length < 50) {
        const note: { parentNoteId: string | null } = await api.readNote({ id: at }, { signal })
        if (note.parentNoteId !== null) above.push(note.parentNoteId)
        at = note.parentNoteId ?? undefined
      }
      return above
    },
  })
  return data ?? noAncestors
}

const noAncestors: string[] = []
