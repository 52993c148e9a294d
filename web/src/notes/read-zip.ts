interface ZipFile {
  path: string
  text: () => Promise<string>
}

/** A zip that cannot be read; the message is for the person who imports it. */
export class ZipError extends Error {
  override readonly name = 'ZipError'
}

const endOfCentralDirectorySignature = 0x06054b50
const centralDirectorySignature = 0x02014b50
/** The service accepts no more per file, and a zip bomb must not fill the memory. */
const maxFileBytes = 4 * 1024 * 1024

/** Lists the files of a zip (PKWARE's APPNOTE, sections 4.3.7 to 4.3.16), decompressed by the browser when read. */
export async function readZip(bytes: Uint8Array<ArrayBuffer>): Promise<ZipFile[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEndOfCentralDirectory(view)
  const count = view.getUint16(end + 10, true)
  const files: ZipFile[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== centralDirectorySignature)
      throw invalidZipError()
    const method = view.getUint16(at + 10, true)
    const packedSize = view.getUint32(at + 20, true)
    const nameLength = view.getUint16(at + 28, true)
    const rest = view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    const start = view.getUint32(at + 42, true)
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    if (!path.endsWith('/')) {
      files.push({
        path: path.replace(/^(?:\.{0,2}\/)+/, ''),
        text: async () => {
          const begin = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true)
          return decompressText(bytes.subarray(begin, begin + packedSize), method)
        },
      })
    }
    at += 46 + nameLength + rest
  }
  return files
}

function findEndOfCentralDirectory(view: DataView): number {
  // A comment of up to 65,535 bytes can follow.
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at -= 1)
    if (view.getUint32(at, true) === endOfCentralDirectorySignature) return at
  throw invalidZipError()
}

async function decompressText(packed: Uint8Array<ArrayBuffer>, method: number): Promise<string> {
  if (method !== 0 && method !== 8) throw new ZipError('This compression method is not supported.')
  const plain = new Blob([packed]).stream()
  const reader = (
    method === 0 ? plain : plain.pipeThrough(new DecompressionStream('deflate-raw'))
  ).getReader()
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > maxFileBytes) {
      await reader.cancel()
      throw new ZipError('The file is larger than 4 MiB.')
    }
    text += decoder.decode(value, { stream: true })
  }
}

function invalidZipError(): ZipError {
  return new ZipError('This is not a zip file, or it is damaged.')
}
