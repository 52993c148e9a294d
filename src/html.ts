/** Text that is already HTML. Every other value in a page is escaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type HtmlValue = string | number | Markup | undefined | false | readonly HtmlValue[]

/** Returns markup with escaped values: html`<p>${name}</p>`. */
export function html(strings: TemplateStringsArray, ...parts: HtmlValue[]): Markup {
  return new Markup(strings.map((string, index) => string + renderHtmlValue(parts[index])).join(''))
}

function renderHtmlValue(part: HtmlValue): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map(renderHtmlValue).join('')
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
