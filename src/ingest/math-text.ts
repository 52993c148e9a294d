/** Writes the formulas of MathML in a line, as people type them: "B = R/200", "f^2". */
export class MathText {
  /** The open elements, each with the texts of its children. */
  private open: { tag: string; parts: string[] }[] = []

  isOpen(): boolean {
    return this.open.length > 0
  }

  openTag(tag: string): void {
    if ((tag === 'math' || this.isOpen()) && this.open.length < maxDepth) this.open.push({ tag, parts: [] })
  }

  text(piece: string): void {
    const text = piece.trim()
    if (text !== '') this.open.at(-1)?.parts.push(text)
  }

  /** Ends an element; returns the formula if it was the last one. */
  closeTag(tag: string): string | undefined {
    const opened = this.open.findLastIndex((element) => element.tag === tag)
    return opened < 0 ? undefined : this.closeTo(opened)
  }

  /** Ends what is still open, and returns its formula. */
  end(): string {
    return this.closeTo(0) ?? ''
  }

  private closeTo(depth: number): string | undefined {
    while (this.open.length > depth) {
      const { tag, parts } = this.open.pop()!
      const text = join(tag, parts)
      if (this.open.length === 0) return text
      this.open.at(-1)!.parts.push(text)
    }
    return undefined
  }
}

const maxDepth = 100

function join(tag: string, parts: readonly string[]): string {
  const text = parts.join('')
  const [first = '', second = '', third = ''] = parts
  switch (tag) {
    case 'mfrac':
      return parts.length === 2 ? `${group(first)}/${group(second)}` : text
    case 'msup':
      return parts.length === 2 ? `${group(first)}^${group(second)}` : text
    case 'msub':
      return parts.length === 2 ? `${group(first)}_${group(second)}` : text
    case 'msubsup':
      return parts.length === 3 ? `${group(first)}_${group(second)}^${group(third)}` : text
    case 'msqrt':
      return `√${group(text)}`
    case 'mtext':
      return ` ${text} `
    case 'mo':
      return invisibleTimes.test(text) ? ' ' : /^[=<>≤≥≈≠→]$/.test(text) ? ` ${text} ` : text
    default:
      return text
  }
}

const invisibleTimes = /^\u2062$/

function group(text: string): string {
  return /^√?[\p{L}\p{N}.,]+$/u.test(text) ? text : `(${text.trim()})`
}
