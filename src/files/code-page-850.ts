/** The characters of 0x80 to 0xFF in code page 850, that of DOS in Western Europe. */
const characters =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Lower-case letters of which windows-1252 has signs at the same place. Not à: there it is the ellipsis, also within words. */
const telltales = new Set([...'üéâäçêëèïîìôöòíóúñ'].map((letter) => 0x80 + characters.indexOf(letter)))
const minTelltales = 3
const minTelltaleShare = 0.6
/** Of all bytes; Cyrillic and East Asian text has more. */
const maxHighShare = 0.2

export function decodeCodePage850(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  return text.replace(/[\u0080-\u00ff]/g, (character) => characters[character.charCodeAt(0) - 0x80] as string)
}

/** Tells whether a text that isn't UTF-8 is in code page 850, or 437, which has most letters at the same places. */
export function isCodePage850(sample: Uint8Array): boolean {
  let high = 0
  let found = 0
  for (let index = 0; index < sample.length; index++) {
    const byte = sample[index]!
    if (byte < 0x80) continue
    high++
    if (telltales.has(byte) && isLetter(sample[index - 1]) && isLetter(sample[index + 1])) found++
  }
  return found >= minTelltales && found >= high * minTelltaleShare && high <= sample.length * maxHighShare
}

/** An ASCII letter, or a letter of the telltales beside another one, as in "Grüße". */
function isLetter(byte: number | undefined): boolean {
  if (byte === undefined) return false
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte === sharpS || telltales.has(byte)
}

const sharpS = 0x80 + characters.indexOf('ß')
