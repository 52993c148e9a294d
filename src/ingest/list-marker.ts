/**
 * Source of a pattern for the marker of a list item without the blanks around it: "-", "•", "1.", "(a)". Letters are lower
 * case: "A. Smith" is a name.
 */
export const listMarkerSource = String.raw`(?:[-*•‣◦]|\(?(?:\d{1,3}|[a-z])[.)])`

/** Source of a pattern for the number of a clause: "4.2", "§ 3", "12.1.3.". */
export const clauseNumberSource = String.raw`(?:§\s?\d{1,3}[a-z]?|\d{1,2}(?:\.\d{1,2}){1,3}\.?)`

/** Signs of bullets that Markdown doesn't know, as pasted text has them. */
export const bulletSigns = '•◦‣▪·●○■□➤►▶'
/** Signs of items that begin other lines, too. */
export const dashSigns = '–—→'
/** Before the text of a task that is done. */
export const doneSign = '☑'
/** Signs of items that say something themselves. */
export const tickSigns = '☐☑☒✓✔✗✘✅❌'
