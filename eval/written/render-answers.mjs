// Renders answers by the app's own component: a JSON list of { answer, sources } in, a list of HTML texts out.
import { text } from 'node:stream/consumers'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { AnswerText } from '../../web/src/ask/answer-text.tsx'

const answers = JSON.parse(await text(process.stdin))
const rendered = answers.map((input) => {
  const sources = Array.from({ length: input.sources }, (_, index) => ({ title: `Source ${index + 1}` }))
  return renderToStaticMarkup(
    createElement(AnswerText, { answer: input.answer, sources, isStreaming: false, onOpenSource() {} }),
  )
})
process.stdout.write(JSON.stringify(rendered))
