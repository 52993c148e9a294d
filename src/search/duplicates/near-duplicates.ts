import { analyze } from '../../ingest/analyze.ts'
import { analyzeSentences } from '../../ingest/analyze-sentences.ts'
import { isStem } from '../../ingest/prefix-mark.ts'
import type { HydratedPassage } from '../hydrate-passages.ts'
import {
  type ComparedWord,
  comparedWords,
  sentenceWords,
  tokenize,
  tokenKey,
  tokenKind,
  type WordKind,
} from './compared-words.ts'
import { diffWords, type Hunk } from './diff-words.ts'

export interface Question {
  terms: readonly string[]
  /** Inverse document frequencies. */
  weights: ReadonlyMap<string, number>
}

export type NearDuplicateCheck = (a: HydratedPassage, b: HydratedPassage) => boolean

/** Words that differ, relative to the longer text: enough for a line that says who wrote a copy and when. */
const maxChangedShare = 0.15
/** Words that can be added to a sentence without changing what it says. */
const maxAddedWords = 2
/** A shorter text says too little without its title. */
const minWordsWithoutTitle = 20
/** A sentence bears on the question if it comes this close to the one that matches best. */
const bearing = { coverageRatio: 0.5, similarityMargin: 0.1 }

/**
 * Returns a check that tells whether two passages say the same to a question, so that showing one of them is enough.
 * Their texts are equal but for small edits. A figure or a negation never differs. What bears on the question differs by
 * added or dropped words at most. A name, a date or a record number can differ elsewhere, once, under the same title:
 * who wrote a copy and when. Otherwise the texts come from one template and are about different things.
 */
export function createNearDuplicateCheck(question: Question): NearDuplicateCheck {
  const profiles = new Map<number, Profile>()
  const profileOf = (passage: HydratedPassage): Profile => {
    const profile = profiles.get(passage.chunkKey) ?? createProfile(passage)
    profiles.set(passage.chunkKey, profile)
    return profile
  }
  return (a, b) => {
    const [profileA, profileB] = [profileOf(a), profileOf(b)]
    if (!haveSimilarCounts(profileA, profileB)) return false
    const haveSameTitle = profileA.titleKey === profileB.titleKey
    if (!haveSameTitle && Math.min(profileA.keys.length, profileB.keys.length) < minWordsWithoutTitle) return false
    if (namesDistinctly(question, profileA, profileB)) return false
    if (profileA.keys.join(' ') === profileB.keys.join(' ')) return true
    const hunks = diffWords(wordsOf(a), wordsOf(b))
    if (countChanges(hunks) > maxChanges(profileA, profileB)) return false
    if (changedWords(hunks).some(({ kind }) => kind === 'figure' || kind === 'negation')) return false
    const names = changedWords(hunks).filter(({ kind }) => kind === 'name')
    if (names.length > 0 && (!haveSameTitle || areSubjects(names, hunks, profileA, profileB))) return false
    const changes = hunks.filter(changesMeaning)
    if (changes.length === 0) return true
    const bearingA = bearingSentences(question, a)
    const bearingB = bearingSentences(question, b)
    return !changes.some(
      ({ removed, added }) =>
        removed.some(({ sentence }) => bearingA.has(sentence)) || added.some(({ sentence }) => bearingB.has(sentence)),
    )
  }
}

/** What the comparison needs of a passage; its words with their sentences only if another passage comes close. */
interface Profile {
  keys: readonly string[]
  /** The kinds of a word's occurrences, in their order. */
  kinds: ReadonlyMap<string, readonly WordKind[]>
  /** Title without copy marks and numbers. */
  titleKey: string
  /** Words of title, headings and path. */
  context: readonly ComparedWord[]
  language: string
}

function createProfile({ body, heading, document }: HydratedPassage): Profile {
  const { language } = document
  const tokens = tokenize(body)
  const keys = tokens.map(tokenKey)
  const kinds = new Map<string, WordKind[]>()
  for (const [index, key] of keys.entries()) {
    const kind = tokenKind(tokens, index, language)
    const known = kinds.get(key)
    if (known) known.push(kind)
    else kinds.set(key, [kind])
  }
  const title = sentenceWords(document.title, language)
  return {
    keys,
    kinds,
    titleKey: title
      .filter(({ key, kind }) => kind !== 'function' && !/\d/.test(key) && !copyMarks.has(key))
      .map(({ key }) => key)
      .join(' '),
    context: [...title, ...[heading, ...document.path].flatMap((part) => sentenceWords(part, language))],
    language,
  }
}

function wordsOf({ body, document }: HydratedPassage): ComparedWord[] {
  return comparedWords(body, document.language)
}

const copyMarks: ReadonlySet<string> = new Set(['copy', 'duplicate', 'kopie', 'copie', 'copia', 'cópia'])

function maxChanges(a: Profile, b: Profile): number {
  return Math.floor(maxChangedShare * Math.max(a.keys.length, b.keys.length))
}

/** Compares the words without their order: cheap, and most templated texts differ in a figure. */
function haveSimilarCounts(a: Profile, b: Profile): boolean {
  const max = maxChanges(a, b)
  return countMissing(a, b, max) <= max && countMissing(b, a, max) <= max
}

/** Returns how many words with a meaning of `a` are missing in `b`, counted to just above `max`; infinity if one is a figure. */
function countMissing(a: Profile, b: Profile, max: number): number {
  let missing = 0
  for (const [key, kinds] of a.kinds) {
    for (let index = b.kinds.get(key)?.length ?? 0; index < kinds.length; index++) {
      const kind = kinds[index]
      if (kind === 'figure' || kind === 'negation') return Number.POSITIVE_INFINITY
      if (kind !== 'function') missing += 1
    }
    if (missing > max) break
  }
  return missing
}

/** Tells whether the question names one of the documents: a word that the other does not contain. */
function namesDistinctly({ terms }: Question, a: Profile, b: Profile): boolean {
  const asked = new Set(terms)
  const isNamed = (named: Profile, other: Profile) =>
    named.context.some(
      ({ key, kind }) =>
        (kind === 'name' || kind === 'figure') &&
        !other.kinds.has(key) &&
        !other.context.some((word) => word.key === key) &&
        analyze(key, named.language).some((term) => isStem(term) && asked.has(term)),
    )
  return isNamed(a, b) || isNamed(b, a)
}

/** Tells whether the changed names are what the texts are about: they change throughout, or stand above the text. */
function areSubjects(names: readonly ComparedWord[], hunks: readonly Hunk<ComparedWord>[], a: Profile, b: Profile) {
  const keys = new Set(names.map(({ key }) => key))
  const changesThroughout = [...keys].some(
    (key) => hunks.filter((hunk) => changedWords([hunk]).some((word) => word.key === key)).length > 1,
  )
  return changesThroughout || [...a.context, ...b.context].some(({ key }) => keys.has(key))
}

function changedWords(hunks: readonly Hunk<ComparedWord>[]): ComparedWord[] {
  return hunks.flatMap(({ removed, added }) => [...removed, ...added])
}

function countChanges(hunks: readonly Hunk<ComparedWord>[]): number {
  return hunks.reduce((sum, { removed, added }) => sum + Math.max(countContent(removed), countContent(added)), 0)
}

function countContent(words: readonly ComparedWord[]): number {
  return words.filter(({ kind }) => kind !== 'function').length
}

/** Tells whether a hunk says something else: a name differs, one word stands for another, or several are added. */
function changesMeaning(hunk: Hunk<ComparedWord>): boolean {
  const words = changedWords([hunk])
  return (
    words.some(({ kind }) => kind === 'name') ||
    (hunk.removed.length > 0 && hunk.added.length > 0) ||
    countContent(words) > maxAddedWords
  )
}

/** Returns the positions of the sentences that match the question about as well as the best; all if none matches. */
function bearingSentences({ terms, weights }: Question, passage: HydratedPassage): Set<number> {
  const sentences = analyzeSentences(passage.body, passage.document.language)
  const stems = [...new Set(terms)].filter(isStem)
  const coverages = sentences.map((sentence) =>
    stems.reduce((sum, stem) => sum + (sentence.terms.has(stem) ? (weights.get(stem) ?? 0) : 0), 0),
  )
  const similarities =
    passage.sentenceSimilarities?.length === sentences.length ? passage.sentenceSimilarities : undefined
  const bestCoverage = Math.max(...coverages, 0)
  const minCoverage = bearing.coverageRatio * bestCoverage
  const minSimilarity = Math.max(...(similarities ?? [])) - bearing.similarityMargin
  const bears = (position: number) =>
    (bestCoverage > 0 && (coverages[position] ?? 0) >= minCoverage) ||
    (similarities ? (similarities[position] ?? 0) >= minSimilarity : bestCoverage === 0)
  return new Set([...sentences.keys()].filter(bears))
}
