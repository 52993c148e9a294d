import { useEffect, useState } from 'react'
import type { CodeToken } from './highlight-code.ts'

/** A block of code. Its colours come when the parser of its language is loaded; without one it stays plain. */
export function HighlightedCode({ code, language }: { code: string; language: string }) {
  const [tokens, setTokens] = useState<readonly CodeToken[]>()
  useEffect(() => {
    let isCurrent = true
    setTokens(undefined)
    if (language.trim() === '') return
    // Plain code can be read too, so a parser that can't be loaded is no error.
    import('./highlight-code.ts')
      .then(({ highlightCode }) => highlightCode(code, language))
      .then((found) => isCurrent && setTokens(found))
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [code, language])
  return (
    <pre>
      <code>
        {tokens
          ? tokens.map(({ text, kind }, index) =>
              kind === undefined ? (
                text
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: tokens don't move
                <span key={index} className={`code-${kind}`}>
                  {text}
                </span>
              ),
            )
          : code}
      </code>
    </pre>
  )
}
