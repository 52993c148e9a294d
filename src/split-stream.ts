/** Stands for a part that is longer than the limit. */
export const tooLong = Symbol('too long')

/**
 * Yields the parts of a stream between separators, by default its lines. Splits at line feeds alone: `readline` also splits at
 * U+2028 and U+2029 since Node 24, and JSON may contain both unescaped. A part beyond `maxBytes` is not held in memory.
 */
export function splitStream(input: AsyncIterable<Buffer>, options?: { separator?: '\n' | '\0' }): AsyncGenerator<Buffer>
export function splitStream(
  input: AsyncIterable<Buffer>,
  options: { separator?: '\n' | '\0'; maxBytes: number },
): AsyncGenerator<Buffer | typeof tooLong>
export async function* splitStream(
  input: AsyncIterable<Buffer>,
  { separator = '\n', maxBytes = Number.POSITIVE_INFINITY }: { separator?: '\n' | '\0'; maxBytes?: number } = {},
): AsyncGenerator<Buffer | typeof tooLong> {
  const mark = separator.charCodeAt(0)
  let pieces: Buffer[] = []
  let size = 0
  const append = (piece: Buffer) => {
    size += piece.length
    if (size > maxBytes) pieces = []
    else pieces.push(piece)
  }
  const take = () => {
    const part = size > maxBytes ? tooLong : Buffer.concat(pieces)
    pieces = []
    size = 0
    return part
  }
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(mark); end !== -1; end = chunk.indexOf(mark, start)) {
      append(chunk.subarray(start, end))
      start = end + 1
      yield take()
    }
    if (start < chunk.length) append(chunk.subarray(start))
  }
  if (size > 0) yield take()
}
