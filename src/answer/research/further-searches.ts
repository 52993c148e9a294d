import type { ChatInput, ChatModel } from '../../models/chat.ts'
import type { Passage } from '../../search/retrieval.ts'
import { interleavePassages } from '../interleave-passages.ts'
import { formatPassages, passageInstruction } from '../written/prompt.ts'
import { selectPromptPassages } from '../written/prompt-passages.ts'
import { readQueries, searchTool } from '../written/search-tool.ts'
import type { CallTool } from '../written/tool-calls.ts'
import { reportLimits } from './report-limits.ts'

/**
 * Lets the model ask for what the passages of a section refer to but don't say, in rounds: each sees the passages of the
 * one before. Ends when the model asks for nothing, when a round finds nothing new, and where the model has no tools.
 */
export async function searchFurther({
  chat,
  callTool,
  question,
  passages,
  search,
  maxSearches,
  delimiter,
  signal,
  onFailure,
}: {
  chat: ChatModel
  callTool: CallTool
  /** That of the section. */
  question: string
  passages: readonly Passage[]
  /** Searches with the rights of the caller, within the scope of the question. */
  search: (query: string) => Promise<Passage[]>
  maxSearches: number
  delimiter: string
  signal: AbortSignal
  /** Called if the model can't say what else to search for; the section is written from what was found. */
  onFailure: (error: unknown) => void
}): Promise<{ passages: Passage[]; searches: string[] }> {
  const lists: (readonly Passage[])[] = [passages]
  const searches: string[] = []
  let known = passages.length
  for (let round = 0; round < reportLimits.rounds; round += 1) {
    const remaining = Math.min(reportLimits.searchesPerRound, maxSearches - searches.length)
    if (remaining <= 0) break
    const calls = await askModel(interleavePassages(lists))
    const queries = readQueries(calls, [question, ...searches], remaining)
    if (queries.length === 0) break
    searches.push(...queries)
    lists.push(...(await Promise.all(queries.map(search))))
    const found = interleavePassages(lists).length
    if (found === known) break
    known = found
  }
  return { passages: interleavePassages(lists), searches }

  async function askModel(found: readonly Passage[]): Promise<unknown[]> {
    try {
      return (await callTool(chat, stepInput(found), searchTool)) ?? []
    } catch (error) {
      if (!signal.aborted) onFailure(error)
      return []
    }
  }

  function stepInput(found: readonly Passage[]): ChatInput {
    const system = [
      'You find out what else to search for in an organization’s notes before a section of a report is written. Don’t write it.',
      passageInstruction(delimiter),
      `When the passages refer to something that the section needs and that none of them says, such as another rule, a team or a term, call ${searchTool.name} for it: at most ${reportLimits.searchesPerRound} times, all at once. Each search names one thing in full. Write it in the language of the question.`,
      'When the passages are enough, call nothing and write only: ENOUGH',
    ].join('\n')
    const content = `${formatPassages(selectPromptPassages(found), delimiter)}\n\nSection: ${question.replaceAll(delimiter, '')}`
    return {
      system,
      messages: [{ role: 'user', content }],
      maxOutputTokens: reportLimits.searchStep.tokens,
      temperature: 0,
      signal: AbortSignal.any([signal, AbortSignal.timeout(reportLimits.searchStep.timeoutMs)]),
    }
  }
}
