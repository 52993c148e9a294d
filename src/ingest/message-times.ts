const day = [
  String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4}`,
  String.raw`\d{1,2}[./]\d{1,2}\.?`,
  String.raw`\d{1,2}\.? \p{L}{3,10}\.?(?: \d{4})?`,
  String.raw`\p{L}{3,10}\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?`,
  'today|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|heute|gestern|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch',
  "aujourd[’']hui|hier|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|hoy|ayer|lunes|martes|miércoles|jueves|viernes|sábado|domingo",
].join('|')

/** Patterns of regular expressions with the flags "iu". */
export const clock = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b\.?)?(?: Uhr)?`
export const datedTime = `(?:${day})(?:T|,?\\s(?:at |um |à )?)${clock}`
/** "17 February", "Mon, 17 Feb 2025 10:32:00 +0100" */
export const mailTime = String.raw`(?:\p{L}{2,10}\.?,? )?(?:${day})(?:(?:T|,? )(?:at |um |à )?${clock})?(?: [+-]\d{4}| \p{Lu}{2,4})?`
