import { splitHeadingPath } from '../../content/indexing/heading-path.ts'
import { readReleaseHeading } from '../../ingest/release-heading.ts'
import type { HydratedPassage } from '../../search/hydrate-passages.ts'
import { type AskedRelease, askedRelease, type ChangeKind } from '../question/asked-release.ts'
import { type AnswerUnit, unitOf } from './answer-units.ts'
import { sectionUnits } from './split-units.ts'

/** The section of a document that tells the changes of a version. */
interface Release {
  heading: string
  /** None of what isn't released yet. */
  version: readonly number[]
  isPreRelease: boolean
  hasDate: boolean
  passages: HydratedPassage[]
}

const maxDocuments = 4
const maxWords = 200
/** Titles of documents that tell what changed. */
const releaseTitle =
  /\b(?:releases?|release[- ]?notes|change ?logs?|changes|versions?|version history|what['’]?s new|updates?|neuerungen|änderungen|versionshinweise|nouveautés|notes de version|novedades)\b/i

/**
 * Returns what the notes tell about the version that the question asks for; none if they tell about others only. Undefined if
 * it asks for something else, or the notes tell about no versions.
 */
export async function composeRelease(
  question: string,
  {
    passages,
    readDocument,
  }: {
    passages: readonly HydratedPassage[]
    readDocument: (passage: HydratedPassage) => Promise<HydratedPassage[]>
  },
): Promise<AnswerUnit[] | undefined> {
  const asked = askedRelease(question)
  if (asked === undefined || asked.wants === 'origin') return undefined
  const documents = passages.filter(
    (passage, index) =>
      releaseOf(passage) !== undefined &&
      passages.findIndex(({ documentKey }) => documentKey === passage.documentKey) === index,
  )
  let hasReleases = false
  for (const passage of documentsFirst(documents, passages, asked)) {
    const releases = readReleases(await readDocument(passage))
    const release = chooseRelease(releases, asked)
    if (release) return composeSection(release, asked)
    hasReleases ||= releases.length > 0
  }
  const name = typeof asked.which === 'object' ? asked.which.join('.') : undefined
  const isNamed = name !== undefined && passages.some(({ body }) => body.includes(name))
  return hasReleases && !isNamed ? [] : undefined
}

/** Puts the heading of the version before units if the question asks with which version something came. */
export function withRelease(question: string, units: readonly AnswerUnit[]): AnswerUnit[] {
  const first = units[0]
  const heading = first && askedRelease(question)?.wants === 'origin' ? releaseOf(first.passage) : undefined
  return first && heading !== undefined ? [headingUnit(heading, first.passage, first), ...units] : [...units]
}

/** Returns one passage of each document, those that tell about the asked version first; of pages for one version each, the latest. */
function documentsFirst(
  documents: readonly HydratedPassage[],
  passages: readonly HydratedPassage[],
  asked: AskedRelease,
): HydratedPassage[] {
  const series = documents[0] && seriesOf(documents[0])
  if (asked.which === 'latest' && series !== undefined) {
    const versionOf = ({ document }: HydratedPassage) => readReleaseHeading(document.title)!.version
    return documents
      .filter((passage) => seriesOf(passage) === series)
      .sort((a, b) => compareVersions(versionOf(b), versionOf(a)))
      .slice(0, maxDocuments)
  }
  const tellsIt = ({ documentKey }: HydratedPassage) =>
    passages.some((passage) => {
      const heading = passage.documentKey === documentKey ? releaseOf(passage) : undefined
      return heading !== undefined && isAsked(readReleaseHeading(heading)!.version, asked)
    })
  return [...documents.filter(tellsIt), ...documents.filter((passage) => !tellsIt(passage))].slice(0, maxDocuments)
}

/** Returns the title of a page for one version without its numbers; undefined for other pages. */
function seriesOf(passage: HydratedPassage): string | undefined {
  const { title } = passage.document
  const isPage = releaseOf(passage) === title && readReleaseHeading(title)!.version.length > 0
  return isPage ? title.replace(/\d.*$/, '').toLowerCase() : undefined
}

/** Returns the heading, or the title, that names the version which a passage tells about. */
function releaseOf({ heading, document }: HydratedPassage): string | undefined {
  const path = [document.title, ...splitHeadingPath(heading)]
  const isAboutReleases = path.some((title) => releaseTitle.test(title))
  return path.find((title) => {
    const release = readReleaseHeading(title)
    return release !== undefined && (release.isMarked || isAboutReleases)
  })
}

/** Returns the versions of a document in its order. */
function readReleases(passages: readonly HydratedPassage[]): Release[] {
  const releases = new Map<string, Release>()
  for (const passage of passages) {
    const heading = releaseOf(passage)
    if (heading === undefined) continue
    const { version, isPreRelease, hasDate } = readReleaseHeading(heading)!
    const release = releases.get(heading) ?? { heading, version, isPreRelease, hasDate, passages: [] }
    release.passages.push(passage)
    releases.set(heading, release)
  }
  return [...releases.values()]
}

function chooseRelease(releases: readonly Release[], { which, wants }: AskedRelease): Release | undefined {
  const isDated = ({ hasDate }: Release) => wants !== 'name' || which === 'latest' || hasDate
  if (which === 'next') return releases.find(({ version }) => version.length === 0)
  const released = releases.filter(({ version }) => version.length > 0)
  const newestFirst = [...released].sort((a, b) => compareVersions(b.version, a.version))
  if (which === 'latest') return newestFirst.find(({ isPreRelease }) => !isPreRelease) ?? newestFirst[0]
  const exact = released.find(({ version }) => which !== undefined && compareVersions(version, which) === 0)
  return exact ?? newestFirst.find((release) => isAsked(release.version, { which }) && isDated(release))
}

/** Tells whether a version is the asked one, or one of those that it sums up: 2.3.1 for 2.3. */
function isAsked(version: readonly number[], { which }: Pick<AskedRelease, 'which'>): boolean {
  if (which === undefined || typeof which === 'string') return false
  return version.length > 0 && which.every((part, at) => part === (version[at] ?? 0))
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  const at = [0, 1, 2, 3].find((index) => (a[index] ?? 0) !== (b[index] ?? 0))
  return at === undefined ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

/** Words of the headings, labels and items that tell a kind of changes. */
const kindWords: Record<ChangeKind, RegExp> = {
  added: /^(?:added|adds?|new|features?|introduc\p{L}*|neu\p{L}*|hinzugefügt|ajout\p{L}*|nouve\p{L}*)\b/iu,
  fixed: /^(?:fix\p{L}*|bug ?fix\p{L}*|resolved|behoben|fehler\p{L}*|corr\p{L}*)\b/iu,
  removed: /^(?:remov\p{L}*|dropp?\p{L}*|deprecat\p{L}*|entfernt|veraltet|supprim\p{L}*)\b/iu,
  changed: /^(?:chang\p{L}*|improv\p{L}*|geändert|modifi\p{L}*)\b/iu,
  security: /^(?:security|sicherheit\p{L}*|sécurité)\b/iu,
}

/** Returns the section of a version, of a long one its beginning, below its heading; of asked changes only their kind. */
function composeSection(release: Release, asked: AskedRelease): AnswerUnit[] {
  const { heading, passages } = release
  const first = passages[0]!
  if (asked.wants === 'name') return [{ ...unitOf(heading, first, 0, 0), kind: 'sentence' }]
  const parts = passages.flatMap((passage) => readParts(passage, heading))
  const { kind } = asked
  const ofKind = kind === undefined ? parts : parts.filter((part) => isOfKind(part, kind))
  const units: AnswerUnit[] = []
  let words = 0
  let title = ''
  for (const part of ofKind) {
    words += part.unit.words
    if (words > maxWords) {
      units.push({ ...part.unit, kind: 'item', text: '- …', above: [] })
      break
    }
    if (part.title !== '' && part.title !== title) units.push(headingUnit(part.title, part.unit.passage, part.unit))
    title = part.title
    units.push(part.unit)
  }
  return units.length === 0 ? [] : [headingUnit(heading, first, units[0]!), ...units]
}

interface Part {
  unit: AnswerUnit
  /** The heading or label above it, within the section of its version. */
  title: string
}

/** Returns what a passage says with the headings and labels above it. */
function readParts(passage: HydratedPassage, heading: string): Part[] {
  const path = splitHeadingPath(passage.heading)
  const below = path.slice(path.indexOf(heading) + 1)
  let title = path.includes(heading) ? (below.at(-1) ?? '') : ''
  const parts: Part[] = []
  for (const unit of sectionUnits([passage], 0)) {
    if (unit.kind === 'label') title = unit.text
    else parts.push({ unit, title })
  }
  return parts
}

function isOfKind({ unit, title }: Part, kind: ChangeKind): boolean {
  const text = unit.text.replace(/^\s*(?:[-*•]|\d+\.)\s+/, '')
  const hasKind = Object.values(kindWords).some((words) => words.test(title))
  return kindWords[kind].test(hasKind ? title : text)
}

function headingUnit(text: string, passage: HydratedPassage, { rank, position }: AnswerUnit): AnswerUnit {
  return { ...unitOf(text.replace(/[[\]]/g, ''), passage, rank, 0), kind: 'heading', position: position - 0.5 }
}
