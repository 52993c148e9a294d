import type { PassageText } from './embedder.ts'
import type { TokenPiece, WordpieceTokenizer } from './wordpiece-tokenizer.ts'

/** A word piece of a passage's sentences. */
export interface SentencePiece extends TokenPiece {
  sentence: number
}

/** A question and a passage as the model takes them: `[CLS] question [SEP] context sentences [SEP]`. */
export interface ReaderInput {
  ids: number[]
  /** Index in `ids` of the passage's context. */
  passageStart: number
  /** Index in `ids` of the first piece of the sentences. */
  bodyStart: number
  /** The sentences' pieces that fit, in the order of `ids`. */
  pieces: SentencePiece[]
}

// The limits that the models were trained with.
export const maxQuestionPieces = 48
export const maxStatementPieces = 72
const maxContextPieces = 44
const maxPassagePieces = 236
const classToken = 101
const separatorToken = 102

export function buildReaderInput(
  tokenizer: Pick<WordpieceTokenizer, 'encodePieces'>,
  question: string,
  passage: PassageText,
  maxPieces = maxQuestionPieces,
): ReaderInput {
  const questionIds = tokenizer.encodePieces(question, maxPieces).map(({ id }) => id)
  const contextIds = tokenizer.encodePieces(passage.context, maxContextPieces).map(({ id }) => id)
  const pieces: SentencePiece[] = []
  for (const [sentence, text] of passage.sentences.entries()) {
    const room = maxPassagePieces - contextIds.length - pieces.length
    if (room <= 0) break
    for (const piece of tokenizer.encodePieces(text, room)) pieces.push({ ...piece, sentence })
  }
  const passageStart = questionIds.length + 2
  return {
    ids: [classToken, ...questionIds, separatorToken, ...contextIds, ...pieces.map(({ id }) => id), separatorToken],
    passageStart,
    bodyStart: passageStart + contextIds.length,
    pieces,
  }
}
