import { detectLanguage } from '../../ingest/language-detection.ts'
import type { Embedder } from '../../models/embedder.ts'

/** For another language in Latin script: names, loan words and word pieces still help. */
const foreignLanguageSupport = 0.85

/** Estimates how well an embedding model understands a text, 0 to 1. It splits unknown scripts into single letters. */
export function estimateLanguageSupport({ language }: Pick<Embedder, 'language'>, text: string): number {
  if (language === undefined || detectLanguage(text) === language) return 1
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  return letters === 0 ? 1 : (foreignLanguageSupport * latin) / letters
}
