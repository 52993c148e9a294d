import { expect, test } from 'vitest'
import { decodeFileText } from './decode-file-text.ts'

const bytes = (text: string, encoding: BufferEncoding = 'latin1') => new Uint8Array(Buffer.from(text, encoding))

test.each([
  ['UTF-8', bytes('Grüße 日本', 'utf8'), 'Grüße 日本'],
  ['UTF-8 with a mark', bytes('\uFEFFGrüße', 'utf8'), 'Grüße'],
  [
    'UTF-8 with a damaged byte',
    new Uint8Array([...bytes('Grüße aus Köln, schöne Tage über Nacht', 'utf8'), 0xfc]),
    'Grüße aus Köln, schöne Tage über Nacht\ufffd',
  ],
  ['UTF-16 of Windows', bytes('\uFEFFGrüße', 'utf16le'), 'Grüße'],
  ['a text of Windows', bytes('Gr\xfc\xdfe aus K\xf6ln'), 'Grüße aus Köln'],
  ['Shift_JIS', new Uint8Array([0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd]), 'こんにちは'],
  ['EUC-JP', new Uint8Array([0xa4, 0xb3, 0xa4, 0xf3, 0xa4, 0xcb, 0xa4, 0xc1, 0xa4, 0xcf]), 'こんにちは'],
  [
    'a page that declares its encoding',
    bytes('<meta charset="iso-8859-2"><p>\xb1</p>'),
    '<meta charset="iso-8859-2"><p>ą</p>',
  ],
  ['nothing', new Uint8Array(), ''],
])('%s is read', (_, file, text) => expect(decodeFileText(file)).toBe(text))
