import { outsideCode } from './outside-code.ts'

const label = `(?:passages?|sources?|documents?|docs?|notes?|references?|refs?|citations?|excerpts?|quellen?|textstellen?|extraits?|fuentes?|pasajes?|fontes?|fonti|bron(?:nen)?|来源|來源|出典|資料)`
// Spaces are limited and between two words there is one way to match them: a model's text can have long rows of anything.
const space = String.raw`\s{0,4}`
const joint = String.raw`${space}(?:[,;/&–-](?:\s?and\s)?|(?:and|und|et|y|e|en)\s)${space}`
const listed = String.raw`\d{1,3}(?:${joint}(?:${label}${space})?\d{1,3}){0,40}`
const numbers = String.raw`(?:${label}${space}(?:[:#]${space})?|[\^#])?${listed}`
/** Of passages in a prompt, so that it can stand for one without a bracket or label of its own. */
const small = '(?:1?\\d|20)'
const superscript = '[⁰¹²³⁴-⁹]'
/** Where in the passage, or its title. */
const remark = String.raw`(?:[,:;|]\s?|\s[–—-]\s)\p{L}[^\][\n]{0,80}`
const raisedPlace = String.raw`(?<=\p{L}{2}|[.,;:!?。！？)"”’*%€$£]|[\p{L}):.!?]\s|</sup>)(?<!(?<!\p{L})(?:km|cm|mm|dm|nm|µm|ft|in|yd|mi|mc))`
const isRaised = new RegExp(`^(?:<sup>|${superscript})`)
/** How models write the numbers of passages. */
const mark = new RegExp(
  [
    // [1], [1, 2], [1–3], [^1], [passage 1], [[1]], \[1\], [1](#source), [1, p. 3], [1: Title]
    String.raw`\\?\[\[?${space}${numbers}(?:†[^\]]{0,20}|${remark})?${space}\\?\]\]?(?:\((?:https?:|[#/])[^()\s]{0,2000}\))?`,
    // 【1】, 【1:0†source】
    String.raw`[【［]${space}(?:${label}${space})?\d{1,3}(?!\d)[^】］]{0,20}[】］]`,
    // (passages 1 and 2)
    String.raw`\((?:see\s)?(?:passages?|sources?|quellen?|textstellen?|来源)(?:${space}[:：])?${space}${listed}\)`,
    // (1) and (1, 3) at the end of a sentence
    String.raw`(?<=[^\s]\s)\(${small}(?:,\s?${small}){0,5}\)(?=\s?(?:[.!?;]|$))`,
    // Raised after a word or a stop; after a figure or a unit they are powers: "10⁶", "m²".
    `${raisedPlace}<sup>${space}${listed}${space}</sup>`,
    `${raisedPlace}${superscript}{1,2}(?:[ ˒,·]?${superscript}{1,2}){0,10}`,
  ].join('|'),
  'giu',
)

// A placeholder for a citation while the words around it are read: one character to begin with, digits, another.
const token = String.raw`\uE000\d+\uE001`
const tokenSigns = /[\uE000\uE001]/g
/** Several of them with the words between them: "[1], [2] and [3]". */
const tokens = new RegExp(`${token}(?:(?:${joint}|${space})${token})+`, 'giu')
/** The brackets around them: "([1])", "(see [1])", "**[1]**". */
const wrapped = new RegExp(
  [
    String.raw`\(${space}(?:(?:see|cf\.?|siehe|vgl\.?|${label}:?)\s{1,4})?(?<bracketed>${token})${space}\)`,
    String.raw`(?:\*\*|<sup>)${space}(?<raised>${token})${space}(?:\*\*|</sup>)`,
  ].join('|'),
  'giu',
)
const reports = '(?:says?|states?|notes?|mentions?|explains?|describes?|specif(?:y|ies)|indicates?|confirms?|adds?)'
// Begins at the first of several stops: otherwise a long row of them takes quadratic time.
const afterPunctuation = new RegExp(
  String.raw`(?<![.!?。！？])([.!?。！？]+(?:\*\*|["”’)])*)((?:${space}${token})+)(?!\s{1,4}(?:also\s)?${reports}\b)\.?`,
  'giu',
)

const cited = String.raw`(?:(?:the )?${label}\s{1,4})?(?:${token}|(?<=(?:passages?|sources?|excerpts?)\s)${listed})`
const sources =
  '(?:the|your|these|those|all) (?:(?:given|provided|available|relevant|cited) )?(?:notes|passages|documents|sources|excerpts|context|knowledge base|information)(?: (?:given|provided|available))?'
/** Words that only tell where a sentence is from. Without its number, "According to [1], …" has no object. */
const attributions = [
  String.raw`^(?:according to|as per|per|based on|as (?:stated|described|noted|mentioned|explained|outlined|specified) in|in|from)\s{1,4}${cited},?\s{1,4}`,
  String.raw`^(?:according to|as per|based on|as (?:stated|described|noted|mentioned|explained|outlined|specified) in)\s${sources},\s{1,4}`,
  String.raw`^as\s${cited}\s{1,4}${reports},\s{1,4}`,
  String.raw`^${cited}\s{1,4}(?:also\s)?${reports}\s{1,4}that\s{1,4}`,
].map((pattern) => new RegExp(pattern, 'iu'))
const finalAttribution = new RegExp(
  String.raw`(?<=[^\s,]),?\s{1,4}(?:according to|as per|as (?:stated|described|noted|mentioned|explained|outlined|specified) in|see)\s{1,4}(${cited})(?=${space}[.!?]{0,4}$)`,
  'iu',
)

const finalRemarkSource = String.raw`(?!${joint}(?:${label}${space})?\d)${remark}(?=\\?\])`
const hasRemark = new RegExp(finalRemarkSource, 'iu')
const finalRemark = new RegExp(finalRemarkSource, 'giu')

/** Passages that a range can name: [1–900] doesn't. */
const maxRangeLength = 20

/** Removes the citations of a model's sentence and returns their numbers. Brackets in code are none. */
export function readCitations(text: string): { text: string; numbers: number[] } {
  const citations: string[] = []
  const found = new Set<number>()
  const take = (words: string) => {
    for (const number of citedNumbers(restore(words, citations))) found.add(number)
    return ''
  }
  const bare = outsideCode(withoutAttributions(replaceOutsideCode(text, citations), take), (part) =>
    part.replace(new RegExp(token, 'gu'), take),
  )
  return { text: bare, numbers: [...found] }
}

/** Turns `Text. [1] More.` into `Text [1]. More.`: a number after the stop belongs to the sentence before it. */
export function moveCitationsBeforePunctuation(line: string): string {
  const citations: string[] = []
  const moved = outsideCode(replaceOutsideCode(line, citations), (part) => part.replace(afterPunctuation, '$2$1'))
  return restore(moved, citations)
}

/** Puts a token in the place of each citation, with the words and brackets between and around several, and adds it to the list. */
function replaceOutsideCode(text: string, citations: string[]): string {
  const add = (written: string) => `\uE000${citations.push(restore(written, citations)) - 1}\uE001`
  // Moved to another place, a raised number would be a power, and the stop in "p. 3" would end a sentence.
  const addMark = (written: string) =>
    add(isRaised.test(written) || hasRemark.test(written) ? `[${citedNumbers(written).join(', ')}]` : written)
  return outsideCode(text.replace(tokenSigns, ''), (part) =>
    part.replace(mark, addMark).replace(tokens, add).replace(wrapped, add),
  )
}

function restore(text: string, citations: readonly string[]): string {
  return text.replace(/\uE000(\d+)\uE001/g, (_, index: string) => citations[Number(index)]!)
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
    // "¹²" can be 12, or 1 and 2: the statement is verified by any of them.
    .replace(new RegExp(`(${superscript})(${superscript})`, 'gu'), '$1$2,$1,$2')
    .normalize('NFKC')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(finalRemark, '')
    .replace(/[†:].{0,30}?(?=[】］\]])/gu, '')
    .replace(/[\]】］]\s{0,4}[–-]\s{0,4}[[【［]/gu, '–')
  return [...written.matchAll(/(\d+)(?:\s{0,4}[–-]\s{0,4}(\d+))?/g)].flatMap(([, first, last]) => {
    const from = Number(first)
    const to = last === undefined ? from : Number(last)
    if (to < from || to - from > maxRangeLength) return [from]
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}
