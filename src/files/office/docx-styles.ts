import type { OfficePackage } from './office-package.ts'
import type { XmlAttributes } from './walk-xml.ts'

/** Properties of a style, own and inherited. */
export interface DocxStyle {
  name: string
  basedOn?: string
  /** 0 to 8 for headings, 9 for text. */
  outlineLevel?: number
  numberingId?: string
  listLevel?: number
  isBold?: boolean
  isHidden?: boolean
  isStruck?: boolean
  /** In half points. */
  size?: number
  /** Of tables: the style sets the first row apart. */
  hasBoldFirstRow?: boolean
}

const defaultSize = 20
/** A style can be based on itself by mistake. */
const maxInheritance = 20

/** Names of heading styles; Word writes them in English in any language, other programs don't. */
const headingName =
  /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|overskrift|заголовок|标题|標題|見出し|제목|nagłówek|nadpis|otsikko|címsor|başlık|encabezado|cabeçalho)[ _]?([1-9])$/i

/** The styles of a Word document. */
export class DocxStyles {
  private readonly styles = new Map<string, DocxStyle>()
  private readonly resolved = new Map<string, DocxStyle>()
  private defaultParagraphStyle = ''
  private defaults: DocxStyle = { name: '', size: defaultSize }

  static async read(parts: OfficePackage, path: string | undefined): Promise<DocxStyles> {
    const styles = new DocxStyles()
    if (path !== undefined) await styles.readPart(parts, path)
    return styles
  }

  /** Returns a style with the properties of the styles that it is based on; without id that of plain paragraphs. */
  get(id: string | undefined): DocxStyle {
    const key = id ?? this.defaultParagraphStyle
    const known = this.resolved.get(key)
    if (known !== undefined) return known
    const chain: DocxStyle[] = []
    for (let current = this.styles.get(key); current !== undefined && chain.length < maxInheritance; ) {
      chain.push(current)
      current = current.basedOn === undefined ? undefined : this.styles.get(current.basedOn)
    }
    const style: DocxStyle = { ...this.defaults }
    for (const own of chain.reverse()) {
      const outlineLevel = own.outlineLevel ?? headingLevel(own.name) ?? style.outlineLevel
      Object.assign(style, own, { outlineLevel })
    }
    this.resolved.set(key, style)
    return style
  }

  /** Returns what a character style itself says; the paragraph says the rest. */
  own(id: string): DocxStyle | undefined {
    return this.styles.get(id)
  }

  private async readPart(parts: OfficePackage, path: string): Promise<void> {
    let style: DocxStyle | undefined
    let isInFirstRow = false
    await parts.walk(path, {
      open: (name, attributes) => {
        const value = attributes['w:val']
        if (name === 'w:docDefaults') style = this.defaults
        else if (name === 'w:style') {
          style = { name: '' }
          const id = attributes['w:styleId'] ?? ''
          this.styles.set(id, style)
          if (attributes['w:type'] === 'paragraph' && isOn(attributes['w:default'] ?? '0'))
            this.defaultParagraphStyle = id
        } else if (style === undefined) return undefined
        // A table style has properties for parts of a table.
        else if (name === 'w:tblStylePr') {
          isInFirstRow = attributes['w:type'] === 'firstRow'
          return isInFirstRow && undefined
        } else if (isInFirstRow) {
          if (name === 'w:b') style.hasBoldFirstRow = isOn(value)
        } else if (name === 'w:name') style.name = value ?? ''
        else if (name === 'w:basedOn') style.basedOn = value
        else if (name === 'w:outlineLvl') style.outlineLevel = Number(value)
        else if (name === 'w:numId') style.numberingId = value
        else if (name === 'w:ilvl') style.listLevel = Number(value)
        else readTextProperty(style, name, attributes)
        return undefined
      },
      close(name) {
        if (name === 'w:style' || name === 'w:docDefaults') style = undefined
        if (name === 'w:tblStylePr') isInFirstRow = false
      },
    })
  }
}

/** Takes over what a property of a run or style says about its look. */
export function readTextProperty(
  look: Pick<DocxStyle, 'isBold' | 'isHidden' | 'isStruck' | 'size'>,
  name: string,
  attributes: XmlAttributes,
): void {
  if (name === 'w:b') look.isBold = isOn(attributes['w:val'])
  else if (name === 'w:vanish') look.isHidden = isOn(attributes['w:val'])
  else if (name === 'w:strike' || name === 'w:dstrike') look.isStruck = isOn(attributes['w:val'])
  else if (name === 'w:sz') look.size = Number(attributes['w:val']) || defaultSize
}

export function isOn(value: string | undefined): boolean {
  return value === undefined || !/^(?:0|false|off|none)$/i.test(value)
}

function headingLevel(name: string): number | undefined {
  const level = headingName.exec(name)?.[1]
  return level === undefined ? undefined : Number(level) - 1
}
