type NumericArray = Int32Array | Uint32Array | Float32Array | Float64Array

/** Numbers one behind the other, as many as are needed. */
export interface GrowableArray<A extends NumericArray> {
  /** Another one after each `reserve`: not to be kept. */
  readonly values: A
  /** Makes room for so many; new ones are 0. */
  reserve(count: number): void
}

export function createGrowableArray<A extends NumericArray>(
  make: new (length: number) => A,
): GrowableArray<A> {
  let values = new make(16)
  return {
    get values() {
      return values
    },
    reserve(count) {
      if (count <= values.length) return
      const larger = new make(Math.max(count, Math.ceil(values.length * 1.5)))
      larger.set(values as never)
      values = larger
    },
  }
}
