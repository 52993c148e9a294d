import { type Caller, issuedCredentialOf } from '../access/caller.ts'
import type { AnswerResult, AskRequest } from '../contract/ask.ts'
import type { FindChat } from '../models/chat.ts'
import type { Database } from '../storage/database.ts'
import type { Callbacks } from '../webhooks/callbacks.ts'
import type { AnswerListener } from './answer-listener.ts'
import type { AnswerPipeline } from './answer-pipeline.ts'
import type { ThreadTurns } from './conversation/thread-turns.ts'
import { requireModel } from './research/require-model.ts'
import { presentCitations } from './written/linked-citations.ts'

export interface AskService {
  /** Answers a question. With a `callbackUrl`, the callback is certain to be sent once this returns. */
  ask(caller: Caller, request: AskRequest, listener?: AnswerListener): Promise<AnswerResult>
  /** Throws the error that a question would fail with later because of how it is to be answered. */
  validate(caller: Caller, request: AskRequest): Promise<void>
}

export function createAskService({
  database,
  answering,
  findChat,
  threadTurns,
  callbacks,
}: {
  database: Database
  findChat: FindChat
  answering: AnswerPipeline
  threadTurns: ThreadTurns
  callbacks: Callbacks
}): AskService {
  async function answer(caller: Caller, request: AskRequest, listener?: AnswerListener): Promise<AnswerResult> {
    return presentCitations(await answerPlainly(caller, request, listener), request)
  }

  function answerPlainly(caller: Caller, request: AskRequest, listener?: AnswerListener): Promise<AnswerResult> {
    const { threadId } = request
    if (threadId === undefined) return answering.ask(caller, request, listener)
    return threadTurns.run(caller, { ...request, threadId }, listener?.signal, (conversation) =>
      answering.ask(caller, request, listener, conversation),
    )
  }

  return {
    async ask(caller, request, listener) {
      const { callbackUrl } = request
      if (callbackUrl === undefined) return answer(caller, request, listener)
      await callbacks.validateUrl(callbackUrl)
      let uncitedDocuments: readonly number[] = []
      const onUncitedDocuments = (keys: readonly number[]) => {
        uncitedDocuments = keys
      }
      const result = await answer(caller, request, { ...listener, onUncitedDocuments })
      const { organizationId, memberId } = caller
      const asker = { organizationId, memberId, credential: issuedCredentialOf(caller) }
      const callback = { ...asker, url: callbackUrl, body: JSON.stringify(result), uncitedDocuments }
      await database.transaction((store) => callbacks.enqueue(store, { ...callback, content: 'answer' }))
      return result
    },

    async validate({ organizationId }, request) {
      requireModel(request, await findChat(organizationId))
    },
  }
}
