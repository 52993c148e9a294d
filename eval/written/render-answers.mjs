// Renders answers by the app's own component: a JSON list of { answer, sources } in, a list of HTML texts out.
import { text } from 'node:stream/consumers'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { AnswerText } from '../../web/src/ask/answer-text.tsx'

const answers = JSON.parse(await text(process.stdin))
const rendered = answers.map(({ answer, sources }) => {
  const titles = Array.from({ length: sources }, (_, index) => `Source ${index + 1}`)
  return renderToStaticMarkup(createElement(AnswerText, { answer, titles, isStreaming: false, onOpenSource() {} }))
})
process.stdout.write(JSON.stringify(rendered))
