/**
 * Takes the place of src/installation.ts for src/start-worker.ts in `npm test`, which builds first: a thread or child process
 * starts from its bundle in a third of the time that it takes from TypeScript, and the code is the one that is shipped.
 */
export const codeDirectory = new URL('../../dist/', import.meta.url)

export const isRunningFromSource = false
