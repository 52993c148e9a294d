import { readFileSync } from 'node:fs'

/** How a follow-up depends on the turns before it; `new topic` doesn't. */
export const followUpKinds = [
  'substitution',
  'narrowing',
  'reference',
  'ellipsis',
  'other language',
  'new topic',
] as const

export interface FollowUpTurn {
  kind: (typeof followUpKinds)[number]
  /** As a person types it next. */
  question: string
  /** The same question asked in full. */
  full: string
  /** The part of the note that answers, verbatim, and the words of it that answer. */
  evidence: string
  answer: string
}

export interface EvaluatedConversation {
  id: string
  /** `sample`: the sample handbook. Otherwise a handbook of training/questions. */
  book: string
  /** Written after the rules for follow-ups, which were not changed by it. */
  isHeldOut: boolean
  first: string
  followUps: FollowUpTurn[]
}

export function readConversations(): EvaluatedConversation[] {
  return readFileSync(new URL('./conversations.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { id, book, heldOut, turns } = JSON.parse(line) as {
        id: string
        book: string
        heldOut?: true
        turns: [{ question: string }, ...FollowUpTurn[]]
      }
      const [first, ...followUps] = turns
      return { id, book, isHeldOut: heldOut === true, first: first.question, followUps }
    })
}
