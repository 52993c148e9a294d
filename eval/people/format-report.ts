import { answerFaults } from './check-answer.ts'
import { type KindFigures, type MeasuredAnswer, summarize } from './measure-answers.ts'

/** Formats the figures as a Markdown table, one row per kind of question. */
export function formatFigures(title: string, answers: readonly MeasuredAnswer[]): string {
  const columns = [
    title,
    'questions',
    'evidence in the answer',
    'whole',
    'first sentence',
    'wrongly refused',
    'refused',
    'refused, nothing answers',
    'words',
    'p50 ms',
    'p95 ms',
  ]
  return [formatRow(columns), `|${'---|'.repeat(columns.length)}`, ...summarize(answers).map(formatKind)].join('\n')
}

function formatKind(figures: KindFigures): string {
  const { kind, questions, found, whole, first, wronglyRefused, refused, refusedUnanswered } = figures
  const { words, p50Ms, p95Ms } = figures
  const name = kind === 'all' ? '**all**' : kind
  const shares = [found, whole, first, wronglyRefused, refused, refusedUnanswered].map(formatShare)
  const rounded = [words, p50Ms, p95Ms].map((value) => (value === undefined ? '' : String(Math.round(value))))
  return formatRow([name, String(questions), ...shares, ...rounded])
}

function formatShare(value: number | undefined): string {
  return value === undefined ? '' : `${(100 * value).toFixed(1)} %`
}

function formatRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** Formats how many answers have which fault. */
export function formatFaults(answers: readonly MeasuredAnswer[]): string {
  const given = answers.filter(({ isRefused }) => !isRefused)
  const counts = answerFaults.map((fault) => {
    const affected = given.filter(({ faults }) => faults.some((found) => found.fault === fault))
    return `${fault} ${affected.length}`
  })
  return `Clean text, ${given.length} answers: ${counts.join(', ')}.`
}

/** Formats one question with its evidence, its answer and what is wrong with it. */
export function formatAnswer(measured: MeasuredAnswer): string {
  const { question, answer, faults, ms } = measured
  return [
    `${verdictOf(measured)} ${question.kind}, ${question.book}, ${question.sectionId}, ${Math.round(ms)} ms: ${question.question}`,
    ...(question.evidence === undefined ? [] : [`  evidence: ${indent(question.evidence)}`]),
    `  answer:   ${indent(answer)}`,
    ...faults.map(({ fault, text }) => `  UNCLEAN:  ${fault}: ${indent(text)}`),
  ].join('\n')
}

function verdictOf({ question, isRefused, isFound, isFirst }: MeasuredAnswer): string {
  if (question.kind === 'none') {
    if (isRefused) return 'refused'
    return question.isAnsweredElsewhere ? 'answered elsewhere' : 'ANSWERED'
  }
  if (isRefused) return 'WRONGLY REFUSED'
  if (isFound) return isFirst ? 'first' : 'found'
  return 'MISSED'
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n            ')
}
