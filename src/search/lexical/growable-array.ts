type NumericArray = Int32Array | Uint32Array | Float32Array | Float64Array

export interface GrowableArray<A extends NumericArray> {
  /** Replaced by `reserve`: read it again after each call. */
  readonly values: A
  /** Grows the array to at least `count` entries; new ones are 0. */
  reserve(count: number): void
}

export function createGrowableArray<A extends NumericArray>(make: new (length: number) => A): GrowableArray<A> {
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
