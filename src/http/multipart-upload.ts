import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { z } from 'zod'
import { AppError, type FieldProblem } from '../errors.ts'
import { validate, validationError } from './validate.ts'

export interface UploadedFile {
  /** Without folders. */
  name: string
  bytes: Buffer
}

/** Largest UTF-8 form of the longest field, an address. */
const maxFieldBytes = 8 * 1024
const maxParts = 32
/** Room for the fields and headers beside the file. */
export const maxFormOverheadBytes = maxParts * (maxFieldBytes + 2048)

/**
 * Reads multipart/form-data with the given fields and one file, in any order, as it arrives. Fails with one error that names
 * every invalid field. The file is held once, in a buffer of its size.
 */
export async function readUpload<S extends z.ZodObject>(
  body: Readable,
  { headers, fields: schema, maxFileBytes }: { headers: IncomingHttpHeaders; fields: S; maxFileBytes: number },
): Promise<z.infer<S> & { file: UploadedFile }> {
  if (Number(headers['content-length']) > maxFileBytes + maxFormOverheadBytes) throw fileTooLargeError(maxFileBytes)
  const { fields, problems, file } = await readParts(body, headers, maxFileBytes)
  try {
    const valid = validate(schema, fields)
    if (file && Object.keys(problems).length === 0) return { ...valid, file }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    for (const [name, problem] of Object.entries(error.details ?? {})) problems[name] ??= problem
  }
  if (!file) problems.file ??= { message: 'is required' }
  throw validationError(problems)
}

interface Parts {
  fields: Record<string, string>
  problems: Record<string, FieldProblem>
  file: UploadedFile | undefined
}

function readParts(body: Readable, headers: IncomingHttpHeaders, maxFileBytes: number): Promise<Parts> {
  // Without a prototype: a caller can name a field `__proto__`.
  const parts: Parts = { fields: Object.create(null), problems: Object.create(null), file: undefined }
  const { fields, problems } = parts
  return new Promise((resolve, reject) => {
    const parser = createParser(headers, maxFileBytes)
    const fail = (error: Error) => {
      body.unpipe(parser)
      body.resume()
      reject(error)
    }
    parser.on('field', (name, value, _isNameCut, isValueCut) => {
      if (name === 'file') problems.file = { message: 'must be a file, with a file name' }
      else if (Object.hasOwn(fields, name)) problems[name] = { message: 'must be given once' }
      else if (isValueCut) problems[name] = { message: 'is too long' }
      if (name !== 'file') fields[name] = value
    })
    parser.on('file', (field, stream, fileName) => {
      stream.on('error', () => {})
      const name = cleanFileName(fileName)
      const isExpected = field === 'file' && parts.file === undefined && name !== ''
      if (field !== 'file') problems[field ?? 'body'] = { message: 'is not a known field' }
      else if (parts.file !== undefined) problems.file = { message: 'must be a single file' }
      else if (name === '') problems.file = { message: 'must have a file name' }
      if (!isExpected) {
        stream.resume()
        return
      }
      const collected = createByteCollector(Number(headers['content-length']) || 0, maxFileBytes)
      const file: UploadedFile = { name, bytes: Buffer.alloc(0) }
      parts.file = file
      stream.on('limit', () => fail(fileTooLargeError(maxFileBytes)))
      stream.on('data', (chunk: Buffer) => collected.add(chunk))
      stream.on('end', () => {
        file.bytes = collected.take()
      })
    })
    parser.on('partsLimit', () => fail(validationError({ body: { message: `must have at most ${maxParts} parts` } })))
    parser.on('error', () =>
      fail(validationError({ body: { message: 'is incomplete or not valid multipart/form-data' } })),
    )
    parser.on('finish', () => resolve(parts))
    body.on('error', fail)
    body.pipe(parser)
  })
}

function createParser(headers: IncomingHttpHeaders, maxFileBytes: number) {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: {
        fieldNameSize: 100,
        fieldSize: maxFieldBytes,
        fileSize: maxFileBytes,
        parts: maxParts,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    })
  } catch {
    throw validationError({ body: { message: 'must be multipart/form-data with a boundary' } })
  }
}

/** Collects a file in one buffer. With a known length of the request the buffer never grows, so no byte is held twice. */
function createByteCollector(expectedBytes: number, maxBytes: number) {
  let buffer = Buffer.allocUnsafeSlow(Math.min(expectedBytes || initialBytes, maxBytes + 1))
  let length = 0
  return {
    add(chunk: Buffer): void {
      if (length + chunk.length > buffer.length) {
        const grown = Buffer.allocUnsafeSlow(Math.max(2 * buffer.length, length + chunk.length))
        buffer.copy(grown, 0, 0, length)
        buffer = grown
      }
      chunk.copy(buffer, length)
      length += chunk.length
    },
    take: () => buffer.subarray(0, length),
  }
}

const initialBytes = 64 * 1024
const maxNameLength = 255

/** Returns the name without folders and control characters, cut to the length that file systems permit. */
function cleanFileName(given: string | undefined): string {
  const name = (given ?? '').split(/[/\\]/).at(-1) ?? ''
  const clean = name
    .toWellFormed()
    .replace(/\p{Cc}|\p{Bidi_Control}|\u2028|\u2029/gu, ' ')
    .trim()
  if (clean === '.' || clean === '..') return ''
  if (clean.length <= maxNameLength) return clean
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(clean)?.[0] ?? ''
  return clean.slice(0, maxNameLength - extension.length).toWellFormed() + extension
}

function fileTooLargeError(maxFileBytes: number): AppError {
  const mebibytes = maxFileBytes / 2 ** 20
  const limit = mebibytes >= 1 ? `${Math.floor(mebibytes * 10) / 10} MiB` : `${maxFileBytes} bytes`
  return new AppError('payload-too-large', `The file is larger than ${limit}, the maximum of this service.`)
}
