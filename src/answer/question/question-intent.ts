import { asksInOtherLanguage, asksWhetherInOtherLanguage } from './intents-of-languages.ts'
import { classifyQuestion } from './question-type.ts'

/** Tells whether the question asks for steps: the answer is a whole list. */
export function asksHow(question: string): boolean {
  if (isTask(question) || asksInOtherLanguage('how', question)) return true
  return /\bhow (?:do|does|did|can|could|should|would|to|might|must|is|are|am)\b|\bsteps?\b|\bprocess (?:for|of|to)\b|\bprocedure\b|\bwalk me through\b|\bwhat (?:do|should|must) (?:i|we|you) do\b|\b(?:now what|what (?:now|next))\W*$|^how\b(?! (?:many|much|long|often|old|far|big|high|large|soon|late|early|fast|quickly))/i.test(
    question,
  )
}

/** Tells whether the question names a task without asking, as in a search box: "reset my password". */
function isTask(question: string): boolean {
  // The second group are nouns as well: "report the loss", but "report template".
  return /^(?:(?:add|apply|cancel|configure|connect|create|delete|disable|edit|enable|install|invite|join|open|register|remove|renew|replace|reset|restore|set|sign|submit|turn|uninstall|upgrade)\b|(?:book|change|claim|download|export|import|order|report|request|return|schedule|share|switch|update|upload) (?:an?|the|my|our|your|off|on|out|up)\b)(?!.*\?)/i.test(
    question,
  )
}

/** Tells whether the question asks for code: "Which command…", "Show me an example". */
export function asksForCode(question: string): boolean {
  return codeWords.test(question)
}

const codeWords =
  /\b(?:commands?|snippets?|code|scripts?|syntax|quer(?:y|ies)|examples?|config(?:uration)?s?|settings? files?|befehle?|beispiele?|skripte?|commandes?|exemples?|comandos?|ejemplos?)\b|コマンド/i

/** Tells whether the question asks for one figure, date or person: also "Which extension do I dial?", not "Which forms…". */
export function asksForOneThing(question: string): boolean {
  if (asksHow(question) || /\bwho (?:are|all)\b/i.test(question)) return false
  return (
    classifyQuestion(withoutCase(question)) !== 'other' || /\bwhich \w+(?<!s) (?:do|does|did|is|was)\b/i.test(question)
  )
}

/** Tells whether two things are asked: "Who do I tell, and what does a new one cost?" */
export function asksTwoThings(question: string): boolean {
  return twoQuestions.test(question)
}

const twoQuestions =
  /[?？]\s+\S[^?？]*[?？]|\s(?:and|und|et|y)\s+(?:(?:for|at|by|from|in|on|to|with)\s+)?(?:who|whom|whose|what|when|where|which|how|why|wer|was|wann|wo|welche\p{L}*|wie|warum|qui|quand|où|quel\p{L}*|comment|combien|pourquoi|quién|qué|cuándo|dónde|cuál\p{L}*|cómo|cuánto\p{L}*)(?!\p{L})/iu

/** Removes "when" after another question word: "What should I look at when I start?" doesn't ask for a time. */
function withoutCase(question: string): string {
  return question.replace(/[^?.]+/g, (clause) => {
    const start = clause.search(otherQuestionWord)
    return start < 0 ? clause : clause.slice(0, start) + clause.slice(start).replace(/\bwhen\b/gi, '')
  })
}

const otherQuestionWord = /\b(?:what|which|can|could|may|must|should|do|does|is|are) /i

/** Returns what a follow-up asks: of "How many days in Kobe? And in Leipzig?", the second question. */
export function lastQuestion(question: string): string {
  return (
    question
      .split(/(?<=[?？])\s*/)
      .filter((part) => part !== '')
      .at(-1) ?? question
  )
}

/** Tells whether the question asks for yes or no: "Can I…", "Do we…"; also after what it tells first. */
export function asksWhether(question: string): boolean {
  const clause = lastQuestion(question)
    .split(/[.,;:]\s+/)
    .at(-1)!
    .trim()
  if (asksWhetherInOtherLanguage(lastQuestion(question))) return true
  return whetherQuestion.test(clause) && !politeRequest.test(clause)
}

/** "Can you tell me how…": the question follows. */
const politeRequest =
  /^\w+ (?:you|anyone|anybody|someone|somebody) (?:please )?(?:tell|explain|list|give|show|point|recommend|suggest|help|describe|share|send|know|remember)\b/i
const whetherQuestion =
  /^(?:and |but |so |or )?(?:do|does|did|is|are|was|were|am|can|could|may|might|must|shall|should|will|would|has|have|had|(?:is|are|do|does|did|can|could|should|would|has|have|wo)n['’]t|darf|dürfen|kann|können|muss|müssen|soll|sollen|gibt es|ist|sind|habe|haben|hat|wird|werden|est-ce que?|puis-je|peut-on|dois-je|doit-on|y a-t-il|\p{L}+-(?:t-(?:il|elle|on)|ils?|elles?|je|nous|vous)|¿?(?:puedo|podemos|puede|debo|hay|es|está|tengo|tenemos))(?!\p{L})/iu

/** Tells whether the question asks for a course of events: "What happens if I fall ill?" */
export function asksWhatHappens(question: string): boolean {
  if (asksInOtherLanguage('whatHappens', question)) return true
  return /\bwhat (?:happens|will happen|would happen) (?:if|when|in|on|at|during|after|before|to|with)\b/i.test(
    question,
  )
}

/** Tells whether the question asks what to do in a case: "What do I do if the alarm rings?", "… , what now?" */
export function asksWhatToDo(question: string): boolean {
  if (asksInOtherLanguage('whatToDo', question)) return true
  return /\bwhat (?:(?:do|should|must|can|shall) (?:i|we|you|one) do|(?:is|has|needs) to be done|to do)\b|\b(?:now what|what (?:now|next))\W*$|\bhow (?:do|should|must) (?:i|we|you) (?:react|respond|behave|act)\b/i.test(
    question,
  )
}

export function asksWhy(question: string): boolean {
  if (asksInOtherLanguage('why', question)) return true
  return /\bwhy\b|\bwhat(?:'s|’s| is| are) the (?:reason|point|purpose)|\bhow come\b/i.test(question)
}

/** Tells whether the question asks for several things: the answer can be a whole list. */
export function asksForSeveral(question: string): boolean {
  return (
    asksHow(question) ||
    asksInOtherLanguage('several', question) ||
    /\bwhat (?:are|were|all|kinds?|types?|sorts?|things|options|ways|steps|rules|criteria|items|documents|tools|info(?:rmation)?|benefits|requirements|responsibilities|else)\b|\bwhat(?:'s|’s| is| gets| goes)? (?:included|covered|required|needed|in|on)\b|\bwhich (?:\w+ ){0,3}\w+s\b|\blist\b|\bwho (?:are|all)\b|\bexamples?\b|\bchecklist\b|\bwhat (?:should|do|does|can|must|needs?)\b/i.test(
      question,
    )
  )
}

/** Tells whether the question asks for all things of a kind: "What are the limits of…", "ways to…". One of them is no answer. */
export function asksForAll(question: string): boolean {
  if (asksInOtherLanguage('all', question)) return true
  return /\bwhat (?:are|were) (?:the|all|our|your|my|their|some)\b|\bwhich (?:\w+ ){0,2}\w+s (?:are|do|does|can|should|must|did|have|has)\b|\b(?:ways|reasons|requirements|limits|limitations|options|examples|types|kinds|criteria|conditions|rules|advantages|benefits) (?:to|of|for|in|that|when)\b|\b(?:requirements|limits|limitations|options|examples|criteria|benefits)\W*$/i.test(
    question,
  )
}

/** Tells whether the question asks how things differ: the answer is about each of them. */
export function asksForDifference(question: string): boolean {
  if (asksInOtherLanguage('difference', question)) return true
  return /\bcompar(?:e|ed|ison)\b|\bversus\b|\bvs\b|\bdiffer\w*|\bthe same (?:\w+ )?(?:as|for)\b/i.test(question)
}

/** Tells whether the question compares things: the answer is more than one row of a table. */
export function asksToCompare(question: string): boolean {
  if (asksInOtherLanguage('compare', question)) return true
  return /\bcompar\w*|\bversus\b|\bvs\b|\bdiffer\w*|\ball (?:\w+ )?(?:sites?|offices?|locations?|countries|plans?|levels?|teams?|types?|of them)\b|\b(?:each|every) \w+|\b(?:most|least|highest|lowest|longest|shortest|more|less|fewer|better|cheaper|bigger|larger) (?:\w+ ){0,4}than\b|\bwhich \w+ (?:has|have|gets?|is|are) the \w+est\b|\bthe (?:most|least|highest|lowest|longest|shortest|biggest|largest|cheapest)\b/i.test(
    question,
  )
}

/** Tells whether the question asks for what has the highest or lowest figure. */
export function asksForExtreme(question: string): boolean {
  return extremeOf(question) !== undefined
}

/** Returns which end the question asks for. "At least" asks for a bound, and "most of the" for a share. */
export function extremeOf(question: string): 'max' | 'min' | undefined {
  const isHighest =
    asksInOtherLanguage('max', question) ||
    /\b(?:most|highest|largest|biggest|longest|greatest|heaviest|oldest)\b/i.test(question)
  const isLowest =
    asksInOtherLanguage('min', question) ||
    /\b(?:least|fewest|lowest|smallest|shortest|cheapest|lightest|youngest)\b/i.test(question)
  if (isHighest === isLowest || /\bat (?:the )?(?:least|most)\b|\bmost (?:of|people|common)\b/i.test(question))
    return undefined
  return isHighest ? 'max' : 'min'
}
