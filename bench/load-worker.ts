import { parentPort, workerData } from 'node:worker_threads'
import { requestsPerSecond } from './http-load.ts'

/** Sends requests from its own thread, so that it doesn't share the server's event loop. */
const { url, seconds, connections } = workerData as { url: string; seconds: number; connections: number }
parentPort?.postMessage(await requestsPerSecond(url, { seconds, connections }))
