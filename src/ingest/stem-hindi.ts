/**
 * Light stemmer for Hindi: unifies spelling variants and removes one inflectional ending, longest first, after Ramanathan
 * and Rao, "A Lightweight Stemmer for Hindi" (2003). The Snowball package has none for Hindi.
 */
export function stemHindi(word: string): string {
  const plain = normalizeHindi(word)
  for (const [length, endings] of endingsByLength) {
    // A stem keeps at least two letters, or different words would become the same.
    if (plain.length >= length + 2 && endings.has(plain.slice(-length))) return plain.slice(0, -length)
  }
  return plain
}

const endings = `ाएंगी ाएंगे ाऊंगी ाऊंगा ाइयाँ ाइयों ाइयां
  ाएगी ाएगा ाओगी ाओगे एंगी ेंगी एंगे ेंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियाँ ियों ियां
  ाकर ाइए ाईं ाया ेगी ेगा ोगी ोगे ाने ाना ाते ाती ाता तीं ाओं ाएं ुओं ुएं ुआं
  कर ाओ िए ाई ाए ने नी ना ते ीं ती ता ाँ ां ों ें
  ो े ू ु ी ि ा`

const endingsByLength = (() => {
  const byLength = new Map<number, Set<string>>()
  for (const ending of endings.trim().split(/\s+/)) {
    const plain = normalizeHindi(ending)
    byLength.set(plain.length, (byLength.get(plain.length) ?? new Set()).add(plain))
  }
  return [...byLength].sort((a, b) => b[0] - a[0])
})()

/** Unifies optional spellings: nukta, chandrabindu and nasal clusters. */
function normalizeHindi(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\u093c\u200c\u200d]/g, '')
    .replaceAll('ँ', 'ं')
    .replace(/[ङञणनम]्(?=[क-म])/g, 'ं')
}
