import { Parser } from 'htmlparser2'
import { htmlBody } from '../inner-files.ts'
import { announcesForward } from './forward-marker.ts'
import type { BodyPiece, MailBody } from './mail.ts'

/** Separates what mail programs mark as quoted from what the sender wrote. */
export function splitHtmlQuotes(document: string): MailBody {
  const html = htmlBody(document)
  const pieces: BodyPiece[] = []
  let ownText = ''
  let quote = ''
  /** Elements open inside the quote. */
  let quoteDepth = 0
  let quoteStart = 0
  let ownStart = 0
  let restIsQuoted = false
  const endQuote = (end: number) => {
    const text = quote.trim()
    quote = ''
    if (announcesForward(text.slice(0, text.indexOf('\n')))) {
      ownText += text
      return
    }
    pieces.push({ kind: 'own', html: html.slice(ownStart, quoteStart) }, { kind: 'quote', text })
    ownStart = end
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (quoteDepth === 0) {
        const kind = quoteKind(name, attributes)
        if (kind === undefined) return
        quoteStart = parser.startIndex
        restIsQuoted = kind === 'rest'
      }
      quoteDepth++
    },
    ontext(text) {
      if (quoteDepth === 0) ownText += text
      else quote += text
    },
    onclosetag(name) {
      const separator = inlineTags.has(name) ? '' : '\n'
      if (quoteDepth === 0) ownText += separator
      else {
        quote += separator
        if (--quoteDepth > 0) return
        // What follows the header of the original message is that message.
        if (restIsQuoted) quoteDepth = Number.MAX_SAFE_INTEGER / 2
        else endQuote(parser.endIndex + 1)
      }
    },
  })
  parser.end(html)
  if (quoteDepth > 0) endQuote(html.length)
  pieces.push({ kind: 'own', html: html.slice(ownStart) })
  return { pieces: pieces.filter((piece) => (piece.kind === 'own' ? piece.html : piece.text).trim() !== ''), ownText }
}

/** How an element is quoted: alone, or with everything after it. */
function quoteKind(name: string, { type, class: classes = '', id = '' }: Record<string, string>) {
  if (id === 'divRplyFwdMsg' || id === 'appendonsend') return 'rest'
  if (name === 'blockquote' && (type === 'cite' || /gmail_quote/.test(classes))) return 'alone'
  return /\b(?:gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote)\b/.test(classes) ? 'alone' : undefined
}

const inlineTags = new Set(['a', 'b', 'i', 'em', 'strong', 'span', 'font', 'u', 'code', 'sub', 'sup', 'o:p'])
