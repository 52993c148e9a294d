import { createRequire } from 'node:module'
import type { DatasetItem, VisibleShare } from './synthetic-dataset.ts'

/** A way to store passages and find them by words and by meaning, among those that a reader may see. */
export interface Peer {
  name: string
  /** How it was set up, in a few words for the table. */
  setup: string
  add(items: DatasetItem[]): Promise<void>
  /** After the last item: whatever its documentation wants to be built then. */
  finish(): Promise<void>
  /** Where its search is an approximate one: raises its effort for this reader; false where there is nothing to raise. */
  increaseEffort?(share: VisibleShare): boolean
  /** Numbers of the nearest passages, nearest first. */
  nearest(vector: Float32Array, share: VisibleShare, limit: number): Promise<number[]>
  /** By words and by meaning together, as its users would search. */
  search(query: { text: string; vector: Float32Array }, share: VisibleShare, limit: number): Promise<number[]>
  /** Undefined where it keeps everything in memory. */
  diskBytes(): Promise<number | undefined>
  close(): Promise<void>
}

export type OpenPeer = (folder: string) => Promise<Peer>

/** A package of bench/peers/package.json, which the service itself does not have. */
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
    super(`The package ${packageName} is not here. Run: npm install --prefix bench/peers`, options)
  }
}

/** Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009) with the usual constant. */
export function fuseByReciprocalRank(rankings: readonly (readonly number[])[], limit: number): number[] {
  const scores = new Map<number, number>()
  for (const ranking of rankings)
    for (const [place, n] of ranking.entries()) scores.set(n, (scores.get(n) ?? 0) + 1 / (60 + place + 1))
  return [...scores]
    .sort((a, b) => b[1] - a[1])
    .slice(0, limit)
    .map(([n]) => n)
}
