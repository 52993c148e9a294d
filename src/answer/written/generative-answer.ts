import type { ChatModel } from '../../models/chat.ts'
import { createLinkedAbortController } from '../../models/linked-abort-controller.ts'
import type { HydratedPassage } from '../../search/hydrate-passages.ts'
import type { CitedText } from '../citations.ts'
import type { SupportJudge } from '../verification/support-judge.ts'
import { createDraftParser } from './draft-parser.ts'
import { withoutRepetition } from './draft-repetition.ts'
import type { DraftUnit } from './draft-units.ts'
import { answerPrompt } from './prompt.ts'
import type { NumberedPassage } from './prompt-passages.ts'
import { readAhead } from './read-ahead.ts'
import { createUncitedTextCheck } from './uncited-text.ts'
import { createWrittenAnswer, type WrittenOutcome } from './written-answer.ts'

/** What became of a draft, beside the text that was kept. */
export interface DraftOutcome extends WrittenOutcome {
  /** The model ended the draft by itself: it didn't fail, use up its tokens or go on for too long. */
  isComplete: boolean
}

export interface DraftLimits {
  tokens: number
  /** A server can ignore the limit of tokens. */
  characters: number
}

const answerLimits: DraftLimits = { tokens: 1200, characters: 16_000 }

/**
 * Lets the model write from the passages and yields each sentence, list item and table row as soon as it is complete and
 * verified. Keeps only the citations that support it, and drops it without one. Units that arrive while one is verified
 * wait in order. `onOutcome` is called before the end, also when the model fails.
 */
export async function* generateAnswer({
  chat,
  findSupport,
  question,
  asked = question,
  task,
  passages,
  instructions,
  language,
  delimiter,
  limits = answerLimits,
  adapt = (unit) => unit,
  signal,
  onOutcome,
}: {
  chat: ChatModel
  findSupport: SupportJudge
  question: string
  /** The words of the asker, if a model wrote the question: only theirs need no evidence. */
  asked?: string
  /** Further rules of the prompt. */
  task?: readonly string[]
  passages: readonly NumberedPassage[]
  instructions: string
  language: string
  delimiter: string
  limits?: DraftLimits
  /** Changes a unit of the draft before it is verified, or drops it. */
  adapt?: (unit: DraftUnit) => DraftUnit | undefined
  signal: AbortSignal
  onOutcome: (outcome: DraftOutcome) => void
}): AsyncGenerator<CitedText> {
  const all = passages.flatMap(({ parts }) => parts)
  const texts = all.map(passageText)
  const written = createWrittenAnswer({
    findSupport: supportOf,
    findCode: (code) => all.filter(({ body }) => containsLines(body, code)),
    check: createUncitedTextCheck({ question: asked, texts, titles: all.map(titleText), language }),
    language,
  })
  const writing = createLinkedAbortController(signal)
  let isTruncated = false
  let isComplete = false
  const draft = chat.stream({
    ...answerPrompt({ question, task, passages, instructions, language, delimiter }),
    maxOutputTokens: limits.tokens,
    temperature: 0,
    signal: writing.signal,
    onTruncated,
  })
  try {
    for await (const unit of readAhead(withoutRepetition(parseDraft(), onTruncated))) {
      const adapted = adapt(unit)
      if (adapted) yield* written.add(adapted)
    }
    yield* written.end()
    isComplete = !isTruncated
  } finally {
    onOutcome({ ...written.outcome(), isComplete })
    writing.abort(new Error('The answer was closed'))
    writing.release()
  }

  function onTruncated(): void {
    isTruncated = true
  }

  async function* parseDraft(): AsyncGenerator<DraftUnit> {
    const parser = createDraftParser(language)
    let length = 0
    for await (const delta of draft) {
      length += delta.length
      yield* parser.push(delta)
      if (length <= limits.characters) continue
      onTruncated()
      break
    }
    // The sentence that is cut off could say something else.
    if (!isTruncated) yield* parser.flush()
  }

  async function supportOf(statement: string, numbers: readonly number[]): Promise<HydratedPassage[]> {
    const named = numbers.flatMap((number) => passages[number - 1]?.parts ?? [])
    if (named.length > 0) return findSupport(statement, named)
    // A statement without a valid number can still be supported by one of the passages.
    const [best] = await findSupport(statement, all)
    return best ? findSupport(statement, [best]) : []
  }
}

/** Returns the text of a passage with its titles. */
export function passageText(passage: HydratedPassage): string {
  return `${titleText(passage)}\n${passage.body}`
}

function titleText({ document, heading }: HydratedPassage): string {
  return [...document.path, document.title, heading].join('\n')
}

/** Tells whether the text contains every line of the code, whatever their spaces. */
function containsLines(text: string, code: string): boolean {
  const compared = (part: string) => part.replace(/\s+/g, ' ').trim()
  const whole = compared(text)
  return code.split('\n').every((line) => whole.includes(compared(line)))
}
