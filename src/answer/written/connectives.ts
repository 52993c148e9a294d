/**
 * Words that refer to the sentence before. Languages in which the verb follows them at once (German, Dutch) are left out:
 * without the word, the sentence would be wrong.
 */
const openings: Record<string, string> = {
  en: 'therefore|however|thus|hence|consequently|accordingly|additionally|furthermore|moreover|also|besides|likewise|similarly|conversely|nevertheless|nonetheless|instead|otherwise|so|then|for example|for instance|in addition|as a result|as such|because of this|for this reason|in that case|in contrast|by contrast|on the other hand|that said|in other words|after that|finally|but|and|yet',
  fr: 'cependant|toutefois|donc|ainsi|de plus|en outre|par conséquent|en revanche|néanmoins|par exemple|sinon|ensuite',
  es: 'por lo tanto|por tanto|sin embargo|además|por eso|no obstante|en cambio|por ejemplo|así|después|de lo contrario',
  pt: 'portanto|no entanto|contudo|além disso|por isso|porém|por exemplo|assim|depois|caso contrário',
  it: 'pertanto|tuttavia|inoltre|quindi|perciò|per questo|invece|per esempio|ad esempio|altrimenti|poi',
}
const withinSentence: Record<string, RegExp> = {
  en: /^((?:\S+ ){1,5}?)(?:therefore|however|thus|consequently|also),? /i,
}
const conjunction = /^(?:but|and|so|yet)(?= )/i

/** Removes the word that ties a sentence to the one before it, which isn't there: "Therefore, ask Ida" says "Ask Ida". */
export function dropConnective(text: string, language: string): string {
  const words = openings[language]
  if (!words) return text
  const opening = new RegExp(`^(\\**)(?:${words}), `, 'iu')
  const bare = text
    .replace(opening, '$1')
    .replace(language === 'en' ? conjunction : /(?!)/, '')
    .trimStart()
  const without = bare === text ? bare.replace(withinSentence[language] ?? /(?!)/, '$1') : bare
  if (without === text) return text
  return without.replace(/^(\**)(\p{Ll})/u, (_, marks: string, letter: string) => marks + letter.toUpperCase())
}
