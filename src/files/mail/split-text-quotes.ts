import { announcesForward } from './forward-marker.ts'

/** A run of lines that the sender wrote or quoted. */
export type TextPiece = { kind: 'own'; text: string } | { kind: 'quote'; text: string }

/**
 * Separates quoted lines from own ones: lines after ">", with the line that says who wrote them, and everything below the
 * header of an original message.
 */
export function splitTextQuotes(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  const add = (kind: TextPiece['kind'], line: string) => {
    const last = pieces.at(-1)
    if (last?.kind === kind) last.text += `\n${line}`
    else pieces.push({ kind, text: line })
  }
  const lines = text.split('\n')
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as string
    if (announcesForward(line)) {
      // A forwarded message is no quote, also where its lines are marked like one.
      add('own', lines.slice(index).join('\n').replace(/^> ?/gm, ''))
      break
    }
    if (isOriginalHeader(lines, index)) {
      add(
        'quote',
        lines
          .slice(index)
          .join('\n')
          .replace(/^[ >]+/gm, ''),
      )
      break
    }
    const attribution = attributionLength(lines, index)
    if (attribution > 0) {
      const isMarked = lines.slice(index + attribution, index + attribution + 3).some((next) => next.startsWith('>'))
      if (isMarked) {
        for (const quoted of lines.slice(index, index + attribution)) add('quote', quoted)
        index += attribution - 1
      } else {
        add('quote', lines.slice(index).join('\n'))
        break
      }
    } else if (line.startsWith('>')) add('quote', line.replace(/^[> ]+/, ''))
    else if (line.trim() === '' && pieces.at(-1)?.kind === 'quote' && lines[index + 1]?.startsWith('>'))
      add('quote', '')
    else add('own', line)
  }
  return pieces.filter((piece) => piece.text.trim() !== '')
}

/** "On Monday, Ada wrote:", which can take two or three lines. Returns their number. */
function attributionLength(lines: string[], index: number): number {
  if (!/^(?:On|Am|Le|El|Il|Op|Em|Den|W dniu)\s/.test(lines[index] as string)) return 0
  for (let count = 1; count <= 3; count++) {
    const joined = lines.slice(index, index + count).join(' ')
    if (joined.length > 300) return 0
    if (/\b(?:wrote|schrieb|écrit|escribió|scritto|schreef|escreveu|skrev|napisał)\b[^:]{0,80}:\s*$/.test(joined))
      return count
  }
  return 0
}

/** "-----Original Message-----", or the lines From, Sent and To of a message that Outlook appends. */
function isOriginalHeader(lines: string[], index: number): boolean {
  const line = lines[index] as string
  if (/^\s*-{2,}\s*(?:Original Message|Ursprüngliche Nachricht|Message d'origine|Mensaje original)\s*-{2,}/i.test(line))
    return true
  if (!/^\*?(?:From|Von|De|Da|Van):/.test(line)) return false
  const next = lines.slice(index + 1, index + 5).join('\n')
  return /^\*?(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado|Inviato|Verzonden):/m.test(next)
}
