import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { codeFence } from '../../code-fence.ts'
import { escapeHtml } from '../../files/html-writer.ts'
import { startWorker } from '../../start-worker.ts'
import { startThreadDeadline, type ThreadReady } from '../../thread-deadline.ts'

interface NoteText {
  content: string
  type: 'markdown' | 'html'
}

export interface NoteFormatter {
  /** Returns the text of a note as Markdown or as safe HTML. */
  (note: NoteText, format: 'md' | 'html'): Promise<string>
  close(): Promise<void>
}

/**
 * Converts notes to Markdown or safe HTML, one at a time, in a worker thread that starts with the first call. A text that
 * exceeds the deadline or makes the parsers fail is returned verbatim in a code block.
 */
export function createNoteFormatter({ deadlineMs = 3000 }: { deadlineMs?: number } = {}): NoteFormatter {
  let formatter: FormatThread | undefined
  let last: Promise<unknown> = Promise.resolve()

  const format = (note: NoteText, target: 'md' | 'html'): Promise<string> => {
    if (target === 'md' && note.type === 'markdown') return Promise.resolve(note.content)
    const result = last
      .catch(() => {})
      .then(async () => {
        formatter ??= await startFormatThread((exited) => {
          if (formatter?.worker === exited) formatter = undefined
        })
        return (await render(formatter, note, target)) ?? renderVerbatim(note.content, target)
      })
    last = result
    return result
  }

  /** Resolves to undefined after a failure or the deadline, and terminates the thread. */
  function render({ worker, ready }: FormatThread, note: NoteText, target: 'md' | 'html'): Promise<string | undefined> {
    return new Promise((resolve) => {
      const settle = (text: string | undefined) => {
        cancelDeadline()
        worker.off('message', settle).off('exit', fail).unref()
        resolve(text)
      }
      const fail = () => {
        formatter = undefined
        settle(undefined)
        void worker.terminate()
      }
      const cancelDeadline = startThreadDeadline(ready, { cpuMs: deadlineMs, onExceeded: fail })
      worker.on('message', settle).on('exit', fail).ref()
      worker.postMessage({ content: note.content, type: note.type, format: target })
    })
  }

  return Object.assign(format, {
    async close() {
      await last.catch(() => {})
      await formatter?.worker.terminate()
      formatter = undefined
    },
  })
}

interface FormatThread {
  worker: Worker
  ready: ThreadReady
}

/**
 * Waits until the parsers are loaded, so that loading does not count against the deadline of the first text. Rejects if
 * the thread exits before.
 */
async function startFormatThread(onExit: (worker: Worker) => void): Promise<FormatThread> {
  const worker = startWorker('content/notes/note-format-worker', undefined)
  const startup = new AbortController()
  // Always followed by 'exit', which ends the thread's current text.
  worker.on('error', () => {})
  worker.on('exit', () => {
    startup.abort(new Error('the note formatter stopped'))
    onExit(worker)
  })
  const [ready] = (await once(worker, 'message', { signal: startup.signal })) as [ThreadReady]
  return { worker, ready }
}

function renderVerbatim(content: string, target: 'md' | 'html'): string {
  if (target === 'html') {
    return `<pre>${escapeHtml(content)}</pre>`
  }
  const fence = codeFence(content)
  return `${fence}\n${content}\n${fence}`
}
