/** No other line of a passage begins with it: outside of code, whitespace is one blank. */
const codeMark = '\t'

/** Marks each line as code, for the text of a passage. */
export function markCode(text: string, indent = ''): string {
  return text
    .split('\n')
    .map((line) => `${indent}${codeMark}${line}`)
    .join('\n')
}

/** Tells whether a line of a passage is code. */
export function isCodeLine(line: string): boolean {
  return /^ *\t/.test(line)
}

/** Returns how far the list item is indented that the code stands below; 0 outside of lists. */
export function codeIndent(line: string): number {
  return line.indexOf(codeMark)
}

/** Returns the code of marked lines, without empty lines and blanks around it. */
export function readCode(lines: readonly string[]): string {
  const code = lines.map((line) => line.slice(codeIndent(line) + 1).trimEnd())
  const indents = code.filter((line) => line !== '').map((line) => line.length - line.trimStart().length)
  return code
    .map((line) => line.slice(Math.min(...indents)))
    .join('\n')
    .replace(/^\n+|\n+$/g, '')
}
