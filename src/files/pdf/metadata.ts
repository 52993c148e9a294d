/** Titles that programs write by themselves: file names, template names, "Untitled". */
const meaningless =
  /^(?:untitled.*|\(anonymous\)|\(unspecified\)|document\d*|dokument\d*|title|presentation\d*|powerpoint.*|slide \d+|microsoft (?:word|powerpoint|excel)\b.*|book\d*|sheet\d*|layout \d+|print.*|no title|\d+|.*\.(?:docx?|pptx?|xlsx?|odt|odp|ods|rtf|pdf|tex|dvi|indd|qxd|p65|pmd|html?|txt|ps|eps|ai|cdr|fm))$/i

/** Returns the title of the document properties, if it says something about the document. */
export function meaningfulTitle(title: unknown): string | undefined {
  if (typeof title !== 'string') return undefined
  const clean = title.replace(/\s+/g, ' ').trim()
  const letters = clean.match(/\p{L}/gu)?.length ?? 0
  if (letters < 3 || clean.length > 300 || meaningless.test(clean) || /[\\/]/.test(clean) || /^\S*_\S*$/.test(clean))
    return undefined
  return clean
}

/** Headings of parts that many documents have: they don't say what the document is about. */
const partName =
  /^(?:\d+\.? )?(?:(?:table of )?contents?|notes?|disclaimers?|abstract|summary|introduction|agenda|index|references|appendix(?: \w+)?|annex(?: \w+)?|page \d+.*|confidential|draft|inhalt(?:sverzeichnis)?|sommaire|table des matières|índice|目次|目录)$/i

/** Tells whether a heading can be the title of its document: not a label, a figure or the name of a part. */
export function canBeTitle(heading: string): boolean {
  const letters = heading.match(/\p{L}/gu)?.length ?? 0
  const isFigure = /^[^\p{L}]*\p{N}[.,]*\s*\p{L}*$/u.test(heading)
  return letters >= 3 && !isFigure && !/[:：,;]$/.test(heading) && !partName.test(heading.trim())
}

/** Reads a PDF date, D:YYYYMMDDHHmmSSOHH'mm' (PDF 32000-1, 7.9.4). */
export function pdfDate(value: unknown): Date | undefined {
  if (typeof value !== 'string') return undefined
  const match = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:Z|([+-])(\d{2})'?(\d{2})?)?/.exec(value)
  if (!match) return undefined
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign,
    zoneHour = '00',
    zoneMinute = '00',
  ] = match
  const zone = sign ? `${sign}${zoneHour}:${zoneMinute}` : 'Z'
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1970 ? undefined : date
}
