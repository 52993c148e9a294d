type Match = string | RegExp | ((character: string) => boolean)

const tabSize = 4

/** One line of code as the parsers of `@codemirror/legacy-modes` read it. */
export class CodeLine {
  readonly string: string
  readonly indentUnit = 2
  pos = 0
  start = 0

  constructor(text: string) {
    this.string = text
  }

  eol(): boolean {
    return this.pos >= this.string.length
  }

  sol(): boolean {
    return this.pos === 0
  }

  peek(): string | undefined {
    return this.string[this.pos]
  }

  next(): string | undefined {
    const character = this.peek()
    if (character !== undefined) this.pos += 1
    return character
  }

  eat(match: Match): string | undefined {
    const character = this.peek()
    if (character === undefined) return undefined
    const isMatch =
      typeof match === 'string'
        ? character === match
        : match instanceof RegExp
          ? match.test(character)
          : match(character)
    return isMatch ? this.next() : undefined
  }

  eatWhile(match: Match): boolean {
    const before = this.pos
    while (this.eat(match) !== undefined);
    return this.pos > before
  }

  eatSpace(): boolean {
    return this.eatWhile(/\s/)
  }

  skipToEnd(): void {
    this.pos = this.string.length
  }

  skipTo(text: string): boolean {
    const found = this.string.indexOf(text, this.pos)
    if (found >= 0) this.pos = found
    return found >= 0
  }

  backUp(count: number): void {
    this.pos -= count
  }

  column(): number {
    return countColumns(this.string.slice(0, this.start))
  }

  indentation(): number {
    return countColumns(/^\s*/.exec(this.string)?.[0] ?? '')
  }

  match(pattern: string | RegExp, consume = true, ignoreCase = false): boolean | RegExpMatchArray | null {
    const rest = this.string.slice(this.pos)
    if (typeof pattern === 'string') {
      const start = rest.slice(0, pattern.length)
      const isMatch = ignoreCase ? start.toLowerCase() === pattern.toLowerCase() : start === pattern
      if (isMatch && consume) this.pos += pattern.length
      return isMatch
    }
    const found = rest.match(pattern)
    if (!found || (found.index ?? 0) > 0) return null
    if (consume) this.pos += found[0].length
    return found
  }

  current(): string {
    return this.string.slice(this.start, this.pos)
  }
}

function countColumns(text: string): number {
  let columns = 0
  for (const character of text) columns += character === '\t' ? tabSize - (columns % tabSize) : 1
  return columns
}
