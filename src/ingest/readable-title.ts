import { cleanText } from './clean-text.ts'
import { decodeEntities } from './html-entities.ts'
import { removeLeftoverMarkup } from './leftover-markup.ts'

/** Returns a title as people read it: without escapes, entities, emphasis and tags for formatting. */
export function readableTitle(title: string): string {
  const text = cleanText(title)
  if (!/[\\*_`&<{[:~]/.test(text)) return text
  const bare = text
    .replace(/<br\b[^<>]*>/gi, ' ')
    .replace(/<\/?(?:a|b|code|em|font|h[1-6]|i|kbd|mark|p|s|small|span|strong|sub|sup|u)\b[^<>]*>/gi, '')
  return removeLeftoverMarkup(
    decodeEntities(bare)
      .replace(/(`{1,9})([^`]+)\1/g, '$2')
      // The title of a task that is done stays the name of its note.
      .replace(/~~([^~\n]{1,500})~~/g, '$1')
      .replace(/(?<!\s)\s*\{(?::|#)[^{}]{0,200}\}\s*$/, ''),
  )
}
