import { decodeAs } from '../decode-text.ts'
import { symbolCharacter } from './symbol-fonts.ts'

interface RtfFont {
  name: string
  /** Undefined for the code page of the file. */
  codePage?: number
  isSymbol: boolean
}

/** Code pages of the character sets of fonts. */
const codePages: Record<number, number> = {
  77: 10_000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
}
const symbolCharset = 2

/** The table of fonts of an RTF file; fonts decide the encoding of text. */
export class RtfFonts {
  /** Code page of text in fonts that name none. */
  codePage = 1252
  private readonly fonts = new Map<number, RtfFont>()
  private current: RtfFont | undefined

  /** Reads a control word of the table. */
  define(word: string, parameter = 0): void {
    if (word === 'f') {
      this.current = { name: '', isSymbol: false }
      this.fonts.set(parameter, this.current)
    } else if (word === 'fcharset' && this.current !== undefined) {
      this.current.codePage ??= codePages[parameter]
      this.current.isSymbol = parameter === symbolCharset
    } else if (word === 'cpg' && this.current !== undefined && parameter > 0) this.current.codePage = parameter
  }

  /** Reads text of the table: the name of a font. */
  addName(text: string): void {
    if (this.current !== undefined) this.current.name += text
  }

  decode(bytes: readonly number[], fontNumber: number | undefined): string {
    const font = fontNumber === undefined ? undefined : this.fonts.get(fontNumber)
    if (font?.isSymbol) return bytes.map((byte) => symbolCharacter(font.name, byte)).join('')
    return decodeCodePage(Uint8Array.from(bytes), font?.codePage ?? this.codePage)
  }
}

function decodeCodePage(bytes: Uint8Array, codePage: number): string {
  if (bytes.every((byte) => byte < 0x80)) return Buffer.from(bytes).toString('latin1')
  const table = dosTables[codePage]
  if (table !== undefined) {
    return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : table[byte - 0x80])).join('')
  }
  const encoding = encodings[codePage] ?? `windows-${codePage}`
  try {
    return decodeAs(bytes, encoding)
  } catch {
    return decodeAs(bytes, 'windows-1252')
  }
}

const encodings: Record<number, string> = {
  866: 'ibm866',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  20866: 'koi8-r',
  54936: 'gb18030',
  65001: 'utf-8',
}

/** The characters of 0x80 to 0xFF in code pages of DOS that decoders do not know. */
const dosTables: Record<number, string> = {
  437: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  850: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
}
