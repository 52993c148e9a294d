import type { FileOperations } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { commonText } from '../messages/common.ts'
import { toErrorMessage } from './query-state.tsx'
import { useToast } from './toast.tsx'

/** Saves the file of an operation. The app fetches it, because the service accepts no session from a link. */
export function DownloadButton<K extends keyof FileOperations>({
  operation,
  input,
  fileName,
  label,
}: {
  operation: K
  input: FileOperations[K]['input']
  fileName: string
  label: string
}) {
  const showToast = useToast()
  const download = useApiMutation(async () => {
    try {
      saveFile(await new Response(await api.download(operation, input)).blob(), fileName)
    } catch (error) {
      showToast(toErrorMessage(error))
    }
  }, [])
  return (
    <button type="button" className="button" disabled={download.isPending} onClick={() => download.mutate(undefined)}>
      {download.isPending ? commonText('downloading') : label}
    </button>
  )
}

function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not at once: the browser reads the address after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
