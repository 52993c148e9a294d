import { emojiCharacters } from './emoji-shortcodes.ts'

/**
 * Removes Markdown that the parser left as text: inside HTML blocks, next to letters, in links without a definition. For
 * text outside code.
 */
export function removeLeftoverMarkup(text: string): string {
  if (!/[*_~[\\:=%]|\+\+| \^/.test(text)) return text
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

/**
 * Removes the marks of Obsidian, MkDocs and wikis: links by title, embedded files, highlights, keys, fields, footnotes in the
 * text, and comments, icons and names of blocks, which they don't show.
 */
function removeWikiMarkup(text: string): string {
  let result = text
  if (result.includes('[['))
    result = result
      .replace(/!\[\[[^[\]\n]{1,300}\]\]/g, '')
      .replace(/\[\[(?! )(?:[^[\]|\n]{1,300}\|)?([^[\]|\n]{1,300})\]\]/g, '$1')
  if (result.includes('==')) result = result.replace(/(?<![^\s([{"'*_])==(?=[^\s=])([^=\n]{0,500}[^\s=])==(?!=)/g, '$1')
  if (result.includes('%%')) result = result.replace(/ ?(?<![^\s(])%%(?=[^%\n]*[^\s%])[^%\n]{0,500}%%/g, '')
  if (result.includes(':: ')) result = result.replace(/[[(]([\w-]{1,40}):: ([^[\]()\n]{1,200})[\])]/g, '$1: $2')
  if (result.includes('^[')) result = result.replace(/ ?\^\[([^[\]\n]{1,500})\]/g, ' ($1)')
  if (result.includes('++')) result = result.replace(keys, '$1')
  if (result.includes(':')) result = result.replace(icon, '')
  return result.includes(' ^') ? result.replace(/ \^(?=\d*[a-z])[a-z\d-]{4,40}$/gm, '') : result
}

const keys = /(?<![\w+])\+\+([a-z\d-]{1,20}(?:\+[a-z\d-]{1,20}){0,4})\+\+(?![\w+])/g
const icon = / ?(?<![\w:]):(?:material|fontawesome|octicons|simple)-[a-z\d-]{1,60}:(?![\w:])/g
const shortcode = /(?<![\w:]):([a-z][a-z0-9_+-]{1,30}|[+-]1):(?![\w:])/g
