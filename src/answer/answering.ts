import type { Viewer } from '../access/viewer.ts'
import type { AnswerResult, AskRequest } from '../contract/ask.ts'
import { AppError } from '../errors.ts'
import { guessLanguage } from '../ingest/language.ts'
import type { Assistants } from '../library/assistants.ts'
import type { Notes } from '../library/notes.ts'
import type { SearchScope } from '../retrieval/scope.ts'
import type { Retrieval } from '../retrieval/search.ts'
import { cite } from './citations.ts'
import { extractAnswer } from './extractive.ts'
import { notFoundSentence } from './not-found.ts'

export interface Answering {
  ask(viewer: Viewer, request: AskRequest): Promise<AnswerResult>
}

/** From a question to a cited answer, out of what the asker may see. */
export function createAnswering({
  retrieval,
  notes,
  assistants,
}: {
  retrieval: Retrieval
  notes: Notes
  assistants: Assistants
}): Answering {
  return {
    async ask(viewer, request) {
      const scope: SearchScope = {}
      if (request.parentId !== undefined) scope.underNote = (await parentNote(viewer, request.parentId)).key
      if (request.assistantId !== undefined) {
        const assistant = await assistants.find(viewer, request.assistantId)
        if (assistant.scope) scope.anyOf = assistant.scope
      }
      const found = await retrieval.search(viewer, { question: request.question, scope })
      const pieces = extractAnswer(request.question, found)
      if (pieces.length === 0)
        return { answer: notFoundSentence(guessLanguage(request.question)), sources: [] }
      return cite(pieces)
    },
  }

  async function parentNote(viewer: Viewer, id: string) {
    try {
      return await notes.find(viewer, id)
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') {
        throw new AppError('parent-not-found', 'Parent note not found.')
      }
      throw error
    }
  }
}
