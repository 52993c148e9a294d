/**
 * Where this installation's files lie. A build puts what was src/ into dist/ with every shared file directly in it, so
 * both forms have the same surroundings; only this file may ask where it is itself.
 */
export const codeFolder = new URL('./', import.meta.url)

export const projectFolder = new URL('../', import.meta.url)

/** TypeScript as it was written, or JavaScript from a build. */
export const isSource = import.meta.url.endsWith('.ts')
