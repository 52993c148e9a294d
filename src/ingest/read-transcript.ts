import { endsSentence } from './sentence-end.ts'

/** What somebody says without a pause that begins a paragraph. */
interface Turn {
  speaker: string
  text: string
}

/**
 * Returns a text whose subtitles (WebVTT, SubRip) are paragraphs of what each speaker says: "Ann Lee: We move on Friday.",
 * without numbers and times. Other lines stay as they are.
 */
export function readTranscript(source: string): string {
  if (!cueTime.test(source)) return source
  const lines = source.split('\n')
  const cueLines = readCueLines(lines)
  if (cueLines.size < minCues && !isWebVtt(lines[0] ?? '')) return source
  const out: string[] = []
  let turns: Turn[] = []
  let last = { end: 0, line: '' }
  const flush = () => {
    out.push(...turns.flatMap(paragraphsOf).flatMap((paragraph) => ['', paragraph]), '')
    turns = []
  }
  for (let at = 0; at < lines.length; at++) {
    const cue = cueLines.get(at)
    if (cue === undefined) {
      if ((lines[at] as string).trim() !== '' && turns.length > 0) flush()
      if (turns.length === 0) out.push(lines[at] as string)
      continue
    }
    const isPause = cue.start - last.end >= pauseSeconds
    for (const [index, line] of cue.lines.entries()) {
      // Captions that roll up repeat the line above.
      if (line !== last.line) addLine(turns, line, { isPause: isPause && index === 0 })
      last = { end: cue.end, line }
    }
    at = cue.lastLine
  }
  flush()
  return out
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const minCues = 2
/** Seconds of silence after which a sentence begins a paragraph. */
const pauseSeconds = 3
/** Characters from which the next sentence of a speaker begins a paragraph. */
const fullParagraph = 300

const time = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{1,2}[.,]\d{1,3}`
const cueTime = new RegExp(`^[ \\t]*(${time})[ \\t]+-->[ \\t]+(${time})(?:[ \\t].*)?$`, 'm')

interface Cue {
  /** In seconds. */
  start: number
  end: number
  lines: string[]
  lastLine: number
}

/** Returns the cues by the line that each begins at, among them the parts of WebVTT without speech, as cues without lines. */
function readCueLines(lines: readonly string[]): ReadonlyMap<number, Cue> {
  const cues = new Map<number, Cue>()
  const isVtt = isWebVtt(lines[0] ?? '')
  let isCode = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    if (isCode) continue
    if (isVtt && (at === 0 || (settingsStart.test(line) && isBlank(lines[at - 1])))) {
      const lastLine = endOfBlock(lines, at)
      cues.set(at, { start: 0, end: 0, lines: [], lastLine })
      at = lastLine
      continue
    }
    const timeLine = [0, 1, 2].find((step) => isIdentifier(lines, at, step) && cueTime.test(lines[at + step] ?? ''))
    if (timeLine === undefined) continue
    const [, start = '', end = ''] = cueTime.exec(lines[at + timeLine] as string) ?? []
    let first = at + timeLine + 1
    // Text that was pasted paragraph by paragraph has empty lines within its cues.
    if (isBlank(lines[first]) && !startsCue(lines, first + 1)) first++
    let next = first
    while (next < lines.length && !isBlank(lines[next]) && !startsCue(lines, next)) next++
    cues.set(at, { start: seconds(start), end: seconds(end), lines: lines.slice(first, next), lastLine: next - 1 })
    at = next - 1
  }
  return cues
}

function isWebVtt(line: string): boolean {
  return /^\ufeff?WEBVTT(?:[ \t]|$)/.test(line)
}

/** Remarks, style sheets and regions of the picture. */
const settingsStart = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/

function isBlank(line: string | undefined): boolean {
  return line !== undefined && line.trim() === ''
}

function endOfBlock(lines: readonly string[], from: number): number {
  let end = from
  while (end + 1 < lines.length && !isBlank(lines[end + 1])) end++
  return end
}

/** Tells whether the lines before a time, here `count` of them, are its number or identifier. */
function isIdentifier(lines: readonly string[], at: number, count: number): boolean {
  const line = lines[at]?.trim() ?? ''
  if (count === 0) return true
  if (count === 2) return /^\d+$/.test(line) && isBlank(lines[at + 1])
  // Where no empty line is before it, only a number is no speech.
  return /^\d+$/.test(line) || (/^(?=\D*\d)\S+$/.test(line) && (at === 0 || isBlank(lines[at - 1])))
}

function startsCue(lines: readonly string[], at: number): boolean {
  return cueTime.test(lines[at] ?? '') || (/^\s*\d+\s*$/.test(lines[at] ?? '') && cueTime.test(lines[at + 1] ?? ''))
}

function seconds(text: string): number {
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part.replace(',', '.')), 0)
}

/** Adds a line of a cue to what its speaker says, or begins the next turn. */
function addLine(turns: Turn[], line: string, { isPause }: { isPause: boolean }): void {
  // The name of a speaker in a tag lasts to the next one.
  for (const [index, part] of line.split(/<v(?:\.[^\s<>]*)?[ \t]+/).entries()) {
    const tag = index === 0 ? undefined : /^([^>]*)>/.exec(part)?.[1]
    const text = cleanSpeech(tag === undefined ? part : part.slice(tag.length + 1))
    if (text === '') continue
    const [, label, rest = ''] = tag === undefined ? (spokenLabel.exec(text) ?? []) : []
    const isDialogue = /^(?:[-–—]\s*(?=\p{L})|>>\s*)/u.test(text)
    const speaker = tag?.trim() ?? label
    const said = (label === undefined ? text : rest).replace(/^(?:[-–—]\s*(?=\p{L})|>>\s*)/u, '')
    const last = turns.at(-1)
    const isSame = last !== undefined && !isDialogue && (speaker === undefined || speaker === last.speaker)
    const endsHere = isPause && index === 0 && speaker === undefined && last?.speaker === '' && endsSentence(last.text)
    if (isSame && !endsHere) last.text += ` ${said}`
    else turns.push({ speaker: speaker ?? (isDialogue || last === undefined ? '' : last.speaker), text: said })
  }
}

/** "Ann Lee: We move on Friday." */
const spokenLabel = /^(?:>>\s*)?(\p{Lu}[\p{L}\p{N}.'’-]*(?: [\p{L}\p{N}.'’()&/-]+){0,4})\s?: (\S.*)$/u

/** Returns the words of a line: without tags, positions, and sounds that are not speech. */
function cleanSpeech(line: string): string {
  return line
    .replace(/<\/?[a-z][^<>]*>|<[\d:.]+>|\{\\[^{}]*\}/gi, '')
    .replace(/[♪♫]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[[(][^\])]*[\])]$/, '')
}

/** Returns what a speaker says in paragraphs of some sentences, each with the speaker's name. */
function paragraphsOf({ speaker, text }: Turn): string[] {
  const paragraphs: string[] = []
  for (const sentence of text.split(/(?<=[.!?…]) +(?=\p{Lu})|(?<=[。！？])/u)) {
    const last = paragraphs.at(-1)
    if (last !== undefined && last.length < fullParagraph) paragraphs[paragraphs.length - 1] = `${last} ${sentence}`
    else paragraphs.push(sentence)
  }
  return paragraphs.map((paragraph) => (speaker === '' ? paragraph : `${speaker}: ${paragraph}`))
}
