/** Returns the reverse of an index's audiences, which only grow. */
export function createAudienceIdLookup(audiences: ReadonlyMap<number, number>): (audienceIndex: number) => number {
  const ids: number[] = []
  let size = 0
  return (audienceIndex) => {
    if (audiences.size !== size) {
      for (const [id, index] of audiences) ids[index] = id
      size = audiences.size
    }
    return ids[audienceIndex] as number
  }
}
