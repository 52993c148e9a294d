import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { startWorker } from '../../start-worker.ts'
import { longestRun } from './markdown-inline.ts'

interface NoteText {
  content: string
  type: 'markdown' | 'html'
}

export interface NoteFormatter {
  /** A note's text in the format asked for. */
  (note: NoteText, format: 'md' | 'html'): Promise<string>
  close(): Promise<void>
}

/**
 * Turns notes into markdown or safe html, one after the other in a thread that starts with the first of them. A text
 * that takes too long, or that the parsers fail on, is given as it was written, as the listing of a program would be.
 */
export function createNoteFormatter({ deadlineMs = 3000 }: { deadlineMs?: number } = {}): NoteFormatter {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()

  const format = (note: NoteText, wanted: 'md' | 'html'): Promise<string> => {
    if (wanted === 'md' && note.type === 'markdown') return Promise.resolve(note.content)
    const mine = last
      .catch(() => {})
      .then(async () => {
        worker ??= await startFormatWorker()
        return (await render(worker, note, wanted)) ?? renderVerbatim(note.content, wanted)
      })
    last = mine
    return mine
  }

  /** Undefined where the text was too much for the parsers; the thread that choked on it is gone, too. */
  function render(thread: Worker, note: NoteText, wanted: 'md' | 'html'): Promise<string | undefined> {
    return new Promise((resolve) => {
      const settle = (text: string | undefined) => {
        clearTimeout(timer)
        thread.off('message', settle).off('error', fail).unref()
        resolve(text)
      }
      const fail = () => {
        worker = undefined
        settle(undefined)
        void thread.terminate()
      }
      const timer = setTimeout(fail, deadlineMs)
      thread.on('message', settle).on('error', fail).ref()
      thread.postMessage({ content: note.content, type: note.type, format: wanted })
    })
  }

  return Object.assign(format, {
    async close() {
      await last.catch(() => {})
      await worker?.terminate()
      worker = undefined
    },
  })
}

/** The thread says when it is there: loading the parsers is not held against the first text. */
async function startFormatWorker(): Promise<Worker> {
  const worker = startWorker('content/notes/note-format-worker', undefined)
  await once(worker, 'message')
  return worker
}

function renderVerbatim(content: string, wanted: 'md' | 'html'): string {
  if (wanted === 'html') {
    const escaped = content.replace(
      /[&<>]/g,
      (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign,
    )
    return `<pre>${escaped}</pre>`
  }
  const longest = Math.max(2, longestRun(content, '`'))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${content}\n${fence}`
}
