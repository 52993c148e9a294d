import { createSupportJudge } from '../answer/verification/support-judge.ts'
import { createDraftParser } from '../answer/written/draft-parser.ts'
import type { DraftUnit } from '../answer/written/draft-units.ts'
import {
  assistantInstructionLines,
  formatPassages,
  languageInstruction,
  type PromptPassage,
  passageInstruction,
} from '../answer/written/prompt.ts'
import type { FindChat } from '../models/chat.ts'
import type { Reader } from '../models/reader.ts'
import type { ChangedText } from './changed-texts.ts'
import type { DigestChange } from './digest-changes.ts'
import type { RenderableLine } from './digest-markdown.ts'

/** Rewrites the quoted lines of a digest. A line without a verified sentence stays quoted; without a model, all do. */
export type DigestWriter = (input: {
  organizationId: string
  lines: readonly RenderableLine[]
  changes: readonly DigestChange[]
  texts: ReadonlyMap<number, ChangedText>
  instructions: string
  language: string
  signal: AbortSignal
}) => Promise<readonly RenderableLine[]>

/** The rest stays quoted: the last lines of a digest matter least. */
const maxRewrittenLines = 30
const maxPassageCharacters = 2000
const maxDigestTokens = 2000

/**
 * Sends one request for the whole digest. Verifies each sentence like one of an answer, against the current text of the
 * document it cites. Previous text is always quoted, and a line without a verified sentence stays as it was.
 */
export function createDigestWriter({
  findChat,
  reader,
  newDelimiter,
  onModelFailure,
  onReaderFailure,
}: {
  findChat: FindChat
  /** Absent: sentences are verified by their words. */
  reader: Reader | undefined
  newDelimiter: () => string
  onModelFailure: (error: unknown) => void
  onReaderFailure: (error: unknown) => void
}): DigestWriter {
  return async ({ organizationId, lines, changes, texts, instructions, language, signal }) => {
    const chat = await findChat(organizationId)
    if (!chat) return lines
    const documents = new Map(changes.map((change) => [change.key, change]))
    const rewritable = lines
      .filter((line) => line.said !== '')
      .slice(0, maxRewrittenLines)
      .map((line) => ({ line, passage: passageForLine(line, texts.get(line.documentKey)) }))
    const passages = rewritable.map(({ line, passage }) => ({
      heading: '',
      body: passage,
      document: {
        title: line.title,
        updatedAt: documents.get(line.documentKey)?.updatedAt ?? new Date(0),
      },
    }))
    if (passages.length === 0) return lines
    const findSupport = createSupportJudge({ reader, question: '', language, signal, onReaderFailure })
    const written = new Map<RenderableLine, string>()
    const parser = createDraftParser(language)
    const collect = async (units: readonly DraftUnit[]) => {
      for (const unit of units) {
        if (unit.kind !== 'sentence') continue
        const { text, numbers } = unit
        const index = (numbers[0] ?? 0) - 1
        const [line, passage] = [rewritable[index]?.line, passages[index]]
        if (!line || !passage || written.has(line)) continue
        const supporting = await findSupport(text, [passage])
        if (supporting.length > 0) written.set(line, text)
      }
    }
    try {
      const prompt = digestPrompt(passages, { delimiter: newDelimiter(), language, instructions })
      const deltas = chat.stream({ ...prompt, maxOutputTokens: maxDigestTokens, temperature: 0, signal })
      for await (const delta of deltas) await collect(parser.push(delta))
      await collect(parser.flush())
    } catch (error) {
      signal.throwIfAborted()
      onModelFailure(error)
    }
    return lines.map((line) => ({ ...line, said: written.get(line) ?? line.said }))
  }
}

/** Returns the start of a new or rewritten document, or the changed sentence. */
function passageForLine(line: RenderableLine, text: ChangedText | undefined): string {
  const isNewText = line.kind === 'new' || line.kind === 'rewritten'
  return isNewText && text ? text.current.slice(0, maxPassageCharacters).toWellFormed() : line.said
}

function digestPrompt(
  passages: readonly PromptPassage[],
  { delimiter, language, instructions }: { delimiter: string; language: string; instructions: string },
) {
  const system = [
    'You write the lines of a digest that tells colleagues what is new in their organization’s notes.',
    passageInstruction(delimiter),
    'For each passage write one line with one short, plain sentence that says what a colleague should know from it, followed by the number of the passage, such as [1]. Say nothing that the passage does not say. Keep figures, dates and names exactly as they stand there. Do not repeat the title. Write nothing else.',
    languageInstruction(language),
    ...assistantInstructionLines(instructions),
  ].join('\n')
  return { system, messages: [{ role: 'user' as const, content: formatPassages(passages, delimiter) }] }
}
