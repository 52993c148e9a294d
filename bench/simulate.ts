import { parseArgs } from 'node:util'
import { type SeededRandom, seededRandom } from '../test/support/seeded-random.ts'
import { percentile } from './http-load.ts'

/** Costs per operation; options override them with your own measurements. docs/scaling.md says where these come from. */
const defaultCosts = {
  /** CPU time on a server node for one extractive answer in a small organization. */
  nodeMs: 19,
  /** Additional CPU time for each hundred thousand passages of the organization, which are compared in memory. */
  nodeMsPer100k: 9,
  /** CPU time on PostgreSQL for reading the passages. */
  readMs: 6,
  /** CPU time on the primary for authentication, rate limits and positions of one answer. */
  primaryMs: 2,
  /** Memory on every node for each hundred thousand passages. */
  memoryMbPer100k: 190,
  /** Disk space for each hundred thousand passages with text, vectors and indexes. */
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
  // Agents ask on behalf of people: twenty times as often.
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

/** Simulates ten minutes of the busiest hour, event by event: waiting times and utilization as a service grows. */
export async function benchSimulate(print: (line: string) => void, argv: string[]): Promise<void> {
  const costs = parseCosts(argv)
  print(
    '| site | organizations | people | passages | asks/s | p50 | p95 | nodes busy | primary busy | replicas busy | memory per node | disk |',
  )
  print('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
  for (const site of sites) print(formatRow(site, simulate(site, costs)))
}

function parseCosts(argv: string[]): Costs {
  const names = Object.keys(defaultCosts) as (keyof Costs)[]
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ args: argv, options })
  const overrides = names
    .filter((name) => values[name] !== undefined)
    .map((name) => [name, Number(values[name])] as const)
  return { ...defaultCosts, ...Object.fromEntries(overrides) }
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

/** A multi-core server with a FIFO queue. */
interface Station {
  cores: number
  busyCores: number
  queue: (() => void)[]
  /** Number of processed entries; `shift` on a long array is slow. */
  dequeuedCount: number
  busyMs: number
}

function simulate(site: Site, costs: Costs): SimulationResult {
  const random = seededRandom(11)
  const organizations = Array.from({ length: site.organizations }, () => {
    // Sizes are roughly log-normal: many small organizations and a few large ones.
    const people = Math.max(3, Math.round(medianPeople * Math.exp(randomBellCurve(random))))
    return { people, passages: people * passagesPerPerson }
  })
  const people = organizations.reduce((sum, organization) => sum + organization.people, 0)
  const passages = organizations.reduce((sum, organization) => sum + organization.passages, 0)
  const asksPerSecond = (people * site.asksPerPerson) / 3600
  const nodes = Array.from({ length: site.nodes }, () => createStation(site.coresPerNode))
  const primary = createStation(site.databaseCores)
  const replicas = Array.from({ length: site.replicas }, () => createStation(site.databaseCores))
  const waitsMs: number[] = []
  const endMs = simulatedSeconds * 1000
  const clock = createEventClock()
  const arrive = (sequence: number) => {
    const asker = pickBySize(random, organizations, people)
    const node = nodes[sequence % nodes.length] as Station
    const reader = replicas.length > 0 ? (replicas[sequence % replicas.length] as Station) : primary
    const nodeMs = costs.nodeMs + (costs.nodeMsPer100k * asker.passages) / 100_000
    const arrivedAt = clock.now()
    const stops = [
      [node, nodeMs / 2],
      [primary, costs.primaryMs],
      [reader, costs.readMs],
      [node, nodeMs / 2],
    ] as const
    runStops(clock, random, stops, () => waitsMs.push(clock.now() - arrivedAt))
    const next = clock.now() - (Math.log(1 - random.next()) / asksPerSecond) * 1000
    if (next <= endMs) clock.schedule(next, () => arrive(sequence + 1))
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

/** Visits the stations in order, waiting at each for a free core. */
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
  const [station, meanMs] = stop
  const begin = () => {
    station.busyCores += 1
    const ms = randomServiceMs(random, meanMs)
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
  schedule(time: number, run: () => void): void
  /** Runs all events in the order of their time. */
  run(): void
}

/** An event queue as a binary heap, the next event first. */
function createEventClock(): EventClock {
  const events: { time: number; run: () => void }[] = []
  const timeOf = (index: number) => events[index]?.time ?? Number.POSITIVE_INFINITY
  const swap = (a: number, b: number) => {
    const event = events[a] as (typeof events)[number]
    events[a] = events[b] as (typeof events)[number]
    events[b] = event
  }
  let time = 0
  return {
    now: () => time,
    schedule(due, run) {
      let index = events.push({ time: due, run }) - 1
      while (index > 0 && timeOf(index) < timeOf((index - 1) >> 1)) {
        swap(index, (index - 1) >> 1)
        index = (index - 1) >> 1
      }
    },
    run() {
      while (events.length > 0) {
        swap(0, events.length - 1)
        const next = events.pop() as (typeof events)[number]
        for (let index = 0; ; ) {
          const child = timeOf(2 * index + 1) <= timeOf(2 * index + 2) ? 2 * index + 1 : 2 * index + 2
          if (timeOf(child) >= timeOf(index)) break
          swap(index, child)
          index = child
        }
        time = next.time
        next.run()
      }
    },
  }
}

function pickBySize<T extends { people: number }>(random: SeededRandom, all: readonly T[], total: number): T {
  let remaining = random.next() * total
  for (const organization of all) {
    remaining -= organization.people
    if (remaining < 0) return organization
  }
  return all.at(-1) as T
}

/** Draws a service time: half constant, half exponential. */
function randomServiceMs(random: SeededRandom, meanMs: number): number {
  return meanMs * (0.5 - 0.5 * Math.log(1 - random.next()))
}

function randomBellCurve(random: SeededRandom): number {
  return random.next() + random.next() + random.next() + random.next() - 2
}

function formatRow(site: Site, { people, passages, asksPerSecond, waitsMs, busy, ...sizes }: SimulationResult): string {
  const percent = (value: number | undefined) => (value === undefined ? 'none' : `${(100 * value).toFixed(0)} %`)
  const keepsUp = Math.max(busy.nodes, busy.primary, busy.replicas ?? 0) < 1
  const wait = (fraction: number) => (keepsUp ? `${percentile(waitsMs, fraction).toFixed(0)} ms` : 'grows')
  const cells = [
    site.name,
    site.organizations,
    people,
    passages,
    asksPerSecond.toFixed(2),
    wait(0.5),
    wait(0.95),
    percent(busy.nodes),
    percent(busy.primary),
    percent(busy.replicas),
    `${(sizes.memoryMb / 1024).toFixed(1)} GB`,
    `${(sizes.diskMb / 1024).toFixed(1)} GB`,
  ]
  return `| ${cells.join(' | ')} |`
}
