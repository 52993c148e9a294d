import type { Attributes } from './walk-tags.ts'

/** Returns the element of HTML that stands for one of the storage format of Confluence; other names stay as they are. */
export function htmlTag(tag: string, attributes?: Attributes): string {
  if (!tag.startsWith('ac:')) return tag
  if (tag === 'ac:structured-macro') return blockMacros.has(attributes?.['ac:name'] ?? '') ? 'div' : tag
  return htmlTags.get(tag) ?? tag
}

/** Tells whether an element is a setting, a number or an icon. Of the settings of a macro, its title is shown. */
export function isConfluenceSetting(tag: string, attributes: Attributes): boolean {
  return settings.has(tag) || (tag === 'ac:parameter' && attributes['ac:name'] !== 'title')
}

const settings = new Set(
  'ac:task-id ac:task-uuid ac:task-status ac:emoticon ac:placeholder ac:adf-attribute ac:adf-fallback'.split(' '),
)
const htmlTags = new Map([
  ['ac:rich-text-body', 'div'],
  ['ac:plain-text-body', 'pre'],
  ['ac:task-list', 'ul'],
  ['ac:task', 'li'],
  ['ac:task-body', 'div'],
  ['ac:layout-section', 'div'],
  ['ac:layout-cell', 'div'],
  ['ac:link', 'a'],
])
/** Macros whose title stands above their text. Others, such as "status", stand within a line. */
const blockMacros = new Set(
  'info note tip warning panel expand code noformat excerpt details section column'.split(' '),
)
