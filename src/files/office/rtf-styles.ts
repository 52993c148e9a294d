export interface RtfStyle {
  name: string
  /** 0 to 8 for headings. */
  outlineLevel?: number
}

const plainStyle: RtfStyle = { name: '' }

/** The paragraph styles of an RTF file. */
export class RtfStyles {
  private readonly styles = new Map<number, RtfStyle>()
  private current: RtfStyle = { name: '' }

  /** Reads a control word of the style sheet. */
  define(word: string, parameter: number | undefined): void {
    if (word === 's') {
      this.current = { name: '' }
      this.styles.set(parameter ?? 0, this.current)
    } else if (word === 'cs' || word === 'ts' || word === 'ds') this.current = { name: '' }
    else if (word === 'outlinelevel') this.current.outlineLevel = parameter
  }

  /** Reads text of the style sheet: the name of a style, which ends with a semicolon. */
  addName(text: string): void {
    const end = text.indexOf(';')
    this.current.name = (this.current.name + (end === -1 ? text : text.slice(0, end))).trimStart()
    if (end === -1) return
    const level = /^heading ([1-9])$/i.exec(this.current.name)?.[1]
    if (level !== undefined) this.current.outlineLevel ??= Number(level) - 1
    this.current = { name: '' }
  }

  get(number: number | undefined): RtfStyle {
    return (number === undefined ? undefined : this.styles.get(number)) ?? plainStyle
  }
}
