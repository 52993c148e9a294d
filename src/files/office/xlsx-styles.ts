import { format, isDateFormat } from 'numfmt'
import type { OfficePackage } from './office-package.ts'
import type { XmlAttributes } from './walk-xml.ts'

interface CellStyle {
  pattern: string
  isBold: boolean
  isStruck: boolean
}

const isoDate = 'yyyy-mm-dd'

/** Formats that have a number instead of a pattern. Those that follow the language of the reader are ISO dates. */
const builtInPatterns: Record<number, string> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '$#,##0_);($#,##0)',
  6: '$#,##0_);($#,##0)',
  7: '$#,##0.00_);($#,##0.00)',
  8: '$#,##0.00_);($#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: isoDate,
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: `${isoDate} h:mm`,
  37: '#,##0_);(#,##0)',
  38: '#,##0_);(#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);(#,##0.00)',
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_($* #,##0_);_($* (#,##0);_($* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
}

/** Days between the first day of the calendar of 1900 and that of 1904. */
const daysTo1904 = 1462
const plainStyle: CellStyle = { pattern: 'General', isBold: false, isStruck: false }

/** The number formats and fonts of the cells of a workbook. */
export class XlsxStyles {
  private readonly styles: CellStyle[] = []
  private readonly isFrom1904: boolean

  constructor(isFrom1904: boolean) {
    this.isFrom1904 = isFrom1904
  }

  static async read(parts: OfficePackage, path: string | undefined, isFrom1904: boolean): Promise<XlsxStyles> {
    const styles = new XlsxStyles(isFrom1904)
    if (path !== undefined) await styles.readPart(parts, path)
    return styles
  }

  isBold(style: number): boolean {
    return this.styles[style]?.isBold ?? false
  }

  isStruck(style: number): boolean {
    return this.styles[style]?.isStruck ?? false
  }

  /** Returns a number as the workbook shows it. */
  formatNumber(value: number, style: number): string {
    const { pattern } = this.styles[style] ?? plainStyle
    return formatValue(this.isDate(style) && this.isFrom1904 ? value + daysTo1904 : value, pattern)
  }

  /** Tells whether numbers in this style are dates or times. */
  isDate(style: number): boolean {
    return isDateFormat(this.styles[style]?.pattern ?? plainStyle.pattern)
  }

  private async readPart(parts: OfficePackage, path: string): Promise<void> {
    const patterns = new Map<number, string>()
    const fonts: Omit<CellStyle, 'pattern'>[] = []
    let list = ''
    await parts.walk(path, {
      open: (name, attributes) => {
        if (name === 'fonts' || name === 'cellXfs') list = name
        else if (name === 'dxfs' || name === 'cellStyleXfs') return false
        else if (name === 'numFmt') patterns.set(Number(attributes.numFmtId), attributes.formatCode ?? 'General')
        else if (name === 'font' && list === 'fonts') fonts.push({ isBold: false, isStruck: false })
        else if (name === 'b' && list === 'fonts') fonts.at(-1)!.isBold = isOn(attributes)
        else if (name === 'strike' && list === 'fonts') fonts.at(-1)!.isStruck = isOn(attributes)
        else if (name === 'xf' && list === 'cellXfs') {
          const id = Number(attributes.numFmtId ?? 0)
          const font = fonts[Number(attributes.fontId ?? 0)] ?? plainStyle
          this.styles.push({ ...font, pattern: knownPattern(id, patterns.get(id)) })
        }
        return undefined
      },
      close(name) {
        if (name === list) list = ''
      },
    })
  }
}

/** Tells whether an element turns a property of text on. */
export function isOn({ val }: XmlAttributes): boolean {
  return val !== '0' && val !== 'false'
}

function knownPattern(id: number, custom: string | undefined): string {
  if (custom !== undefined) {
    // The long date and the time of the system.
    if (/^\[\$-F800\]/i.test(custom)) return isoDate
    // The country of a currency does not change how its numbers are written.
    return custom.replace(/^\[\$-F400\]/i, '').replace(/\[\$([^\]-]+)-[^\]]*\]/g, '[$$$1]')
  }
  const isEastAsianDate = (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
  return builtInPatterns[id] ?? (isEastAsianDate ? isoDate : 'General')
}

/** Returns a number in an Excel pattern, without the padding that aligns it with its neighbours. */
function formatValue(value: number, pattern: string): string {
  let text: string
  try {
    text = format(pattern, value, { locale: 'en-US' })
  } catch {
    text = String(value)
  }
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=\p{Sc}) (?=[\d(.])/gu, '')
    .replace(/(?<=[\d)]) (?=\))/g, '')
}
