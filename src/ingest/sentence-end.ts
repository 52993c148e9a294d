// What the end of a line says about it. Quotation marks, brackets and emphasis can follow the sign.

/** Tells whether the text asks: "Lost your badge?" */
export function isQuestion(text: string): boolean {
  return /[?？؟]["”’»)\]*_]*$/.test(text.trimEnd())
}

/** Tells whether the text announces a list, a table or a paragraph: "You need:". */
export function isLeadIn(text: string): boolean {
  return /[:：]["”’»)\]*_]*$/.test(text.trimEnd())
}

/** Tells whether the text ends as a sentence does. */
export function endsSentence(text: string): boolean {
  return /[.!?…。！？؟।]["”’»)\]*_]*$/.test(text.trimEnd())
}

/** Returns a question or sentence without the mark and the blanks at its end. */
export function withoutEndMark(text: string): string {
  // The look-behind keeps long rows of marks from taking quadratic time.
  return text.replace(/(?<![\s?？.!])[\s?？.!]+$/u, '')
}
