import { createRequire } from 'node:module'
import type { DatasetItem, VisibleShare } from './synthetic-dataset.ts'

/** A store that finds passages by words and vectors among those that a user can see. */
export interface Peer {
  name: string
  /** Configuration, for the table. */
  setup: string
  add(items: DatasetItem[]): Promise<void>
  /** Builds indexes after the last item, as its documentation recommends. */
  finish(): Promise<void>
  /** For approximate search: raises the effort; returns false at the maximum. */
  increaseEffort?(share: VisibleShare): boolean
  /** Numbers of the nearest passages, nearest first. */
  nearest(vector: Float32Array, share: VisibleShare, limit: number): Promise<number[]>
  /** Hybrid search, as its users would call it. */
  search(query: { text: string; vector: Float32Array }, share: VisibleShare, limit: number): Promise<number[]>
  /** Undefined for in-memory stores. */
  diskBytes(): Promise<number | undefined>
  close(): Promise<void>
}

export type OpenPeer = (folder: string) => Promise<Peer>

/** Loads a package of bench/peers/package.json; the service doesn't depend on it. */
export function loadPackage<T>(name: string): T {
  try {
    return createRequire(import.meta.url)(name) as T
  } catch (cause) {
    throw new PeerNotInstalledError(name, { cause })
  }
}

export class PeerNotInstalledError extends Error {
  override readonly name = 'PeerNotInstalledError'
  constructor(packageName: string, options: ErrorOptions) {
    super(`The package ${packageName} is not installed. Run: npm install --prefix bench/peers`, options)
  }
}

/** Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009) with the usual constant. */
export function fuseByReciprocalRank(rankings: readonly (readonly number[])[], limit: number): number[] {
  const scores = new Map<number, number>()
  for (const ranking of rankings)
    for (const [index, n] of ranking.entries()) scores.set(n, (scores.get(n) ?? 0) + 1 / (60 + index + 1))
  return [...scores]
    .sort((a, b) => b[1] - a[1])
    .slice(0, limit)
    .map(([n]) => n)
}
