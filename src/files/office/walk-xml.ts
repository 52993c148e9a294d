import { Parser } from 'htmlparser2'
import { UnreadableFileError } from '../file-text.ts'

export type XmlAttributes = Readonly<Record<string, string>>

export interface XmlVisitor {
  /** Names have the usual prefix of their namespace, such as "w:p". Returns false to skip the element. */
  open(name: string, attributes: XmlAttributes): boolean | undefined
  close?(name: string): void
  text?(text: string): void
}

const chunkBytes = 1 << 20

/**
 * Visits the elements of an XML part in order, without building a tree. Entities beyond the five of XML stay unexpanded,
 * so that declarations cannot multiply text. Throws `too-deep` beyond `maxDepth` nested elements.
 */
export function walkXml(bytes: Uint8Array, visitor: XmlVisitor, maxDepth: number): void {
  const names = new NamespaceNames()
  let depth = 0
  let skippedFrom: number | undefined
  const parser = new Parser(
    {
      onopentag(rawName, rawAttributes) {
        if (++depth > maxDepth) throw new UnreadableFileError('too-deep')
        names.enter(depth, rawAttributes)
        if (skippedFrom !== undefined) return
        if (visitor.open(names.element(rawName), names.attributes(rawAttributes)) === false) skippedFrom = depth
      },
      onclosetag(rawName) {
        if (skippedFrom === undefined) visitor.close?.(names.element(rawName))
        else if (skippedFrom === depth) skippedFrom = undefined
        names.leave(depth)
        depth--
      },
      ontext(text) {
        if (skippedFrom === undefined) visitor.text?.(text)
      },
    },
    { xmlMode: true },
  )
  const decoder = new TextDecoder(encodingOf(bytes))
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    parser.write(decoder.decode(bytes.subarray(from, from + chunkBytes), { stream: true }))
  }
  parser.end(decoder.decode())
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** Gives names the usual prefix of their namespace, whatever prefix the file declares. */
class NamespaceNames {
  /** Declared prefix → usual prefix, where they differ. */
  private renamed = new Map<string, string>()
  private readonly outer: { depth: number; renamed: Map<string, string> }[] = []

  enter(depth: number, attributes: XmlAttributes): void {
    let next: Map<string, string> | undefined
    for (const name in attributes) {
      if (!name.startsWith('xmlns')) continue
      const prefix = name === 'xmlns' ? '' : name.slice('xmlns:'.length)
      const usual = usualPrefix(attributes[name] as string)
      if ((usual ?? prefix) === (this.renamed.get(prefix) ?? prefix)) continue
      next ??= new Map(this.renamed)
      next.set(prefix, usual ?? prefix)
    }
    if (next === undefined) return
    this.outer.push({ depth, renamed: this.renamed })
    this.renamed = next
  }

  leave(depth: number): void {
    if (this.outer.at(-1)?.depth === depth) this.renamed = this.outer.pop()!.renamed
  }

  element(name: string): string {
    return this.renamed.size === 0 ? name : this.rename(name, '')
  }

  attributes(raw: XmlAttributes): XmlAttributes {
    if (this.renamed.size === 0) return raw
    const attributes: Record<string, string> = {}
    // An attribute without prefix is in no namespace.
    for (const name in raw) attributes[name.includes(':') ? this.rename(name) : name] = raw[name] as string
    return attributes
  }

  private rename(name: string, defaultPrefix?: string): string {
    const colon = name.indexOf(':')
    const prefix = colon === -1 ? defaultPrefix : name.slice(0, colon)
    const usual = prefix === undefined ? undefined : this.renamed.get(prefix)
    if (usual === undefined) return name
    const local = name.slice(colon + 1)
    return usual === '' ? local : `${usual}:${local}`
  }
}

/** The prefixes that the readers use. Strict and transitional Office Open XML differ in their namespaces only. */
function usualPrefix(namespace: string): string | undefined {
  const openDocument = /^urn:oasis:names:tc:opendocument:xmlns:([a-z]+):1\.0$/.exec(namespace)?.[1]
  if (openDocument !== undefined) return openDocumentPrefixes[openDocument] ?? openDocument
  const office = /^http:\/\/(?:schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\/(.*)$/.exec(namespace)?.[1]
  return office === undefined ? undefined : officePrefixes[office.replace(/\/2006(?=\/|$)/, '')]
}

const openDocumentPrefixes: Record<string, string> = { drawing: 'draw', 'xsl-fo-compatible': 'fo' }

const officePrefixes: Record<string, string> = {
  'wordprocessingml/main': 'w',
  'drawingml/main': 'a',
  'drawingml/chart': 'c',
  'drawingml/diagram': 'dgm',
  'drawingml/spreadsheetDrawing': 'xdr',
  'presentationml/main': 'p',
  'spreadsheetml/main': '',
  'officeDocument/relationships': 'r',
  'officeDocument/math': 'm',
  'package/relationships': '',
  'markup-compatibility': 'mc',
}
