import { cleanText } from '../ingest/clean-text.ts'
import type { ChatInput, ChatModel, ChatTool } from '../models/chat.ts'
import { ChatError } from '../models/chat-error.ts'
import type { Passage } from '../search/retrieval.ts'
import { asksToCompare } from './question-intent.ts'
import { dropSuperseded } from './supersession.ts'

const maxSearches = 3
const maxQueryCharacters = 300
const maxPlanTokens = 300
const planTimeoutMs = 8000
/** Passages of each search that can come into the prompt, which has its own limit. */
const maxPassagesPerSearch = 8

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
export function createSearchSteps() {
  /** Models whose server rejected tools. New settings make a new model. */
  const withoutTools = new WeakSet<ChatModel>()

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
    if (!chat.callTool || withoutTools.has(chat) || !needsSeveralSearches(question)) return oneStep
    const timeout = AbortSignal.timeout(planTimeoutMs)
    try {
      const input = planInput(question, AbortSignal.any([signal, timeout]))
      const searches = readQueries(await chat.callTool(input, searchTool), question)
      const found = await Promise.all(
        searches.map(async (query) =>
          dropSuperseded(`${question}\n${query}`, await search(query)).slice(0, maxPassagesPerSearch),
        ),
      )
      return { passages: interleave([passages, ...found]), searches }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ChatError && error.failure === 'tools-unsupported') withoutTools.add(chat)
      else onFailure(error)
      return oneStep
    }
  }
}

const searchTool: ChatTool = {
  name: 'search_notes',
  description: 'Searches the organization’s notes. Call it once for each thing to find.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', description: 'A short question or a few keywords about one thing' } },
    required: ['query'],
    additionalProperties: false,
  },
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

/** Returns the first searches of the calls, without malformed and repeated ones. */
function readQueries(calls: readonly unknown[], question: string): string[] {
  const queries = calls.flatMap((call) => {
    const query = (call as { query?: unknown } | null)?.query
    const text = typeof query === 'string' ? cleanText(query).trim().slice(0, maxQueryCharacters).toWellFormed() : ''
    return text === '' || text.toLowerCase() === question.toLowerCase() ? [] : [text]
  })
  return [...new Set(queries)].slice(0, maxSearches)
}

/** Takes the best of each list in turn, each passage once. */
function interleave(lists: readonly (readonly Passage[])[]): Passage[] {
  const merged = new Map<number, Passage>()
  for (let rank = 0; rank < Math.max(...lists.map((list) => list.length)); rank += 1)
    for (const list of lists) {
      const passage = list[rank]
      if (passage && !merged.has(passage.chunkKey)) merged.set(passage.chunkKey, passage)
    }
  return [...merged.values()]
}
