import type { Token } from 'markdown-it'

/** Returns the tokens with other children of the inline token at an index. The originals stay as they are. */
export function withoutStart(tokens: readonly Token[], index: number, children: Token[]): Token[] {
  return tokens.map((token, at) => (at === index ? Object.assign(Object.create(token), { children }) : token))
}
