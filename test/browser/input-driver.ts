import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** How somebody works with a page. */
export interface InputDriver {
  press(target: Locator): Promise<void>
  enterText(target: Locator, text: string): Promise<void>
  /** A box to tick or to clear, or one of several choices. */
  toggle(target: Locator): Promise<void>
  /** Types into a field that offers a list, and takes the option. */
  selectOption(field: Locator, text: string, option: Locator): Promise<void>
  /** Takes an entry of the menu that is open. */
  selectMenuItem(item: Locator): Promise<void>
  /** Selects an option of a select element by its label. */
  choose(select: Locator, label: string): Promise<void>
  /** Opens the note of this title. */
  openInTree(tree: Locator, title: string): Promise<void>
}

export function mouseDriver(): InputDriver {
  return {
    press: (target) => target.click(),
    enterText: (target, text) => target.fill(text),
    toggle: (target) => target.click(),
    async selectOption(field, text, option) {
      await field.fill(text)
      await option.click()
    },
    selectMenuItem: (item) => item.click(),
    async choose(select, label) {
      await select.selectOption({ label })
    },
    openInTree: (tree, title) => tree.getByRole('treeitem', { name: title }).click(),
  }
}

/**
 * Only keys: Tab until the target has the focus, then Enter, Space or letters. It minds a focus that is lost, that cannot
 * be seen, or that cannot get there.
 */
export function keyboardDriver(page: Page): InputDriver {
  const { keyboard: keys } = page
  // A page that was just loaded has no focus yet; after that it must always be somewhere.
  let isNew = true
  page.on('domcontentloaded', () => {
    isNew = true
  })

  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor()
    if (!isNew) {
      const isKept = () => page.evaluate('document.activeElement !== document.body')
      await expect.poll(isKept, { message: `the focus is kept before ${target}`, timeout: 20_000 }).toBe(true)
    }
    for (let presses = 0; presses < 120; presses += 1) {
      const place = await target.evaluate(focusPosition)
      if (place === 'here') {
        const isSeen = await target.evaluate(isFocusVisible)
        if (!isSeen) throw new Error(`The focus cannot be seen on ${target}`)
        return
      }
      await keys.press(place === 'after' ? 'Shift+Tab' : 'Tab')
      isNew = false
    }
    throw new Error(`Tab does not reach ${target}`)
  }

  return {
    async press(target) {
      await reach(target)
      isNew = false
      await keys.press('Enter')
    },
    async enterText(target, text) {
      await reach(target)
      isNew = false
      await keys.press('ControlOrMeta+a')
      await keys.type(text)
    },
    async toggle(target) {
      if ((await target.getAttribute('type')) !== 'radio') {
        await reach(target)
        return keys.press('Space')
      }
      // Of several choices Tab reaches the one that holds; the arrows go on from there.
      const name = await target.getAttribute('name')
      await reach(page.locator(`input[type="radio"][name="${name}"]:checked`))
      for (let presses = 0; presses < 10; presses += 1) {
        if (await target.isChecked()) return
        await keys.press('ArrowDown')
      }
      throw new Error(`The arrows do not reach ${target}`)
    },
    async selectOption(field, text, option) {
      await reach(field)
      await keys.type(text)
      await option.waitFor()
      // Options that arrive later don't move a choice made with the arrows, unlike the one that a list starts with.
      for (let presses = 0; presses < 40; presses += 1) {
        await keys.press('ArrowDown')
        if ((await option.getAttribute('aria-selected')) === 'true') return keys.press('Enter')
      }
      throw new Error(`The arrows do not reach ${option}`)
    },
    async selectMenuItem(item) {
      await item.waitFor()
      for (let presses = 0; presses < 20; presses += 1) {
        if ((await item.evaluate(focusPosition)) === 'here') return keys.press('Enter')
        await keys.press('ArrowDown')
      }
      throw new Error(`The arrows do not reach ${item}`)
    },
    async choose(select, label) {
      await reach(select)
      await keys.type(label)
      await expect.poll(() => select.locator('option:checked').textContent()).toBe(label)
    },
    async openInTree(tree, title) {
      await tree.getByRole('treeitem', { name: title }).waitFor()
      // The tree has one place in the order of Tab; letters jump within it, and Enter reads.
      await reach(tree)
      for (let presses = 0; presses < 10; presses += 1) {
        await keys.press(title[0] as string)
        const id = await tree.getAttribute('aria-activedescendant')
        if ((await page.locator(`[id="${id}"]`).textContent()) === title) return keys.press('Enter')
      }
      throw new Error(`Letters do not reach ${title}`)
    },
  }
}

/** Where the focus is, seen from the target. An editor keeps its own focus, inside a document of its own. */
const focusPosition = pageFunction(`
  const root = target.getRootNode()
  if (root.activeElement === target) return 'here'
  const host = root.host ?? target
  const focused = document.activeElement
  if (!focused || focused === document.body || focused.contains(host)) return 'before'
  return focused.compareDocumentPosition(host) & Node.DOCUMENT_POSITION_PRECEDING ? 'after' : 'before'`)

/** It is outlined, or what frames it is; where text is written line by line, the caret shows it. */
const isFocusVisible = pageFunction(`
  if (target.isContentEditable) return true
  for (let at = target, up = 0; at && up < 3; at = at.parentElement, up += 1) {
    const { outlineStyle, outlineWidth } = getComputedStyle(at)
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) return true
  }
  return false`)

/** A function of the page, which has a document; ours here has none, and no types for it. */
function pageFunction(body: string): (target: unknown) => unknown {
  return new Function('target', body) as (target: unknown) => unknown
}
