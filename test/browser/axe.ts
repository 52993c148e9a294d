import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Returns what axe minds about a page, in words, once the page has its heading and nothing on it is loading. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`)
}
