/**
 * Runs in the page: uses the app's own controls on many strings in a row, without a round trip to the test for each.
 * Every step waits for what it has to show, and says how many it saw.
 */
{
  const ownFetch = window.fetch
  let pending = 0
  window.fetch = async (...request) => {
    pending += 1
    try {
      return await ownFetch(...request)
    } finally {
      pending -= 1
    }
  }

  const until = (what, condition) =>
    new Promise((resolve, reject) => {
      const end = performance.now() + 60_000
      const look = () => {
        const seen = condition()
        if (!seen && performance.now() < end) return
        observer.disconnect()
        clearInterval(timer)
        if (seen) resolve(seen)
        else reject(new Error(`Waited in vain for ${what} at ${location.pathname}`))
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      const timer = setInterval(look, 50)
      look()
    })
  const moment = () => new Promise((resolve) => setTimeout(resolve, 0))
  const quiet = async () => {
    for (let looks = 0; looks < 4; looks += 1) {
      await moment()
      await until('the answers', () => pending === 0)
    }
  }
  const one = (selector) => document.querySelector(selector)
  const all = (selector) => [...document.querySelectorAll(selector)]
  const textOf = (selector) => one(selector)?.textContent ?? ''
  const nameOf = (element) => (element.getAttribute('aria-label') ?? element.textContent).trim()
  const isDisabled = (element) => element.disabled || element.getAttribute('aria-disabled') === 'true'
  const buttonOf = (name) =>
    all('button, [role="menuitem"]').findLast((element) => nameOf(element) === name && !isDisabled(element))
  const press = async (name) => (await until(`the button ${name}`, () => buttonOf(name))).click()
  const go = (path) => history.pushState(null, '', path)
  const write = (field, text) => {
    const prototype = field.localName === 'textarea' ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype.prototype, 'value').set.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const closeDialog = async () => {
    await press('Close')
    await until('the dialog to close', () => !one('dialog[open]'))
  }

  window.xssDriver = {
    /** A note that holds many strings: read, in the editor, its preview, and the difference to its earlier version. */
    async readNote(id) {
      go(`/notes/${id}`)
      await until(`note ${id}`, () => textOf('main article').includes('Many strings.'))
      await press('Edit')
      await until('the editor', () => textOf('main').includes('Changes are saved automatically'))
      await press('Preview')
      await until('the preview', () => textOf('main .prose').includes('Many strings.'))
      await press('Done')
      await press('More')
      await press('Versions…')
      await until('the difference', () => one('dialog[open] ins') && one('dialog[open] del'))
      await closeDialog()
    },

    /** One page of items with their addresses, and of every so many what was understood of it. */
    async openItems(page, openEvery) {
      if (page === 1) go('/data-sources/strings')
      else await press('Next')
      const items = 'main ul.card > li > button:not([aria-label])'
      await until(`page ${page}`, () => {
        const shown = one('nav[aria-label="Pages"] input')
        return one(items) && (shown ? shown.value === String(page) : page === 1)
      })
      await quiet()
      const shown = all(items)
      for (const [index, item] of shown.entries()) {
        if (index % openEvery !== 0) continue
        item.click()
        await until('what was understood', () => textOf('dialog[open]').includes('lighthouse number'))
        await closeDialog()
      }
      return { shown: shown.length, hasMore: buttonOf('Next') !== undefined }
    },

    async ask(questions) {
      for (const question of questions) {
        go('/')
        if (buttonOf('New question')) await press('New question')
        const box = await until('the box', () => one('main h1 ~ form textarea, main textarea'))
        write(box, question)
        await press('Ask')
        await until('the answer', () => buttonOf('Good answer') ?? one('main [role="alert"]'))
        if (one('main [role="alert"]')) throw new Error(`${textOf('main [role="alert"]')}: ${question}`)
        const citation = one('article .citation')
        if (!citation) continue
        citation.click()
        await until('the source', () => one('aside[aria-labelledby] .prose p, aside[aria-labelledby] mark'))
        await quiet()
        await press('Close source')
        await until('the source to close', () => !one('aside[aria-labelledby]'))
      }
    },

    async readHistory() {
      go('/')
      await press('History')
      await until('the history', () => one('dialog[open] li'))
      while (textOf('dialog[open]').includes('Show more')) {
        const before = all('dialog[open] li').length
        await press('Show more')
        await until('more questions', () => all('dialog[open] li').length > before)
      }
      const count = all('dialog[open] li').length
      await closeDialog()
      return count
    },

    /** Everybody in the list, and the list in which members of a group are chosen. */
    async readMembers() {
      go('/settings/members')
      const rows = 'section[aria-label="Members"] ul.card > li'
      await until('the members', () => one(rows))
      let count = all(rows).length
      while (buttonOf('Next')) {
        const before = textOf(rows)
        await press('Next')
        await until('the next members', () => textOf(rows) !== before)
        count += all(rows).length
      }
      go('/settings/groups')
      await press('New group')
      await until('members to choose', () => one('dialog[open] label input[type="checkbox"]'))
      await closeDialog()
      return count
    },

    async find(texts) {
      go('/notes')
      await press('Find a note')
      const field = await until('the field', () => one('dialog[open] input[type="search"]'))
      for (const text of texts) {
        write(field, text)
        await quiet()
        await until('what was found', () => one('dialog[open] li, dialog[open] p'))
      }
      await closeDialog()
    },

    /** The Search screen and the command palette. */
    async search(texts) {
      for (const text of texts) {
        go(`/search?q=${encodeURIComponent(text)}`)
        await until('the results', () => / on this page|Nothing found/.test(textOf('main')))
        await quiet()
      }
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
      const field = await until('the palette', () => one('dialog[open] input'))
      for (const text of texts) {
        write(field, text)
        await until('the actions', () => textOf('dialog[open]').includes('Search everywhere for'))
        await quiet()
      }
      await closeDialog()
    },

    async readInbox() {
      go('/inbox')
      await until('the digests', () => one('nav[aria-label="Digests"] button'))
      const choices = all('nav[aria-label="Digests"] button')
      for (const choice of choices) {
        choice.click()
        await quiet()
        await until('a digest', () => textOf('section[aria-label^="Digest of"] .prose') !== '')
      }
      return choices.length
    },

    async openScreen(path, shows) {
      go(path)
      await until(shows, () => textOf('main').includes(shows))
      await quiet()
      for (const details of all('details')) details.open = true
      await quiet()
    },

    /** Files come below the note that is open, and are read in the tree from end to end. */
    async openImport() {
      await press('Add notes')
      await press('Import files…')
      await until('the import', () => one('dialog[open] input[type="file"]'))
    },

    async importResults(count) {
      await until('the result', () => / of \d+ imported/.test(textOf('dialog[open] [role="status"]')))
      const shown = all('dialog[open] li').length
      if (shown !== count) throw new Error(`${shown} of ${count} files have a result`)
      await closeDialog()
      await quiet()
      const tree = one('[role="tree"]')
      tree.scrollTop = 0
      while (tree.scrollTop + tree.clientHeight < tree.scrollHeight - 1) {
        tree.scrollTop += tree.clientHeight
        await moment()
      }
    },
  }
}
