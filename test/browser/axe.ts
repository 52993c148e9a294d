import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * Returns what axe minds about a page, in words, once the page has its heading and nothing on it is loading. Colours are
 * checked in the other theme, too.
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  // Parsing the source takes longer than a run: once per document.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const found = await runAxe(page)
  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")
  await setColorScheme(page, isDark ? 'light' : 'dark')
  const foundInOtherTheme = await runAxe(page, colorRules)
  await setColorScheme(page, isDark ? 'dark' : 'light')
  return [...found, ...foundInOtherTheme.map((problem) => `${isDark ? 'light' : 'dark'}: ${problem}`)]
}

async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(finishTransitionsScript)
}

/**
 * Colours that are still on the way from one theme to the other would be judged by what they are in between. An element whose
 * parent has arrived can start a transition of its own.
 */
const finishTransitionsScript = `for (let rounds = 0; rounds < 100; rounds += 1) {
  const running = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  if (running.length === 0) break
  for (const transition of running) transition.finish()
}`

/** The rules, of those that axe runs by default, whose result depends on colours. */
const colorRules = ['color-contrast', 'link-in-text-block']

async function runAxe(page: Page, rules?: string[]): Promise<string[]> {
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) }
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target).join(', ')))`)
}
