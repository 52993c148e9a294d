/** Where a page ended: the next one begins after it, however much was written in between. */
export interface Boundary {
  updatedAt: Date
  id: string
}

/**
 * Remembers where the pages of a listing ended, for a caller who walks through them. Pages are asked for by number, and
 * a number alone shifts when others write: an item would be given twice, or skipped. Continuing after the last item
 * given does neither. A walk is forgotten after a while without a request, when it begins again at page 0, and when its
 * own caller writes (what they wrote must be seen where it belongs).
 */
export function createListWalks({
  now,
  idleMs = 60_000,
  mostWalks = 10_000,
}: {
  now: () => number
  idleMs?: number
  mostWalks?: number
}) {
  const walks = new Map<string, { root: string; usedAt: number; ends: Map<number, Boundary> }>()
  const keptPages = 8

  return {
    /** Where the page before this one ended, if this is a walk under way. */
    startOf(root: string, pageSize: number, page: number): Boundary | undefined {
      const name = `${root} ${pageSize}`
      const walk = walks.get(name)
      if (!walk) return undefined
      if (page === 0 || now() - walk.usedAt > idleMs) {
        walks.delete(name)
        return undefined
      }
      return walk.ends.get(page - 1)
    },
    remember(root: string, pageSize: number, page: number, end: Boundary): void {
      const name = `${root} ${pageSize}`
      const walk = walks.get(name) ?? { root, usedAt: 0, ends: new Map<number, Boundary>() }
      walk.usedAt = now()
      walk.ends.set(page, end)
      if (walk.ends.size > keptPages) walk.ends.delete(walk.ends.keys().next().value as number)
      walks.delete(name)
      walks.set(name, walk)
      if (walks.size > mostWalks) walks.delete(walks.keys().next().value as string)
    },
    forget(root: string): void {
      for (const [name, walk] of walks) if (walk.root === root) walks.delete(name)
    },
  }
}

export type ListWalks = ReturnType<typeof createListWalks>
