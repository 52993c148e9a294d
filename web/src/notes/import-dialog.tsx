import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { refetchEverything, useMe } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { FileButton } from '../components/file-button.tsx'
import { Icon } from '../components/icon.tsx'
import { importText } from '../messages/import.ts'
import { type AudienceChoice, AudienceFields, toAudience } from './audience-choice.tsx'
import {
  type FileImportResult,
  filesFromDrop,
  filesFromInput,
  type ImportFile,
  importFiles,
  toImportErrorMessage,
} from './import-files.ts'

/**
 * Imports files, folders or a zip: each file becomes a note, each folder its parent note. Markdown, HTML and text become the
 * text of their note; documents are attached to it.
 */
export function ImportDialog({ parentNoteId, onClose }: { parentNoteId: string | undefined; onClose: () => void }) {
  const [isDragOver, setIsDragOver] = useState(false)
  const [total, setTotal] = useState(0)
  const [current, setCurrent] = useState<string>()
  const [results, setResults] = useState<FileImportResult[]>([])
  const [isAskingToStop, setIsAskingToStop] = useState(false)
  const stopping = useRef<AbortController>(undefined)
  const client = useQueryClient()
  const me = useMe()
  const hasParent = parentNoteId !== undefined
  const [readers, setReaders] = useState<AudienceChoice>({ kind: hasParent ? 'inherited' : 'private', names: [] })
  const canImport = me.data !== undefined && (readers.kind !== 'named' || readers.names.length > 0)
  const isRunning = results.length < total
  useEffect(() => {
    if (!isRunning) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isRunning])

  const run = async (selected: Promise<ImportFile[]>) => {
    const controller = new AbortController()
    stopping.current = controller
    setResults([])
    setIsAskingToStop(false)
    let files: ImportFile[]
    try {
      files = await selected
    } catch (error) {
      setTotal(1)
      setResults([{ path: importText('unreadable'), isImported: false, message: toImportErrorMessage(error) }])
      return
    }
    setTotal(files.length)
    if (files.length === 0) {
      setTotal(1)
      setResults([{ path: importText('nothing'), isImported: false, message: importText('nothingHint') }])
      return
    }
    const audience = toAudience(readers, me.data?.email ?? '') ?? undefined
    for await (const result of importFiles(files, { parentNoteId, audience }, controller.signal, setCurrent)) {
      setResults((previous) => [...previous, result])
    }
    await refetchEverything(client)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsDragOver(false)
    if (canImport && !isRunning) void run(filesFromDrop(event.dataTransfer))
  }
  const importedCount = results.filter((result) => result.isImported).length
  return (
    <Dialog
      title={importText('title')}
      onClose={() => {
        if (isRunning) setIsAskingToStop(true)
        else onClose()
      }}
    >
      {isRunning && isAskingToStop && (
        <div role="alert" className="mb-5 flex flex-wrap items-center gap-2 rounded-xl bg-warn-soft px-4 py-3">
          <p className="min-w-0 flex-1 basis-52">{importText('stopQuestion')}</p>
          <button ref={focusOnce} type="button" className="button" onClick={() => setIsAskingToStop(false)}>
            {importText('goOn')}
          </button>
          <button
            type="button"
            className="button"
            onClick={() => {
              stopping.current?.abort()
              onClose()
            }}
          >
            {importText('stop')}
          </button>
        </div>
      )}
      <div className="mb-5 space-y-4">
        <AudienceFields legend={importText('whoCanSee')} hasParent={hasParent} value={readers} onChange={setReaders} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen with the button below */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setIsDragOver(true)
        }}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={onDrop}
        className={`rounded-xl border-2 border-dashed px-6 py-9 text-center ${isDragOver ? 'border-accent bg-accent-soft' : 'border-line'}`}
      >
        <Icon name="upload" size={26} className="mx-auto mb-2 text-quiet" />
        <p>{importText('drop')}</p>
        <p className="mt-1 text-sm text-quiet">
          {importText(parentNoteId === undefined ? 'atTopLevel' : 'asSubpages')}
        </p>
        <p className="mt-4 flex flex-wrap justify-center gap-2">
          {([false, true] as const).map((isForFolder) => (
            <FileButton
              key={String(isForFolder)}
              label={importText(isForFolder ? 'folder' : 'files')}
              className="button"
              isDisabled={!canImport || isRunning}
              isForFolder={isForFolder}
              onFiles={(files) => void run(filesFromInput(files))}
            >
              {importText(isForFolder ? 'chooseFolder' : 'chooseFiles')}
            </FileButton>
          ))}
        </p>
      </div>
      {total > 0 && (
        <div className="mt-5">
          <p role="status" className="mb-2 text-sm text-quiet">
            {isRunning
              ? importText('running', { done: results.length, total })
              : importText('finished', { done: importedCount, total })}
          </p>
          <progress
            aria-label={importText('progress')}
            value={results.length}
            max={total}
            className="h-1.5 w-full overflow-hidden rounded-full accent-accent"
          />
          <ul className="mt-3 max-h-60 divide-y divide-line overflow-y-auto text-sm">
            {isRunning && current !== undefined && (
              <li className="flex items-start gap-2 py-1.5 text-quiet">
                <Icon name="upload" size={16} className="mt-0.5" />
                <span className="min-w-0 flex-1 break-words">{current}</span>
                <span>{importText('importing')}</span>
              </li>
            )}
            {results.map((result) => (
              <li key={result.path} className="flex items-start gap-2 py-1.5">
                <Icon
                  name={result.isImported ? 'check' : 'alert'}
                  size={16}
                  className={`mt-0.5 ${result.isImported ? 'text-accent' : 'text-alarm'}`}
                />
                <span className="min-w-0 flex-1 break-words">{result.path}</span>
                <span className="max-w-[50%] text-right text-quiet">{result.message}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  )
}

function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus()
}
