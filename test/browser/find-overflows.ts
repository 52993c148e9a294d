import type { Page } from 'playwright-core'

/** Returns what doesn't fit on the screen, in words: in the open dialog, or else on the page. */
export function findOverflows(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(findOverflowsScript)
}

/** Rows and blocks that are meant to scroll sideways. */
const scrollers = 'pre, nav, .table-scroll, .cm-scroller'

const findOverflowsScript = `(() => {
  const problems = new Set()
  const pageWidth = document.documentElement.clientWidth
  const quote = (text) => '“' + text.trim().slice(0, 24) + '”'
  const clips = (element) => getComputedStyle(element).overflowX !== 'visible'
  const isCut = (element) => {
    let at = element
    while (at && !clips(at)) at = at.parentElement
    return at !== null && getComputedStyle(at).overflowX === 'hidden'
  }
  if (document.documentElement.scrollWidth > pageWidth) problems.add('the page scrolls sideways')
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const elements = [...root.querySelectorAll('*')].filter(
    (element) => element.checkVisibility() && !element.closest('svg, ${scrollers}'),
  )

  for (const element of elements) {
    const { clientWidth, scrollWidth } = element
    // A width of one pixel is for screen readers only.
    if (clientWidth <= 1 || scrollWidth <= clientWidth + 1 || !clips(element) || element.matches('input, select')) continue
    const { overflowX, textOverflow } = getComputedStyle(element)
    const text = quote(element.textContent)
    if (overflowX === 'auto' || overflowX === 'scroll') problems.add('scrolls sideways: ' + text)
    else if (textOverflow !== 'ellipsis') problems.add('cut off: ' + text)
    else if (clientWidth < 60) problems.add('has only ' + clientWidth + ' px: ' + text)
  }

  const controls = elements.filter((element) => element.matches('a, button, input, select, textarea'))
  for (const control of controls) {
    const { left, right } = control.getBoundingClientRect()
    // What a row cuts off with an ellipsis is judged above.
    if (isCut(control.parentElement)) continue
    if (right > pageWidth + 1 || left < -1)
      problems.add('beyond the screen: ' + quote(control.ariaLabel ?? control.textContent))
  }

  for (const element of elements) {
    if (isCut(element)) continue
    const boxes = [element.closest('button, .button, .chip, td, li, .card'), element.closest('dialog, main')]
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || node.data.trim() === '') continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { left, right } of range.getClientRects())
        for (const box of boxes.filter(Boolean)) {
          const outer = box.getBoundingClientRect()
          if (right > outer.right + 1 || left < outer.left - 1)
            problems.add('beyond its ' + box.localName + ': ' + quote(node.data))
        }
    }
  }
  return [...problems]
})()`
