import type { FindSupport } from './generative-answer.ts'
import type { PromptPassage } from './prompt.ts'
import { findSupportingPassages } from './verification.ts'

/** Judges statements by the words, figures and names that they share with the passages. */
export function supportByWords(passages: readonly PromptPassage[], language: string): FindSupport {
  const background = passages.map((passage) => passage.body).join('\n')
  return async (statement, cited) => findSupportingPassages(statement, cited, { language, background })
}
