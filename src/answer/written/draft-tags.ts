import { outsideCode } from './outside-code.ts'

const breakTag = /(?<!\s)(?<=([\p{L}\p{N}%€]?))\s*<br\s*\/?>\s*/giu
const blockTag = /<\/?(?:answer|div|li|ol|p|response|ul)(?:\s+[\w-]+=[^<>]*)?>/gi
const inlineTag = /<\/?(?:b|em|i|mark|small|span|strong|u)(?:\s+[\w-]+=[^<>]*)?>/gi

/** Removes the tags of form; `separator` stands after a word before a break. */
export function withoutFormTags(text: string, separator = ''): string {
  return outsideCode(text, (part) =>
    part
      .replace(breakTag, (_, before: string) => `${before && separator} `)
      .replace(blockTag, ' ')
      .replace(inlineTag, ''),
  )
}

const unsafeTagPattern =
  /<\/?(?:a|area|audio|base|embed|form|iframe|img|input|link|meta|object|script|source|style|svg|video)\b[^>]*>?/gi

/** Removes tags that load or link to something, except in code: a document could have made the model write them. */
export function withoutUnsafeTags(text: string): string {
  return outsideCode(text, (part) => part.replace(unsafeTagPattern, ''))
}
