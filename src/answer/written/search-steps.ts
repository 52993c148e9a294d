import type { ChatInput, ChatModel } from '../../models/chat.ts'
import type { Passage } from '../../search/retrieval.ts'
import { interleavePassages } from '../interleave-passages.ts'
import { asksToCompare } from '../question/question-intent.ts'
import { maxPassagesPerSearch, readQueries, searchTool } from './search-tool.ts'
import type { CallTool } from './tool-calls.ts'

const maxSearches = 3
const maxPlanTokens = 300
const planTimeoutMs = 8000

export interface SearchSteps {
  /** The passages of the question and of all searches, the best of each first. */
  passages: Passage[]
  /** The searches that the model asked for. */
  searches: string[]
}

/**
 * Lets the model ask for up to three searches when a question compares things or has several parts: one search ranks
 * passages about all of them first, and the one about each alone later. The model sees only the question, so its searches
 * contain no text of documents. It runs them with the rights of the caller.
 */
export function createSearchSteps(callTool: CallTool) {
  return async ({
    chat,
    question,
    passages,
    search,
    signal,
    onFailure,
  }: {
    chat: ChatModel
    question: string
    /** Those of the question itself, best first. */
    passages: readonly Passage[]
    /** Searches with the rights of the caller, within the scope of the question. */
    search: (query: string) => Promise<readonly Passage[]>
    signal: AbortSignal
    onFailure: (error: unknown) => void
  }): Promise<SearchSteps> => {
    const oneStep = { passages: [...passages], searches: [] }
    if (!needsSeveralSearches(question)) return oneStep
    const timeout = AbortSignal.timeout(planTimeoutMs)
    try {
      const input = planInput(question, AbortSignal.any([signal, timeout]))
      const calls = await callTool(chat, input, searchTool)
      if (!calls) return oneStep
      const searches = readQueries(calls, [question], maxSearches)
      const found = await Promise.all(
        searches.map(async (query) => (await search(query)).slice(0, maxPassagesPerSearch)),
      )
      return { passages: interleavePassages([passages, ...found]), searches }
    } catch (error) {
      signal.throwIfAborted()
      onFailure(error)
      return oneStep
    }
  }
}

function planInput(question: string, signal: AbortSignal): ChatInput {
  const system = [
    'You find out what to search for in an organization’s notes before a question is answered. Don’t answer it.',
    `Call ${searchTool.name} once for each part of the question, or for each thing that it compares: at most ${maxSearches} times, all at once. Each search names one thing in full and can be understood without the question. Write it in the language of the question.`,
    'When one search for the question as it stands is enough, call nothing and write only: ENOUGH',
  ].join('\n')
  return {
    system,
    messages: [{ role: 'user', content: question }],
    maxOutputTokens: maxPlanTokens,
    temperature: 0,
    signal,
  }
}

const comparisonWords =
  /(?<!\p{L})(?:unterschied\p{L}*|vergleich\p{L}*|différen\p{L}*|compar\p{L}*|diferenci\p{L}*|differenz\p{L}*|confront\p{L}*|verschil\p{L}*|sowohl|both|beide\p{L}*|respectively|jeweils)(?!\p{L})/iu
/** A second question word after "and": "how many days do I get and who approves them". */
const secondQuestion =
  /(?:[,;]|(?<!\p{L})(?:and|und|et|y|e|en))\s+(?:how|what|which|who|when|where|why|wie|was|wer|wann|wo|warum|welche\p{L}*|comment|combien|quel\p{L}*|qui|quand|où|cómo|cuánt\p{L}*|qué|quién|cuándo|dónde)(?!\p{L})/iu

/** Tells whether a question compares things or has several parts. */
export function needsSeveralSearches(question: string): boolean {
  const parts = question.split(/[?？]/).filter((part) => /\p{L}/u.test(part))
  const text = question.replace(/\b(?:each|every) (?:day|week|month|quarter|year|time)\b/gi, '')
  return parts.length > 1 || asksToCompare(text) || comparisonWords.test(text) || secondQuestion.test(text)
}
