import type { AnswerResult, AskRequest } from '../../contract/ask.ts'

/** Returns an answer as the asker wants it: with `citations: 'markdown'`, its numbers are links to their sources. */
export function presentCitations(result: AnswerResult, { citations }: Pick<AskRequest, 'citations'>): AnswerResult {
  return citations === 'markdown' ? { ...result, answer: linkCitations(result) } : result
}

/** Escaped characters and code spans, which stay, and the numbers of sources. */
const citationMarker = /\\[^\n]|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)|\[(\d{1,4})\](?!\()/g

function linkCitations({ answer, sources }: AnswerResult): string {
  return answer.replace(citationMarker, (found, _ticks: string | undefined, number: string | undefined) => {
    const url = sources[Number(number) - 1]?.url
    // A number stays a number if its source has no web address.
    return url !== undefined && /^https?:\/\//i.test(url) ? `[${number}](${encodeDestination(url)})` : found
  })
}

/** Encodes the characters that end a link destination (CommonMark 6.3); parentheses too, which few readers balance. */
function encodeDestination(url: string): string {
  return url.replace(/[\s<>\\()]/g, (sign) =>
    '()'.includes(sign) ? `%${sign.charCodeAt(0).toString(16)}` : encodeURIComponent(sign),
  )
}
