import type { Attributes } from './walk-tags.ts'

/** What a style says about the look of text; undefined where it says nothing. */
export interface TextStyle {
  isBold?: boolean
  isStruck?: boolean
}

type Rules = Map<string, { style: TextStyle; order: number }>

/** Reads the styles of elements: their own, and those that the style sheet of the page gives their classes. */
export class StyleSheet {
  /** Those of the page, and of each open section: a section can be a file of its own. */
  private scopes: Rules[] = [new Map()]
  private sectionsBeyond = 0
  private rules = 0

  enterSection(): void {
    if (this.scopes.length < maxSections) this.scopes.push(this.scopes.at(-1) as Rules)
    else this.sectionsBeyond++
  }

  leaveSection(): void {
    if (this.sectionsBeyond > 0) this.sectionsBeyond--
    else if (this.scopes.length > 1) this.scopes.pop()
  }

  /** Adds the rules of one `<style>` whose selectors are classes, as word processors export them: `.c5`, `p.c1, span.c2`. */
  add(css: string): void {
    const isShared = this.scopes.length > 1 && this.scopes.at(-1) === this.scopes.at(-2)
    const classes: Rules = isShared ? new Map(this.scopes.pop()) : (this.scopes.pop() as Rules)
    this.scopes.push(classes)
    for (const rule of css.split('}')) {
      const [before = '', declarations = ''] = rule.split('{').slice(-2)
      const selectors = before.slice(before.lastIndexOf(';') + 1).replace('<!--', '')
      const style = readStyle(declarations)
      if (style === undefined || selectors.length > maxSelectorsLength) continue
      const order = this.rules++
      for (const selector of selectors.split(',')) {
        const name = /^\s*\w*\.([\w-]+)\s*$/.exec(selector)?.[1]
        if (name === undefined || classes.size >= maxClasses) continue
        classes.set(name, { style: { ...classes.get(name)?.style, ...style }, order })
      }
    }
  }

  /** Returns the style of an element: a later rule wins over earlier ones, its own style over all. */
  ofElement({ class: names, style }: Attributes): TextStyle {
    const own = style === undefined ? undefined : readStyle(style)
    const classes = this.scopes.at(-1) as Rules
    if (names === undefined || classes.size === 0) return own ?? none
    const found = names.split(/\s+/, maxClassNames).flatMap((name) => classes.get(name) ?? [])
    return Object.assign({}, ...found.sort((a, b) => a.order - b.order).map((rule) => rule.style), own)
  }
}

const none: TextStyle = {}
const maxSelectorsLength = 10_000
const maxClasses = 10_000
const maxSections = 1_000
const maxClassNames = 50

function readStyle(declarations: string): TextStyle | undefined {
  const weight = /(?<![\w-])font-weight\s*:\s*(\w+)/i.exec(declarations)?.[1]
  const decoration = /(?<![\w-])text-decoration(?:-line)?\s*:([^;]*)/i.exec(declarations)?.[1]
  if (weight === undefined && decoration === undefined) return undefined
  return {
    ...(weight !== undefined && { isBold: /^(?:bold|bolder|[6-9]00)$/i.test(weight) }),
    ...(decoration !== undefined && { isStruck: /\bline-through\b/i.test(decoration) }),
  }
}
