import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { findVisible } from '../../access/current-audiences.ts'
import { visibleTo } from '../../access/visibility.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../../storage/database.ts'

export interface FileDownload {
  name: string
  mediaType: string
  sizeBytes: number
  parts: AsyncIterable<Buffer>
}

/**
 * Opens the stored original of a document that the caller can see. Each part is read under the visibility rule again, so a
 * download ends when the document is deleted or hidden from the caller.
 */
export async function openFile(
  database: Database,
  caller: Caller,
  { rootId, id }: { rootId: string | null; id: string },
): Promise<FileDownload> {
  const readPart = (ordinal: number) => findVisible(caller, (caller) => readPartAs(caller, ordinal))
  const readPartAs = async (caller: Caller, ordinal: number): Promise<FilePartRow | undefined> => {
    const [row] = await database.readStatementAs(
      caller,
      sql<FilePartRow>`
      select f.name, f.media_type, f.size_bytes, f.hash, p.bytes
      from document d
      join document_file f on f.org_id = d.org_id and f.document_key = d.key
      join document_file_part p on p.org_id = f.org_id and p.file_key = f.key and p.ordinal = ${ordinal}
      where ${visibleTo(caller, 'd')} and d.root_id is not distinct from ${rootId} and d.id = ${id}`,
    )
    return row
  }
  const first = await readPart(0)
  if (!first) throw new AppError('not-found', 'File not found.')
  return {
    name: first.name,
    mediaType: first.media_type,
    sizeBytes: first.size_bytes,
    parts: readParts(first, readPart),
  }
}

interface FilePartRow {
  name: string
  media_type: string
  size_bytes: number
  hash: Buffer
  bytes: Buffer
}

async function* readParts(
  first: FilePartRow,
  readPart: (ordinal: number) => Promise<FilePartRow | undefined>,
): AsyncGenerator<Buffer> {
  yield first.bytes
  let sentBytes = first.bytes.length
  for (let ordinal = 1; sentBytes < first.size_bytes; ordinal += 1) {
    const part = await readPart(ordinal)
    if (!part?.hash.equals(first.hash)) throw new Error('the file was replaced or hidden while it was sent')
    yield part.bytes
    sentBytes += part.bytes.length
  }
}
