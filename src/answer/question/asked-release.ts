/** What a question wants to know about a version of a product. */
export interface AskedRelease {
  /** `changes`: what changed in it; `name`: which one it is, or when it came; `origin`: which version something came with. */
  wants: 'changes' | 'name' | 'origin'
  /** Its numbers, or which one it is; undefined if the question asks for it. */
  which: readonly number[] | 'latest' | 'next' | undefined
  /** The kind of changes that is asked for. */
  kind: ChangeKind | undefined
}

export type ChangeKind = 'added' | 'fixed' | 'removed' | 'changed' | 'security'

const noun = '(?:version|release|update|build)s?'
const nounBefore = '(?:version|release|update|build|ver\\.?|v\\.?)'
const numbers = new RegExp(
  `(?<![\\p{L}\\p{N}.])(?:${nounBefore}\\s*)?v?(?<dotted>\\d{1,5}(?:\\.\\d{1,5}){1,3})(?![\\p{L}\\p{N}]|\\.\\d)|(?<!\\p{L})${nounBefore}\\s*(?<whole>\\d{1,5})(?![\\p{L}\\p{N}])`,
  'iu',
)
const latest = new RegExp(
  `(?<!\\p{L})(?:latest|newest|most recent|current|last|neueste[nr]?|aktuelle[nr]?|letzte[nr]?|dernière|última)(?: [\\p{L}\\p{N}.-]+){0,2} (?:${noun}|versión|versionen)(?!\\p{L})|\\bdernière mise à jour`,
  'iu',
)
const next = new RegExp(
  `(?<!\\p{L})(?:next|upcoming|coming|unreleased|nächste[nr]?|prochaine|próxima)(?: [\\p{L}\\p{N}.-]+){0,2} (?:${noun}|versión)(?!\\p{L})`,
  'iu',
)
const isLatest = new RegExp(
  `^(?:which|what|welche) ${noun}.* (?:latest|newest|most recent|current|neueste|aktuelle?)\\W*$`,
  'i',
)
const asksOrigin = new RegExp(
  `(?<!\\p{L})(?:which|what|welche[rn]?|quelle|qué) (?:[\\p{L}\\p{N}.-]+ )?(?:${noun}|versión)(?!\\p{L})`,
  'iu',
)
const asksDate =
  /^when\b.*\b(?:released?|out|published|launched|shipp?ed|available)\b|\brelease date\b|^wann\b.*\b(?:erschien|veröffentlicht|erschienen)|^quand\b.*\bsorti/i
const changeWords =
  /(?<!\p{L})(?:changed?|changes|changelog|release notes|what['’]?s new|(?:what|anything) (?:is|was) new|new features?|news|added|add|introduced?|fixed|fix(?:es)?|removed?|dropped|deprecated|improved|improvements?|security|ge[äa]ndert|änderungen|neu(?:es|erungen)?|behoben|entfernt|hinzugefügt|versionshinweise|quoi de neuf|nouveautés?|nouveau|changé|changements?|corrigé|supprimé|ajouté|novedades|cambios|cambiado|nuevo)(?!\p{L})/giu
const kinds: [ChangeKind, RegExp][] = [
  ['added', /^(?:new features?|added|add|introduced?|hinzugefügt|ajouté)$/i],
  ['fixed', /^(?:fixed|fix(?:es)?|behoben|corrigé)$/i],
  ['removed', /^(?:removed?|dropped|deprecated|entfernt|supprimé)$/i],
  ['security', /^security$/i],
]
/** Words that such a question has besides what it asks about. */
const otherWords = new Set(
  `what which what's whats is are was were has have been did does do the a an in with of for by to since from about and list show tell me us all any
  there our your we you it this everything things stuff please give can could summarize summary explain
  was hat sich ist sind wurde wurden der die das in im mit von seit welche gibt es
  quoi quelles quels sont les la le de du dans est qu'est-ce qui qu'y a-t-il a été avec depuis
  qué que hay en de se ha son las los el`.split(/\s+/),
)
const maxOtherWords = 2
const maxLength = 200
const numberedPart =
  /\b(?:section|chapter|clause|paragraph|article|appendix|table|step|part|kapitel|abschnitt|absatz|article)\s+\d/i

/** Reads a question about versions; undefined for any other. */
export function askedRelease(question: string): AskedRelease | undefined {
  if (question.length > maxLength || numberedPart.test(question)) return undefined
  const which = readWhich(question)
  const changes = question.match(changeWords) ?? []
  if (isLatest.test(question)) return { wants: 'name', which: 'latest', kind: undefined }
  if (which === undefined) {
    return asksOrigin.test(question) ? { wants: 'origin', which: undefined, kind: undefined } : undefined
  }
  if (asksDate.test(question)) return { wants: 'name', which, kind: undefined }
  const left = countOtherWords(question)
  if (changes.length > 0 && left <= maxOtherWords) return { wants: 'changes', which, kind: kindOf(changes) }
  const asksName = which === 'latest' && /^(?:what|which|was|quelle)\b/i.test(question) && left <= maxOtherWords
  if (asksName && !/\b(?:in|with)\b/i.test(question)) return { wants: 'name', which, kind: undefined }
  const asksContent = /^what(?:['’]s| is| will be| comes)\b.*\b(?:in|with)\b/i.test(question) && left <= maxOtherWords
  return asksContent ? { wants: 'changes', which, kind: undefined } : undefined
}

function readWhich(question: string): AskedRelease['which'] {
  const { dotted, whole } = numbers.exec(question)?.groups ?? {}
  const version = dotted ?? whole
  if (version !== undefined) return version.split('.').map(Number)
  return latest.test(question) ? 'latest' : next.test(question) ? 'next' : undefined
}

function kindOf(changes: readonly string[]): ChangeKind | undefined {
  return kinds.find(([, pattern]) => changes.some((change) => pattern.test(change)))?.[0]
}

/** Counts the words that are neither about versions nor about changes: the name of a product has one or two. */
function countOtherWords(question: string): number {
  const rest = [numbers, latest, next, changeWords].reduce((text, pattern) => text.replace(pattern, ' '), question)
  return (rest.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []).filter(
    (word) => !otherWords.has(word.replace('’', "'")),
  ).length
}
