import type { ItemMarker } from './html-blocks-writer.ts'
import { formatListNumber } from './list-numbers.ts'
import type { OfficePackage } from './office-package.ts'

interface Level {
  start: number
  format: string
  /** Label with the number of level n as %n. */
  text: string
}

interface Numbering {
  /** Numberings with the same definition count on from each other. */
  definitionId: string
  /** Levels that start again with this number. */
  starts: Map<number, number>
}

const maxLevel = 8

/** The lists of a Word document, and how far each has counted. */
export class DocxNumbering {
  private readonly definitions = new Map<string, Level[]>()
  private readonly numberings = new Map<string, Numbering>()
  private readonly counters = new Map<string, number[]>()
  private readonly started = new Set<string>()

  static async read(parts: OfficePackage, path: string | undefined): Promise<DocxNumbering> {
    const numbering = new DocxNumbering()
    if (path !== undefined) await numbering.readPart(parts, path)
    return numbering
  }

  /** Counts a paragraph of a list. Returns its marker, or undefined if the list has none. */
  next(numberingId: string, level: number): ItemMarker | undefined {
    const numbering = this.numberings.get(numberingId)
    const levels = numbering && this.definitions.get(numbering.definitionId)
    const current = levels?.[level]
    if (numbering === undefined || levels === undefined || current === undefined) return undefined
    const counters = this.counters.get(numbering.definitionId) ?? []
    this.counters.set(numbering.definitionId, counters)
    if (!this.started.has(numberingId)) {
      this.started.add(numberingId)
      for (const [overridden, start] of numbering.starts) counters[overridden] = start - 1
    }
    counters[level] = (counters[level] ?? current.start - 1) + 1
    counters.length = level + 1
    if (current.format === 'bullet') return { kind: 'bullet' }
    if (current.format === 'none' || current.text === '') return undefined
    if (current.format === 'decimal' && /^\(?%\d[.)]?$/.test(current.text)) {
      return { kind: 'number', value: counters[level] }
    }
    const label = current.text.replace(/%(\d)/g, (_, digit: string) => {
      const index = Number(digit) - 1
      const of = levels[index]
      return of === undefined ? '' : formatListNumber(counters[index] ?? of.start, of.format)
    })
    return { kind: 'label', label: label.trim() }
  }

  private async readPart(parts: OfficePackage, path: string): Promise<void> {
    let levels: Level[] | undefined
    let level: Level | undefined
    let numbering: Numbering | undefined
    let overridden = 0
    const byStyle = new Map<string, Level[]>()
    const links: { levels: Level[]; style: string }[] = []
    await parts.walk(path, {
      open: (name, attributes) => {
        const value = attributes['w:val'] ?? ''
        switch (name) {
          case 'w:abstractNum':
            levels = []
            numbering = undefined
            this.definitions.set(attributes['w:abstractNumId'] ?? '', levels)
            break
          case 'w:lvl': {
            level = { start: 1, format: 'decimal', text: '' }
            const index = Number(attributes['w:ilvl'])
            if (numbering !== undefined) return false
            if (levels !== undefined && index >= 0 && index <= maxLevel) levels[index] = level
            break
          }
          case 'w:start':
            if (level !== undefined) level.start = Number(value) || 0
            break
          case 'w:numFmt':
            if (level !== undefined) level.format = value
            break
          case 'w:lvlText':
            if (level !== undefined) level.text = value
            break
          case 'w:styleLink':
            if (levels !== undefined) byStyle.set(value, levels)
            break
          case 'w:numStyleLink':
            if (levels !== undefined) links.push({ levels, style: value })
            break
          case 'w:num':
            levels = undefined
            numbering = { definitionId: '', starts: new Map() }
            this.numberings.set(attributes['w:numId'] ?? '', numbering)
            break
          case 'w:abstractNumId':
            if (numbering !== undefined) numbering.definitionId = value
            break
          case 'w:lvlOverride':
            overridden = Number(attributes['w:ilvl'])
            break
          case 'w:startOverride':
            if (overridden >= 0 && overridden <= maxLevel) numbering?.starts.set(overridden, Number(value) || 0)
        }
        return undefined
      },
    })
    for (const { levels: linked, style } of links) linked.push(...(byStyle.get(style) ?? []))
  }
}
