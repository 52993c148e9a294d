import { mailTime } from './message-times.ts'

/** The lines of a chat or mail that say who wrote a message, and when. */
export interface MessageHead {
  /** "Ann Lee (12.03.24, 10:32):" */
  head: string
  /** The beginning of the message, where it stands in the same line. */
  text: string
  /** How many lines it takes. */
  length: number
}

/** The fields at the beginning of a mail, as programs write them when it is forwarded or copied. */
const fieldNames = {
  from: 'From|Von|De|Da|Van',
  time: 'Date|Sent|Datum|Gesendet|Envoyé|Enviado|Enviado el|Fecha',
  other: 'To|Cc|Bcc|Subject|Reply-To|An|Betreff|À|Objet|Para|Asunto',
}
const fromField = new RegExp(`^[ \\t]*\\*{0,2}(?:${fieldNames.from}) ?:\\*{0,2}[ \\t]+(?<value>\\S.*)$`, 'u')
const field = new RegExp(
  `^[ \\t]*\\*{0,2}(?<name>(?<time>${fieldNames.time})|${fieldNames.other}) ?:\\*{0,2}[ \\t]+(?<value>\\S.*)$`,
  'u',
)
const time = new RegExp(`^${mailTime}$`, 'iu')

const maxFields = 8
const maxSenderLength = 200
const maxNameLength = 60

export function hasMailHead(source: string): boolean {
  return new RegExp(fromField, 'mu').test(source)
}

/**
 * Reads the fields of a mail that begin at a line: "From: Ann Lee", "Date: 17 February", "Subject: Move". Without a sender and a
 * date in lines of their own they are text.
 */
export function readMailHead(lines: readonly (string | undefined)[], at: number): MessageHead | undefined {
  const sender = fromField.exec(lines[at] ?? '')?.groups?.value
  if (sender === undefined || sender.length > maxSenderLength) return undefined
  const fields = readFields(lines, at + 1)
  const sent = fields.find(({ isTime }) => isTime)?.value.trim()
  const name = sender.replace(/[<(](\S+@\S+?)[>)]/, '$1').trim()
  if (sent === undefined || !time.test(sent) || name.length > maxNameLength || /[():]/.test(name)) return undefined
  const others = fields.filter(({ isTime }) => !isTime).map(({ label, value }) => `${label}: ${value.trim()}`)
  return { head: `${name} (${sent}):`, text: others.join(', '), length: 1 + fields.length }
}

function readFields(lines: readonly (string | undefined)[], from: number) {
  const fields: { label: string; value: string; isTime: boolean }[] = []
  for (const line of lines.slice(from, from + maxFields)) {
    const { name, time: timeName, value } = field.exec(line ?? '')?.groups ?? {}
    if (name === undefined || value === undefined) break
    fields.push({ label: name, value, isTime: timeName !== undefined })
  }
  return fields
}
