/**
 * What one report can take. A report asks the model at most 2 + 6 × 3 + 1 = 21 times and searches at most 6 + 12 = 18
 * times. It reads at most 19 prompts of about 4,000 tokens, and writes at most 11,000 tokens.
 */
export const reportLimits = {
  /** With one section it would be an ordinary answer; more than six are a book that nobody verifies by eye. */
  sections: { min: 2, max: 6 },
  title: 100,
  question: 300,
  plan: { tokens: 700, characters: 4000, timeoutMs: 20_000 },
  /** Of the search for a section's question; a prompt takes 16, so that some of further searches fit in. */
  sectionPassages: 12,
  /** Further searches for a section: what follows from a search is mostly found by one more, rarely by two. */
  rounds: 2,
  searchesPerRound: 2,
  furtherSearches: 12,
  searchStep: { tokens: 200, timeoutMs: 20_000 },
  section: { tokens: 900, characters: 12_000 },
  summary: { tokens: 300, characters: 2500, sentences: 4 },
  /** A second failure is rarely the last one. */
  modelFailures: 2,
  /** Six sections at 20 tokens a second take about four minutes. */
  timeoutMs: 5 * 60_000,
}
