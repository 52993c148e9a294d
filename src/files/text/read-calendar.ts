import { decodeText } from '../decode-text.ts'
import { type FormatReader, type SkippedPart, UnreadableFileError } from '../file-text.ts'
import { escapeHtml } from '../html-writer.ts'
import { textToHtml } from './text-to-html.ts'

/** A line of a calendar: its value, and its parameters by name. */
interface Property {
  name: string
  parameters: Record<string, string>
  value: string
}

type Event = Property[]

/** Reads the events and tasks of an iCalendar file (RFC 5545), such as an invitation. */
export const readCalendar: FormatReader = async (bytes, { limits }) => {
  const { name, events } = parseCalendar(decodeText(bytes))
  if (events.length === 0) throw new UnreadableFileError('empty')
  const level = events.length === 1 ? 1 : 2
  const sections: string[] = []
  const skipped: SkippedPart[] = []
  let length = 0
  for (const event of events) {
    const section = renderEvent(event, level)
    length += section.length + 1
    if (length > limits.textLength) {
      skipped.push({ name: `events after event ${sections.length}`, reason: 'too-large' })
      break
    }
    sections.push(section)
  }
  if (sections.length === 0) throw new UnreadableFileError('too-large')
  const [first] = events as [Event]
  const title = events.length === 1 ? textOf(first, 'SUMMARY') : name
  const changedAt = events.length === 1 ? (find(first, 'LAST-MODIFIED') ?? find(first, 'DTSTAMP')) : undefined
  const updatedAt = changedAt && parseTime(changedAt)?.date
  return {
    type: 'html',
    content: sections.join('\n'),
    skipped,
    ...(title && { title }),
    ...(updatedAt && { updatedAt }),
  }
}

/** Returns the name of the calendar and its events; what is within an event, like an alarm, is left out. */
function parseCalendar(text: string): { name: string; events: Event[] } {
  const events: Event[] = []
  const open: string[] = []
  let name = ''
  // A line that begins with a space continues the one before (section 3.1).
  for (const line of text
    .replace(/\r\n?|\n/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')) {
    const property = parseLine(line)
    if (!property) continue
    const component = property.value.trim().toUpperCase()
    if (property.name === 'BEGIN') {
      open.push(component)
      if (eventComponents.has(component) && open.length === 2) events.push([])
    } else if (property.name === 'END') open.pop()
    else if (open.length === 1 && property.name === 'X-WR-CALNAME') name = unescapeText(property.value)
    else if (open.length === 2 && eventComponents.has(open[1] as string)) events.at(-1)?.push(property)
  }
  return { name, events }
}

const eventComponents = new Set(['VEVENT', 'VTODO', 'VJOURNAL'])

function parseLine(line: string): Property | undefined {
  const match = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/.exec(line)
  if (!match) return undefined
  const [, name = '', list = '', value = ''] = match
  const parameters: Record<string, string> = {}
  for (const [, key = '', quoted, plain = ''] of list.matchAll(/;([\w-]+)=(?:"([^"]*)"|([^;]*))/g)) {
    parameters[key.toUpperCase()] = quoted ?? plain
  }
  return { name: name.toUpperCase(), parameters, value }
}

function renderEvent(event: Event, level: 1 | 2): string {
  const people = (name: string) =>
    event
      .filter((property) => property.name === name)
      .map(formatPerson)
      .join(', ')
  const lines = [
    ['When', formatPeriod(event)],
    ['Due', formatTime(find(event, 'DUE'))],
    ['Repeats', formatRule(find(event, 'RRULE')?.value)],
    ['Where', textOf(event, 'LOCATION')],
    ['Organizer', people('ORGANIZER')],
    ['Attendees', people('ATTENDEE')],
    ['Status', textOf(event, 'STATUS').toLowerCase().replaceAll('-', ' ')],
  ].flatMap(([label, value]) => (value ? [escapeHtml(`${label}: ${value.replace(/\s+/g, ' ')}`)] : []))
  const summary = textOf(event, 'SUMMARY')
  return [
    summary && `<h${level}>${escapeHtml(summary)}</h${level}>`,
    lines.length > 0 && `<p>${lines.join('<br>')}</p>`,
    textToHtml(textOf(event, 'DESCRIPTION')),
  ]
    .filter(Boolean)
    .join('\n')
}

function find(event: Event, name: string): Property | undefined {
  return event.find((property) => property.name === name)
}

function textOf(event: Event, name: string): string {
  return unescapeText(find(event, name)?.value ?? '').trim()
}

function unescapeText(value: string): string {
  return value.replace(/\\([nN,;\\])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character))
}

function formatPerson({ parameters, value }: Property): string {
  const address = value.replace(/^mailto:/i, '')
  const name = parameters.CN?.trim()
  return name && name !== address ? `${name} <${address}>` : address
}

interface CalendarTime {
  /** The time as it is written, in no time zone unless `zone` is UTC. */
  date: Date
  hasTime: boolean
  zone: string
}

function parseTime({ value, parameters }: Property): CalendarTime | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?/.exec(value.trim())
  if (!match) return undefined
  const [year, month, day, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map((part) => Number(part ?? 0))
  const date = new Date(Date.UTC(year as number, (month as number) - 1, day, hour, minute, second))
  return { date, hasTime: match[4] !== undefined, zone: match[7] ? 'UTC' : (parameters.TZID ?? '') }
}

const weekdayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })
const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const clockFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' })
const dayMs = 86_400_000

/** Returns the time of an event: "Friday 10 April 2026 at 09:00 to 11:00 (Europe/Berlin)". */
function formatPeriod(event: Event): string {
  const startProperty = find(event, 'DTSTART')
  const start = startProperty && parseTime(startProperty)
  if (!start) return ''
  const endProperty = find(event, 'DTEND')
  const end = endProperty && parseTime(endProperty)
  if (!end || end.date <= start.date) return formatTime(startProperty)
  if (!start.hasTime) {
    // The end of whole days is the day after the last one.
    const last = new Date(end.date.getTime() - dayMs)
    return last <= start.date ? day(start) : `${day(start)} to ${day({ date: last })}`
  }
  const isOneDay = day(start) === day(end)
  const zone = start.zone && ` (${start.zone})`
  return `${day(start)} at ${clock(start)} to ${isOneDay ? clock(end) : `${day(end)} at ${clock(end)}`}${zone}`
}

function formatTime(property: Property | undefined): string {
  const time = property && parseTime(property)
  if (!time) return ''
  if (!time.hasTime) return day(time)
  return `${day(time)} at ${clock(time)}${time.zone && ` (${time.zone})`}`
}

function day({ date }: Pick<CalendarTime, 'date'>): string {
  return `${weekdayFormat.format(date)} ${dateFormat.format(date)}`
}

function clock({ date }: CalendarTime): string {
  return clockFormat.format(date)
}

const frequencies: Record<string, [adverb: string, unit: string]> = {
  DAILY: ['daily', 'days'],
  WEEKLY: ['weekly', 'weeks'],
  MONTHLY: ['monthly', 'months'],
  YEARLY: ['yearly', 'years'],
}
const weekdays: Record<string, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
}
const ordinals: Record<string, string> = { '1': 'first ', '2': 'second ', '3': 'third ', '4': 'fourth ', '-1': 'last ' }

/** Returns a rule of recurrence in words (section 3.3.10): "every 2 weeks on Monday until 30 June 2026". */
function formatRule(rule: string | undefined): string {
  if (!rule) return ''
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]))
  const [adverb, unit] = frequencies[parts.get('FREQ') ?? ''] ?? []
  if (!adverb) return ''
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const days = (parts.get('BYDAY') ?? '').split(',').flatMap((item) => {
    const [, position = '', name = ''] = /^([+-]?\d*)([A-Z]{2})$/.exec(item) ?? []
    return weekdays[name] ? [`${ordinals[position.replace('+', '')] ?? ''}${weekdays[name]}`] : []
  })
  const until = parseTime({ name: 'UNTIL', parameters: {}, value: parts.get('UNTIL') ?? '' })
  const count = parts.get('COUNT')
  return [
    interval > 1 ? `every ${interval} ${unit}` : adverb,
    days.length > 0 ? ` on ${days.join(', ')}` : '',
    until ? ` until ${dateFormat.format(until.date)}` : '',
    count ? `, ${count} times` : '',
  ].join('')
}
