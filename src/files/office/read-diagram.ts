import { escapeHtml } from '../html-writer.ts'
import { HtmlBlocksWriter } from './html-blocks-writer.ts'
import type { OfficePackage } from './office-package.ts'

const maxNodes = 2_000

/** Returns the text of a diagram (SmartArt) as a nested list, in the order in which it is drawn. */
export async function readDiagram(parts: OfficePackage, path: string): Promise<string> {
  const texts = new Map<string, string>()
  const children = new Map<string, { id: string; order: number }[]>()
  let node = ''
  let root = ''
  let isInText = false
  await parts.walk(path, {
    open(name, attributes) {
      if (name === 'dgm:pt') {
        node = attributes.modelId ?? ''
        if (attributes.type === 'doc') root = node
        // Points for lines and for the layout repeat the text of others, or have none.
        if (/^(?:pres|parTrans|sibTrans)$/.test(attributes.type ?? '')) return false
        if (texts.size < maxNodes) texts.set(node, '')
      } else if (name === 'dgm:cxn' && (attributes.type ?? 'parOf') === 'parOf') {
        const list = children.get(attributes.srcId ?? '') ?? []
        list.push({ id: attributes.destId ?? '', order: Number(attributes.srcOrd) || 0 })
        children.set(attributes.srcId ?? '', list)
      } else if (name === 'a:t') isInText = true
      else if (name === 'a:br') texts.set(node, `${texts.get(node) ?? ''} `)
      return undefined
    },
    close(name) {
      if (name === 'a:t') isInText = false
      if (name === 'a:p') texts.set(node, `${texts.get(node) ?? ''} `)
    },
    text(text) {
      if (isInText && texts.has(node)) texts.set(node, `${texts.get(node)}${text}`)
    },
  })
  const blocks = new HtmlBlocksWriter(Number.POSITIVE_INFINITY)
  const waiting = [{ id: root, level: -1 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { id, level } = next
    const text = texts.get(id)
    // Each node is written once, so that a circle ends.
    if (text === undefined) continue
    texts.delete(id)
    blocks.item(Math.max(level, 0), { kind: 'bullet' }, escapeHtml(text.trim()))
    const below = (children.get(id) ?? []).sort((a, b) => b.order - a.order)
    waiting.push(...below.map((child) => ({ id: child.id, level: level + 1 })))
  }
  return blocks.toHtml()
}
