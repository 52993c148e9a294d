/**
 * Where this installation's files lie. A build puts what was src/ into dist/ with every shared file directly in it, so
 * both forms have the same surroundings; only this file may ask where it is itself.
 */
export const codeDirectory = new URL('./', import.meta.url)

export const projectDirectory = new URL('../', import.meta.url)

/** TypeScript as it was written, or JavaScript from a build. */
export const isRunningFromSource = import.meta.url.endsWith('.ts')
