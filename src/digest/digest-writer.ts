import { createDraftParser } from '../answer/draft-parser.ts'
import {
  assistantInstructionLines,
  formatPassages,
  type PromptPassage,
  passageInstruction,
} from '../answer/prompt.ts'
import { findSupportingPassages } from '../answer/verification.ts'
import type { ChatModel } from '../models/chat.ts'
import type { ChangedText } from './changed-texts.ts'
import type { DigestChange } from './digest-changes.ts'
import type { RenderableLine } from './digest-markdown.ts'

/** Puts the quoted lines of a digest into words of its own, as far as they hold. */
export type DigestWriter = (input: {
  lines: readonly RenderableLine[]
  changes: readonly DigestChange[]
  texts: ReadonlyMap<number, ChangedText>
  instructions: string
  language: string
  signal: AbortSignal
}) => Promise<readonly RenderableLine[]>

/** The rest stays quoted: what comes late in a digest matters least. */
const maxRewrittenLines = 30
const maxPassageCharacters = 2000
const maxDigestTokens = 2000

/**
 * One request for the whole digest. Each sentence is verified like one of an answer, against the passage whose number
 * it carries: what the document says now. What it said before is always quoted. A line without a sentence that holds
 * stays as it was, so the worst that a model can do is to change nothing.
 */
export function createDigestWriter({
  chat,
  newDelimiter,
  onModelFailure,
}: {
  chat: ChatModel
  newDelimiter: () => string
  onModelFailure: (error: unknown) => void
}): DigestWriter {
  return async ({ lines, changes, texts, instructions, language, signal }) => {
    const documents = new Map(changes.map((change) => [change.key, change]))
    const open = lines
      .filter((line) => line.said !== '')
      .slice(0, maxRewrittenLines)
      .map((line) => ({ line, passage: passageForLine(line, texts.get(line.documentKey)) }))
    const passages = open.map(({ line, passage }) => ({
      heading: '',
      body: passage,
      document: {
        title: line.title,
        updatedAt: documents.get(line.documentKey)?.updatedAt ?? new Date(0),
      },
    }))
    if (passages.length === 0) return lines
    const background = passages.map((passage) => passage.body).join('\n')
    const written = new Map<RenderableLine, string>()
    const reader = createDraftParser()
    const keep = (sentences: ReturnType<typeof reader.push>) => {
      for (const { text, numbers } of sentences) {
        const index = (numbers[0] ?? 0) - 1
        const [line, passage] = [open[index]?.line, passages[index]]
        if (!line || !passage || written.has(line)) continue
        const holds = findSupportingPassages(text, [passage], { language, background }).length > 0
        if (holds) written.set(line, text.replace(/^\s*(?:[-*•]|\d{1,3}[.)])\s+/, ''))
      }
    }
    try {
      const prompt = digestPrompt(passages, { delimiter: newDelimiter(), language, instructions })
      const deltas = chat.stream({ ...prompt, maxOutputTokens: maxDigestTokens, temperature: 0, signal })
      for await (const delta of deltas) keep(reader.push(delta))
      keep(reader.flush())
    } catch (error) {
      signal.throwIfAborted()
      onModelFailure(error)
    }
    return lines.map((line) => ({ ...line, said: written.get(line) ?? line.said }))
  }
}

/** Of something new a page of it, of something changed the sentence itself. */
function passageForLine(line: RenderableLine, text: ChangedText | undefined): string {
  const isWhole = line.kind === 'new' || line.kind === 'rewritten'
  return isWhole && text ? text.current.slice(0, maxPassageCharacters).toWellFormed() : line.said
}

function digestPrompt(
  passages: readonly PromptPassage[],
  { delimiter, language, instructions }: { delimiter: string; language: string; instructions: string },
) {
  const languageName = new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? 'English'
  const system = [
    'You write the lines of a digest that tells colleagues what is new in their organization’s notes.',
    passageInstruction(delimiter),
    'For each passage write one line with one short, plain sentence that says what a colleague should know from it, followed by the number of the passage, such as [1]. Say nothing that the passage does not say. Keep figures, dates and names exactly as they stand there. Do not repeat the title. Write nothing else.',
    `Write in ${languageName}.`,
    ...assistantInstructionLines(instructions),
  ].join('\n')
  return { system, messages: [{ role: 'user' as const, content: formatPassages(passages, delimiter) }] }
}
