import { ReadableStream, type ReadableStream as WebStream } from 'node:stream/web'
import { createTarDecoder } from 'modern-tar'
import { AppError } from '../errors.ts'

export interface TarFile {
  name: string
  /** Valid until the next file is requested; unread bytes are skipped. */
  bytes: AsyncIterable<Uint8Array>
}

/** Yields the regular files of an uncompressed tar stream without buffering more than about 1 MB of it. */
export async function* readTar(stream: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
  // Strict: header checksums, truncation and a missing end marker are errors.
  const entries = ReadableStream.from(stream).pipeThrough(createTarDecoder({ strict: true }))
  try {
    for await (const { header, body } of entries) {
      if (header.type === 'file') yield { name: header.name, bytes: reportDamage(body) }
      // Read to the end, not cancelled: the decoder stalls behind a cancelled body of more than a few kilobytes.
      for await (const _ of body);
    }
  } catch (cause) {
    throw damagedArchiveError(cause)
  }
}

async function* reportDamage(body: WebStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body.values({ preventCancel: true })
  } catch (cause) {
    throw damagedArchiveError(cause)
  }
}

function damagedArchiveError(cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new AppError('unavailable', `The archive is damaged: ${reason}`)
}
