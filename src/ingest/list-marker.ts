/**
 * Source of a pattern for the marker of a list item without the blanks around it: "-", "•", "1.", "(a)". Letters are lower
 * case: "A. Smith" is a name.
 */
export const listMarkerSource = String.raw`(?:[-*•‣◦]|\(?(?:\d{1,3}|[a-z])[.)])`
