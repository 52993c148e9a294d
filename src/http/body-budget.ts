/** Request bodies can take as much memory as this many of the maximum size, or as many files as networks have shares. */
const maxBufferedBodies = 64
/** One network can take a quarter of it, and so can all callers without credentials together. */
const maxShare = 1 / 4

export interface BodyAccount {
  /** Sets how many bytes of the body are held. Returns false, and changes nothing, if they exceed a limit. */
  resize(sizeBytes: number): boolean
  close(): void
}

/** Counts the bytes of request bodies that have arrived, against a limit for the service and one for each network. */
export function createBodyBudget({
  maxBodyBytes,
  maxUploadBytes = 0,
}: {
  maxBodyBytes: number
  maxUploadBytes?: number
}) {
  const maxBytes = Math.max(maxBufferedBodies * maxBodyBytes, maxUploadBytes / maxShare)
  const maxSharedBytes = maxBytes * maxShare
  const bytesByNetwork = new Map<string, number>()
  let bytes = 0
  let anonymousBytes = 0

  const fits = (network: string, isAnonymous: boolean, addedBytes: number) =>
    addedBytes <= 0 ||
    (bytes + addedBytes <= maxBytes &&
      (bytesByNetwork.get(network) ?? 0) + addedBytes <= maxSharedBytes &&
      (!isAnonymous || anonymousBytes + addedBytes <= maxSharedBytes))

  return {
    bytes: () => bytes,
    /** Returns whether a body of a declared size would fit now. Reserves nothing: a client can declare any size. */
    hasRoomFor: (network: string, sizeBytes: number) => fits(network, false, sizeBytes),
    open({ network, isAnonymous }: { network: string; isAnonymous: boolean }): BodyAccount {
      let held = 0
      const resize = (sizeBytes: number) => {
        const added = sizeBytes - held
        if (!fits(network, isAnonymous, added)) return false
        held = sizeBytes
        bytes += added
        if (isAnonymous) anonymousBytes += added
        const ofNetwork = (bytesByNetwork.get(network) ?? 0) + added
        if (ofNetwork > 0) bytesByNetwork.set(network, ofNetwork)
        else bytesByNetwork.delete(network)
        return true
      }
      return { resize, close: () => void resize(0) }
    },
  }
}
