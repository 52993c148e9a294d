import type { PassageText } from '../models/embedder.ts'
import { splitSentences } from './sentences.ts'
import { estimateTokens } from './token-count.ts'

/** Builds the text to embed for a passage: title and headings, then its sentences. */
export function buildPassageText({
  title,
  headingPath,
  text,
  language,
  findSentences = true,
}: {
  title: string
  headingPath: readonly string[]
  text: string
  language: string
  /** False skips sentence splitting, to save time: the whole text counts as one sentence. */
  findSentences?: boolean
}): PassageText {
  const context = passageContext(headingPath, title).filter((part) => part !== text)
  const sentences = findSentences ? splitSentences(text, language).map((sentence) => sentence.text) : [text]
  return { context: truncateContext(context), sentences }
}

/** Returns title and headings, without the first heading if it repeats the title. */
export function passageContext(headingPath: readonly string[], title: string): string[] {
  const repeatsTitle = headingPath[0]?.toLowerCase() === title.toLowerCase()
  return [title, ...(repeatsTitle ? headingPath.slice(1) : headingPath)].filter((part) => part !== '')
}

const maxContextTokens = 45

/** Keeps the title and the innermost headings, to leave room for the text in the context window of the model. */
function truncateContext(context: string[]): string {
  const parts: string[] = []
  let tokens = 0
  for (const part of context.length > 1 ? [context[0]!, ...context.slice(1).reverse()] : context) {
    const short = part.length > 120 ? part.slice(0, 120) : part
    tokens += estimateTokens(short)
    if (parts.length > 0 && tokens > maxContextTokens) break
    parts.push(short)
  }
  const [title, ...headings] = parts
  return [title, headings.reverse().join(' > ')].filter(Boolean).join('\n')
}
