const blockSize = 8
const step = 8
const endOfBlock = 0x00
const sixteenZeros = 0xf0
/** Every code has the same length, so that a symbol's position is its code. */
const dcCodeBits = 4
const acCodeBits = 8
const dcSymbols = Array.from({ length: 12 }, (_, size) => size)
const runs = Array.from({ length: 16 }, (_, run) => run)
const sizes = Array.from({ length: 10 }, (_, index) => index + 1)
const acSymbols = [endOfBlock, sixteenZeros, ...runs.flatMap((run) => sizes.map((size) => run * 16 + size))]
const cosines = Array.from({ length: blockSize }, (_, frequency) =>
  Array.from({ length: blockSize }, (_, x) => {
    const scale = frequency === 0 ? Math.SQRT1_2 : 1
    return (scale / 2) * Math.cos(((2 * x + 1) * frequency * Math.PI) / (2 * blockSize))
  }),
)

/** Returns the upper part of a picture as a JPEG file: baseline, one component (ITU-T T.81). */
export function jpegOf(
  picture: { width: number; height: number; data: Uint8Array },
  { maxHeight }: { maxHeight: number },
): Uint8Array {
  const { width, data } = picture
  const height = Math.min(picture.height, maxHeight)
  const bits = createBitWriter()
  let previous = 0
  for (let top = 0; top < height; top += blockSize)
    for (let left = 0; left < width; left += blockSize) {
      const [dc = 0, ...ac] = transformBlock((x, y) => {
        const row = Math.min(top + y, height - 1)
        return data[row * width + Math.min(left + x, width - 1)] ?? 255
      })
      const size = bitLength(dc - previous)
      bits.write(dcSymbols.indexOf(size), dcCodeBits)
      bits.writeValue(dc - previous, size)
      previous = dc
      writeAc(bits, ac)
    }
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, [0, ...Array<number>(blockSize ** 2).fill(step)]),
    ...segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]),
    ...segment(0xc4, codeTable(0x00, dcCodeBits, dcSymbols)),
    ...segment(0xc4, codeTable(0x10, acCodeBits, acSymbols)),
    ...segment(0xda, [1, 1, 0x00, 0, 63, 0]),
    ...bits.end(),
    ...[0xff, 0xd9],
  ])
}

/** Returns the quantized coefficients of a block in zigzag order. */
function transformBlock(pixelAt: (x: number, y: number) => number): number[] {
  const indexes = [...cosines.keys()]
  const pixels = indexes.map((y) => indexes.map((x) => pixelAt(x, y) - 128))
  const rows = pixels.map((row) => cosines.map((wave) => dot(wave, row)))
  const order = indexes.flatMap((v) => indexes.map((u) => ({ u, v })))
  order.sort((a, b) => a.u + a.v - b.u - b.v || ((a.u + a.v) % 2 === 0 ? a.u - b.u : b.u - a.u))
  return order.map(({ u, v }) => {
    const column = rows.map((row) => row[u] ?? 0)
    return Math.round(dot(cosines[v] ?? [], column) / step)
  })
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}

function writeAc(bits: ReturnType<typeof createBitWriter>, coefficients: readonly number[]): void {
  const writeSymbol = (symbol: number) => bits.write(acSymbols.indexOf(symbol), acCodeBits)
  let zeros = 0
  for (const value of coefficients) {
    if (value === 0) {
      zeros += 1
      continue
    }
    for (; zeros >= 16; zeros -= 16) writeSymbol(sixteenZeros)
    writeSymbol(zeros * 16 + bitLength(value))
    bits.writeValue(value, bitLength(value))
    zeros = 0
  }
  if (zeros > 0) writeSymbol(endOfBlock)
}

function bitLength(value: number): number {
  return 32 - Math.clz32(Math.abs(value))
}

function createBitWriter() {
  const bytes: number[] = []
  let current = 0
  let count = 0
  const write = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) {
      current = current * 2 + ((value >> bit) & 1)
      count += 1
      if (count < 8) continue
      // A zero follows the byte that begins a marker.
      bytes.push(...(current === 0xff ? [0xff, 0] : [current]))
      current = 0
      count = 0
    }
  }
  return {
    write,
    /** Negative values are written as the complement of their amount. */
    writeValue: (value: number, length: number) => write(value < 0 ? value + 2 ** length - 1 : value, length),
    end: () => {
      while (count > 0) write(1, 1)
      return bytes
    },
  }
}

function codeTable(id: number, codeBits: number, symbols: readonly number[]): number[] {
  const counts = Array.from({ length: 16 }, (_, index) => (index + 1 === codeBits ? symbols.length : 0))
  return [id, ...counts, ...symbols]
}

function segment(marker: number, content: readonly number[]): number[] {
  const length = content.length + 2
  return [0xff, marker, length >> 8, length & 255, ...content]
}
