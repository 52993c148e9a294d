import { parentPort } from 'node:worker_threads'
import { noteHtml } from './note-html.ts'
import { noteMarkdown } from './note-markdown.ts'

/** Renders in a thread of its own: a hostile text can keep a parser busy for seconds. */
parentPort?.on('message', (task: { content: string; type: 'markdown' | 'html'; format: 'md' | 'html' }) => {
  const html = noteHtml(task)
  parentPort?.postMessage(task.format === 'html' ? html : noteMarkdown(html))
})
parentPort?.postMessage('ready')
