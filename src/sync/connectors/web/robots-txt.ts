export interface RobotsRules {
  isAllowed(path: string): boolean
  crawlDelayMs: number
  sitemaps: string[]
}

interface Rule {
  isAllow: boolean
  pattern: string
}

const maxLength = 500 * 1024
const maxCrawlDelayMs = 10_000

/** Parses robots.txt (RFC 9309). The group that names the agent counts, else the one for all. */
export function parseRobotsTxt(text: string, agent: string): RobotsRules {
  const groups = new Map<string, { rules: Rule[]; delayMs: number }>()
  const sitemaps: string[] = []
  let current: string[] = []
  let isNamingAgents = false
  for (const line of text.slice(0, maxLength).split(/\r\n|\r|\n/)) {
    const [rule = ''] = line.split('#', 1)
    const colon = rule.indexOf(':')
    if (colon === -1) continue
    const name = rule.slice(0, colon).trim().toLowerCase()
    const value = rule.slice(colon + 1).trim()
    if (name === 'sitemap' && value) sitemaps.push(value)
    if (name === 'user-agent') {
      if (!isNamingAgents) current = []
      isNamingAgents = true
      current.push(value.toLowerCase())
      continue
    }
    if (name !== 'allow' && name !== 'disallow' && name !== 'crawl-delay') continue
    isNamingAgents = false
    for (const one of current) {
      const group = groups.get(one) ?? { rules: [], delayMs: 0 }
      groups.set(one, group)
      if (name === 'crawl-delay') group.delayMs = Math.min((Number(value) || 0) * 1000, maxCrawlDelayMs)
      // An empty rule permits everything.
      else if (value !== '') group.rules.push({ isAllow: name === 'allow', pattern: value })
    }
  }
  const group = groups.get(agent) ?? groups.get('*') ?? { rules: [], delayMs: 0 }
  return { isAllowed: (path) => isAllowed(group.rules, path), crawlDelayMs: group.delayMs, sitemaps }
}

/** The longest matching rule decides, and among equally long ones the one that allows. */
function isAllowed(rules: readonly Rule[], path: string): boolean {
  let best: Rule | undefined
  for (const rule of rules) {
    if (!matchesRule(rule.pattern, path)) continue
    const isLonger = !best || rule.pattern.length > best.pattern.length
    if (isLonger || (rule.pattern.length === best?.pattern.length && rule.isAllow)) best = rule
  }
  return best?.isAllow ?? true
}

/** `*` stands for any text and a final `$` for the end. Finds each piece from the left, so no pattern takes long. */
function matchesRule(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const [first = '', ...rest] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  if (isAnchored && rest.length === 0) return path === first
  let position = first.length
  for (const [index, piece] of rest.entries()) {
    const isLast = isAnchored && index === rest.length - 1
    const found = isLast ? path.length - piece.length : path.indexOf(piece, position)
    if (found < position || !path.startsWith(piece, found)) return false
    position = found + piece.length
  }
  return true
}
