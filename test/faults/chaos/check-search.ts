import type { Expectations } from './expectations.ts'
import { rootId } from './writers.ts'

/** Asks a running service for every item by the word that only it has, and for the list of all of them. */
export async function checkSearch({
  url,
  key,
  expectations,
}: {
  url: string
  key: string
  expectations: Expectations
}): Promise<string[]> {
  const problems: string[] = []
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const listed = new Set<string>()
  for (let page = 0, pages = 1; page < pages; page++) {
    const reply = await fetch(`${url}/v1/ask/index?rootId=${rootId}&page=${page}`, { headers })
    const { hits, nbPages } = (await reply.json()) as { hits: { id: string }[]; nbPages: number }
    for (const { id } of hits) listed.add(id)
    pages = nbPages
  }
  for (const id of expectations.ids()) {
    const word = expectations.describe(id)
    const isThere = word !== 'deleted'
    if (listed.has(id) !== isThere) problems.push(`${id} is ${isThere ? 'not ' : ''}in the list`)
    if (!isThere) continue
    const reply = await fetch(`${url}/v1/search`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: `Which version says ${word}?`, limit: 1 }),
    })
    const { hits } = (await reply.json()) as { hits: { id: string; passage: string }[] }
    if (hits[0]?.id !== id || !hits[0].passage.includes(word))
      problems.push(`${id}: a search for ${word} gives ${hits[0]?.id ?? 'nothing'} first`)
  }
  return problems
}
