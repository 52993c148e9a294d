type Parameter<Placeholder extends string> = Placeholder extends `${infer Name}|${string}` ? Name : Placeholder

type ParameterNames<Text extends string> = Text extends `${string}{${infer Placeholder}}${infer Rest}`
  ? Parameter<Placeholder> | ParameterNames<Rest>
  : never

type Arguments<Text extends string> = [ParameterNames<Text>] extends [never]
  ? []
  : [values: Record<ParameterNames<Text>, string | number>]

/** The texts of one area of the app in another language; a missing one falls back to English. */
export type Translation = Record<string, string>

const translations = new Map<string, Translation>()
let language = 'en'

/** Replaces the English texts with another language's, by area. */
export function setTranslation(chosen: string, areas: Record<string, Translation>): void {
  language = chosen
  translations.clear()
  for (const [area, texts] of Object.entries(areas)) translations.set(area, texts)
}

/** Returns the language of the texts, for dates and lists among them. */
export function messageLanguage(): string {
  return language
}

/**
 * Returns a function that looks up the texts of an area. `{name}` inserts a value;
 * `{count|one: # note|other: # notes}` chooses the plural form, where # is the number.
 */
export function defineMessages<const Texts extends Record<string, string>>(area: string, english: Texts) {
  return <Key extends keyof Texts & string>(key: Key, ...[values]: Arguments<Texts[Key]>): string =>
    format(translations.get(area)?.[key] ?? english[key] ?? key, values ?? {})
}

function format(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{([^{}]+)\}/g, (_, placeholder: string) => {
    const [name = '', ...forms] = placeholder.split('|')
    const value = values[name] ?? ''
    return forms.length > 0 ? choosePlural(Number(value), forms) : String(value)
  })
}

function choosePlural(count: number, forms: string[]): string {
  const category = new Intl.PluralRules(language).select(count)
  const form = forms.find((each) => each.startsWith(`${category}:`)) ?? forms.at(-1) ?? ''
  return form
    .slice(form.indexOf(':') + 1)
    .trim()
    .replace('#', count.toLocaleString(language))
}
