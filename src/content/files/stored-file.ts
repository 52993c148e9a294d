import { sql } from 'kysely'
import type { SkippedPart } from '../../files/file-text.ts'
import type { Sql } from '../../storage/database.ts'
import { mediaTypeOf } from './media-type.ts'

/** Raise it when files should be read again although they are the same: when readers find more in them. */
export const fileReaderVersion = 2

/** A file as it was sent. */
export interface SentFile {
  name: string
  bytes: Uint8Array
  /** SHA-256 of the bytes. */
  hash: Buffer
}

export interface DocumentKey {
  organizationId: string
  key: number
}

/** Small enough to be read and sent without a stall, also by the embedded database. */
const partBytes = 256 * 1024

/** Stores which file a document was read from, and the file itself if it has no other address. */
export async function writeDocumentFile(
  store: Sql,
  { organizationId, key }: DocumentKey,
  file: SentFile,
  { skipped, keepsOriginal }: { skipped: readonly SkippedPart[]; keepsOriginal: boolean },
): Promise<void> {
  await sql`
    insert into document_file (org_id, key, document_key, name, media_type, size_bytes, hash, reader_version, skipped)
    values (${organizationId}, ${key}, ${key}, ${file.name}, ${mediaTypeOf(file.bytes)}, ${file.bytes.length}, ${file.hash},
      ${fileReaderVersion}, ${JSON.stringify(skipped)}::jsonb)
    on conflict (org_id, key) do update set name = excluded.name, media_type = excluded.media_type,
      size_bytes = excluded.size_bytes, hash = excluded.hash, reader_version = excluded.reader_version,
      skipped = excluded.skipped`.execute(store)
  await sql`delete from document_file_part where org_id = ${organizationId} and file_key = ${key}`.execute(store)
  if (!keepsOriginal) return
  for (let ordinal = 0; ordinal * partBytes < file.bytes.length; ordinal += 1) {
    const part = file.bytes.subarray(ordinal * partBytes, (ordinal + 1) * partBytes)
    await sql`
      insert into document_file_part (org_id, file_key, ordinal, bytes)
      values (${organizationId}, ${key}, ${ordinal}, ${Buffer.from(part.buffer, part.byteOffset, part.length)})`.execute(
      store,
    )
  }
}

/** Deletes the file of a document whose text no longer comes from it. */
export async function deleteDocumentFile(store: Sql, { organizationId, key }: DocumentKey): Promise<void> {
  await sql`delete from document_file where org_id = ${organizationId} and key = ${key}`.execute(store)
}
