import { isFunctionWord } from '../../ingest/function-words.ts'
import { plainWords } from '../../ingest/plain-words.ts'
import type { HydratedPassage } from '../../search/hydrate-passages.ts'
import { passageText } from './generative-answer.ts'
import { figuresOf } from './uncited-text.ts'

/**
 * Returns the keys of the documents that are not cited, but that the names, figures and addresses of text without a citation
 * come from: headings, lead-ins, sentences about what the notes don't say. Later readers of the answer must see these
 * documents, too.
 */
export function findUncitedDocuments(
  uncited: readonly string[],
  {
    question,
    passages,
    citedChunks,
    language,
  }: {
    question: string
    /** What the model has read, best first. */
    passages: readonly HydratedPassage[]
    citedChunks: ReadonlySet<number>
    language: string
  },
): number[] {
  const cited = new Set(
    passages.filter(({ chunkKey }) => citedChunks.has(chunkKey)).map(({ documentKey }) => documentKey),
  )
  const isCited = ({ documentKey }: HydratedPassage) => cited.has(documentKey)
  const known = [question, ...passages.filter(isCited).map(passageText)].join('\n')
  const others = passages.filter((passage) => !isCited(passage))
  const text = uncited.join('\n')
  const sourcesOf = (read: (text: string) => readonly string[], readKnown = read): number[] => {
    const knownTokens = new Set(readKnown(known))
    const unknown = new Set(read(text).filter((token) => !knownTokens.has(token)))
    if (unknown.size === 0) return []
    const found = others.map((passage) => ({ passage, tokens: new Set(read(passageText(passage))) }))
    return [...unknown].flatMap((token) => found.find(({ tokens }) => tokens.has(token))?.passage.documentKey ?? [])
  }
  // A sentence can begin with any word: it is no name if it is known in lower case.
  const names = sourcesOf((one) => namesOf(one, language), plainWords)
  return [...new Set([...sourcesOf(figuresOf), ...sourcesOf(addressesOf), ...names])]
}

function addressesOf(text: string): string[] {
  return text
    .split(/\s+/)
    .filter((word) => /@|:\/\/|www\./.test(word))
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, ''))
}

/** Returns the words that begin with a capital letter, in lower case. */
function namesOf(text: string, language: string): string[] {
  return [...text.matchAll(/\p{Lu}[\p{L}\p{M}\p{N}]*/gu)]
    .map(([name]) => name.toLowerCase())
    .filter((name) => !isFunctionWord(name, language))
}
