import type { PassageText } from '../models/embedder.ts'
import { splitSentences } from './sentences.ts'
import { estimateTokens } from './token-count.ts'

/** What an embedding sees of a passage: title and headings, then its sentences. */
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
  /** Not where there is no time to look for them: the text is one then. */
  findSentences?: boolean
}): PassageText {
  const context = passageContext(headingPath, title).filter((part) => part !== text)
  const sentences = findSentences ? splitSentences(text, language).map((sentence) => sentence.text) : [text]
  return { context: truncateContext(context), sentences }
}

/** Title and headings. Most documents repeat their title as the first heading; once is enough. */
export function passageContext(headingPath: readonly string[], title: string): string[] {
  const repeatsTitle = headingPath[0]?.toLowerCase() === title.toLowerCase()
  return [title, ...(repeatsTitle ? headingPath.slice(1) : headingPath)].filter((part) => part !== '')
}

const maxContextTokens = 45

/** Title and innermost headings, as much as leaves room for the text in the model's window. */
function truncateContext(context: string[]): string {
  const kept: string[] = []
  let tokens = 0
  for (const part of context.length > 1 ? [context[0]!, ...context.slice(1).reverse()] : context) {
    const short = part.length > 120 ? part.slice(0, 120) : part
    tokens += estimateTokens(short)
    if (kept.length > 0 && tokens > maxContextTokens) break
    kept.push(short)
  }
  const [title, ...headings] = kept
  return [title, headings.reverse().join(' > ')].filter(Boolean).join('\n')
}
