/** The result of one check. `note`: it works, but not as well as it could. */
export interface Finding {
  part: string
  state: 'well' | 'note' | 'bad'
  says: string
  /** How to fix or improve it. */
  advice?: string
}
