import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type FormatReader, UnreadableFileError } from '../file-text.ts'

/** Reads the one file that gzip compresses, often a tar archive. */
export const readGzip: FormatReader = async (bytes, { name, limits, readInner }) => {
  const maxOutputLength = Math.min(limits.fileBytes, limits.unpackedBytes)
  const unpacked = await promisify(gunzip)(bytes, { maxOutputLength }).catch((cause) => {
    const reason = cause.code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'damaged'
    throw new UnreadableFileError(reason, { cause })
  })
  return readInner(unpacked, name.replace(/\.tgz$/i, '.tar').replace(/\.gz$/i, ''))
}
