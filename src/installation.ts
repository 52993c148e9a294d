/**
 * The directory of this installation's code. A build puts src/ into dist/ with every shared file directly in it, so paths
 * relative to this file are the same in both; no other file uses its own location.
 */
export const codeDirectory = new URL('./', import.meta.url)

export const projectDirectory = new URL('../', import.meta.url)

/** False when running JavaScript from a build. */
export const isRunningFromSource = import.meta.url.endsWith('.ts')
