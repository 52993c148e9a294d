import { posix } from 'node:path'
import { pageExtensions } from './scan-folder.ts'

/** Says where a link of a file leads to now; undefined: it stays as it is. */
export type LinkRewriter = (destination: string, kind: 'path' | 'name') => string | undefined

/** Turns the links of a text that lead to other files of the folder. Code is left alone. */
export function rewriteLinks(content: string, type: 'markdown' | 'html', turn: LinkRewriter): string {
  return type === 'html' ? rewriteHrefs(content, turn) : rewriteMarkdownLinks(content, turn)
}

const inlineLink = /(\]\(\s*)(<[^<>\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)/g
/** `[[Page]]`, `[[Page#Part|words]]`: Obsidian's links, by name. An embedded file (`![[…]]`) is none. */
const namedLink = /(?<!!)\[\[([^[\]|#\n]+)(#[^[\]|\n]*)?(?:\|([^[\]\n]+))?\]\]/g
const linkDefinition = /^( {0,3}\[[^\]\n]+\]:[ \t]*)(<[^<>\n]*>|\S+)/gm
/** A fenced block up to its end, or a code span within one paragraph. */
const codePattern =
  /(?:^|\n) {0,3}(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:\n {0,3}\1[`~]*[ \t]*(?=\r?\n|$)|$)|$)|(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?[^`]\2(?!`)/g

function rewriteMarkdownLinks(content: string, turn: LinkRewriter): string {
  const replace = (whole: string, before: string, destination: string) => {
    const isWrapped = destination.startsWith('<')
    const turned =
      destination === '' ? undefined : turn(isWrapped ? destination.slice(1, -1) : destination, 'path')
    return turned === undefined ? whole : before + turned
  }
  const replaceNamed = (whole: string, name: string, fragment = '', label = name) => {
    const turned = turn(name.trim() + fragment, 'name')
    return turned === undefined ? whole : `[${label.trim().replace(/[\\[\]]/g, '\\$&')}](${turned})`
  }
  const turnProse = (prose: string) =>
    rewriteHrefs(prose.replace(inlineLink, replace).replace(linkDefinition, replace), turn).replace(
      namedLink,
      replaceNamed,
    )
  let result = ''
  let end = 0
  for (const match of content.matchAll(codePattern)) {
    result += turnProse(content.slice(end, match.index)) + match[0]
    end = match.index + match[0].length
  }
  return result + turnProse(content.slice(end))
}

const anchorPattern = /(<a\s(?:[^<>]*?\s)?href\s*=\s*)(?:"([^"<>]*)"|'([^'<>]*)')/gi

function rewriteHrefs(html: string, turn: LinkRewriter): string {
  return html.replace(anchorPattern, (whole, before: string, double?: string, single?: string) => {
    const turned = turn((double ?? single ?? '').replaceAll('&amp;', '&'), 'path')
    return turned === undefined
      ? whole
      : `${before}"${turned.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
  })
}

/** The file or folder that a link in `from` means, out of those there are, and what stands behind its path. */
export function resolvePathLink(
  from: string,
  destination: string,
  has: (path: string) => boolean,
): { path: string; fragment: string } | undefined {
  if (/^([a-z][a-z0-9+.-]*:|\/\/|#|$)/i.test(destination)) return undefined
  const [, written = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/.exec(destination) ?? []
  if (written === '') return undefined
  const decoded = decodeUri(written)
  for (const path of decoded.startsWith('/')
    ? rootPathCandidates(decoded)
    : [posix.join(posix.dirname(from), decoded)]) {
    const normal = posix.normalize(path).replace(/\/+$/, '')
    if (normal === '..' || normal.startsWith('../')) continue
    const found = fileNameCandidates(normal).find(has)
    if (found !== undefined) return { path: found, fragment }
  }
  return undefined
}

/** The page that a link by name means: by its path from the top, or by its name wherever it lies. */
export function resolveNamedLink(
  destination: string,
  byName: ReadonlyMap<string, string>,
): { path: string; fragment: string } | undefined {
  const [, name = '', heading = ''] = /^([^#]*)(?:#(.*))?$/s.exec(destination) ?? []
  const path = byName.get(pageNameKey(name))
  if (path === undefined) return undefined
  return { path, fragment: heading === '' ? '' : `#${encodeURIComponent(heading)}` }
}

export function pageNameKey(name: string): string {
  return name.trim().replace(/\.md$/i, '').normalize('NFC').toLowerCase()
}

/** A site may serve the folder below a path of its own: `/handbook/people/leave` may be `people/leave` here. */
function rootPathCandidates(path: string): string[] {
  const steps = path.split('/').filter(Boolean)
  return steps.slice(0, 3).map((_, dropped) => steps.slice(dropped).join('/'))
}

/** Links may leave out a file's ending, or have the one that a site gives it. */
function fileNameCandidates(path: string): string[] {
  const stem = path.replace(/\.html?$/i, '')
  return [path, ...[path, stem].flatMap((start) => pageExtensions.map((ending) => start + ending))]
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
