import { withoutEndMark } from '../../ingest/sentence-end.ts'
/** What a question is about, without the question. */
export interface Topic {
  text: string
  /** It can take the place of "it": "the learning budget", not "ask for a holiday". */
  isNoun: boolean
}

const questionWord =
  /^(?:(?:under|in|on|at|for|to|from|by|with|until|since|above|below) )?(?:how(?: (?:many|much|long|often|old|far|big|large|heavy|high|soon|late|early|fast|quickly|do you))?|what(?:['’]s)?|which|when|where|who(?:['’]s)?|whom|whose|why)\s+/i
const copula = 'is|are|was|were|am'
const auxiliary = `${copula}|do|does|did|can|could|may|might|must|should|shall|will|would|has|have|had`
/** What is asked for, the auxiliary, and a subject that says nothing: "vacation days do I", "is", "does it". */
const predicateStart = new RegExp(
  `^((?:\\S+ ){0,4}?)(${auxiliary})\\s+((?:i|you|we|one|it|there|people|someone|somebody)\\s+)?`,
  'i',
)
const verbChain = /^(?:(?:have|need|want|get|cost|take|has|needs|takes|costs)\s+to\s+)+/i
const finalVerb = / (?:take|cost|last|be|get|need|have|mean|work|happen|run|start|begin|end|open|close)$/i

/** "The Turing Way" of "The Turing Way available": what follows is what was asked about it. */
const leadingName =
  /^(?:[Tt]he )?[\p{Lu}\p{N}][\p{L}\p{N}.'’-]*(?: (?:of |at |for |in |and )?[\p{Lu}\p{N}][\p{L}\p{N}.'’-]*)*(?= (?:\p{L}+ed|\p{L}+[ai]ble|valid|free|open|closed)\b|$)/u

/** Returns the topic of a question by removing its interrogative frame. */
export function topicPhrase(question: string): Topic {
  const text = withoutEndMark(question).replace(/[?？]\s+/gu, ', ')
  // A topic that was taken over from an earlier question.
  const inParentheses = /\(([^()]+)\)$/.exec(text)?.[1]
  if (inParentheses) return { text: inParentheses, isNoun: /^(?:the|a|an|my|our|your)\s/i.test(inParentheses) }
  const rest = text.replace(questionWord, '')
  const start = predicateStart.exec(rest)
  // "Who approves a purchase": the verb follows the question word.
  if (!start) return { text: rest === '' ? text : rest, isNoun: false }
  const [frame, asked = '', verb = '', subject] = start
  const predicate = rest.slice(frame.length).replace(verbChain, '')
  const withoutVerb = predicate.replace(finalVerb, '')
  const isCopula = new RegExp(`^(?:${copula})$`, 'i').test(verb)
  const name = isCopula && !subject ? leadingName.exec(predicate)?.[0] : undefined
  if (name !== undefined) return { text: name, isNoun: true }
  // "vacation days do I get in Kobe": what is asked for is part of the topic.
  if (asked !== '') return { text: rest, isNoun: false }
  const isNoun = !subject && !/,/.test(predicate) && (isCopula || withoutVerb !== predicate)
  return { text: withoutVerb || text, isNoun }
}
