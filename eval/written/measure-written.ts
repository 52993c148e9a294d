import { notFoundMessage } from '../../src/answer/answer-messages.ts'
import { isAbsenceStatement, isRefusalMarker } from '../../src/answer/written/absence-statements.ts'
import { createDraftParser } from '../../src/answer/written/draft-parser.ts'
import type { DraftUnit } from '../../src/answer/written/draft-units.ts'
import { isAnswerWord, isLabel } from '../../src/answer/written/uncited-text.ts'
import { isLeadIn } from '../../src/ingest/sentence-end.ts'
import { type RecordedAnswer, readAnswers, readFalseSentences, withFalseSentence } from './recordings.ts'
import { blocksOf, findDamage, renderAnswers } from './rendered-form.ts'
import type { ReplayedApp } from './replayed-app.ts'

/** Figures of the recorded answers. Shares are between 0 and 1. */
export interface WrittenFigures {
  supported: number
  droppedSupported: string[]
  falseSentences: number
  keptFalse: { kind: string; text: string }[]
  falseByKind: Record<string, number>
  refusals: number
  overriddenRefusals: string[]
  answers: number
  damaged: { id: string; damage: string }[]
  /** Passages of a recording that search did not put into the prompt. */
  missing: string[]
}

/** Replays every recorded answer, and each with a false sentence, and measures what the pipeline made of it. */
export async function measureWritten(app: ReplayedApp): Promise<WrittenFigures> {
  const answers = readAnswers()
  const figures: WrittenFigures = {
    supported: 0,
    droppedSupported: [],
    falseSentences: 0,
    keptFalse: [],
    falseByKind: {},
    refusals: 0,
    overriddenRefusals: [],
    answers: 0,
    damaged: [],
    missing: [],
  }
  const rendered: { id: string; draft: string; isWhole: boolean; answer: string; sources: number }[] = []
  const record = (id: string, draft: string, isWhole: boolean, result: { answer: string; sources: unknown[] }) =>
    rendered.push({ id, draft, isWhole, answer: result.answer, sources: result.sources.length })

  for (const recorded of answers) {
    const result = await app.replay(recorded)
    if (recorded.kind === 'refusal') {
      figures.refusals += 1
      const isHonoured = result.sources.length === 0 && result.answer === notFoundMessage('en')
      if (!isHonoured) figures.overriddenRefusals.push(`${recorded.id}: ${result.answer}`)
      continue
    }
    figures.missing.push(...result.missing.map((words) => `${recorded.id}: ${words}`))
    const statements = statementsOf(recorded)
    const dropped = statements.filter((statement) => !contains(result.answer, statement))
    figures.supported += statements.length
    figures.droppedSupported.push(...dropped.map((statement) => `${recorded.id}: ${statement}`))
    record(recorded.id, recorded.answer, dropped.length === 0, result)
  }
  for (const sentence of readFalseSentences()) {
    const recorded = withFalseSentence(answers, sentence)
    const result = await app.replay(recorded)
    figures.falseSentences += 1
    figures.falseByKind[sentence.kind] = (figures.falseByKind[sentence.kind] ?? 0) + 1
    const isKept = contains(result.answer, sentence.with)
    if (isKept) figures.keptFalse.push({ kind: sentence.kind, text: `${sentence.id}: ${sentence.with}` })
    if (result.sources.length > 0) record(sentence.id, recorded.answer, false, result)
  }

  figures.answers = rendered.length
  const pages = renderAnswers(rendered)
  const drafts = renderAnswers(rendered.map(({ draft }) => ({ answer: draft, sources: 99 })))
  for (const [index, { id, isWhole }] of rendered.entries()) {
    const damages = findDamage(pages[index]!, isWhole ? blocksOf(drafts[index]!) : undefined)
    figures.damaged.push(...damages.map((damage) => ({ id, damage })))
  }
  return figures
}

/** Returns the statements of a recorded answer: what is kept or dropped on its own. */
export function statementsOf({ answer }: RecordedAnswer): string[] {
  const parser = createDraftParser()
  return [...parser.push(answer), ...parser.flush()].flatMap(statementOf)
}

function statementOf(unit: DraftUnit): string[] {
  switch (unit.kind) {
    case 'row':
      return [unit.cells.join(' ')]
    case 'code':
      return [unit.text]
    case 'sentence':
      return isIntroduction(unit.text) ? [] : [unit.text]
    default:
      return []
  }
}

function isIntroduction(text: string): boolean {
  return [isLeadIn, isLabel, isAnswerWord, isRefusalMarker, isAbsenceStatement].some((test) => test(text))
}

/** Tells whether the answer contains the words, whatever their markup and citations. */
function contains(answer: string, words: string): boolean {
  return comparable(answer).includes(comparable(words))
}

function comparable(text: string): string {
  return text
    .replace(/\[\d+\]/g, ' ')
    .replace(/^\s*(?:[-*•]|\d+[.)])\s/gm, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}€$¥%@]+/gu, ' ')
    .trim()
}
