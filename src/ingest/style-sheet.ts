import type { Attributes } from './walk-tags.ts'

/** What a style says about the look of text; undefined where it says nothing. */
export interface TextStyle {
  isBold?: boolean
  isStruck?: boolean
}

/** Reads the styles of elements: their own, and those that the style sheet of the page gives their classes. */
export class StyleSheet {
  private readonly classes = new Map<string, { style: TextStyle; order: number }>()
  private rules = 0

  /** Adds the rules of one `<style>` whose selectors are classes, as word processors export them: `.c5`, `p.c1, span.c2`. */
  add(css: string): void {
    for (const rule of css.split('}')) {
      const [before = '', declarations = ''] = rule.split('{').slice(-2)
      const selectors = before.slice(before.lastIndexOf(';') + 1).replace('<!--', '')
      const style = readStyle(declarations)
      if (style === undefined || selectors.length > maxSelectorsLength) continue
      const order = this.rules++
      for (const selector of selectors.split(',')) {
        const name = /^\s*\w*\.([\w-]+)\s*$/.exec(selector)?.[1]
        if (name === undefined || this.classes.size >= maxClasses) continue
        this.classes.set(name, { style: { ...this.classes.get(name)?.style, ...style }, order })
      }
    }
  }

  /** Returns the style of an element: a later rule wins over earlier ones, its own style over all. */
  ofElement({ class: names, style }: Attributes): TextStyle {
    const own = style === undefined ? undefined : readStyle(style)
    if (names === undefined || this.classes.size === 0) return own ?? none
    const found = names.split(/\s+/, maxClassNames).flatMap((name) => this.classes.get(name) ?? [])
    return Object.assign({}, ...found.sort((a, b) => a.order - b.order).map((rule) => rule.style), own)
  }
}

const none: TextStyle = {}
const maxSelectorsLength = 10_000
const maxClasses = 10_000
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
