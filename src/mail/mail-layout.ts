import { html, Markup } from '../html.ts'

export interface MailContent {
  heading: string
  paragraphs: readonly string[]
  /** A button, followed by its address for those who copy it. */
  action?: { label: string; url: string }
  /** Further content as markup, with its plain text. */
  body?: { html: Markup; text: string }
  /** Why the reader gets the message. */
  footer: string
}

/** Returns both parts of a message: HTML with every text escaped, and plain text. */
export function renderMail({ heading, paragraphs, action, body, footer }: MailContent): { html: string; text: string } {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${heading}</title>
</head>
<body style="${new Markup(bodyStyle)}">
<h1 style="font-size:20px;margin:0 0 16px">${heading}</h1>
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>\n`)}
${
  action &&
  html`<p style="margin:24px 0"><a href="${action.url}" style="${new Markup(buttonStyle)}">${action.label}</a></p>
<p style="margin:0 0 16px;font-size:14px">Or open this address: ${action.url}</p>`
}
${body?.html}
<p style="margin:32px 0 0;font-size:13px;color:#6b7280">${footer}</p>
</body>
</html>
`.text
  const text = [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}: ${action.url}`] : []),
    ...(body ? [body.text] : []),
    `-- \n${footer}`,
  ].join('\n\n')
  return { html: page, text: `${text}\n` }
}

const bodyStyle =
  'max-width:560px;margin:0 auto;padding:24px;font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif;font-size:16px;line-height:1.5'
const buttonStyle =
  'display:inline-block;padding:11px 20px;border-radius:8px;background:#2f5d50;color:#ffffff;text-decoration:none;font-weight:600'
