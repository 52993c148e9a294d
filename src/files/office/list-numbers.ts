/** Returns a list number as Word, PowerPoint and OpenDocument write it; unknown formats are decimal. */
export function formatListNumber(value: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
    case 'a':
      return letters(value)
    case 'upperLetter':
    case 'A':
      return letters(value).toUpperCase()
    case 'lowerRoman':
    case 'i':
      return roman(value)
    case 'upperRoman':
    case 'I':
      return roman(value).toUpperCase()
    case 'decimalZero':
      return String(value).padStart(2, '0')
    case 'none':
      return ''
    default:
      return String(value)
  }
}

/** After z come aa, bb and so on. */
function letters(value: number): string {
  if (value < 1 || value > 26 * 20) return String(value)
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26))
}

const romanDigits: [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

function roman(value: number): string {
  if (value < 1 || value > 4000) return String(value)
  let [rest, text] = [value, '']
  for (const [worth, digit] of romanDigits) {
    text += digit.repeat(Math.floor(rest / worth))
    rest %= worth
  }
  return text
}
