import { emojiCharacters } from './emoji-shortcodes.ts'

/**
 * Removes Markdown that the parser left as text: inside HTML blocks, next to letters, in links without a definition. For
 * text outside code.
 */
export function removeLeftoverMarkup(text: string): string {
  if (!/[*_~[\\:=%]/.test(text)) return text
  let result = removeWikiMarkup(text)
  if (result.includes('[')) {
    result = result
      .replace(/!?\[([^[\]\n]{0,300})\]\((?:[^()\s]|\([^()\s]*\)){0,2000}(?:[ \t]+"[^"\n]{0,300}")?\)/g, '$1')
      .replace(/\[([^[\]\n]{1,300})\]\[[^[\]\n]{0,100}\]/g, '$1')
  }
  if (result.includes('\\')) result = result.replace(/\\([`*_{}[\]()#+.!|<>~&"'$@-])/g, '$1')
  // Struck out words are left out, as they are where the parser reads them.
  if (result.includes('~~'))
    result = result.replace(/ ?(?<![\p{L}\p{N}*_~])~~(?=[^\s*_~])[^*_~\n]{0,500}[^\s*_~]~~/gu, '')
  if (/\*\*|__/.test(result)) {
    result = result
      .replace(/(?<![\p{L}\p{N}*_~])(\*\*|__)(?=[^\s*_~])([^*_~\n]{0,500}[^\s*_~])\1/gu, '$2')
      .replace(/(?<![\p{L}\p{N}*])\*\*(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}.,:;!?)])\*\*(?![\p{L}\p{N}*])/gu, '')
  }
  if (/[*_]/.test(result)) {
    result = result.replace(/(?<![\p{L}\p{N}*_/])([*_])(?=[^\s*_])([^*_\n]{0,300}[^\s*_])\1(?![\p{L}\p{N}*_/])/gu, '$2')
  }
  return result.includes(':')
    ? result.replace(shortcode, (code, name: string) => emojiCharacters[name] ?? code)
    : result
}

/** Removes the marks of Obsidian and wikis: links by title, embedded files, highlights, and comments, which they don't show. */
function removeWikiMarkup(text: string): string {
  let result = text
  if (result.includes('[['))
    result = result
      .replace(/!\[\[[^[\]\n]{1,300}\]\]/g, '')
      .replace(/\[\[(?! )(?:[^[\]|\n]{1,300}\|)?([^[\]|\n]{1,300})\]\]/g, '$1')
  if (result.includes('==')) result = result.replace(/(?<![^\s([{"'*_])==(?=[^\s=])([^=\n]{0,500}[^\s=])==(?!=)/g, '$1')
  if (result.includes('%%')) result = result.replace(/ ?(?<![^\s(])%%(?=[^\s%])[^%\n]{0,500}%%/g, '')
  return result
}

const shortcode = /(?<![\w:]):([a-z][a-z0-9_+-]{1,30}|[+-]1):(?![\w:])/g
