import type { OfficePackage } from './office-package.ts'
import type { XmlAttributes } from './walk-xml.ts'

/** What a style says about text, itself or through its parents. */
interface OdfStyle {
  parent?: string
  name?: string
  outlineLevel?: number
  listStyle?: string
  isBold?: boolean
  isHidden?: boolean
  isStruck?: boolean
  /** In points. */
  size?: number
}

/** How the items of one level of a list are marked; '' as format for no number. */
export interface OdfListLevel {
  isBullet: boolean
  format: string
  prefix: string
  suffix: string
  start: number
  /** Levels that the number shows: 2 for "1.1". */
  shownLevels: number
}

/** The name under which the numbering of headings is kept. */
export const outlineListStyle = '#outline'
const maxInheritance = 20
const defaultSize = 12

/** The styles of an OpenDocument file. */
export class OdfStyles {
  private readonly styles = new Map<string, OdfStyle>()
  private readonly resolved = new Map<string, OdfStyle>()
  private readonly lists = new Map<string, OdfListLevel[]>()

  static async read(parts: OfficePackage): Promise<OdfStyles> {
    const styles = new OdfStyles()
    for (const path of ['styles.xml', 'content.xml']) await styles.readPart(parts, path)
    return styles
  }

  /** Returns a style of a family ("paragraph", "text", "table-cell") with the properties of its parents. */
  get(family: string, name: string): OdfStyle {
    const key = `${family} ${name}`
    const known = this.resolved.get(key)
    if (known !== undefined) return known
    const chain: OdfStyle[] = []
    for (let current = this.styles.get(key); current !== undefined && chain.length < maxInheritance; ) {
      chain.push(current)
      current = current.parent === undefined ? undefined : this.styles.get(`${family} ${current.parent}`)
    }
    const style: OdfStyle = Object.assign({}, this.styles.get(`${family} `), ...chain.reverse())
    this.resolved.set(key, style)
    return style
  }

  listLevel(name: string, level: number): OdfListLevel | undefined {
    return this.lists.get(name)?.[level]
  }

  private async readPart(parts: OfficePackage, path: string): Promise<void> {
    let style: OdfStyle | undefined
    let levels: OdfListLevel[] | undefined
    await parts.walk(path, {
      open: (name, attributes) => {
        switch (name) {
          case 'office:body':
          case 'office:master-styles':
            return false
          case 'style:style':
          case 'style:default-style': {
            style = readStyle(attributes)
            this.styles.set(`${attributes['style:family']} ${attributes['style:name'] ?? ''}`, style)
            break
          }
          case 'style:text-properties':
            if (style !== undefined) readTextProperties(style, attributes)
            break
          case 'text:list-style':
          case 'text:outline-style':
            levels = []
            this.lists.set(name === 'text:list-style' ? (attributes['style:name'] ?? '') : outlineListStyle, levels)
            break
          case 'text:list-level-style-bullet':
          case 'text:list-level-style-image':
          case 'text:list-level-style-number':
          case 'text:outline-level-style': {
            const level = Number(attributes['text:level']) - 1
            if (levels !== undefined && level >= 0 && level < 10) levels[level] = readListLevel(name, attributes)
          }
        }
        return undefined
      },
      close(name) {
        if (name === 'style:style' || name === 'style:default-style') style = undefined
        if (name === 'text:list-style' || name === 'text:outline-style') levels = undefined
      },
    })
  }
}

function readStyle(attributes: XmlAttributes): OdfStyle {
  const outline = Number(attributes['style:default-outline-level'])
  const parent = attributes['style:parent-style-name']
  const listStyle = attributes['style:list-style-name']
  // Automatic styles are named P1, P2…; the styles of people have readable names, with _20_ for a space.
  const name = attributes['style:display-name'] ?? attributes['style:name']
  return {
    ...(parent !== undefined && { parent }),
    ...(name !== undefined && !/^[A-Z]{1,2}\d+$/i.test(name) && { name }),
    ...(outline >= 1 && { outlineLevel: outline }),
    ...(listStyle !== undefined && listStyle !== '' && { listStyle }),
  }
}

function readTextProperties(style: OdfStyle, attributes: XmlAttributes): void {
  const weight = attributes['fo:font-weight']
  const size = /^([\d.]+)pt$/.exec(attributes['fo:font-size'] ?? '')?.[1]
  if (weight !== undefined) style.isBold = weight === 'bold' || Number(weight) >= 600
  if (size !== undefined) style.size = Number(size) || defaultSize
  const strike = attributes['style:text-line-through-style'] ?? attributes['style:text-line-through-type']
  if (strike !== undefined) style.isStruck = strike !== 'none'
  if (attributes['text:display'] !== undefined) style.isHidden = attributes['text:display'] === 'none'
}

function readListLevel(name: string, attributes: XmlAttributes): OdfListLevel {
  return {
    isBullet: name === 'text:list-level-style-bullet' || name === 'text:list-level-style-image',
    format: attributes['style:num-format'] ?? '',
    prefix: attributes['style:num-prefix'] ?? '',
    suffix: attributes['style:num-suffix'] ?? '',
    start: Number(attributes['text:start-value'] ?? 1) || 1,
    shownLevels: Number(attributes['text:display-levels'] ?? 1) || 1,
  }
}
