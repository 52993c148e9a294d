/** Parameters that a request can do without, with the name under which it is tried next; undefined: it is left out. */
const replacements = new Map<string, string | undefined>([
  ['max_tokens', 'max_completion_tokens'],
  ['max_completion_tokens', undefined],
  ['temperature', undefined],
  ['stream_options', undefined],
  ['response_format', undefined],
])

/** By the name of a parameter that the server rejects: the name that it takes; undefined: none. */
export type RejectedParameters = Map<string, string | undefined>

type Body = Record<string, unknown>

/**
 * Wraps `fetch` for servers that reject a parameter, as OpenAI's newer models do with `max_tokens`: the request is sent again
 * under its other name or without it, and so are the requests after it. `rejected` is what is known beforehand.
 */
export function withParameterFallback(
  fetch: typeof globalThis.fetch,
  rejected: RejectedParameters,
): typeof globalThis.fetch {
  return async (url, init) => {
    if (typeof init?.body !== 'string') return fetch(url, init)
    let body = [...rejected].reduce(replaceParameter, JSON.parse(init.body) as Body)
    for (;;) {
      const response = await fetch(url, { ...init, body: JSON.stringify(body) })
      const rejection = await readRejection(response, body)
      if (!rejection) return response
      const { name, isOfValue } = rejection
      const change = [name, isOfValue ? undefined : replacements.get(name)] as const
      if (!isOfValue) rejected.set(...change)
      body = replaceParameter(body, change)
    }
  }
}

function replaceParameter(body: Body, [name, replacement]: readonly [string, string | undefined]): Body {
  if (!(name in body)) return body
  const { [name]: value, ...rest } = body
  return replacement === undefined ? rest : { ...rest, [replacement]: value }
}

const rejectionWords =
  /not (?:be )?(?:support|permit|allow)|unsupported|deprecated|unrecogni[sz]ed|unknown|unexpected|extra|invalid|incompatible|only|must|should/i
/** The limit is more than the server has room for: another request can still be limited. */
const sizeWords = /too (?:large|many|long|high|big)|exceed|at most|maximum|context (?:length|window|size)|less than/i

/** Returns the parameter of the request that the server rejects, and whether it rejects only its value. */
async function readRejection(
  response: Response,
  body: Body,
): Promise<{ name: string; isOfValue: boolean } | undefined> {
  if (response.status !== 400 && response.status !== 422) return undefined
  const text = (await response.clone().text()).slice(0, 10_000)
  const [, named] = /"param"\s*:\s*"(\w+)"/.exec(text) ?? []
  const places = [...replacements.keys()]
    .filter((name) => name in body && (named === undefined || named === name))
    .map((name) => ({ name, at: text.search(new RegExp(`\\b${name}\\b`)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  const [first] = places
  if (!first) return undefined
  const { name } = first
  const isOfValue = name.startsWith('max_') && sizeWords.test(text)
  return isOfValue || named === name || rejectionWords.test(text) ? { name, isOfValue } : undefined
}
