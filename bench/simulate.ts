import { parseArgs } from 'node:util'
import { type SeededRandom, seededRandom } from '../test/seeded-random.ts'
import { percentileMs } from './load.ts'

/** What one thing costs; each can be replaced by what you measured: see docs/scaling.md for where these come from. */
const defaultCosts = {
  /** Of a core of a server node, for one answer that is quoted. */
  nodeMs: 47,
  /** Of a core of PostgreSQL, for one search in a small organization, */
  searchMs: 6,
  /** and how much more for each hundred thousand passages of that organization. */
  searchMsPer100k: 16,
  /** Of a core of the primary, for checks, limits and positions around one answer. */
  primaryMs: 2,
  /** In the memory of every node, for each hundred thousand passages. */
  memoryMbPer100k: 40,
  /** On the disk, for each hundred thousand passages with texts, vectors and indexes. */
  diskMbPer100k: 900,
}
type Costs = typeof defaultCosts

interface Site {
  name: string
  organizations: number
  /** In the busiest hour. */
  asksPerPerson: number
  nodes: number
  coresPerNode: number
  replicas: number
  coresOfDatabase: number
}

const sites: readonly Site[] = [
  {
    name: 'a laptop',
    organizations: 1,
    asksPerPerson: 3,
    nodes: 1,
    coresPerNode: 2,
    replicas: 0,
    coresOfDatabase: 2,
  },
  {
    name: 'a server',
    organizations: 20,
    asksPerPerson: 3,
    nodes: 1,
    coresPerNode: 4,
    replicas: 0,
    coresOfDatabase: 4,
  },
  {
    name: 'two nodes',
    organizations: 200,
    asksPerPerson: 3,
    nodes: 2,
    coresPerNode: 4,
    replicas: 0,
    coresOfDatabase: 4,
  },
  {
    name: 'three nodes',
    organizations: 1000,
    asksPerPerson: 3,
    nodes: 3,
    coresPerNode: 4,
    replicas: 1,
    coresOfDatabase: 8,
  },
  // Agents ask for people: twenty times as much.
  {
    name: 'three nodes, agents',
    organizations: 1000,
    asksPerPerson: 60,
    nodes: 3,
    coresPerNode: 4,
    replicas: 1,
    coresOfDatabase: 8,
  },
  {
    name: 'ten nodes, agents',
    organizations: 1000,
    asksPerPerson: 60,
    nodes: 10,
    coresPerNode: 4,
    replicas: 2,
    coresOfDatabase: 16,
  },
]

const peopleMiddle = 40
const passagesPerPerson = 250
const simulatedSeconds = 600

/** Ten minutes of the busiest hour, event by event: how long askers wait, and what is busy, as a service grows. */
export async function benchSimulate(print: (line: string) => void, argv: string[]): Promise<void> {
  const costs = costsOf(argv)
  print(
    '| site | organizations | people | passages | asks/s | p50 | p95 | nodes busy | primary busy | replicas busy | memory a node | disk |',
  )
  print('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
  for (const site of sites) print(rowOf(site, simulate(site, costs)))
}

function costsOf(argv: string[]): Costs {
  const names = Object.keys(defaultCosts) as (keyof Costs)[]
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ args: argv, options })
  const given = names
    .filter((name) => values[name] !== undefined)
    .map((name) => [name, Number(values[name])] as const)
  return { ...defaultCosts, ...Object.fromEntries(given) }
}

interface Outcome {
  people: number
  passages: number
  asksPerSecond: number
  waitsMs: number[]
  busy: { nodes: number; primary: number; replicas: number | undefined }
  memoryMb: number
  diskMb: number
}

/** A station works on as many things at once as it has cores, first come first served. */
interface Station {
  freeAt: Float64Array
  workedMs: number
}

function simulate(site: Site, costs: Costs): Outcome {
  const random = seededRandom(11)
  const organizations = Array.from({ length: site.organizations }, () => {
    // Many small ones and a few large: the logarithm of their sizes is spread as a bell.
    const people = Math.max(3, Math.round(peopleMiddle * Math.exp(bell(random))))
    return { people, passages: people * passagesPerPerson }
  })
  const people = organizations.reduce((sum, one) => sum + one.people, 0)
  const passages = organizations.reduce((sum, one) => sum + one.passages, 0)
  const asksPerSecond = (people * site.asksPerPerson) / 3600
  const nodes = Array.from({ length: site.nodes }, () => stationOf(site.coresPerNode))
  const primary = stationOf(site.coresOfDatabase)
  const replicas = Array.from({ length: site.replicas }, () => stationOf(site.coresOfDatabase))
  const waitsMs: number[] = []
  const endMs = simulatedSeconds * 1000
  for (let at = 0, turn = 0; ; turn++) {
    at += (-Math.log(1 - random.next()) / asksPerSecond) * 1000
    if (at > endMs) break
    const asker = pickBySize(random, organizations, people)
    const node = nodes[turn % nodes.length] as Station
    const reader = replicas.length > 0 ? (replicas[turn % replicas.length] as Station) : primary
    const searchMs = costs.searchMs + (costs.searchMsPer100k * asker.passages) / 100_000
    let time = work(node, at, varied(random, costs.nodeMs / 2))
    time = work(primary, time, varied(random, costs.primaryMs))
    time = work(reader, time, varied(random, searchMs))
    time = work(node, time, varied(random, costs.nodeMs / 2))
    waitsMs.push(time - at)
  }
  const busyOf = (stations: readonly Station[]) =>
    stations.reduce((sum, station) => sum + station.workedMs / station.freeAt.length, 0) /
    stations.length /
    endMs
  return {
    people,
    passages,
    asksPerSecond,
    waitsMs,
    busy: {
      nodes: busyOf(nodes),
      primary: busyOf([primary]),
      replicas: replicas.length > 0 ? busyOf(replicas) : undefined,
    },
    memoryMb: 400 + (costs.memoryMbPer100k * passages) / 100_000,
    diskMb: (costs.diskMbPer100k * passages) / 100_000,
  }
}

function stationOf(cores: number): Station {
  return { freeAt: new Float64Array(cores), workedMs: 0 }
}

function work(station: Station, at: number, ms: number): number {
  let soonest = 0
  for (let core = 1; core < station.freeAt.length; core++) {
    if ((station.freeAt[core] as number) < (station.freeAt[soonest] as number)) soonest = core
  }
  const end = Math.max(at, station.freeAt[soonest] as number) + ms
  station.freeAt[soonest] = end
  station.workedMs += ms
  return end
}

function pickBySize<T extends { people: number }>(random: SeededRandom, all: readonly T[], total: number): T {
  let place = random.next() * total
  for (const one of all) {
    place -= one.people
    if (place < 0) return one
  }
  return all.at(-1) as T
}

/** Most take a little less than the middle, some three times as long. */
function varied(random: SeededRandom, ms: number): number {
  return ms * (0.5 - 0.5 * Math.log(1 - random.next()))
}

function bell(random: SeededRandom): number {
  return random.next() + random.next() + random.next() + random.next() - 2
}

function rowOf(site: Site, { people, passages, asksPerSecond, waitsMs, busy, ...sizes }: Outcome): string {
  const share = (value: number | undefined) =>
    value === undefined ? 'none' : `${(100 * value).toFixed(0)} %`
  const cells = [
    site.name,
    site.organizations,
    people,
    passages,
    asksPerSecond.toFixed(2),
    `${percentileMs(waitsMs, 0.5).toFixed(0)} ms`,
    `${percentileMs(waitsMs, 0.95).toFixed(0)} ms`,
    share(busy.nodes),
    share(busy.primary),
    share(busy.replicas),
    `${(sizes.memoryMb / 1024).toFixed(1)} GB`,
    `${(sizes.diskMb / 1024).toFixed(1)} GB`,
  ]
  return `| ${cells.join(' | ')} |`
}
