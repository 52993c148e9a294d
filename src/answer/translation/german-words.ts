/** Prefixes that stand before "ge" and "zu" of a verb: "angemeldet", "abzurechnen". */
const prefix =
  /^(ab|an|auf|aus|bei|ein|fest|frei|her|hin|hoch|los|mit|nach|um|vor|weg|weiter|zu|zurück|zusammen)(?:ge|zu)(\p{L}{3,})$/u
const ending = /(?:e?(?:t|te|ten|ter|tes|tem|st)|e|en)$/u
const minStemLength = 3

/** Returns the infinitives that a German word can be a form of, if its verb is regular: "beantragt", "gemeldet", "abzurechnen". */
export function germanInfinitives(word: string): string[] {
  const apart = prefix.exec(word)
  const forms = [word, ...(word.startsWith('ge') ? [word.slice(2)] : []), ...(apart ? [`${apart[1]}${apart[2]}`] : [])]
  return forms
    .map((form) => form.replace(ending, ''))
    .filter((stem) => stem.length >= minStemLength)
    .flatMap((stem) => [`${stem}en`, `${stem}n`])
}

/** Letters that join the parts of a German compound: Urlaub-s-tage, Küche-n-schrank. */
const joints = ['', 's', 'es', 'n', 'en', 'er', 'e']
const minPartLength = 3
const maxCompoundLength = 40

interface Compound {
  parts: string[]
  jointLetters: number
}

/**
 * Returns the parts of a German compound that are all known, as `translate` returns them; undefined if it has none. Of several
 * ways to split it, the one with the fewest parts, then with the fewest letters between them, then with the
 * longest last part: Lohn-steuer, not Lohn-s-teuer or Lohns-teuer.
 */
export function translateCompound(word: string, translate: (part: string) => string | undefined): string | undefined {
  return word.length > maxCompoundLength ? undefined : splitCompound(word, translate, new Map())?.parts.join(' ')
}

function splitCompound(
  word: string,
  translate: (part: string) => string | undefined,
  known: Map<string, Compound | undefined>,
): Compound | undefined {
  if (known.has(word)) return known.get(word)
  let best: Compound | undefined
  for (let end = word.length - minPartLength; end >= minPartLength; end--) {
    const ofRest = translate(word.slice(end))
    const rest = ofRest ? { parts: [ofRest], jointLetters: 0 } : splitCompound(word.slice(end), translate, known)
    if (!rest) continue
    for (const joint of joints) {
      const first = word.slice(0, end - joint.length)
      if (first.length < minPartLength || !word.slice(0, end).endsWith(joint)) continue
      const english = translate(first)
      if (!english) continue
      const found = { parts: [english, ...rest.parts], jointLetters: rest.jointLetters + joint.length }
      if (!best || isSimpler(found, best)) best = found
    }
  }
  known.set(word, best)
  return best
}

/** Tells whether a way to split a word that is found after another one, with a longer last part, is better. */
function isSimpler(one: Compound, other: Compound): boolean {
  const parts = one.parts.length - other.parts.length
  return parts < 0 || (parts === 0 && one.jointLetters <= other.jointLetters)
}
