const inlineLink = /(\]\(\s*)(<[^<>\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)/g
const linkDefinition = /^( {0,3}\[[^\]\n]+\]:[ \t]*)(<[^<>\n]*>|\S+)/gm
const anchor = /(<a\s(?:[^<>]*?\s)?href\s*=\s*)(?:"([^"<>]*)"|'([^'<>]*)')/gi
/** A fenced block, or a code span within one paragraph. */
const code = /^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1|(?![\s\S]))|(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?[^`]\2(?!`)/gm

/** Tells whether a text can have links to other files. */
export function canHaveLinks(text: string): boolean {
  return /\]\(|\]:|href/i.test(text)
}

/** Rewrites the links of a file to other files of the import; `noteIdOf` returns the note that a path became. */
export function linkToNotes(
  text: string,
  { path, isHtml }: { path: string; isHtml: boolean },
  noteIdOf: (path: string) => string | undefined,
): string {
  const rewrite = (destination: string): string | undefined => {
    const found = resolve(path, destination)
    const id = found && (noteIdOf(found.path) ?? noteIdOf(`${found.path}.md`))
    return id === undefined ? undefined : `/notes/${encodeURIComponent(id)}${found?.fragment}`
  }
  const inMarkdown = (whole: string, before: string, destination: string) => {
    const rewritten = rewrite(destination.replace(/^<(.*)>$/, '$1'))
    return rewritten === undefined ? whole : before + rewritten
  }
  const inHtml = (whole: string, before: string, double?: string, single?: string) => {
    const rewritten = rewrite((double ?? single ?? '').replaceAll('&amp;', '&'))
    return rewritten === undefined ? whole : `${before}"${rewritten}"`
  }
  if (isHtml) return text.replace(anchor, inHtml)
  const inProse = (prose: string) =>
    prose.replace(inlineLink, inMarkdown).replace(linkDefinition, inMarkdown).replace(anchor, inHtml)
  let result = ''
  let end = 0
  for (const match of text.matchAll(code)) {
    result += inProse(text.slice(end, match.index)) + match[0]
    end = match.index + match[0].length
  }
  return result + inProse(text.slice(end))
}

/** Returns the path that a relative link in the file `from` leads to, and its fragment. */
function resolve(from: string, destination: string): { path: string; fragment: string } | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|[/\\#?]|$)/i.test(destination)) return undefined
  const base = `http://import.invalid/${from.split('/').map(encodeURIComponent).join('/')}`
  const url = URL.canParse(destination, base) ? new URL(destination, base) : undefined
  try {
    return url && { path: importKey(decodeURIComponent(url.pathname.slice(1))), fragment: url.hash }
  } catch {
    return undefined
  }
}

/** Returns the path as links name it: macOS writes the letters of file names in parts. */
export function importKey(path: string): string {
  return path.replace(/\/+$/, '').normalize('NFC')
}
