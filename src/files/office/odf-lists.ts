import type { ItemMarker } from './html-blocks-writer.ts'
import { formatListNumber } from './list-numbers.ts'
import { type OdfStyles, outlineListStyle } from './odf-styles.ts'
import type { XmlAttributes } from './walk-xml.ts'

interface OpenList {
  style: string
  counters: number[]
}

/** Counts the items of the lists of an OpenDocument file, and its headings. */
export class OdfLists {
  private readonly styles: OdfStyles
  /** Open lists; a list within an item of another continues its counters one level below. */
  private readonly open: OpenList[] = []
  private readonly lastCounters = new Map<string, number[]>()
  private readonly outlineCounters: number[] = []

  constructor(styles: OdfStyles) {
    this.styles = styles
  }

  /** Depth of the current list, from 0; -1 outside lists. */
  get level(): number {
    return this.open.length - 1
  }

  openList(attributes: XmlAttributes): void {
    const outer = this.open.at(-1)
    const style = attributes['text:style-name'] ?? outer?.style ?? ''
    const continues = attributes['text:continue-numbering'] === 'true' || attributes['text:continue-list'] !== undefined
    const counters = outer?.counters ?? (continues ? this.lastCounters.get(style) : undefined) ?? []
    this.open.push({ style, counters })
  }

  closeList(): void {
    const list = this.open.pop()
    if (list !== undefined) this.lastCounters.set(list.style, list.counters)
  }

  /** Counts an item. `paragraphListStyle` is the list style that the style of its paragraph names. */
  nextItem(start: string | undefined, paragraphListStyle: string | undefined): ItemMarker {
    const list = this.open.at(-1)
    if (list === undefined) return { kind: 'bullet' }
    return (
      this.next(list.style || paragraphListStyle || '', list.counters, this.level, Number(start)) ?? { kind: 'bullet' }
    )
  }

  /** Counts a heading. Returns its number with a space, or nothing if headings are not numbered. */
  nextHeading(level: number): string {
    const marker = this.next(outlineListStyle, this.outlineCounters, level - 1, Number.NaN)
    return marker?.kind === 'number' ? `${marker.value} ` : labelOf(marker)
  }

  /** Counts a heading that is the first paragraph of an item. */
  nextHeadingItem(start: string | undefined, paragraphListStyle: string | undefined): string {
    const marker = this.nextItem(start, paragraphListStyle)
    return marker.kind === 'number' ? `${marker.value}. ` : labelOf(marker)
  }

  private next(style: string, counters: number[], level: number, start: number): ItemMarker | undefined {
    const definition = this.styles.listLevel(style, level)
    const first = definition?.start ?? 1
    const value = start >= 0 ? start : (counters[level] ?? first - 1) + 1
    counters[level] = value
    counters.length = level + 1
    if (definition === undefined || definition.isBullet || definition.format === '') return undefined
    const { format, prefix, suffix, shownLevels } = definition
    if (format === '1' && shownLevels === 1 && /^\(?$/.test(prefix) && /^[.)]?$/.test(suffix))
      return { kind: 'number', value }
    const numbers: string[] = []
    for (let index = Math.max(0, level - shownLevels + 1); index <= level; index++) {
      const shown = this.styles.listLevel(style, index)?.format ?? format
      if (shown !== '') numbers.push(formatListNumber(counters[index] ?? 1, shown))
    }
    return { kind: 'label', label: `${prefix}${numbers.join('.')}${suffix}`.trim() }
  }
}

function labelOf(marker: ItemMarker | undefined): string {
  return marker?.kind === 'label' ? `${marker.label} ` : ''
}
