import { diceSimilarity } from '../set-similarity.ts'
import type { EvidenceUnit } from './evidence.ts'

const negationPattern =
  /(?<!\p{L})(?:not|no|never|none|neither|nor|nobody|nothing|cannot|without|false|untrue|nicht|kein\p{L}*|nie|ohne|pas|jamais|aucun\p{L}*|sans|nunca|não|nem|sem|non|mai|senza|niet|geen|nooit|değil|không)(?!\p{L})|\p{L}n['’]t(?!\p{L})|(?<!\p{L})(?:не|нет|никогда|без)(?!\p{L})|(?:不|没|沒|無|ない|ません|않|없|ไม่|नहीं|لا|ليس|لم|لن)/giu
/** Negate nothing of what follows. */
const idioms =
  /\b(?:not only|not just|not necessarily|no (?:later|earlier|more|less|fewer|longer) than|no matter|whether or not|or not|if not|not yet)\b/gi

/** How similar a unit must be to be a wording of the same claim. */
const minSimilarity = 0.7

/**
 * Tells whether the unit that says nearly the same is negated and the statement is not, or the other way round. Units that
 * are less similar say something else.
 */
export function contradictsByNegation(
  statement: string,
  terms: ReadonlySet<string>,
  units: readonly EvidenceUnit[],
): boolean {
  const similar = units
    .map((unit) => ({ unit, similarity: diceSimilarity(terms, unit.terms) }))
    .filter(({ similarity }) => similarity >= minSimilarity)
    .sort((a, b) => b.similarity - a.similarity)
  const [nearest] = similar
  return nearest !== undefined && isNegated(nearest.unit.text) !== isNegated(statement)
}

export function isNegated(text: string): boolean {
  // "No, you can't": the answer word repeats what the sentence says.
  const claim = text.replace(/^\s*(?:no|yes)\b[,.:;–-]\s*/i, '').replace(idioms, '')
  return (claim.match(negationPattern) ?? []).length % 2 === 1
}
