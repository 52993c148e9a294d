import { countWords } from '../../ingest/count-words.ts'
import { withoutEndMark } from '../../ingest/sentence-end.ts'
import { questionLine } from './question-line.ts'

/** Words for what is laid down about a topic; they are seldom in the text that lays it down. */
const rules = '(?:polic(?:y|ies)|rules?|guidelines?|guidance|regulations?|arrangements?)'
const courtesy = "(?:please |(?:can|could) you (?:please )?|i(?: need|['’]d like|['’]m looking for| want) )?"
const determiner = "(?:(?:the|our|your|my|an?|any|company|company['’]s) )*"
const isThere = "(?:what(?:['’]s| is| are)|do we have|is there|are there|where (?:is|are|can i find)|show me) "

/** What people write around a topic when they want to know what there is to know about it. */
const requests = [
  new RegExp(`^${courtesy}(?:${isThere})?${determiner}(?<topic>\\S.*? ${rules})$`, 'i'),
  new RegExp(
    `^${courtesy}(?:${isThere})?${determiner}(?<topic>${rules} (?:on|for|about|around|regarding|concerning|of) .+)$`,
    'i',
  ),
  new RegExp(
    `^${courtesy}(?:(?:tell me|to know|to learn|know|learn)(?: more| everything| all)?|what (?:do|should|must) (?:i|we|you) (?:say|know|need to know)|what(?:['’]s| is) there to know|(?:(?:where (?:do|can) (?:i|we) |to )?(?:find|get|read) )?(?:some |more |any )?info(?:rmation)?) (?:about|on) ${determiner}(?<topic>.+)$`,
    'i',
  ),
  new RegExp(
    `^${courtesy}(?:know )?what (?:(?:was|were|has been|have been|got) |(?:did|have|has) (?:we|they|you|the team|everyone|everybody) )(?:said|decide[ds]?|agree[ds]?(?: on)?|discuss(?:ed)?|plan(?:ned)?|settled?|concluded?) (?:about|on|regarding|concerning|for|with) ${determiner}(?<topic>.+)$`,
    'i',
  ),
  new RegExp(
    `^${courtesy}(?:explain|describe|summari[sz]e|(?:give me )?an? (?:overview|summary) of) (?:to me )?${determiner}(?<topic>.+)$`,
    'i',
  ),
  new RegExp(
    `^(?:${courtesy}(?:explain|describe|tell me|show me|know) )?how (?:(?:does|do) )?${determiner}(?<topic>.+?) works?(?: here)?$`,
    'i',
  ),
]
/** A topic is named, not asked for or pointed to. */
const noTopic =
  /\b(?:how|what|which|when|where|who|whom|whose|why|whether|if|is|are|was|were|am|do|does|did|can|could|may|might|must|should|shall|will|would|has|have|had|i|we|you|it|this|that|these|those|they|them)\b/i
const maxTopicWords = 5
const maxLength = 200

/**
 * Returns the topic of a question that asks about it as a whole: "rules for remote work" of "What are the rules for remote
 * work?". Undefined if the question asks for something about its topic.
 */
export function askedTopic(question: string): string | undefined {
  if (question.length > maxLength) return undefined
  const text = questionLine(question)
  return [...requests.map((request) => request.exec(text)?.groups?.topic ?? ''), text].find(isTopic)
}

function isTopic(text: string): boolean {
  return countWords(text) <= maxTopicWords && !noTopic.test(text) && /\p{L}/u.test(text)
}

const rulesAtEnd = new RegExp(` ${rules}$`, 'i')
const rulesAtStart = new RegExp(`^${rules} \\S+ ${determiner}`, 'i')

/** Returns the topic without the words for what is laid down about it. */
export function withoutRules(topic: string): string {
  return topic.replace(rulesAtStart, '').replace(rulesAtEnd, '')
}

/** How one comes to use something: what follows is the thing. */
const useRequest = new RegExp(
  `^${courtesy}how (?:do|can|could|should|to) (?:(?:i|we|you|one) )?(?:(?:access|activate|configure|enable|install|join|open|order|reach|request|start|use|set up|apply for|connect (?:to|with)|get(?: access to| into| onto| on| to)?|log ?in ?to|log on to|sign in to|sign up for) )${determiner}(?<topic>.+)$`,
  'i',
)

/** Returns the thing that a question wants to use: "vpn" of "How do I connect to the VPN?". */
export function topicToUse(question: string): string | undefined {
  if (question.length > maxLength) return undefined
  const topic = useRequest.exec(questionLine(question))?.groups?.topic
  return topic !== undefined && isTopic(topic) ? topic : undefined
}

const partRequests = [
  new RegExp(`^${courtesy}(?:what|which) (?:are|were) (?:(?:all|known|main|current) )*${determiner}(?<part>.+)$`, 'i'),
  new RegExp(`^${courtesy}which (?<part>.+?) (?:are there|do we have|exist)(?<rest> .+)?$`, 'i'),
  new RegExp(`^${courtesy}(?:list|show me|name) (?:all )?${determiner}(?<part>.+)$`, 'i'),
  /^welche (?<part>.+?) gibt es(?<rest> .+)?$/i,
  /^was sind (?:(?:die|unsere) )?(?<part>.+)$/i,
  /^quel(?:le)?s sont (?:(?:les|nos) )?(?<part>.+)$/i,
]
const ofTopic = /^(?<part>.+?) (?:of|for|in|on|with|at|von|für|bei|im|de|du|des|pour) (?<topic>.+)$/i

/** Returns what a question for all things of a kind names: "risks" and "Kestrel" of "What are the risks of Kestrel?". */
export function askedPart(question: string): { part: string; topic: string } | undefined {
  if (question.length > maxLength) return undefined
  const text = withoutEndMark(question.trim())
  const { part = '', rest = '' } = partRequests.map((request) => request.exec(text)?.groups).find(Boolean) ?? {}
  const named = ofTopic.exec(`${part}${rest}`)?.groups
  const found = {
    part: named?.part ?? part,
    topic: (named?.topic ?? '').replace(/^(?:the|our|der|die|das|dem|la|le|les) /i, ''),
  }
  return isTopic(found.part) && (found.topic === '' || isTopic(found.topic)) ? found : undefined
}
