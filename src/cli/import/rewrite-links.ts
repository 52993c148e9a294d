import { posix } from 'node:path'
import { decodeUriPart } from '../../decode-uri-part.ts'
import { escapeHtml } from '../../files/html-writer.ts'
import { findCode } from '../../ingest/markdown-code.ts'
import { withoutTrailingSlashes } from '../../trailing-slashes.ts'
import { pageExtensions } from './scan-folder.ts'

/** Returns the new destination of a link; undefined leaves it unchanged. */
export type LinkRewriter = (destination: string, kind: 'path' | 'name') => string | undefined

/** Rewrites the links of a text, except in code. */
export function rewriteLinks(content: string, type: 'markdown' | 'html', rewrite: LinkRewriter): string {
  return type === 'html' ? rewriteHrefs(content, rewrite) : rewriteMarkdownLinks(content, rewrite)
}

const inlineLink = /(\]\(\s*)(<[^<>\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)/g
/** Obsidian links by name: `[[Page]]`, `[[Page#Part|words]]`; not embedded files (`![[…]]`). */
const namedLink = /(?<!!)\[\[([^[\]|#\n]+)(#[^[\]|\n]*)?(?:\|([^[\]\n]+))?\]\]/g
const linkDefinition = /^( {0,3}\[[^\]\n]+\]:[ \t]*)(<[^<>\n]*>|\S+)/gm

function rewriteMarkdownLinks(content: string, rewrite: LinkRewriter): string {
  const replace = (whole: string, before: string, destination: string) => {
    const isWrapped = destination.startsWith('<')
    const rewritten =
      destination === '' ? undefined : rewrite(isWrapped ? destination.slice(1, -1) : destination, 'path')
    return rewritten === undefined ? whole : before + rewritten
  }
  const replaceNamed = (whole: string, name: string, fragment = '', label = name) => {
    const rewritten = rewrite(name.trim() + fragment, 'name')
    return rewritten === undefined ? whole : `[${label.trim().replace(/[\\[\]]/g, '\\$&')}](${rewritten})`
  }
  const rewriteProse = (prose: string) =>
    rewriteHrefs(prose.replace(inlineLink, replace).replace(linkDefinition, replace), rewrite).replace(
      namedLink,
      replaceNamed,
    )
  let result = ''
  let copied = 0
  for (const { start, end } of findCode(content)) {
    result += rewriteProse(content.slice(copied, start)) + content.slice(start, end)
    copied = end
  }
  return result + rewriteProse(content.slice(copied))
}

const anchorPattern = /(<a\s(?:[^<>]*?\s)?href\s*=\s*)(?:"([^"<>]*)"|'([^'<>]*)')/gi

function rewriteHrefs(html: string, rewrite: LinkRewriter): string {
  return html.replace(anchorPattern, (whole, before: string, double?: string, single?: string) => {
    const rewritten = rewrite((double ?? single ?? '').replaceAll('&amp;', '&'), 'path')
    return rewritten === undefined ? whole : `${before}"${escapeHtml(rewritten)}"`
  })
}

/** Resolves a link in the file `from` to an existing file or folder and a fragment. */
export function resolvePathLink(
  from: string,
  destination: string,
  has: (path: string) => boolean,
): { path: string; fragment: string } | undefined {
  if (/^([a-z][a-z0-9+.-]*:|\/\/|#|$)/i.test(destination)) return undefined
  const [, written = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/.exec(destination) ?? []
  if (written === '') return undefined
  const decoded = decodeUriPart(written)
  for (const path of decoded.startsWith('/')
    ? rootPathCandidates(decoded)
    : [posix.join(posix.dirname(from), decoded)]) {
    const normal = withoutTrailingSlashes(posix.normalize(path))
    if (normal === '..' || normal.startsWith('../')) continue
    const found = fileNameCandidates(normal).find(has)
    if (found !== undefined) return { path: found, fragment }
  }
  return undefined
}

/** Resolves a link by name: a path from the top of the folder, or a file name in any folder. */
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

/** Returns candidates for an absolute path: a site can serve the folder below a prefix, so `/handbook/people/leave` can be `people/leave`. */
function rootPathCandidates(path: string): string[] {
  const steps = path.split('/').filter(Boolean)
  return steps.slice(0, 3).map((_, dropped) => steps.slice(dropped).join('/'))
}

/** Returns candidates for a path without extension, or with the extension that a site generator uses. */
function fileNameCandidates(path: string): string[] {
  const stem = path.replace(/\.html?$/i, '')
  return [path, ...[path, stem].flatMap((start) => pageExtensions.map((ending) => start + ending))]
}
