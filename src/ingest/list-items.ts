import type { Block, BlockList } from './block.ts'
import { doneSign } from './list-marker.ts'
import type { Attributes } from './walk-tags.ts'

interface List {
  ordered: boolean
  next: number
  /** How many lists it is nested in. */
  level: number
}

/** Follows the tags of nested lists, and adds the items with their indents and markers. */
export class ListItems {
  private lists: List[] = []
  /** The marker of the current item, until its first text. */
  private marker = ''
  /** The lists around each open `<details>` that is an item by itself, as Notion writes toggles. */
  private listsAround: List[][] = []
  private readonly out: BlockList

  constructor(out: BlockList) {
    this.out = out
  }

  isOpen(): boolean {
    return this.lists.length > 0
  }

  openTag(tag: string, attributes: Attributes): void {
    switch (tag) {
      case 'ul':
      case 'menu':
        this.openList(false, attributes)
        break
      case 'ol':
        this.openList(true, attributes)
        break
      case 'li':
        this.openItem(attributes)
        break
      case 'details':
        this.listsAround.push(this.lists)
        if (this.marker !== '') this.lists = []
        this.marker = ''
        break
    }
  }

  closeTag(tag: string): void {
    switch (tag) {
      case 'ul':
      case 'ol':
      case 'menu':
        this.lists.pop()
        this.marker = ''
        break
      case 'li':
        this.marker = ''
        break
      case 'details':
        this.lists = this.listsAround.pop() ?? this.lists
        break
    }
  }

  /** Adds a block of the current item. The first one gets the marker. */
  add(text: string, { isCode, links }: { isCode: boolean; links: Block['links'] }): void {
    const indent = '  '.repeat(Math.min(this.lists.at(-1)?.level ?? 0, maxIndent))
    const { marker } = this
    this.marker = ''
    if (isCode) this.out.add('code', text, { indent: `${indent}  ` })
    else if (marker === '') this.out.continueItem(indent, text)
    else this.out.addItem(indent, marker, text.replace(/^\[ \]\s+/, '').replace(/^\[[xX]\]\s+/, `${doneSign} `), links)
  }

  private openList(ordered: boolean, attributes: Attributes): void {
    const start = Number.parseInt(attributes.start ?? '1', 10)
    // A list of Google Docs stands beside the one that it is nested in, and its class names its level.
    const named = /(?:^|\s)lst-kix_\w+-(\d)(?:\s|$)/.exec(attributes.class ?? '')?.[1]
    const level = named === undefined ? this.lists.length : Number(named)
    this.lists.push({ ordered, next: Number.isSafeInteger(start) ? start : 1, level })
  }

  private openItem(attributes: Attributes): void {
    if (this.lists.length === 0) this.lists.push({ ordered: false, next: 1, level: 0 })
    const list = this.lists.at(-1)!
    const value = Number.parseInt(attributes.value ?? '', 10)
    if (Number.isSafeInteger(value)) list.next = value
    this.marker = list.ordered ? `${list.next++}. ` : '- '
  }
}

const maxIndent = 8
