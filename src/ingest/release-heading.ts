/** The heading of the section that tells the changes of a version: "2.3.0 (2 October 2026)", "[Unreleased]". */
export interface ReleaseHeading {
  /** Its numbers; none of what isn't released yet. */
  version: readonly number[]
  isPreRelease: boolean
  /** A version by its own words, not by those around it: "Version 2.3", "[2.3]" or "2.3 (2026-10-02)", not "2.3". */
  isMarked: boolean
  hasDate: boolean
}

const name = String.raw`(?<name>(?!(?:version|release|ver\.?|v\.?)\s)\p{L}[\p{L}\p{N}&'’ -]{0,40}?)\s+`
const pattern = new RegExp(
  String.raw`^[\s*_\[]*(?:${name})?(?<mark>(?:version|release|ver\.?|v\.?)\s*|\[)?v?(?<version>\d{1,5}(?:\.\d{1,5}){0,3})(?<pre>[-.]?(?:alpha|beta|rc|pre)[\w.]*)?\]?[\s*_]*(?<rest>$|[–—:,([|/-].*|release notes|changes|changelog|released?\b.*)`,
  'iu',
)
const date =
  /\b\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{1,2}\.? \p{L}{3,10}\.? \d{4}\b|\b\p{L}{3,10}\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?\d{4}\b/u
const unreleased =
  /^[\s*_[]*(?:unreleased|upcoming(?: changes)?|next(?: release| version)?|unveröffentlicht|à venir)\]?[\s*_]*(?:$|[([–—:-])/i
/** Parts of documents that are numbered as versions are. */
const numberedPart =
  /^(?:appendix|article|chapter|clause|example|figure|lesson|module|page|paragraph|part|section|step|table|unit|annex|anhang|kapitel|teil|abschnitt|absatz|schritt|tabelle|abbildung|chapitre|partie|étape|capítulo|parte|paso|sección)$/i

/** Reads a heading that names a version; undefined for any other. */
export function readReleaseHeading(heading: string): ReleaseHeading | undefined {
  if (heading.length > maxLength) return undefined
  if (unreleased.test(heading)) return { version: [], isPreRelease: false, isMarked: true, hasDate: false }
  const { name, mark, version = '', pre, rest = '' } = pattern.exec(heading)?.groups ?? {}
  const isOther = mark === undefined && !version.includes('.')
  if (version === '' || isOther || (name !== undefined && numberedPart.test(name.trim()))) return undefined
  const hasDate = date.test(rest)
  return {
    version: version.split('.').map(Number),
    isPreRelease: pre !== undefined,
    isMarked: mark !== undefined || hasDate,
    hasDate,
  }
}

const maxLength = 200
