/** What is known of a model from its earlier texts. */
export interface ModelHabits {
  /** It spends tokens on reasoning, so that a limit for the answer alone would leave no answer. */
  isReasoning: boolean
  /** Its template begins the reasoning, so that only the end of it is in the text. */
  startsWithReasoning: boolean
}

/** Guesses the habits by the names that reasoning models have: "deepseek-r1:8b", "QwQ-32B", "qwen3-4b-thinking". */
export function habitsOf(model: string): ModelHabits {
  return { isReasoning: false, startsWithReasoning: /(?:\b|_)(?:r1|qwq|thinking)(?:\b|_)/i.test(model) }
}

/** Where the answer of gpt-oss begins, also where it doesn't reason. */
const finalChannel = '<|channel|>final<|message|>'
/** Around reasoning that a server leaves in the text. */
const reasoningTags: readonly (readonly [start: string, end: string])[] = [
  ...['think', 'thinking', 'thought', 'reasoning', 'seed:think'].map((tag) => [`<${tag}>`, `</${tag}>`] as const),
  ['[THINK]', '[/THINK]'],
  ['<|channel|>analysis<|message|>', finalChannel],
]
/** Tokens of a chat template before an answer. */
const startTokens = ['<|im_start|>assistant', '<|start|>assistant', '<|assistant|>']
/** Tokens of a chat template after an answer: what follows is no part of it. */
const endTokens = [
  '<|im_end|>',
  '<|eot_id|>',
  '<|eom_id|>',
  '<|end_of_text|>',
  '<|endoftext|>',
  '<|end|>',
  '<|return|>',
  '<|im_start|>',
  '<|start_header_id|>',
  '<|user|>',
  '<end_of_turn>',
  '<start_of_turn>',
  '<｜end▁of▁sentence｜>',
  '[/INST]',
  '</s>',
]

type TokenKind = 'reasoning' | 'reasoning-end' | 'start' | 'end'

const kinds = new Map<string, TokenKind>([
  ...endTokens.map((token) => [token, 'end'] as const),
  ...reasoningTags.flatMap(([start, end]) => [[start, 'reasoning'] as const, [end, 'reasoning-end'] as const]),
  ...startTokens.map((token) => [token, 'start'] as const),
])
// The longer of two tokens that begin alike comes first.
const tokens = [...kinds.keys()].sort((a, b) => b.length - a.length)
const tokenPattern = new RegExp(tokens.map((token) => token.replace(/[|[\]/]/g, '\\$&')).join('|'))
const maxTokenLength = Math.max(...tokens.map(({ length }) => length))
/** Of a line, so much shows what a token in it stands for. */
const maxLineLength = 500

/**
 * Returns what a model writes for its reader: without reasoning and without tokens of its chat template, which local servers
 * leave in the text. Notes the habits that show.
 */
export function createModelText(habits: ModelHabits) {
  let buffer = ''
  let isReasoning = false
  let hasEnded = false
  /** Text of a model that may have begun with reasoning: it counts once its end shows that it is none. */
  let held: string | undefined = habits.startsWithReasoning ? '' : undefined
  /** The end of the text so far, within its last line. */
  let line = ''

  function emit(text: string): string {
    line = `${line}${text}`.slice(-maxLineLength)
    line = line.slice(line.lastIndexOf('\n') + 1)
    if (held === undefined) return text
    held += text
    return ''
  }

  /** Reads the buffer up to the first token, and takes the token. */
  function readToken(token: string, before: string, after: string): string {
    const kind = kinds.get(token)!
    buffer = after
    if (isReasoning) {
      if (kind === 'reasoning-end') leaveReasoning()
      return ''
    }
    const isOnOwnLine = `${line}${before}`.split('\n').at(-1)!.trim() === ''
    if (kind === 'reasoning' && isOnOwnLine) {
      isReasoning = true
      habits.isReasoning = true
      // It opens its reasoning itself.
      habits.startsWithReasoning = false
      const text = (held ?? '') + before
      held = undefined
      return emit(text)
    }
    if (kind === 'reasoning-end' && !isQuoted(token, `${line}${before}`, after)) {
      habits.startsWithReasoning = token !== finalChannel
      habits.isReasoning = true
      const text = emit(before)
      leaveReasoning()
      return text
    }
    if (kind === 'start' && isOnOwnLine) return emit(before)
    if (kind === 'end' && !isQuoted(token, `${line}${before}`, after)) {
      hasEnded = true
      return emit(before)
    }
    return emit(before + token)
  }

  function leaveReasoning(): void {
    isReasoning = false
    held = undefined
    line = ''
  }

  function read(isLast: boolean): string {
    let text = ''
    while (!hasEnded) {
      const match = tokenPattern.exec(buffer)
      if (!match) break
      const end = match.index + match[0].length
      // What follows shows whether it is another token, or quoted.
      const canGoOn = end === buffer.length || incompleteTokenStart(buffer) <= match.index
      if (!isLast && kinds.get(match[0]) === 'end' && canGoOn) return text
      text += readToken(match[0], buffer.slice(0, match.index), buffer.slice(end))
    }
    const rest = hasEnded ? 0 : isLast ? buffer.length : incompleteTokenStart(buffer)
    const before = buffer.slice(0, rest)
    buffer = buffer.slice(rest)
    return isReasoning || hasEnded ? text : text + emit(before)
  }

  return {
    /** Takes a further part of the stream and returns the text that is certain. */
    push(delta: string): string {
      if (hasEnded) return ''
      buffer += delta
      return read(false)
    },
    /** Returns the rest. `isTruncated`: the model's tokens were used up, so that what may be reasoning is. */
    end(isTruncated: boolean): string {
      const text = read(true)
      if (held === undefined) return text
      if (!isTruncated) habits.startsWithReasoning = false
      return isTruncated ? text : text + held
    },
  }
}

/** Returns where a token begins that is not complete, or the length. */
function incompleteTokenStart(text: string): number {
  for (let at = Math.max(0, text.length - maxTokenLength); at < text.length; at += 1) {
    if (text[at] !== '<' && text[at] !== '[') continue
    const rest = text.slice(at)
    if (tokens.some((token) => token.startsWith(rest))) return at
  }
  return text.length
}

/** Tells whether an answer is about the token, or strikes words out. */
function isQuoted(token: string, before: string, after: string): boolean {
  return /["'`“‘«]$/.test(before) || /^["'`”’»]/.test(after) || (token === '</s>' && before.includes('<s>'))
}
