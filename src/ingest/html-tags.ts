import { isConfluenceSetting } from './confluence-tags.ts'
import type { Attributes } from './walk-tags.ts'

/** Elements that start a new block of text. */
export const blockTags = new Set(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure
  footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section
  summary table tbody td tfoot th thead tr ul`.split(/\s+/),
)
export const tableTags = new Set(['table', 'tbody', 'tfoot', 'thead', 'tr', 'td', 'th', 'caption'])
/** Elements with an optional end tag: the next one of the kind ends them. */
export const optionalEndTags = new Set(['dd', 'dt', 'li', 'option', 'p', 'td', 'th', 'tr'])
/** Among them how words are pronounced, which would stand within them, and the source of formulas. */
const hiddenTags = new Set(
  'script style template noscript title svg iframe canvas noembed noframes datalist object rt rp annotation annotation-xml'.split(
    ' ',
  ),
)
export const voidTags = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

/** Tells whether the content of an element is never text of the page. */
export function isHidden(tag: string, attributes: Attributes): boolean {
  return hiddenTags.has(tag) || isConfluenceSetting(tag, attributes) || googleDocsPart.test(attributes.id ?? '')
}

/** The frame of a published Google document, and the marks of comments in it. */
const googleDocsPart = /^(?:banners|publish-banner[\w-]*|cmnt_ref\d+)$/

/** Hidden text is skipped: it must not be quoted, and could hide instructions to a model. */
export function isNotDisplayed(tag: string, attributes: Attributes): boolean {
  if (voidTags.has(tag)) return false
  if (attributes.hidden !== undefined || attributes['aria-hidden'] === 'true') return true
  const { style } = attributes
  if (style === undefined) return false
  return hiddenStyle.test(style) || (inlineTextTags.has(tag) && zeroSizeStyle.test(style))
}

/** Not displayed, invisible, transparent, or positioned off the page. */
const hiddenStyle =
  /(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|color\s*:\s*transparent|(?:left|top|text-indent)\s*:\s*-\d{4})/i
/** Zero size or opacity. On containers it is common in mail layouts and fade-in effects, so it counts for text elements only. */
const zeroSizeStyle = /(?<![\w-])(?:opacity|font-size)\s*:\s*0(?:\.0+)?(?![.\d])/i
const inlineTextTags = new Set('p span a b i em strong small font u s sub sup code li h1 h2 h3 h4 h5 h6'.split(' '))
