import { useId, useState } from 'react'
import { commonText } from '../messages/common.ts'
import { CopyButton } from './copy-button.tsx'

const snippetLanguages = ['curl', 'TypeScript', 'Python'] as const

/** Snippets that index one item in this data source; only the key has to be added. */
export function IndexSnippets({ rootId, origin = location.origin }: { rootId: string; origin?: string }) {
  const [language, setLanguage] = useState<(typeof snippetLanguages)[number]>('curl')
  const id = useId()
  const text = renderSnippet(language, rootId, origin)
  return (
    <div className="card overflow-hidden">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
        <div role="tablist" aria-label={commonText('language')} className="flex flex-1 gap-1">
          {snippetLanguages.map((name, index) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={name === language}
              aria-controls={`${id}-panel`}
              tabIndex={name === language ? 0 : -1}
              onClick={() => setLanguage(name)}
              onKeyDown={(event) => {
                const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
                const next =
                  step && snippetLanguages[(index + step + snippetLanguages.length) % snippetLanguages.length]
                if (!next) return
                setLanguage(next)
                document.getElementById(`${id}-${next}`)?.focus()
              }}
              className="rounded-md px-2.5 py-1 text-sm text-quiet hover:text-ink aria-selected:bg-accent-soft aria-selected:font-semibold aria-selected:text-accent"
            >
              {name}
            </button>
          ))}
        </div>
        <CopyButton text={text} label={commonText('copySnippet')} isQuiet />
      </div>
      <pre
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${language}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto px-4 py-3 font-mono text-[0.8125rem] leading-relaxed"
      >
        <code>{text}</code>
      </pre>
    </div>
  )
}

export function renderSnippet(language: (typeof snippetLanguages)[number], rootId: string, origin: string): string {
  const item = {
    rootId,
    id: 'T-100',
    title: 'Front door does not lock',
    content: 'It was the **battery** of the lock. Replace it with a CR2450.',
    type: 'markdown',
    updatedAt: new Date().toISOString(),
    url: 'https://example.com/tickets/100',
  }
  const json = JSON.stringify(item, null, 2)
  const fields = Object.entries(item)
  const address = `${origin}/v1/ask/index`
  if (language === 'curl') {
    return `export LOREWELL_KEY=…   # Settings > API keys > Create key

curl ${address} \\
  -H "Authorization: Bearer $LOREWELL_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${json}'`
  }
  if (language === 'TypeScript') {
    const body = fields.map(([name, value]) => `    ${name}: ${JSON.stringify(value)},`).join('\n')
    return `const response = await fetch(${JSON.stringify(address)}, {
  method: "POST",
  headers: {
    Authorization: \`Bearer \${process.env.LOREWELL_KEY}\`,
    "Content-Type": "application/json",
  },
  body: JSON.stringify({
${body}
  }),
})
if (!response.ok) throw new Error(await response.text())
console.log(await response.json())`
  }
  const body = fields.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`).join('\n')
  return `import json, os, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(address)},
    method="POST",
    headers={
        "Authorization": f"Bearer {os.environ['LOREWELL_KEY']}",
        "Content-Type": "application/json",
    },
    data=json.dumps({
${body}
    }).encode(),
)
print(json.load(urllib.request.urlopen(request)))`
}
