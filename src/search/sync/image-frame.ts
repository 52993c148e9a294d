import { crc32 } from 'node:zlib'

/** Length and checksum, which come before the contents of a frame. */
export const frameHeadSize = 8

const columnTypes = { Int8Array, Uint8Array, Int32Array, Uint32Array, Float32Array, Float64Array }
type ColumnType = keyof typeof columnTypes
type Column = InstanceType<(typeof columnTypes)[ColumnType]>

/** A part of an index image: values, and columns of numbers. */
export type FrameContents = Record<string, string | number | Column>

interface Description {
  values: Record<string, string | number>
  columns: { name: string; type: ColumnType; length: number }[]
}

/** Columns start at multiples of this, as views of any type have to. */
const alignment = 8

/**
 * Encodes a part of an index image: length, checksum, a description in JSON, then the columns as they are in memory, so
 * that they can be used without being decoded.
 */
export function encodeFrame(contents: FrameContents): Uint8Array<ArrayBuffer> {
  const values: Description['values'] = {}
  const columns: { name: string; column: Column }[] = []
  for (const [name, value] of Object.entries(contents))
    if (typeof value === 'object') columns.push({ name, column: value })
    else values[name] = value
  const description = Buffer.from(
    JSON.stringify({
      values,
      columns: columns.map(({ name, column }) => ({ name, type: typeOf(column), length: column.length })),
    } satisfies Description),
  )
  const columnsStart = align(frameHeadSize + 4 + description.length)
  const frame = new Uint8Array(columns.reduce((size, { column }) => align(size + column.byteLength), columnsStart))
  frame.set(description, frameHeadSize + 4)
  let at = columnsStart
  for (const { column } of columns) {
    frame.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at)
    at = align(at + column.byteLength)
  }
  const head = new DataView(frame.buffer)
  head.setUint32(0, frame.length - frameHeadSize, true)
  head.setUint32(frameHeadSize, description.length, true)
  head.setUint32(4, crc32(frame.subarray(frameHeadSize)), true)
  return frame
}

/** Returns the length of the contents that a frame's head announces. */
export function frameLength(head: Uint8Array): number {
  return new DataView(head.buffer, head.byteOffset, frameHeadSize).getUint32(0, true)
}

/** Returns the contents, whose columns are views of the frame; undefined if the frame is damaged or of an older format. */
export function decodeFrame(frame: Uint8Array<ArrayBuffer>): FrameContents | undefined {
  if (frame.length < frameHeadSize + 4) return undefined
  const payload = frame.subarray(frameHeadSize)
  const head = new DataView(frame.buffer, frame.byteOffset)
  if (head.getUint32(0, true) !== payload.length || head.getUint32(4, true) !== crc32(payload)) return undefined
  const descriptionEnd = frameHeadSize + 4 + head.getUint32(frameHeadSize, true)
  const description = parseDescription(frame.subarray(frameHeadSize + 4, descriptionEnd))
  if (!description) return undefined
  const contents: FrameContents = description.values
  let at = frame.byteOffset + align(descriptionEnd)
  for (const { name, type, length } of description.columns) {
    const column = new columnTypes[type](frame.buffer, at, length)
    contents[name] = column
    at = align(at + column.byteLength)
  }
  return contents
}

/** Returns undefined for the contents of a frame of the first format, which has other bytes under the same checksum. */
function parseDescription(bytes: Uint8Array): Description | undefined {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) as Description
  } catch {
    return undefined
  }
}

function typeOf(column: Column): ColumnType {
  return Object.prototype.toString.call(column).slice('[object '.length, -1) as ColumnType
}

function align(offset: number): number {
  return Math.ceil(offset / alignment) * alignment
}
