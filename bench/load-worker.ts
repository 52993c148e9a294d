import { parentPort, workerData } from 'node:worker_threads'
import { requestsPerSecond } from './http-load.ts'

/** The one who asks sits in a thread of its own, so that it does not share the server's event loop. */
const { url, seconds, connections } = workerData as { url: string; seconds: number; connections: number }
parentPort?.postMessage(await requestsPerSecond(url, { seconds, connections }))
