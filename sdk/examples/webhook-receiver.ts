import { createServer, type Server } from 'node:http'
import { type AnswerResult, verifyWebhook, WebhookVerificationError } from '../src/index.ts'

/** Receives answers at `callbackUrl`. Responds with 401 to what is not signed, and hands each answer over once. */
export function createWebhookReceiver(
  secret: string,
  onAnswer: (answer: AnswerResult, answerId: string | undefined) => void,
): Server {
  const seen = new Set<string>()
  return createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { id, answerId, payload } = await verifyWebhook({
        body: Buffer.concat(chunks),
        headers: request.headers,
        secret,
      })
      if (!seen.has(id)) onAnswer(payload, answerId)
      seen.add(id)
      response.writeHead(204).end()
    } catch (error) {
      response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end()
    }
  })
}
