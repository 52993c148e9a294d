import PostalMime from 'postal-mime'
import { decodeText, detectEncoding, isUtf8 } from '../decode-text.ts'
import { declaredCharset } from '../text/read-text.ts'

/** The parts of the parser of mails that its types leave out. Its version is pinned, and the tests of mails need them. */
interface MailParser extends PostalMime {
  collectNode(node: MailPart, ...rest: unknown[]): Promise<void>
}

interface MailPart {
  content: ArrayBuffer | null
  contentType: { parsed: { value: string; params: Record<string, string> } }
}

/**
 * Returns a parser that reads each text in the encoding that its bytes are in: mails without a charset, or with one that is
 * wrong, would lose their letters beyond ASCII.
 */
export function createMailParser(options: ConstructorParameters<typeof PostalMime>[0]): PostalMime {
  const parser = new PostalMime(options) as MailParser
  const collect = parser.collectNode.bind(parser)
  parser.collectNode = (node, ...rest) => {
    correctCharset(node)
    return collect(node, ...rest)
  }
  return parser
}

function correctCharset({ content, contentType: { parsed } }: MailPart): void {
  if (!content || (parsed.value !== 'text/plain' && parsed.value !== 'text/html')) return
  const bytes = new Uint8Array(content)
  const { charset } = parsed.params
  // The bytes tell whether these two are right.
  const named = charset && !/^(?:us-ascii|ascii|utf-?8)$/i.test(charset) ? charset : undefined
  parsed.params.charset = detectEncoding(
    bytes,
    named ?? (parsed.value === 'text/html' ? declaredCharset(bytes) : undefined),
  )
}

/** Returns a message whose headers are UTF-8, also where a program wrote letters into them without encoding them. */
export function withUtf8Headers(message: Uint8Array): Uint8Array {
  const buffer = Buffer.from(message.buffer, message.byteOffset, message.length)
  const ends = [buffer.indexOf('\n\n'), buffer.indexOf('\r\n\r\n')].filter((at) => at >= 0)
  const end = ends.length > 0 ? Math.min(...ends) : buffer.length
  const headers = buffer.subarray(0, end)
  return isUtf8(headers) ? message : Buffer.concat([Buffer.from(decodeText(headers)), buffer.subarray(end)])
}
