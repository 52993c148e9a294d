import { createHash } from 'node:crypto'

/** Pairs of sections that share text; both belong to the same split. The rule is the one of training/split.py. */
const sharedSections: readonly (readonly [string, string])[] = [
  ['d0081', 'd0184'],
  ['d0162', 'd0200'],
  ['d0181', 'd0194'],
  ['d0407', 'd0423'],
  ['d0317', 'd0440'],
]

/** Tells whether questions about this file are kept for development (20 of 100 files): no model was trained on them. */
export function isDevelopmentFile(file: string): boolean {
  const digits = createHash('md5').update(`split1${file}`).digest('hex').slice(0, 8)
  return Number.parseInt(digits, 16) % 100 < 20
}

/** Returns the ids of the sections kept for development, sections that share text included. */
export function developmentSections(sections: readonly { id: string; file: string }[]): Set<string> {
  const ids = new Set(sections.filter(({ file }) => isDevelopmentFile(file)).map(({ id }) => id))
  for (const pair of sharedSections) {
    if (pair.some((id) => ids.has(id))) for (const id of pair) ids.add(id)
  }
  return ids
}
