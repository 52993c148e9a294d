import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface RenderedInput {
  answer: string
  /** Number of sources. */
  sources: number
}

/** Renders answers as the app does. In a process of its own: the app's components are compiled by other settings. */
export function renderAnswers(answers: readonly RenderedInput[]): string[] {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const script = fileURLToPath(new URL('./render-answers.mjs', import.meta.url))
  const run = spawnSync(process.execPath, ['--import', 'tsx', script], {
    cwd: root,
    env: { ...process.env, TSX_TSCONFIG_PATH: `${root}web/tsconfig.json`, NODE_OPTIONS: '' },
    input: JSON.stringify(answers),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (run.status !== 0) throw new Error(`The answers could not be rendered: ${run.stderr}`)
  return JSON.parse(run.stdout) as string[]
}

/** Returns the blocks of a rendered answer in order: `p`, `h3`, `h4`, `pre`, `ol:3`, `ul:2`, `table:3x2`, with nested lists. */
export function blocksOf(html: string): string[] {
  const blocks: string[] = []
  const open: { tag: string; items: number; cells: number; nested: string[] }[] = []
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
    if (slash === '/' && tag === open.at(-1)?.tag) {
      const { items, cells, nested } = open.pop()!
      const inner = nested.length > 0 ? `(${nested.join(' ')})` : ''
      const name = tag === 'table' ? `table:${items}x${cells / items}` : items > 0 ? `${tag}:${items}${inner}` : tag
      const outer = open.at(-1)
      if (!outer) blocks.push(name)
      else if (tag === 'ol' || tag === 'ul') outer.nested.push(name)
    } else if (slash === '' && ['p', 'h3', 'h4', 'pre', 'ol', 'ul', 'table'].includes(tag))
      open.push({ tag, items: 0, cells: 0, nested: [] })
    else if (slash === '') {
      const block = open.at(-1)
      if (block && (tag === 'li' || tag === 'tr')) block.items += 1
      if (block && (tag === 'td' || tag === 'th')) block.cells += 1
    }
  }
  return blocks
}

/** Returns what is wrong with the form of a rendered answer; the blocks of the draft are given if all of it was kept. */
export function findDamage(html: string, draftBlocks?: readonly string[]): string[] {
  const blocks = blocksOf(html)
  const text = html.replace(/<pre>.*?<\/pre>|<code>.*?<\/code>/gs, '').replace(/<\/(?:p|li|tr|h[34])>/g, '\n')
  const shown = text.replace(/<[^>]*>/g, '')
  const paragraphs = [...html.matchAll(/<(p|h[34])>(.*?)<\/\1>/g)].map(([whole, tag, inner]) => ({
    tag,
    text: (inner ?? '').replace(/<button.*?<\/button>|<[^>]*>/g, '').trim(),
    after: html.slice(html.indexOf(whole) + whole.length),
  }))
  const damages: [boolean, string][] = [
    [/<(?:a|img|script|iframe)\b/.test(html), 'a link or an image'],
    [/\*\*|```|\|\s*:?-{2,}|^\s*\|/m.test(shown), 'markup shown as text'],
    [blocks.some((block) => /^table:(?:[01]x|\d+x\d*\.)/.test(block)), 'a table without rows, or with uneven ones'],
    [/<ol start="(?!1")/.test(html.slice(0, html.indexOf('</ol>'))), 'a list that begins in the middle'],
    [
      paragraphs.some(({ tag, text, after }) => (tag !== 'p' || text.endsWith(':')) && /^(?:<\/div>)?$/.test(after)),
      'a heading or lead-in without what it introduces',
    ],
    [
      paragraphs.some(({ text, after }) => text.endsWith(':') && /^<h[34]/.test(after)),
      'a lead-in without what it introduces',
    ],
    [/^(?:Therefore|However|Thus|Moreover|In addition|As a result)\b/.test(shown.trim()), 'a dangling connective'],
    [/^(?:Yes|No)[.]?$/.test(shown.trim()), 'a bare yes or no'],
    [draftBlocks !== undefined && blocks.join(' ') !== draftBlocks.join(' '), 'other blocks than the draft'],
  ]
  return damages.filter(([isDamaged]) => isDamaged).map(([, description]) => description)
}
