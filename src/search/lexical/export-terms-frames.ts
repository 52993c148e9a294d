import { createAudienceIdLookup } from '../sync/audience-ids.ts'
import type { SearchableIndex } from './max-score-search.ts'
import { passagePageSize } from './passage-store.ts'
import { packPostingLists } from './posting-list-packer.ts'
import { encodePosting, fieldsPerList, maxTermFrequency, postingPassageId } from './posting-lists.ts'
import { encodeTerms } from './restored-terms.ts'
import { postingListOf } from './term-dictionary.ts'
import type { PassagesFrame, TermsFrame } from './terms-frame.ts'

/** Terms and lists per frame. Exporting a frame takes some milliseconds, in which no search runs. */
const listsPerFrame = 32_768

/**
 * Yields everything for an image. The index can change between two frames: passages that are added meanwhile are left
 * out. Only live passages and their terms are exported, so nothing of a document that was deleted before is left.
 */
export function* exportTermsFrames(organizations: ReadonlyMap<string, SearchableIndex>): Generator<TermsFrame> {
  for (const [organizationId, index] of organizations) {
    const live = snapshotLive(index)
    if (live.passageIds.length === 0) continue
    for (const part of [exportTerms, exportPassages, exportPostings])
      for (const frame of part(live)) yield { organizationId, ...frame }
  }
}

type OrganizationFrame = TermsFrame extends infer Frame
  ? Frame extends unknown
    ? Omit<Frame, 'organizationId'>
    : never
  : never

/** The passages and terms of an index at one time. */
interface LiveParts {
  /** With the parts of that time: a compaction replaces them. */
  index: SearchableIndex
  passageIds: Int32Array
  lists: Uint32Array
  /** By the id in the index: the one in the image, or -1. Ids keep their order, as posting lists need it. */
  newPassageIds: Int32Array
  newLists: Int32Array
}

function snapshotLive(index: SearchableIndex): LiveParts {
  const { audiences } = index.passages.columns()
  const frequencies = index.documentFrequency.values
  const passages = renumber(index.passages.size, (id) => audiences[id] !== 0)
  const lists = renumber(index.dictionary.size, (list) => (frequencies[list] ?? 0) > 0)
  return {
    index: { ...index },
    passageIds: Int32Array.from(passages.kept),
    lists: Uint32Array.from(lists.kept),
    newPassageIds: passages.renumbered,
    newLists: lists.renumbered,
  }
}

function renumber(count: number, isKept: (number: number) => boolean): { kept: number[]; renumbered: Int32Array } {
  const kept: number[] = []
  const renumbered = new Int32Array(count).fill(-1)
  for (let number = 0; number < count; number++) if (isKept(number)) renumbered[number] = kept.push(number) - 1
  return { kept, renumbered }
}

function* exportTerms({ index, passageIds, lists }: LiveParts): Generator<OrganizationFrame> {
  for (let from = 0; from < lists.length || from === 0; from += listsPerFrame) {
    const terms = Array.from(lists.subarray(from, from + listsPerFrame), (list) => index.dictionary.termAt(list))
    yield { kind: 'terms', passageCount: passageIds.length, terms: encodeTerms(terms) }
  }
}

/** Yields pages that are filled as the passage store fills them. */
function* exportPassages({ index, passageIds, newLists }: LiveParts): Generator<PassagesFrame> {
  const { passages } = index
  const audienceIdOf = createAudienceIdLookup(index.audiences)
  for (let from = 0; from < passageIds.length; ) {
    let end = from
    let termCount = 0
    for (; end < passageIds.length; end++) {
      const length = passages.columns().lengths[passageIds[end] as number] as number
      if (end > from && termCount + length > passagePageSize) break
      termCount += length
    }
    const ids = passageIds.subarray(from, end)
    const { audiences, lengths } = passages.columns()
    const page = new Uint32Array(termCount)
    let at = 0
    for (const id of ids)
      for (const termId of passages.termsAt(id))
        page[at++] = (newLists[postingListOf(termId)] as number) * 2 + (termId & 1)
    yield {
      kind: 'passages',
      keys: Float64Array.from(ids, (id) => passages.keyAt(id)),
      documentKeys: Float64Array.from(ids, (id) => passages.documentAt(id)),
      ordinals: Int32Array.from(ids, (id) => passages.ordinalAt(id)),
      audienceIds: Float64Array.from(ids, (id) => audienceIdOf(audiences[id] as number)),
      lengths: Int32Array.from(ids, (id) => lengths[id] as number),
      page,
    }
    from = end
  }
}

function* exportPostings(live: LiveParts): Generator<OrganizationFrame> {
  const table = new Uint32Array(live.lists.length * fieldsPerList)
  const documentFrequency = new Uint32Array(live.lists.length)
  for (const page of packPostingLists(livePostings(live, documentFrequency), table)) yield { kind: 'postings', page }
  for (let from = 0; from < live.lists.length; from += listsPerFrame)
    yield {
      kind: 'lists',
      firstList: from,
      table: table.subarray(from * fieldsPerList, (from + listsPerFrame) * fieldsPerList),
      documentFrequency: documentFrequency.subarray(from, from + listsPerFrame),
    }
}

/** Yields the postings of each list, in an array that the next list reuses, and records their numbers. */
function* livePostings(
  { index: { postings }, lists, passageIds, newPassageIds }: LiveParts,
  documentFrequency: Uint32Array,
): Generator<Uint32Array> {
  const kept = new Uint32Array(passageIds.length)
  for (const [at, list] of lists.entries()) {
    let count = 0
    const cursor = postings.openCursor(list)
    do {
      for (let at = cursor.at; at < cursor.end; at++) {
        const posting = cursor.page[at] as number
        const passageId = newPassageIds[postingPassageId(posting)] ?? -1
        if (passageId >= 0) kept[count++] = encodePosting(passageId, posting & maxTermFrequency)
      }
    } while (postings.nextBlock(cursor))
    documentFrequency[at] = count
    yield kept.subarray(0, count)
  }
}
