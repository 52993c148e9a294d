import { detectLanguage } from '../../ingest/language-detection.ts'
import type { Embedder } from '../../models/embedder.ts'

/** In letters that the model knows, but in another language: names, loan words and word pieces still help. */
const foreignLanguageSupport = 0.85

/** How well an embedding model reads a text, 0 to 1. A script that it was not taught it spells letter by letter. */
export function estimateLanguageSupport({ language }: Pick<Embedder, 'language'>, text: string): number {
  if (language === undefined || detectLanguage(text) === language) return 1
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  return letters === 0 ? 1 : (foreignLanguageSupport * latin) / letters
}
