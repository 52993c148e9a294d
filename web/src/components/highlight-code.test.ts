import { expect, test } from 'vitest'
import { codeLanguages } from '../editor/code-languages.ts'
import { highlightCode } from './highlight-code.ts'

test('code is cut into tokens that together are the code', async () => {
  const code = 'const answer = "42" // why\n\nlet x = 1\n\tcall(x)'
  const tokens = (await highlightCode(code, 'js')) ?? []
  expect(tokens.map(({ text }) => text).join('')).toBe(code)
  const kindOf = (text: string) => tokens.find((token) => token.text.includes(text))?.kind
  expect(kindOf('const')).toBe('keyword')
  expect(kindOf('"42"')).toBe('string')
  expect(kindOf('// why')).toBe('comment')
  expect(kindOf('1')).toBe('number')
})

test('an unknown language and very long code stay plain', async () => {
  expect(await highlightCode('x', 'unheard-of')).toBeUndefined()
  expect(await highlightCode('x'.repeat(50_001), 'js')).toBeUndefined()
})

test.each(codeLanguages.map(({ name }) => name))('%s keeps every character', async (name) => {
  const code =
    '# a "b" \'c\' `d` /* e */ // f <g h="i">j</g> -- k\n\n  - l: [1, {2}]\nfn m() { return $n; }\n\t@o #{p} \\q $(r)\n<<EOF\ns\nEOF\n"""t"""\n+u\n-v'
  const tokens = await highlightCode(code, name)
  expect(tokens?.map(({ text }) => text).join('')).toBe(code)
  expect(tokens?.some(({ kind }) => kind !== undefined)).toBe(true)
})
