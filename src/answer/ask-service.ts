import type { Caller } from '../access/caller.ts'
import type { AnswerResult, AskRequest } from '../contract/ask.ts'
import type { Database } from '../storage/database.ts'
import type { Callbacks } from '../webhooks/callbacks.ts'
import type { AnswerListener, AnswerPipeline } from './answer-pipeline.ts'

export interface AskService {
  /** Answers a question. With a `callbackUrl`, the callback is certain to be sent once this returns. */
  ask(caller: Caller, request: AskRequest, listener?: AnswerListener): Promise<AnswerResult>
}

export function createAskService({
  database,
  answering,
  callbacks,
}: {
  database: Database
  answering: AnswerPipeline
  callbacks: Callbacks
}): AskService {
  return {
    async ask(caller, request, listener) {
      const { callbackUrl } = request
      if (callbackUrl === undefined) return answering.ask(caller, request, listener)
      await callbacks.validateUrl(callbackUrl)
      const result = await answering.ask(caller, request, listener)
      const { organizationId, memberId } = caller
      const callback = { organizationId, memberId, url: callbackUrl, body: JSON.stringify(result) }
      await database.transaction((store) => callbacks.enqueue(store, callback))
      return result
    },
  }
}
