import type { StreamParser } from '@codemirror/language'

/** A language of code blocks; its parser is a chunk of its own. */
export interface CodeLanguage {
  name: string
  /** Further names after the opening fence. */
  aliases?: readonly string[]
  load: () => Promise<StreamParser<unknown>>
}

const javascript = () => import('@codemirror/legacy-modes/mode/javascript')
const clike = () => import('@codemirror/legacy-modes/mode/clike')
const xml = () => import('@codemirror/legacy-modes/mode/xml')

export const codeLanguages: readonly CodeLanguage[] = [
  { name: 'javascript', aliases: ['js', 'jsx', 'mjs'], load: async () => (await javascript()).javascript },
  { name: 'typescript', aliases: ['ts', 'tsx'], load: async () => (await javascript()).typescript },
  { name: 'json', aliases: ['jsonc', 'json5'], load: async () => (await javascript()).json },
  { name: 'python', aliases: ['py'], load: async () => (await import('@codemirror/legacy-modes/mode/python')).python },
  {
    name: 'shell',
    aliases: ['sh', 'bash', 'zsh', 'console'],
    load: async () => (await import('@codemirror/legacy-modes/mode/shell')).shell,
  },
  {
    name: 'powershell',
    aliases: ['ps1'],
    load: async () => (await import('@codemirror/legacy-modes/mode/powershell')).powerShell,
  },
  { name: 'yaml', aliases: ['yml'], load: async () => (await import('@codemirror/legacy-modes/mode/yaml')).yaml },
  { name: 'toml', load: async () => (await import('@codemirror/legacy-modes/mode/toml')).toml },
  {
    name: 'properties',
    aliases: ['ini', 'env'],
    load: async () => (await import('@codemirror/legacy-modes/mode/properties')).properties,
  },
  {
    name: 'sql',
    aliases: ['postgresql', 'mysql'],
    load: async () => (await import('@codemirror/legacy-modes/mode/sql')).standardSQL,
  },
  { name: 'html', load: async () => (await xml()).html },
  { name: 'xml', aliases: ['svg'], load: async () => (await xml()).xml },
  { name: 'css', load: async () => (await import('@codemirror/legacy-modes/mode/css')).css },
  { name: 'scss', load: async () => (await import('@codemirror/legacy-modes/mode/css')).sCSS },
  { name: 'java', load: async () => (await clike()).java },
  { name: 'c', aliases: ['h'], load: async () => (await clike()).c },
  { name: 'cpp', aliases: ['c++', 'hpp'], load: async () => (await clike()).cpp },
  { name: 'csharp', aliases: ['cs', 'c#'], load: async () => (await clike()).csharp },
  { name: 'kotlin', aliases: ['kt'], load: async () => (await clike()).kotlin },
  { name: 'scala', load: async () => (await clike()).scala },
  { name: 'go', load: async () => (await import('@codemirror/legacy-modes/mode/go')).go },
  { name: 'rust', aliases: ['rs'], load: async () => (await import('@codemirror/legacy-modes/mode/rust')).rust },
  { name: 'ruby', aliases: ['rb'], load: async () => (await import('@codemirror/legacy-modes/mode/ruby')).ruby },
  { name: 'swift', load: async () => (await import('@codemirror/legacy-modes/mode/swift')).swift },
  { name: 'lua', load: async () => (await import('@codemirror/legacy-modes/mode/lua')).lua },
  { name: 'perl', aliases: ['pl'], load: async () => (await import('@codemirror/legacy-modes/mode/perl')).perl },
  { name: 'r', load: async () => (await import('@codemirror/legacy-modes/mode/r')).r },
  { name: 'diff', aliases: ['patch'], load: async () => (await import('@codemirror/legacy-modes/mode/diff')).diff },
  {
    name: 'dockerfile',
    aliases: ['docker'],
    load: async () => (await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile,
  },
  { name: 'nginx', load: async () => (await import('@codemirror/legacy-modes/mode/nginx')).nginx },
]

/** Returns the language that the words after an opening fence name. */
export function findCodeLanguage(info: string): CodeLanguage | undefined {
  const name = /^[^\s{,]+/.exec(info.trim())?.[0].toLowerCase()
  return codeLanguages.find((language) => language.name === name || language.aliases?.includes(name ?? ''))
}
