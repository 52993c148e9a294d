import { separateMessages } from '../../ingest/message-heads.ts'
import { textToHtml } from '../text/text-to-html.ts'
import type { Mail, MailBody } from './mail.ts'
import { splitHtmlQuotes } from './split-html-quotes.ts'
import { splitTextQuotes } from './split-text-quotes.ts'

/**
 * Chooses between the plain and the HTML body: HTML if it has lists, headings, data tables or struck out words, which
 * plain text flattens; otherwise plain text, which has less markup around it. A forwarded message is no quote: it is why
 * the mail was sent.
 */
export function chooseBody({ subject, text, html }: Mail): MailBody {
  const isForward = forwardSubject.test(subject)
  if (html.trim() !== '' && (text.trim() === '' || structure.test(html))) {
    if (isForward) return { pieces: [{ kind: 'own', html }], ownText: text }
    return splitHtmlQuotes(html)
  }
  const lines = text.replace(/\r\n?/g, '\n')
  const pieces = isForward ? [{ kind: 'own' as const, text: lines }] : splitTextQuotes(lines)
  return {
    pieces: pieces.map((piece) =>
      piece.kind === 'own' ? { kind: 'own', html: textToHtml(separateMessages(piece.text)) } : piece,
    ),
    ownText: pieces.flatMap((piece) => (piece.kind === 'own' ? [piece.text] : [])).join('\n'),
  }
}

const structure = new RegExp(
  [
    '<(?:ul|ol|h[1-6]|pre|th|s|del|strike)\\b',
    '<table\\b[^>]*(?:\\bborder=["\']?[1-9]|MsoTableGrid)',
    // Outlook draws the lines of a table by the style of its cells.
    '<td\\b[^>]{0,500}\\bborder(?:-\\w+)?:[^;>]{0,60}\\bsolid',
    '\\bline-through\\b',
  ].join('|'),
  'i',
)
const forwardSubject = /^\s*(?:fwd?|wg|tr|rv|i|doorst|vs|vb|enc)\s*:/i
