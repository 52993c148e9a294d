import { parseJson } from '../../parse-json.ts'

/** Deeper objects are no answer to a question for a list. */
const maxDepth = 8

/**
 * Returns the objects and lists of strings in a model's text that hold no further ones, in their order. They can be
 * in a code fence or between remarks, have commas after the last entry, or be cut off after some of the objects.
 */
export function readJsonParts(text: string): unknown[] {
  const parts: unknown[] = []
  /** Where brackets are open; undefined: one within them was read already. */
  const open: (number | undefined)[] = []
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!
    if (sign === '"' && open.length > 0) at = endOfString(text, at)
    else if (sign === '{' || sign === '[') {
      open.push(at)
      if (open.length > maxDepth) return parts
    } else if ((sign === '}' || sign === ']') && open.length > 0) {
      const start = open.pop()
      const part = start === undefined ? undefined : parse(text.slice(start, at + 1))
      if (part === undefined) continue
      parts.push(part)
      open.fill(undefined)
    }
  }
  return parts
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}

/** Commas before a closing bracket, and strings, which can contain such a comma. */
const lastComma = /"(?:[^"\\]|\\.)*"|,(?=\s{0,40}[}\]])/gs

/** Returns the value, unless it is no JSON or neither an object nor a list of strings. */
function parse(text: string): unknown {
  const value = parseJson(text.replace(lastComma, (found) => (found === ',' ? '' : found)))
  const isList = Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'string')
  return isList || !Array.isArray(value) ? value : undefined
}
