import { isRewritePrompt } from '../../src/answer/conversation/rewrite-follow-up.ts'
import { noAnswerMarker } from '../../src/answer/written/prompt.ts'
import { startLlmServer } from '../../test/support/llm-server.ts'
import { matchEvidence } from '../people/compare-evidence.ts'
import type { FollowUpTurn } from './conversations.ts'

/**
 * Starts an OpenAI-compatible server that replays the hand-written forms of one turn: the question asked in full where it
 * is to rewrite a follow-up, and the gold sentence where it is to answer and one of its passages contains it.
 */
export async function startReplayModel() {
  let turn: FollowUpTurn | undefined
  let rewrites = 0
  const { baseUrl, close } = await startLlmServer(({ system, user }) => {
    if (!isRewritePrompt(system)) return { text: answerFrom(user, turn) }
    rewrites += 1
    return { text: turn?.full ?? '' }
  })
  return {
    baseUrl,
    close,
    /** Sets the turn that the next calls are about. */
    replay(next: FollowUpTurn | undefined) {
      turn = next
    },
    /** Number of follow-ups it was asked to rewrite. */
    rewrites: () => rewrites,
  }
}

function answerFrom(prompt: string, turn: FollowUpTurn | undefined): string {
  const passages = [...prompt.matchAll(/<passage-(\S+) number="(\d+)"[^>]*>([\s\S]*?)<\/passage-\1>/g)]
  const gold = passages.find(([, , , text]) => turn && containsEvidence(text!, turn))
  return gold && turn ? `${asSentence(turn.evidence)} [${gold[2]}]` : noAnswerMarker
}

function containsEvidence(text: string, { evidence, answer }: FollowUpTurn): boolean {
  const cells = cellsOf(evidence)
  // Passages hold a row as "Site: Kobe; Days: 20".
  if (cells.length > 1) return text.split('\n').some((line) => cells.every((cell) => line.includes(cell)))
  return matchEvidence(text.replace(/\s+/g, ' '), { kind: 'fact', evidence, shortAnswer: answer }).isWhole
}

function asSentence(evidence: string): string {
  return cellsOf(evidence).join('; ').replace(/\s+/g, ' ')
}

function cellsOf(evidence: string): string[] {
  const cells = evidence.split('|').map((cell) => cell.trim())
  return cells.filter(Boolean)
}
