import { optionalText } from './setting-fields.ts'

export type PathFilter = (path: string) => boolean

/** Files that hold text of people, not programs or pictures. */
const documentPatterns =
  '*.{md,mdx,markdown,txt,rst,adoc,org,html,htm,pdf,docx,pptx,xlsx,csv,tsv,odt,ods,odp,rtf,eml,mbox,msg,ics,mhtml,mht,epub,ipynb}'

/** More come only from a pattern that is meant to be slow. */
const maxAlternatives = 500

/** Settings that choose files by their path, the same for every origin with folders. */
export const pathSettings = {
  folder: optionalText({
    title: 'Folder',
    description: 'Only files below this folder, such as docs. Empty: all folders',
    pattern: /^(?!\/)(?!.*(^|\/)\.\.(\/|$))/,
    message: 'must be a path within the origin, such as docs/guides',
  }),
  files: optionalText({
    title: 'Files',
    description:
      'One pattern per line, such as *.md or guides/**/*.pdf; a line with ! leaves out. Empty: all documents',
    maxLength: 2000,
    isMultiline: true,
  }),
}

/**
 * Returns a test of paths. A pattern without a slash matches names in all folders; `*` stops at slashes, `**` doesn't, and
 * `{a,b}` stands for either. A pattern that begins with `!` leaves files out.
 */
export function createPathFilter(settings: { folder?: string | undefined; files?: string | undefined }): PathFilter {
  const folder = (settings.folder ?? '').replace(/^\/+|(?<!\/)\/+$/g, '')
  const lines = (settings.files ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const excluded = lines.filter((line) => line.startsWith('!')).map((line) => toPattern(line.slice(1)))
  const listed = lines.filter((line) => !line.startsWith('!')).map(toPattern)
  const included = listed.length > 0 ? listed : [toPattern(documentPatterns)]

  return (path) => {
    if (folder !== '' && !path.startsWith(`${folder}/`)) return false
    const inner = (folder === '' ? path : path.slice(folder.length + 1)).toLowerCase()
    const isMatch = (alternatives: string[][]) => alternatives.some((tokens) => matches(tokens, inner))
    return included.some(isMatch) && !excluded.some(isMatch)
  }
}

/** Splits a pattern into literals and wildcards, one list per alternative of its braces. */
function toPattern(glob: string): string[][] {
  const anchored = glob.startsWith('/') ? glob.slice(1) : glob.includes('/') ? glob : `**/${glob}`
  return expandBraces(anchored.toLowerCase()).map((text) => text.match(/\*\*\/|\*\*|\*|\?|[^*?]+/g) ?? [])
}

function expandBraces(pattern: string): string[] {
  let texts = [pattern]
  while (texts.length < maxAlternatives) {
    const expanded = texts.flatMap((text) => {
      const braces = /\{([^{}]*)\}/.exec(text)
      if (!braces) return [text]
      const [before, after] = [text.slice(0, braces.index), text.slice(braces.index + braces[0].length)]
      return (braces[1] as string).split(',').map((choice) => before + choice + after)
    })
    if (expanded.every((text, index) => text === texts[index])) break
    texts = expanded
  }
  return texts.slice(0, maxAlternatives)
}

/** Keeps all positions that the tokens so far can end at, so the time is bounded by tokens × length for any pattern. */
function matches(tokens: readonly string[], path: string): boolean {
  let ends = new Set([0])
  for (const token of tokens) ends = token.startsWith('*') ? afterStar(token, path, ends) : afterText(token, path, ends)
  return ends.has(path.length)
}

function afterText(token: string, path: string, starts: ReadonlySet<number>): Set<number> {
  const isMatch = (start: number) =>
    token === '?' ? start < path.length && path[start] !== '/' : path.startsWith(token, start)
  return new Set([...starts].filter(isMatch).map((start) => start + token.length))
}

function afterStar(token: string, path: string, starts: ReadonlySet<number>): Set<number> {
  const ends = new Set<number>()
  let isOpen = false
  for (let end = 0; end <= path.length; end += 1) {
    const isAfterSlash = end > 0 && path[end - 1] === '/'
    if (token === '*' && isAfterSlash) isOpen = false
    if (starts.has(end) || (isOpen && (token !== '**/' || isAfterSlash))) ends.add(end)
    if (starts.has(end)) isOpen = true
  }
  return ends
}
