import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { LanguageDescription, LanguageSupport, StreamLanguage } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { codeLanguages, findCodeLanguage } from './code-languages.ts'

const descriptions = new Map(
  codeLanguages.map((language) => [
    language,
    LanguageDescription.of({
      name: language.name,
      load: async () => new LanguageSupport(StreamLanguage.define(await language.load())),
    }),
  ]),
)

/** Markdown as the app shows it: with tables, task lists, strikethrough and addresses as links. */
export const noteMarkdown: Extension = markdown({
  base: markdownLanguage,
  extensions: { remove: ['Subscript', 'Superscript', 'Emoji'] },
  completeHTMLTags: false,
  // The editor has its own keys.
  addKeymap: false,
  codeLanguages(info) {
    const language = findCodeLanguage(info)
    return (language && descriptions.get(language)) ?? null
  },
})
