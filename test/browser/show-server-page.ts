import type { Page } from 'playwright-core'
import { pageHeaders, renderPage, type Page as ServerPage } from '../../src/http/pages/page.ts'

/** A page as the server writes it, sent with the headers that such pages are sent with. */
export async function showServerPage(page: Page, shown: ServerPage): Promise<void> {
  await page.route('**/sign-in', (route) =>
    route.fulfill({
      headers: pageHeaders(shown.formActionSource, shown.script),
      contentType: 'text/html; charset=utf-8',
      body: renderPage(shown),
    }),
  )
  await page.goto('/sign-in')
  await page.unroute('**/sign-in')
}
