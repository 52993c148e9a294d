import { splitHeadingPath } from '../../content/indexing/heading-path.ts'
import { splitSentences } from '../../ingest/sentences.ts'
import type { Passage } from '../../search/retrieval.ts'

const mark =
  '(?:out(?:-of-date| of date|dated)|obsolete|superseded|replaced|archived?|deprecated|withdrawn|expired|legacy|old(?: version| edition)?|no longer (?:valid|in force|in use)|veraltet|überholt|archiviert|nicht mehr gültig|obsolète|périmée?|archivée?|obsolet[oa]|archivad[oa])'
/** A mark beside the words of a title: "Parking (outdated)", "Archived: parking", "Parking – superseded by Site access". */
const titleMark = new RegExp(
  `[([]${mark}(?!\\p{L})[^)\\]]*[)\\]]|(?:\\s[–—-]|:)\\s*${mark}(?!\\p{L})(?: (?:by|since|on|in) .*)?$|^${mark}\\s*(?:[:–—]|- )|^${mark}$`,
  'iu',
)
const validUntil =
  /(?:valid|in force|applie[ds]|apply|gültig|valables?|valide|válid[oa]s?|vigentes?) (?:only )?(?:until|till|up to|through|to|bis|jusqu['’]\p{L}+|hasta)(?: (?:the )?end of| Ende| fin)? (?<end>(?:\S+ ){0,3}?(?:19|20)\d\d)(?!\d)/iu
/** At the beginning of a page: "This page is outdated." */
const opening = new RegExp(
  `^\\W*(?:(?:note|notice|attention|warning|important)\\W+)?(?:(?:this|the|these) (?:\\p{L}+ ){1,3}(?:is|are|was|were|has been|have been) (?:now |since )?)?${mark}(?!\\p{L})(?:[.!:)\\]]| (?:by|since|as of|and|on|in) |$)`,
  'iu',
)
const maxOpeningSentences = 2

/** Tells whether a page says of itself, in its titles or at its beginning, that it no longer holds. */
export function isMarkedOld({ document, heading, body, ordinal }: Passage, at: Date): boolean {
  if ([document.title, ...document.path, ...splitHeadingPath(heading)].some((title) => isTitleMarkedOld(title, at)))
    return true
  if (ordinal > 0) return false
  const beginning = splitSentences(body, document.language).slice(0, maxOpeningSentences)
  return beginning.some(
    ({ text }) => opening.test(text) || (/^\W*(?:this|valid|gültig)\b/i.test(text) && hasEnded(text, at)),
  )
}

export function isTitleMarkedOld(title: string, at: Date): boolean {
  return titleMark.test(title) || hasEnded(title, at) || hasEnded(title.replace(untilAtEnd, ' valid $&'), at)
}

/** "Fees until 2022" */
const untilAtEnd = /(?<=[\s([])until (?:\S+ ){0,3}?(?:19|20)\d\d[)\]]?$/i

/** Returns the title without what marks it as old. */
export function withoutOldMark(title: string): string {
  return title.replace(titleMark, ' ').replace(validUntil, ' ')
}

/** Tells whether the text gives an end that is past: "valid until 31 March 2023". */
function hasEnded(text: string, at: Date): boolean {
  const end = validUntil.exec(text)?.groups?.end
  if (end === undefined) return false
  const day = Date.parse(`${end} UTC`)
  const hasDay = /\d{1,2}\W{1,9}\p{L}|\p{L}\W{1,9}\d{1,2}\W/u.test(end) && !Number.isNaN(day)
  return hasDay ? day < at.getTime() : Number(end.slice(-4)) < at.getUTCFullYear()
}

/** Tells whether the question asks for what held earlier: "What did the old price list say?", "How high was it until 2023?" */
export function asksForOld(question: string): boolean {
  return earlier.test(question)
}

const earlier =
  /\b(?:the|our|my|an) (?:old|former|previous|earlier|expired)\b|\b(?:formerly|previously|used to|back then|in the past|at that time|outdated|archived|superseded|obsolete)\b|\b(?:until|till|before) (?:\S+ ){0,3}?(?:19|20)\d\d\b/i
