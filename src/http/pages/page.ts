import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { html, Markup } from '../../html.ts'
import { stylesheet, stylesheetHash } from './stylesheet.ts'

export interface Page {
  title: string
  body: Markup
  /**
   * Where forms of the page can lead besides this service; browsers also check redirects after a form. 'anywhere' when
   * the authorization server redirects to an address of the client's choice.
   */
  formActionSource?: string | 'anywhere'
  /** The only script of the page, allowed by its hash. */
  script?: string
}

export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  return reply
    .code(status)
    .headers(pageHeaders(page.formActionSource, page.script))
    .type('text/html; charset=utf-8')
    .send(renderPage(page))
}

/** Allows the page's own script only, no frames and no images, and sends no referrer to other sites. */
export function pageHeaders(formActionSource?: string, script?: string): Record<string, string> {
  const scripts =
    script === undefined ? '' : `; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`
  const forms =
    formActionSource === 'anywhere' ? '' : `; form-action 'self'${formActionSource ? ` ${formActionSource}` : ''}`
  return {
    'content-security-policy': `default-src 'none'; style-src ${stylesheetHash}${scripts}; base-uri 'none'; frame-ancestors 'none'${forms}`,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
}

export function renderPage({ title, body, script }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Lorewell</title>
<style>${new Markup(stylesheet)}</style>
</head>
<body>
<main>
<p class="brand">Lorewell</p>
${body}
</main>
${script !== undefined && html`<script>${new Markup(script)}</script>`}
</body>
</html>
`.text
}

/** Returns a page with a message and, optionally, a link. */
export function messagePage(title: string, text: string, link?: { href: string; label: string }): Page {
  return {
    title,
    body: html`<h1>${title}</h1>
<p>${text}</p>
${link && html`<p><a href="${link.href}">${link.label}</a></p>`}`,
  }
}
