const label = `(?:passages?|sources?|documents?|docs?|notes?|references?|refs?|citations?|excerpts?|quellen?|textstellen?|extraits?|fuentes?|pasajes?|fontes?|fonti|bron(?:nen)?|来源|來源|出典|資料)`
const joint = String.raw`\s*(?:[,;/&–-]|,?\s*(?:and|und|et|y|e|en)\s)\s*`
const numbers = String.raw`(?:${label}\s*[:#]?\s*|[\^#])?\d{1,3}(?:${joint}(?:${label}\s*)?\d{1,3})*`
/** How models write the numbers of passages: [1], [1, 2], [1–3], [^1], [passage 1], [[1]], \[1\], [1](#source), 【1】. */
const mark = String.raw`(?:\\?\[\[?\s*${numbers}(?:†[^\]]{0,20})?\s*\\?\]\]?(?:\((?:https?:|[#/])[^()\s]*\))?|[【［]\s*(?:${label}\s*)?\d+[^】］]{0,20}[】］])`
/** Several of them, with the words and brackets between and around them: "([1], [2] and [3])", "(see [1])", "(passages 1 and 2)". */
const marks = String.raw`${mark}(?:(?:${joint}|\s*)${mark})*`
const citation = new RegExp(
  [
    String.raw`\(\s*(?:(?:see|cf\.?|siehe|vgl\.?|${label}:?)\s+)?${marks}\s*\)`,
    String.raw`\((?:see\s+)?(?:passages?|sources?|quellen?|textstellen?|来源)[\s:：]*\d{1,3}(?:${joint}\d{1,3})*\)`,
    String.raw`(?:\*\*|<sup>)\s*${marks}\s*(?:\*\*|</sup>)`,
    marks,
  ].join('|'),
  'giu',
)
const reports = '(?:says?|states?|notes?|mentions?|explains?|describes?|specif(?:y|ies)|indicates?|confirms?|adds?)'
// Begins at the first of several stops: otherwise a long row of them takes quadratic time.
const afterPunctuation = new RegExp(
  `(?<![.!?。！？])([.!?。！？]+(?:\\*\\*|["”’)])*)((?:\\s*(?:${citation.source}))+)(?!\\s+(?:also\\s+)?${reports}\\b)\\.?`,
  'giu',
)
const codeSpan = /(`[^`]*`)/

const cited = String.raw`(?:(?:the )?${label}\s+)?(?:${marks}|(?<=(?:passages?|sources?|excerpts?)\s)\d{1,3}(?:${joint}\d{1,3})*)`
/** Words that only tell where a sentence is from. Without its number, "According to [1], …" has no object. */
const attributions = [
  String.raw`^(?:according to|as per|per|based on|as (?:stated|described|noted|mentioned|explained|outlined|specified) in|in|from)\s+${cited},?\s+`,
  String.raw`^as\s+${cited}\s+${reports},\s+`,
  String.raw`^${cited}\s+(?:also\s+)?${reports}\s+that\s+`,
].map((pattern) => new RegExp(pattern, 'iu'))
const finalAttribution = new RegExp(
  String.raw`(?<=[^\s,]),?\s+(?:according to|as per|as (?:stated|described|noted|mentioned|explained|outlined|specified) in|see)\s+(${cited})(?=\s*[.!?]*$)`,
  'iu',
)

/** Passages that a range can name: [1–900] doesn't. */
const maxRangeLength = 20

/** Removes the citations of a model's sentence and returns their numbers. Brackets in code are none. */
export function readCitations(text: string): { text: string; numbers: number[] } {
  const found = new Set<number>()
  const take = (written: string) => {
    for (const number of citedNumbers(written)) found.add(number)
  }
  const bare = outsideCode(withoutAttributions(text, take), (part) =>
    part.replace(citation, (written) => {
      take(written)
      return ''
    }),
  )
  return { text: bare, numbers: [...found] }
}

/** Turns `Text. [1] More.` into `Text [1]. More.`: a number after the stop belongs to the sentence before it. */
export function moveCitationsBeforePunctuation(line: string): string {
  return outsideCode(line, (part) => part.replace(afterPunctuation, '$2$1'))
}

function withoutAttributions(text: string, onRemoved: (words: string) => void): string {
  const start = /^[\s*]*/.exec(text)![0].length
  const words = text.slice(start)
  const attribution = attributions.map((pattern) => pattern.exec(words)?.[0] ?? '').find((found) => found !== '')
  if (attribution !== undefined) onRemoved(attribution)
  const rest = attribution === undefined ? words : capitalize(words.slice(attribution.length))
  return (
    text.slice(0, start) +
    rest.replace(finalAttribution, (_, citations: string) => {
      onRemoved(citations)
      return ''
    })
  )
}

function capitalize(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

function citedNumbers(found: string): number[] {
  const written = found
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/[†:].*?(?=[】］\]])/gu, '')
    .replace(/[\]】］]\s*[–-]\s*[[【［]/gu, '–')
  return [...written.matchAll(/(\d+)(?:\s*[–-]\s*(\d+))?/g)].flatMap(([, first, last]) => {
    const from = Number(first)
    const to = last === undefined ? from : Number(last)
    if (to < from || to - from > maxRangeLength) return [from]
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}

/** Changes the parts of a text that are no code. */
export function outsideCode(text: string, change: (part: string) => string): string {
  return text
    .split(codeSpan)
    .map((part) => (part.startsWith('`') ? part : change(part)))
    .join('')
}
