import type { BlockList } from './block.ts'

/** Follows the tags of a definition list, and adds each meaning with its term: "Notice: four weeks". */
export class DefinitionList {
  private part: 'term' | 'meaning' | undefined
  /** The term whose meaning comes, and the one that has one already: each further meaning is read with it. */
  private term = ''
  private explained = ''
  private readonly out: BlockList

  constructor(out: BlockList) {
    this.out = out
  }

  openTag(tag: string): void {
    if (tag === 'dt') this.part = 'term'
    else if (tag === 'dd') {
      this.part = 'meaning'
      if (this.term === '') this.term = this.explained
    }
  }

  closeTag(tag: string): void {
    if (tag !== 'dt' && tag !== 'dd' && tag !== 'dl') return
    this.part = undefined
    // An empty meaning leaves nothing to explain.
    if (tag === 'dd' && this.term === this.explained) this.term = ''
    if (tag === 'dl') this.end()
  }

  /** Tells whether the next text is a term or begins a meaning. */
  isExpectingText(): boolean {
    return this.part === 'term' || (this.part === 'meaning' && this.term !== '')
  }

  /** Keeps a term until its meaning is read; adds a meaning. */
  add(text: string): void {
    if (this.part === 'term') {
      const name = text.replaceAll('\n', ' ').replace(/\s?[:：]$/, '')
      this.term = this.term === '' ? name : `${this.term}, ${name}`
      this.explained = ''
    } else {
      this.out.add('paragraph', `${this.term}${/[?!？！]$/.test(this.term) ? '' : ':'} ${text}`)
      this.explained = this.term
      this.term = ''
    }
  }

  /** Adds a term without a meaning. */
  end(): void {
    this.out.add('paragraph', this.term)
    this.term = ''
    this.explained = ''
  }
}
