import { questionLine } from './question-line.ts'

/** What a question asks of the minutes of a meeting; `about` is what it names besides: a topic, or the meeting. */
export interface MinutesQuestion {
  asksFor: 'decision' | 'tasks' | 'absentees' | 'next'
  about: string
}

const tasks = '(?:action (?:items|points)|actions|tasks|to[- ]?dos?|todos|follow-ups|next steps)'
const open = '(?:open|outstanding|pending|unfinished|left|due)'

const patterns: Record<MinutesQuestion['asksFor'], RegExp[]> = {
  decision: [
    /^what (?:(?:was|were|has been|have been|got) |(?:did|have|has) (?:we|they|you|the team|everyone|everybody) )(?:decide[ds]?|agree[ds]?(?: on)?|settled?|concluded?|resolved?) (?:about|on|regarding|concerning|for|with) (?<about>.+)$/i,
    /^(?:(?:what (?:is|was|were)|what['’]s) the )?decisions? (?:about|on|regarding|concerning) (?<about>.+)$/i,
  ],
  tasks: [
    new RegExp(`^(?:which|what) ${tasks} (?:are|were|is) (?:there|(?:still |currently )?${open})(?<about>.*)$`, 'i'),
    new RegExp(`^what are (?:the |our )?(?:${open} )?${tasks}(?<about>.*)$`, 'i'),
    new RegExp(`^(?:list |show me )?(?:all )?(?:the |our )?${open} ${tasks}(?<about>.*)$`, 'i'),
    new RegExp(`^(?:the )?${tasks}(?<about> (?:from|of|after) .+)$`, 'i'),
    new RegExp(`^what(?:['’]s| is)(?: still)? ${open}(?<about> (?:from|after|since) .+)$`, 'i'),
  ],
  absentees: [
    /^who (?:was|were|is|has been) (?:absent|missing|excused|away|not (?:there|present))(?<about>.*)$/i,
    /^who (?:missed|(?:didn['’]?t|did not) (?:attend|come to)|(?:couldn['’]?t|could not) (?:attend|come to)|sent apologies)(?<about>.*)$/i,
  ],
  next: [
    /^(?:when|where)(?:['’]s| is| do we have| will) (?:the |our )?next (?<about>(?:.+ )?(?:meeting|weekly))(?: be)?$/i,
  ],
}

/** Returns what a question asks of minutes; undefined for other questions. */
export function readMinutesQuestion(question: string): MinutesQuestion | undefined {
  const text = questionLine(question, maxLength)
  for (const asksFor of ['decision', 'tasks', 'absentees', 'next'] as const) {
    const found = patterns[asksFor].map((pattern) => pattern.exec(text)?.groups).find(Boolean)
    if (found) return { asksFor, about: (found.about ?? '').trim() }
  }
  return undefined
}

const maxLength = 200
