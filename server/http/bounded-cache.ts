interface Limits {
  readonly entries: number
  readonly bytes: number
}

/** A cache that evicts the least recently used entries beyond its limits. */
export class BoundedCache<V> {
  readonly #limits: Limits
  readonly #measure: (value: V) => number
  readonly #entries = new Map<string, V>()
  #bytes = 0

  /** `measure` returns a value's size in bytes. */
  constructor(limits: Limits, measure: (value: V) => number) {
    this.#limits = limits
    this.#measure = measure
  }

  get(key: string): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: string, value: V): void {
    this.#delete(key)
    this.#entries.set(key, value)
    this.#bytes += this.#measure(value)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes) return
      this.#delete(oldest)
    }
  }

  #delete(key: string): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#entries.delete(key)
    this.#bytes -= this.#measure(value)
  }
}
