import { openDatabase } from '../../src/storage/database.ts'
import { buildAskRequest, createBackgroundServices, loadCaller } from '../support/background-services.ts'

// A process of its own for the test that kills it: answers a question with a callback, and then either ends itself the
// hard way at once, or goes on to deliver until it is ended by the receiver.
const [settings, callbackUrl, then] = process.argv.slice(2) as [string, string, 'die' | 'deliver']
const database = await openDatabase(JSON.parse(settings))
const { askService, jobs } = createBackgroundServices({ database, allow: [new URL(callbackUrl).host] })
const caller = await loadCaller(database, 'acme', 'ada')
await askService.ask(caller, buildAskRequest({ callbackUrl: `${callbackUrl}?pid=${process.pid}` }))
if (then === 'die') process.kill(process.pid, 'SIGKILL')
await jobs.start()
