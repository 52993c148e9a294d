import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Attachment } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { toErrorMessage } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import type { UploadPlace } from '../editor/upload-place.ts'
import { noteEditingText } from '../messages/note-editing.ts'
import { attachmentLink } from './attachment-link.ts'

/** What happened to a file, where it isn't simply attached. */
export interface UploadNotice {
  id: number
  isFailure: boolean
  text: string
}

/** Attaches files to a note and inserts links to them, one after the other so that they keep their order. */
export function useUploads(noteId: string) {
  const queryClient = useQueryClient()
  const showToast = useToast()
  const [uploading, setUploading] = useState<readonly string[]>([])
  const [notices, setNotices] = useState<readonly UploadNotice[]>([])
  const isUploading = uploading.length > 0

  // The browser asks before it closes a page that still sends files.
  useEffect(() => {
    if (!isUploading) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUploading])

  const report = (isFailure: boolean, text: string) =>
    setNotices((before) => [...before, { id: (before.at(-1)?.id ?? 0) + 1, isFailure, text }])

  const attach = async (files: readonly File[], place: UploadPlace) => {
    const names = files.map((file) => file.name)
    setUploading((before) => [...before, ...names])
    let separator = ''
    for (const [index, file] of files.entries()) {
      place.show(
        files.length > 1
          ? noteEditingText('uploadingOneOf', { name: file.name, number: index + 1, count: files.length })
          : noteEditingText('uploading', { name: file.name }),
      )
      try {
        const attachment = await api.addAttachment({ id: noteId, file })
        if (place.insert(separator + attachmentLink(attachment))) separator = '\n'
        else showToast(noteEditingText('attachedNotLinked', { name: attachment.name }))
        const problem = describeReading(attachment)
        if (problem !== undefined) report(false, problem)
      } catch (error) {
        report(true, noteEditingText('notAttached', { name: file.name, reason: toErrorMessage(error) }))
      }
      setUploading((before) => before.toSpliced(before.indexOf(file.name), 1))
    }
    place.close()
    await queryClient.invalidateQueries({ queryKey: ['listAttachments'] })
  }

  return {
    attach,
    report,
    /** Name of the file that is being sent. */
    current: uploading[0],
    notices,
    closeNotice: (id: number) => setNotices((before) => before.filter((notice) => notice.id !== id)),
  }
}

/** Says which text of a file search won't find, and why; undefined if it finds all. */
export function describeReading({ name, isRead, skipped }: Attachment): string | undefined {
  const [first] = skipped
  if (!first) return undefined
  const reason = first.message
  if (!isRead) return noteEditingText('attachedNotRead', { name, reason })
  const parts = skipped.map((part) => part.name).join(', ')
  return noteEditingText('attachedPartlyRead', { name, parts, reason })
}
