import { splitHeadingPath } from '../../content/indexing/heading-path.ts'
import { plainWords } from '../../ingest/plain-words.ts'
import type { HydratedPassage } from '../../search/hydrate-passages.ts'
import type { PromptPassage } from './prompt.ts'

/** A passage of the prompt, and the stored passages that it consists of, in reading order. */
export interface NumberedPassage extends PromptPassage {
  parts: HydratedPassage[]
}

const maxPromptPassages = 16
/** About 4,000 tokens: sixteen passages of the usual length. */
const maxPromptCharacters = 16_000

/**
 * Selects the passages of a prompt, best first, up to a number and a length; a long one that doesn't fit is left out, a later
 * short one can take its place. Neighbours within a document become one passage, in reading order, where the best of them
 * ranks. Repeated text is left out: search folds it between documents, not within one.
 */
export function selectPromptPassages(passages: readonly HydratedPassage[]): NumberedPassage[] {
  const chosen: HydratedPassage[] = []
  const texts = new Set<string>()
  let length = 0
  for (const passage of passages) {
    if (chosen.length >= maxPromptPassages) break
    const text = plainWords(passage.body).join(' ')
    if (texts.has(text) || (chosen.length > 0 && length + passage.body.length > maxPromptCharacters)) continue
    chosen.push(passage)
    texts.add(text)
    length += passage.body.length
  }
  return joinNeighbours(chosen)
}

function joinNeighbours(passages: readonly HydratedPassage[]): NumberedPassage[] {
  const groups: HydratedPassage[][] = []
  for (const passage of passages) {
    const isBeside = (group: readonly HydratedPassage[]) =>
      group.some((one) => one.documentKey === passage.documentKey && Math.abs(one.ordinal - passage.ordinal) === 1)
    const [first, ...others] = groups.filter(isBeside)
    if (!first) groups.push([passage])
    else {
      // It can close the gap between two groups.
      first.push(passage, ...others.flat())
      for (const other of others) groups.splice(groups.indexOf(other), 1)
    }
  }
  return groups.map((group) => presentGroup(group.sort((a, b) => a.ordinal - b.ordinal)))
}

function presentGroup(parts: HydratedPassage[]): NumberedPassage {
  const first = parts[0]!
  const bodies = parts.map((part, index) => {
    const isNewSection = index > 0 && part.heading !== parts[index - 1]!.heading && part.heading !== ''
    return isNewSection ? `${splitHeadingPath(part.heading).join(' › ')}\n${part.body}` : part.body
  })
  return { heading: first.heading, body: bodies.join('\n\n'), document: first.document, parts }
}
