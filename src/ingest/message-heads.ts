import { hasMailHead, type MessageHead, readMailHead } from './mail-heads.ts'
import { clock, datedTime, mailTime } from './message-times.ts'

const someTime = `(?:${datedTime}|${clock})`
const namePart = String.raw`\p{L}[\p{L}\p{M}\p{N}.'’_-]*`
const anyName = `${namePart}(?: (?:${namePart}|\\([^()]{1,30}\\))){0,4}`
/** A name whose words begin with a capital letter. */
const properName = String.raw`\p{Lu}[\p{L}\p{M}.'’-]*(?: (?:\p{Lu}[\p{L}\p{M}.'’-]*|de|da|del|van|von|der|den|la|le|\([^()]{1,30}\))){0,4}`
const edited = String.raw`(?:,? \(?(?:edited|bearbeitet|modifié|editado)\)?)?`

const forms = [
  // WhatsApp, Teams: [12.03.24, 10:32] Ann: We move.
  String.raw`\[(?<time>${someTime})\]\s+(?<name>~?\s?${anyName}|<${namePart}>|\+\d[\d ]+)(?:(?:\s?:|(?<=>))(?:\s+(?<text>\S.*))?)?`,
  String.raw`(?<time>${datedTime})\s+[-–]\s+(?<name>${anyName}|\+\d[\d ]+)\s?:\s+(?<text>\S.*)`,
  // Zoom
  String.raw`(?<time>${clock})\s+From\s+(?<name>${namePart}(?: (?!to )${namePart}){0,4})(?:\s+to\s+[^:]{1,60})?\s?:(?:\s+(?<text>\S.*))?`,
  // Slack, Discord, Teams: Ann Lee  10:32 AM
  String.raw`(?<name>${anyName})(?:\s{2,}|\t|\s[—–]\s)\[?(?<time>${someTime})\]?${edited}`,
  String.raw`(?<name>${properName}),?\s\[?(?<time>${someTime})\]?${edited}`,
].map((form) => new RegExp(`^\\s*${form}\\s*$`, 'iu'))
const nameLine = new RegExp(`^\\s*(?<name>${properName})\\s*$`, 'u')
const timeLine = new RegExp(`^\\s*(?<time>${someTime})${edited}\\s*$`, 'iu')

const minHeads = 2

/**
 * Finds the lines of a chat or of mails that say who wrote a message. `undefined` among the lines stands for anything that isn't
 * a line of text. One of a chat alone is text, and so are lines with names and times without text between them, as in a timetable.
 */
export function findMessageHeads(lines: readonly (string | undefined)[]): ReadonlyMap<number, MessageHead> {
  const heads = new Map<number, MessageHead>()
  let withText = 0
  let last: MessageHead | undefined
  let hasMail = false
  for (let at = 0; at < lines.length; at++) {
    const mail = readMailHead(lines, at)
    const found = mail ?? readHead(lines, at)
    hasMail ||= mail !== undefined
    if (found === undefined) {
      if (last && lines[at]?.trim() !== '') {
        withText++
        last = undefined
      }
      continue
    }
    heads.set(at, found)
    last = found
    if (found.text !== '') {
      withText++
      last = undefined
    }
    at += found.length - 1
  }
  return (hasMail || withText >= minHeads) && withText * 2 > heads.size ? heads : new Map()
}

/** Tells whether a line of a chat is no part of a message: a time by itself, a file that wasn't exported, a count of replies. */
export function isChatRemark(line: string): boolean {
  return timeLine.test(line) || remark.test(line)
}

const remark =
  /^\s*(?:<[^<>]*(?:omitted|weggelassen|ausgeschlossen|omitido|omis)[^<>]*>|(?:image|video|audio|sticker|gif|document|bild|dokument) (?:omitted|weggelassen)|\d+ (?:repl(?:y|ies)|antwort(?:en)?|réponses?|respuestas?)(?: .{0,40})?)\s*$/iu

/** Tells whether a line of a passage is the head of a message: "Ann Lee (12.03.24, 10:32):". */
export function isMessageHead(line: string): boolean {
  return normalHead.test(line)
}

const normalHead = new RegExp(`^[^():]{1,60}(?: \\([^()]{1,30}\\))? \\((?:${someTime}|${mailTime})\\):$`, 'iu')

function readHead(lines: readonly (string | undefined)[], at: number): MessageHead | undefined {
  const line = lines[at]
  const next = lines[at + 1]
  if (line === undefined || line.length > maxLineLength || !(hasTime.test(line) || hasTime.test(next ?? '')))
    return undefined
  const [form, found] = forms.reduce<[number, RegExpExecArray | null]>(
    ([index, match], pattern, next) => (match ? [index, match] : [next, pattern.exec(line)]),
    [0, null],
  )
  const { name, time, text = '' } = found?.groups ?? {}
  if (name !== undefined && time !== undefined) {
    if (logLevel.test(name) || (form === forms.length - 1 && !nameLine.test(name))) return undefined
    return { head: headText(name, time), text, length: 1 }
  }
  const above = nameLine.exec(line)?.groups?.name
  const below = next === undefined ? undefined : timeLine.exec(next)?.groups?.time
  return above === undefined || below === undefined ? undefined : { head: headText(above, below), text: '', length: 2 }
}

const maxLineLength = 4_000
const hasTime = /\d:\d\d/
const logLevel = /^(?:trace|debug|info|notice|warn(?:ing)?|error|err|fatal|critical)$/i

function headText(name: string, time: string): string {
  const shortTime = time.replace(/(\d{1,2}:\d{2}):\d{2}/, '$1').replace(/\s+/g, ' ')
  return `${name.replace(/^[~<]\s?|>$/g, '').trim()} (${shortTime}):`
}

/** Returns a text whose heads of messages are lines of their own, without what isn't part of messages; others unchanged. */
export function separateMessages(source: string): string {
  if (!hasTime.test(source) && !hasMailHead(source)) return source
  const lines = source.split('\n')
  let isCode = false
  const readable = lines.map((line) => {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    return isCode ? undefined : line
  })
  const heads = findMessageHeads(readable)
  if (heads.size === 0) return source
  const out: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const message = heads.get(at)
    const line = lines[at] as string
    if (message !== undefined) {
      out.push('', message.head, '')
      if (message.text !== '' && !isChatRemark(message.text)) out.push(message.text)
      at += message.length - 1
    } else if (readable[at] === undefined || !isChatRemark(line)) out.push(line)
  }
  return out.join('\n')
}
