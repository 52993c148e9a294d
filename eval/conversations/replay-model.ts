import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { noAnswerMarker } from '../../src/answer/prompt.ts'
import { isRewritePrompt } from '../../src/answer/rewrite-follow-up.ts'
import { matchEvidence } from '../people/compare-evidence.ts'
import type { FollowUpTurn } from './conversations.ts'

/**
 * Starts an OpenAI-compatible server that replays the hand-written forms of one turn: the question asked in full where it
 * is to rewrite a follow-up, and the gold sentence where it is to answer and one of its passages contains it.
 */
export async function startReplayModel() {
  let turn: FollowUpTurn | undefined
  let rewrites = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] }
      const textOf = (role: string) =>
        messages
          .filter((message) => message.role === role)
          .map(({ content }) => content)
          .join('\n')
      const isRewrite = isRewritePrompt(textOf('system'))
      if (isRewrite) rewrites += 1
      const content = isRewrite ? (turn?.full ?? '') : answerFrom(textOf('user'), turn)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`)
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`)
      response.end('data: [DONE]\n\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** Sets the turn that the next calls are about. */
    replay(next: FollowUpTurn | undefined) {
      turn = next
    },
    /** Number of follow-ups it was asked to rewrite. */
    rewrites: () => rewrites,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answerFrom(prompt: string, turn: FollowUpTurn | undefined): string {
  const passages = [...prompt.matchAll(/<passage-(\S+) number="(\d+)"[^>]*>([\s\S]*?)<\/passage-\1>/g)]
  const gold = passages.find(([, , , text]) => turn && containsEvidence(text!, turn))
  return gold && turn ? `${asSentence(turn.evidence)} [${gold[2]}]` : noAnswerMarker
}

function containsEvidence(text: string, { evidence, answer }: FollowUpTurn): boolean {
  return matchEvidence(text.replace(/\s+/g, ' '), { kind: 'fact', evidence, shortAnswer: answer }).isWhole
}

function asSentence(evidence: string): string {
  const cells = evidence.split('|').map((cell) => cell.trim())
  return cells.filter(Boolean).join('; ').replace(/\s+/g, ' ')
}
