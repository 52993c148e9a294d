import { readFileSync } from 'node:fs'
import { salientSentences } from '../src/digest/salience.ts'
import { splitSentences } from '../src/ingest/sentences.ts'

interface Meeting {
  meeting_transcripts: { speaker: string; content: string }[]
  general_query_list: { query: string; answer: string }[]
  specific_query_list: { query: string; answer: string; relevant_text_span: [string, string][] }[]
}

/**
 * Measures how well the sentences that a digest quotes summarize a text, on QMSum (meetings with human summaries): ROUGE F1
 * compared with the first sentences, at the same number of words. `lead3` has the length of three sentences, `words100`
 * a hundred words. Compares the whole meeting with its general summary, and each annotated span with its answer.
 */
export function evaluateQmsum(file: string): Record<string, RougeScores> {
  const meetings = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Meeting)
  const pairs = meetings.flatMap((meeting) => {
    const utterances = meeting.meeting_transcripts.map(({ content }) => cleanTranscript(content))
    return [
      ...meeting.general_query_list.map(({ answer }) => ({
        kind: 'general',
        text: utterances.join('\n'),
        answer,
      })),
      ...meeting.specific_query_list.map(({ answer, relevant_text_span: spans }) => ({
        kind: 'specific',
        text: spans.flatMap(([from, to]) => utterances.slice(Number(from), Number(to) + 1)).join('\n'),
        answer,
      })),
    ]
  })
  const results: Record<string, RougeScores> = {}
  for (const kind of ['all', 'general', 'specific']) {
    const selected = pairs.filter((pair) => kind === 'all' || pair.kind === kind)
    results[`${kind} lead3: first sentences`] = meanScores(
      selected.map((pair) => rougeScores(firstThreeSentences(pair.text), pair.answer)),
    )
    results[`${kind} lead3: digest`] = meanScores(
      selected.map((pair) =>
        rougeScores(digestSummary(pair.text, tokenize(firstThreeSentences(pair.text)).length), pair.answer),
      ),
    )
    results[`${kind} words100: first sentences`] = meanScores(
      selected.map((pair) => rougeScores(firstWords(pair.text, 100), pair.answer)),
    )
    results[`${kind} words100: digest`] = meanScores(
      selected.map((pair) => rougeScores(digestSummary(pair.text, 100), pair.answer)),
    )
  }
  return results
}

interface RougeScores {
  rouge1: number
  rouge2: number
  rougeL: number
}

/** Removes transcript annotations. */
function cleanTranscript(text: string): string {
  return text
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\s+([.,?!'])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

function firstThreeSentences(text: string): string {
  return splitSentences(text)
    .slice(0, 3)
    .map((sentence) => sentence.text)
    .join(' ')
}

function firstWords(text: string, count: number): string {
  return text.split(/\s+/).slice(0, count).join(' ')
}

function digestSummary(text: string, maxWords: number): string {
  return salientSentences(text, { language: 'en', maxWords }).join(' ')
}

function tokenize(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? []
}

/** ROUGE-1, -2 and -L as F1 (Lin, 2004), without stemming. */
function rougeScores(candidate: string, reference: string): RougeScores {
  const [actual, expected] = [tokenize(candidate), tokenize(reference)]
  return {
    rouge1: f1(overlap(countNgrams(actual, 1), countNgrams(expected, 1)), actual.length, expected.length),
    rouge2: f1(overlap(countNgrams(actual, 2), countNgrams(expected, 2)), actual.length - 1, expected.length - 1),
    rougeL: f1(longestCommonSubsequence(actual, expected), actual.length, expected.length),
  }
}

function countNgrams(tokens: readonly string[], size: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (let start = 0; start + size <= tokens.length; start++) {
    const gram = tokens.slice(start, start + size).join(' ')
    counts.set(gram, (counts.get(gram) ?? 0) + 1)
  }
  return counts
}

function overlap(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0
  for (const [gram, count] of a) shared += Math.min(count, b.get(gram) ?? 0)
  return shared
}

function f1(shared: number, candidate: number, reference: number): number {
  return candidate + reference > 0 && shared > 0 ? (2 * shared) / (candidate + reference) : 0
}

function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  let previous = new Array<number>(b.length + 1).fill(0)
  for (const word of a) {
    const row = [0]
    for (const [index, other] of b.entries())
      row.push(
        word === other
          ? (previous[index] as number) + 1
          : Math.max(row[index] as number, previous[index + 1] as number),
      )
    previous = row
  }
  return previous[b.length] as number
}

function meanScores(all: readonly RougeScores[]): RougeScores {
  const of = (name: keyof RougeScores) =>
    Number((all.reduce((sum, scores) => sum + scores[name], 0) / all.length).toFixed(4))
  return { rouge1: of('rouge1'), rouge2: of('rouge2'), rougeL: of('rougeL') }
}
