import type { Worker } from 'node:worker_threads'
import { startWorker } from '../start-worker.ts'

interface Text {
  content: string
  type: 'markdown' | 'html'
}

export interface NoteFormat {
  /** A note's text in the format asked for. */
  (note: Text, format: 'md' | 'html'): Promise<string>
  close(): Promise<void>
}

/**
 * Turns notes into markdown or safe html, one after the other in a thread that starts with the first of them. A text
 * that takes too long, or that the parsers fail on, is given as it was written, as the listing of a program would be.
 */
export function createNoteFormat({ deadlineMs = 3000 }: { deadlineMs?: number } = {}): NoteFormat {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()

  const format = (note: Text, wanted: 'md' | 'html'): Promise<string> => {
    if (wanted === 'md' && note.type === 'markdown') return Promise.resolve(note.content)
    const mine = last.then(() => render(note, wanted)).catch(() => asWritten(note.content, wanted))
    last = mine
    return mine
  }

  async function render(note: Text, wanted: 'md' | 'html'): Promise<string> {
    const thread = worker ?? start()
    return new Promise<string>((resolve, reject) => {
      const fail = (error: Error) => {
        worker = undefined
        settle()
        void thread.terminate()
        reject(error)
      }
      const succeed = (text: string) => {
        settle()
        resolve(text)
      }
      const timer = setTimeout(() => fail(new Error('Rendering took too long')), deadlineMs)
      const settle = () => {
        clearTimeout(timer)
        thread.off('message', succeed).off('error', fail).unref()
      }
      thread.on('message', succeed).on('error', fail).ref()
      thread.postMessage({ content: note.content, type: note.type, format: wanted })
    })
  }

  function start(): Worker {
    worker = startWorker('./note-format-worker', import.meta.url, undefined)
    return worker
  }

  return Object.assign(format, {
    async close() {
      await last.catch(() => {})
      await worker?.terminate()
      worker = undefined
    },
  })
}

function asWritten(content: string, wanted: 'md' | 'html'): string {
  if (wanted === 'html') {
    const escaped = content.replace(
      /[&<>]/g,
      (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign,
    )
    return `<pre>${escaped}</pre>`
  }
  const longest = Math.max(2, ...(content.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${content}\n${fence}`
}
