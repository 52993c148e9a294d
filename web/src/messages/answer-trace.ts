import { defineMessages } from './define-messages.ts'

/** Texts of the latest answers and of how each was found. */
export const traceText = defineMessages('answer-trace', {
  open: 'How this was found',
  title: 'How this answer was found',
  alsoSearched: 'Also searched for',
  plan: 'Plan of the report',
  searched: 'Searched: {search}',
  found: 'Passages found',
  citedCount: 'Cited',
  searchTime: 'Search time',
  totalTime: 'Total time',
  milliseconds: '{value} ms',
  topPassages: 'Top passages',
  noPassages: 'There are no passages you can see.',
  score: 'Score {value}',
  similarity: 'similarity {value}',
  answers: 'answers {value}',
  changedSince: 'The document has changed since then.',
  hidden:
    '{count|one: # more passage is in a document that you can’t see or that was deleted.|other: # more passages are in documents that you can’t see or that were deleted.}',
  unnamedModel: 'the language model',
  written: 'Written by {model}. Each sentence was checked against the passages it cites.',
  quoted: 'Quoted from the notes.',
  quotedAfterFailure: 'Quoted from the notes because {model} failed.',
  quotedUnsupported: 'Quoted from the notes because they support nothing that {model} wrote.',
  nothingFound: 'No answer: nothing was found.',
  notAnswered: 'No answer: the passages found don’t answer the question.',
  dropped:
    '{count|one: # sentence was dropped because no passage supports it.|other: # sentences were dropped because no passage supports them.}',
  latest: 'Latest answers',
  allAnswers: 'All answers',
  noAnswers: 'No answers yet',
  noAnswersHint: 'When people ask questions, you can see here how each answer was found.',
  answered: '{outcome}, {time}',
  answeredThroughApi: '{outcome}, via API, {time}',
})

/** What happened to a passage that was found. */
export const passageFateText = defineMessages('passage-fates', {
  cited: 'Cited',
  read: 'Read, not used',
  superseded: 'Skipped: a newer version replaces this document',
  'not-read': 'Skipped: ranked too low',
})

export const sectionOutcomeText = defineMessages('section-outcomes', {
  written: 'written',
  'nothing-found': 'nothing found',
  failed: 'not finished',
  'not-reached': 'not reached',
})

export const answerModeText = defineMessages('answer-modes', {
  written: 'Written',
  quoted: 'Quoted',
  refused: 'No answer',
})
