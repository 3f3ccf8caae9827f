/** Page numbers, in a bit each. */
export class PageSet {
  #bits = new Uint8Array(1024)
  #size = 0

  get size(): number {
    return this.#size
  }

  add(page: number): void {
    const index = page >>> 3
    if (index >= this.#bits.length) this.#grow(index + 1)
    const bit = 1 << (page & 7)
    const bits = this.#bits[index] ?? 0
    if (bits & bit) return
    this.#bits[index] = bits | bit
    this.#size++
  }

  addAll(pages: Iterable<number>): void {
    for (const page of pages) this.add(page)
  }

  /** In their order. */
  *[Symbol.iterator](): Generator<number> {
    for (const [index, bits] of this.#bits.entries())
      for (let bit = 0; bits >>> bit > 0; bit++) if ((bits >>> bit) & 1) yield index * 8 + bit
  }

  /** Those of this and of the other that are at most `last`. */
  upTo(last: number, other?: PageSet): PageSet {
    const union = new PageSet()
    for (const set of other ? [this, other] : [this])
      for (const page of set) {
        if (page > last) break
        union.add(page)
      }
    return union
  }

  #grow(length: number): void {
    const bits = new Uint8Array(Math.max(length, 2 * this.#bits.length))
    bits.set(this.#bits)
    this.#bits = bits
  }
}
