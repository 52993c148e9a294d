import { parseArgs } from 'node:util'
import { type SeededRandom, seededRandom } from '../test/support/seeded-random.ts'
import { percentileMs } from './http-load.ts'

/** What one thing costs; each can be replaced by what you measured: see docs/scaling.md for where these come from. */
const defaultCosts = {
  /** Of a core of a server node, for one answer that is quoted in a small organization, */
  nodeMs: 19,
  /** and how much more for each hundred thousand passages of that organization, which are compared in memory. */
  nodeMsPer100k: 9,
  /** Of a core of PostgreSQL, for reading the passages that were found. */
  readMs: 6,
  /** Of a core of the primary, for checks, limits and positions around one answer. */
  primaryMs: 2,
  /** In the memory of every node, for each hundred thousand passages. */
  memoryMbPer100k: 190,
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
  databaseCores: number
}

const sites: readonly Site[] = [
  {
    name: 'a laptop',
    organizations: 1,
    asksPerPerson: 3,
    nodes: 1,
    coresPerNode: 2,
    replicas: 0,
    databaseCores: 2,
  },
  {
    name: 'a server',
    organizations: 20,
    asksPerPerson: 3,
    nodes: 1,
    coresPerNode: 4,
    replicas: 0,
    databaseCores: 4,
  },
  {
    name: 'two nodes',
    organizations: 200,
    asksPerPerson: 3,
    nodes: 2,
    coresPerNode: 4,
    replicas: 0,
    databaseCores: 4,
  },
  {
    name: 'three nodes',
    organizations: 1000,
    asksPerPerson: 3,
    nodes: 3,
    coresPerNode: 4,
    replicas: 1,
    databaseCores: 8,
  },
  // Agents ask for people: twenty times as much.
  {
    name: 'three nodes, agents',
    organizations: 1000,
    asksPerPerson: 60,
    nodes: 3,
    coresPerNode: 4,
    replicas: 1,
    databaseCores: 8,
  },
  {
    name: 'five nodes, agents',
    organizations: 1000,
    asksPerPerson: 60,
    nodes: 5,
    coresPerNode: 4,
    replicas: 2,
    databaseCores: 16,
  },
]

const medianPeople = 40
const passagesPerPerson = 250
const simulatedSeconds = 600

/** Ten minutes of the busiest hour, event by event: how long askers wait, and what is busy, as a service grows. */
export async function benchSimulate(print: (line: string) => void, argv: string[]): Promise<void> {
  const costs = parseCosts(argv)
  print(
    '| site | organizations | people | passages | asks/s | p50 | p95 | nodes busy | primary busy | replicas busy | memory a node | disk |',
  )
  print('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
  for (const site of sites) print(formatRow(site, simulate(site, costs)))
}

function parseCosts(argv: string[]): Costs {
  const names = Object.keys(defaultCosts) as (keyof Costs)[]
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ args: argv, options })
  const given = names
    .filter((name) => values[name] !== undefined)
    .map((name) => [name, Number(values[name])] as const)
  return { ...defaultCosts, ...Object.fromEntries(given) }
}

interface SimulationResult {
  people: number
  passages: number
  asksPerSecond: number
  waitsMs: number[]
  busy: { nodes: number; primary: number; replicas: number | undefined }
  memoryMb: number
  diskMb: number
}

/** Works on as many things at once as it has cores; the others wait in the order in which they came. */
interface Station {
  cores: number
  busyCores: number
  queue: (() => void)[]
  /** How many of these have had their turn: taking them off the front of a long list takes long. */
  dequeuedCount: number
  busyMs: number
}

function simulate(site: Site, costs: Costs): SimulationResult {
  const random = seededRandom(11)
  const organizations = Array.from({ length: site.organizations }, () => {
    // Many small ones and a few large: the logarithm of their sizes is spread as a bell.
    const people = Math.max(3, Math.round(medianPeople * Math.exp(randomBellCurve(random))))
    return { people, passages: people * passagesPerPerson }
  })
  const people = organizations.reduce((sum, one) => sum + one.people, 0)
  const passages = organizations.reduce((sum, one) => sum + one.passages, 0)
  const asksPerSecond = (people * site.asksPerPerson) / 3600
  const nodes = Array.from({ length: site.nodes }, () => createStation(site.coresPerNode))
  const primary = createStation(site.databaseCores)
  const replicas = Array.from({ length: site.replicas }, () => createStation(site.databaseCores))
  const waitsMs: number[] = []
  const endMs = simulatedSeconds * 1000
  const clock = createEventClock()
  const arrive = (turn: number) => {
    const asker = pickBySize(random, organizations, people)
    const node = nodes[turn % nodes.length] as Station
    const reader = replicas.length > 0 ? (replicas[turn % replicas.length] as Station) : primary
    const nodeMs = costs.nodeMs + (costs.nodeMsPer100k * asker.passages) / 100_000
    const came = clock.now()
    const stops = [
      [node, nodeMs / 2],
      [primary, costs.primaryMs],
      [reader, costs.readMs],
      [node, nodeMs / 2],
    ] as const
    runStops(clock, random, stops, () => waitsMs.push(clock.now() - came))
    const next = clock.now() - (Math.log(1 - random.next()) / asksPerSecond) * 1000
    if (next <= endMs) clock.schedule(next, () => arrive(turn + 1))
  }
  clock.schedule(0, () => arrive(0))
  clock.run()
  const busyOf = (stations: readonly Station[]) =>
    stations.reduce((sum, station) => sum + station.busyMs / station.cores, 0) / stations.length / endMs
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

function createStation(cores: number): Station {
  return { cores, busyCores: 0, queue: [], dequeuedCount: 0, busyMs: 0 }
}

/** One station after the other, waiting at each until a core is free. */
function runStops(
  clock: EventClock,
  random: SeededRandom,
  stops: readonly (readonly [Station, number])[],
  done: () => void,
): void {
  const [stop, ...rest] = stops
  if (!stop) {
    done()
    return
  }
  const [station, middleMs] = stop
  const begin = () => {
    station.busyCores += 1
    const ms = randomServiceMs(random, middleMs)
    station.busyMs += ms
    clock.schedule(clock.now() + ms, () => {
      station.busyCores -= 1
      const next = station.queue[station.dequeuedCount]
      if (next) {
        station.dequeuedCount += 1
        next()
      }
      runStops(clock, random, rest, done)
    })
  }
  if (station.busyCores < station.cores) begin()
  else station.queue.push(begin)
}

interface EventClock {
  now(): number
  schedule(time: number, happen: () => void): void
  /** Lets everything happen in the order of its time. */
  run(): void
}

/** A heap: the event that is due next stands first, and none before the one above it. */
function createEventClock(): EventClock {
  const events: { time: number; happen: () => void }[] = []
  const timeOf = (place: number) => events[place]?.time ?? Number.POSITIVE_INFINITY
  const swap = (one: number, other: number) => {
    const kept = events[one] as (typeof events)[number]
    events[one] = events[other] as (typeof events)[number]
    events[other] = kept
  }
  let time = 0
  return {
    now: () => time,
    schedule(due, happen) {
      let place = events.push({ time: due, happen }) - 1
      while (place > 0 && timeOf(place) < timeOf((place - 1) >> 1)) {
        swap(place, (place - 1) >> 1)
        place = (place - 1) >> 1
      }
    },
    run() {
      while (events.length > 0) {
        swap(0, events.length - 1)
        const next = events.pop() as (typeof events)[number]
        for (let place = 0; ; ) {
          const child = timeOf(2 * place + 1) <= timeOf(2 * place + 2) ? 2 * place + 1 : 2 * place + 2
          if (timeOf(child) >= timeOf(place)) break
          swap(place, child)
          place = child
        }
        time = next.time
        next.happen()
      }
    },
  }
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
function randomServiceMs(random: SeededRandom, ms: number): number {
  return ms * (0.5 - 0.5 * Math.log(1 - random.next()))
}

function randomBellCurve(random: SeededRandom): number {
  return random.next() + random.next() + random.next() + random.next() - 2
}

function formatRow(
  site: Site,
  { people, passages, asksPerSecond, waitsMs, busy, ...sizes }: SimulationResult,
): string {
  const share = (value: number | undefined) =>
    value === undefined ? 'none' : `${(100 * value).toFixed(0)} %`
  const keepsUp = Math.max(busy.nodes, busy.primary, busy.replicas ?? 0) < 1
  const wait = (part: number) => (keepsUp ? `${percentileMs(waitsMs, part).toFixed(0)} ms` : 'grows')
  const cells = [
    site.name,
    site.organizations,
    people,
    passages,
    asksPerSecond.toFixed(2),
    wait(0.5),
    wait(0.95),
    share(busy.nodes),
    share(busy.primary),
    share(busy.replicas),
    `${(sizes.memoryMb / 1024).toFixed(1)} GB`,
    `${(sizes.diskMb / 1024).toFixed(1)} GB`,
  ]
  return `| ${cells.join(' | ')} |`
}
