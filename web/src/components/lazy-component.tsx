import { type ComponentType, lazy } from 'react'

/** A part of the app could not be loaded: the service is away, or an upgrade replaced the file. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
}

const failed = new Set<() => void>()

/** Loads a component when it is first shown. `retryFailedChunks` makes a failed one load again. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const create = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (cause) {
        failed.add(() => {
          Current = create()
        })
        throw new ChunkLoadError('A part of the app could not be loaded.', { cause })
      }
    })
  let Current = create()
  // biome-ignore lint/correctness/noComponentHookFactories: called once per component, when its module is loaded
  return function LazyComponent(props: Props) {
    return <Current {...props} />
  }
}

/** React keeps a failed load for ever: forgets it, so that the next rendering loads again. */
export function retryFailedChunks(): void {
  for (const reset of failed) reset()
  failed.clear()
}
