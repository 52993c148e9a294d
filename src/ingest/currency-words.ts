/** Currencies by sign or, without one, by code, each with its other spellings; in lower case. */
export const currencySpellings: readonly (readonly [sign: string, ...others: string[]])[] = [
  ['€', 'eur', 'euro', 'euros'],
  ['$', 'usd', 'dollar', 'dollars', 'us$'],
  ['£', 'gbp', 'pound', 'pounds'],
  ['¥', 'jpy', 'yen'],
  ['₹', 'inr', 'rupee', 'rupees'],
  ['chf', 'franken', 'swiss francs'],
  ['sek'],
  ['nok'],
  ['dkk'],
  ['pln'],
  ['czk'],
  ['aud'],
  ['cad'],
]
