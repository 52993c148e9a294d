import type { Caller } from '../../src/access/caller.ts'
import type { ConversationTurn } from '../../src/answer/conversation/follow-up.ts'
import type { App } from '../../src/app.ts'
import { matchEvidence } from '../people/compare-evidence.ts'
import { type EvaluatedConversation, type FollowUpTurn, followUpKinds } from './conversations.ts'

export interface MeasuredFollowUp {
  id: string
  isHeldOut: boolean
  turn: FollowUpTurn
  /** 2 for the second turn. */
  number: number
  answer: string
  /** What the follow-up was understood as; undefined: as it was typed. */
  standaloneQuestion: string | undefined
  isFound: boolean
  /** The same for the question asked in full, without earlier turns. */
  isFoundInFull: boolean
  ms: number
  fullMs: number
}

export interface Asker {
  app: Pick<App, 'answering'>
  caller: Caller
  /** The note to ask within. */
  parentId: string | undefined
  /** Called before a question with the follow-up that it belongs to. */
  onTurn?: (turn: FollowUpTurn | undefined) => void
}

/** Asks the turns one after the other, and each follow-up in full as well. */
export async function measureConversation(
  asker: Asker,
  { id, isHeldOut, first, followUps }: EvaluatedConversation,
): Promise<MeasuredFollowUp[]> {
  asker.onTurn?.(undefined)
  const opening = await askInConversation(asker, first, [])
  const turns: ConversationTurn[] = [{ question: first, answer: opening.answer }]
  const measured: MeasuredFollowUp[] = []
  for (const turn of followUps) {
    asker.onTurn?.(turn)
    const full = await askInConversation(asker, turn.full, [])
    const followUp = await askInConversation(asker, turn.question, turns)
    const { answer, standaloneQuestion } = followUp
    turns.push({ question: turn.question, standaloneQuestion, answer })
    measured.push({
      id,
      isHeldOut,
      turn,
      number: turns.length,
      answer,
      standaloneQuestion,
      isFound: hasEvidence(followUp, turn),
      isFoundInFull: hasEvidence(full, turn),
      ms: followUp.ms,
      fullMs: full.ms,
    })
  }
  return measured
}

interface Asked {
  answer: string
  isRefused: boolean
  standaloneQuestion: string | undefined
  ms: number
}

/** Asks a question after these turns. */
export async function askInConversation(
  { app, caller, parentId }: Asker,
  question: string,
  turns: ConversationTurn[],
): Promise<Asked> {
  let standaloneQuestion: string | undefined
  const startedAt = performance.now()
  const { answer, sources } = await app.answering.ask(
    caller,
    { question, parentId },
    {
      onStandaloneQuestion: (text) => {
        standaloneQuestion = text
      },
    },
    { turns },
  )
  return { answer, isRefused: sources.length === 0, standaloneQuestion, ms: performance.now() - startedAt }
}

function hasEvidence({ answer, isRefused }: Asked, turn: FollowUpTurn): boolean {
  return (
    !isRefused && matchEvidence(answer, { kind: 'fact', evidence: turn.evidence, shortAnswer: turn.answer }).isFound
  )
}

export interface ConversationFigures {
  name: string
  followUps: number
  found: number
  foundInFull: number
}

/** Returns one row per kind that occurs, for second and third turns, for conversations written before and after the rules, and one for all. */
export function summarizeConversations(measured: readonly MeasuredFollowUp[]): ConversationFigures[] {
  const groups: [string, readonly MeasuredFollowUp[]][] = [
    ...followUpKinds.map((kind): [string, MeasuredFollowUp[]] => [
      kind,
      measured.filter(({ turn }) => turn.kind === kind),
    ]),
    ['second turn', measured.filter(({ number }) => number === 2)],
    ['third turn', measured.filter(({ number }) => number === 3)],
    ['written before the rules', measured.filter(({ isHeldOut }) => !isHeldOut)],
    ['written after the rules', measured.filter(({ isHeldOut }) => isHeldOut)],
    ['all', measured],
  ]
  return groups
    .filter(([, group]) => group.length > 0)
    .map(([name, group]) => ({
      name,
      followUps: group.length,
      found: group.filter(({ isFound }) => isFound).length,
      foundInFull: group.filter(({ isFoundInFull }) => isFoundInFull).length,
    }))
}
