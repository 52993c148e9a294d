/** What was found about one part. `note`: it works, but less well than it could. */
export interface Finding {
  part: string
  state: 'well' | 'note' | 'bad'
  says: string
  /** What to do about it. */
  advice?: string
}
