import { parentPort } from 'node:worker_threads'
import { threadReady } from '../../thread-deadline.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { renderNoteHtml } from './note-html.ts'

/** Renders in a worker thread: a hostile text can keep a parser busy for seconds. */
parentPort?.on('message', (task: { content: string; type: 'markdown' | 'html'; format: 'md' | 'html' }) => {
  const html = renderNoteHtml(task)
  parentPort?.postMessage(task.format === 'html' ? html : htmlToMarkdown(html))
})
parentPort?.postMessage(threadReady())
