import type { HttpAnswer } from './http-client.ts'

/** Returns the media type of an answer without parameters, in lower case. */
export function mediaType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Decodes a text with the encoding that the header names, or the document itself near its beginning. */
export function decodeBody({ headers, bytes }: Pick<HttpAnswer, 'headers' | 'bytes'>): string {
  const beginning = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  const named =
    /charset=["']?([\w-]+)/i.exec(headers.get('content-type') ?? '')?.[1] ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(beginning)?.[1] ??
    /^<\?xml[^>]+encoding=["']([\w-]+)/i.exec(beginning)?.[1]
  return decoderOf(named).decode(bytes)
}

function decoderOf(encoding = 'utf-8') {
  try {
    return new TextDecoder(encoding)
  } catch {
    return new TextDecoder()
  }
}
