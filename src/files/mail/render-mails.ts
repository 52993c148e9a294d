import { separateMessages } from '../../ingest/message-heads.ts'
import { type FileText, type ReadContext, type SkippedPart, UnreadableFileError } from '../file-text.ts'
import { escapeHtml } from '../html-writer.ts'
import { readInnerFiles } from '../inner-files.ts'
import { textToHtml } from '../text/text-to-html.ts'
import type { Mail, MailBody } from './mail.ts'
import { chooseBody } from './mail-body.ts'
import { QuoteIndex } from './quote-index.ts'

/** Returns messages as one document: subject, people and date, own words, quoted words in short, attachments. */
export async function renderMails(mails: Mail[], context: ReadContext): Promise<FileText> {
  const bodies = mails.map(chooseBody)
  const ownWords = new QuoteIndex()
  for (const { ownText } of bodies) ownWords.add(ownText)

  const sections: string[] = []
  const skipped: SkippedPart[] = []
  let length = 0
  for (const [index, mail] of mails.entries()) {
    const section = renderMail(mail, bodies[index] as MailBody, ownWords)
    const inner = await readInnerFiles(mail.attachments, context, {
      headingLevel: 2,
      lengthBefore: length + section.length,
    })
    sections.push(`<section>${[section, ...inner.sections].join('\n')}</section>`)
    skipped.push(...inner.skipped)
    length += sections.at(-1)?.length ?? 0
    if (length > context.limits.textLength) {
      sections.pop()
      skipped.push({ name: `messages after message ${index}`, reason: 'too-large' })
      break
    }
  }
  if (sections.length === 0) throw new UnreadableFileError(mails.length === 0 ? 'damaged' : 'too-large')
  const [first] = mails as [Mail]
  const newest = mails.reduce<Date | undefined>(
    (date, { sentAt }) => (sentAt && !(date && date > sentAt) ? sentAt : date),
    undefined,
  )
  return {
    type: 'html',
    content: sections.join('\n'),
    skipped,
    ...(mails.length === 1 && first.subject && { title: first.subject }),
    ...(newest && { updatedAt: newest }),
  }
}

function renderMail({ subject, from, to, cc, sentAt }: Mail, { pieces }: MailBody, ownWords: QuoteIndex): string {
  const lines = [
    from && `From: ${from}`,
    to && `To: ${to}`,
    cc && `Cc: ${cc}`,
    sentAt && `Date: ${dateFormat.format(sentAt)} UTC`,
  ].filter((line): line is string => Boolean(line))
  return [
    subject && `<h1>${escapeHtml(subject)}</h1>`,
    lines.length > 0 && `<p>${lines.map(escapeHtml).join('<br>')}</p>`,
    ...pieces.map((piece) => (piece.kind === 'own' ? piece.html : renderQuote(piece.text, ownWords))),
  ]
    .filter(Boolean)
    .join('\n')
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

const maxQuoteLength = 800

/** Leaves a quote out if the quoted message is in the same file; otherwise keeps enough to know what is answered. */
function renderQuote(text: string, ownWords: QuoteIndex): string {
  if (ownWords.contains(text)) return ''
  const short = text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength).replace(/\s+\S*$/, '')} […]` : text
  return `<blockquote>${textToHtml(separateMessages(short))}</blockquote>`
}
