/** Finds the second row of a name, in the same part or a later one: which of them is meant is not known. */
export class SecondRows {
  readonly #normalize: (label: string) => string
  readonly #rows = new Map<string, number>()

  /** `normalize` returns what has no normal form as it is: it is refused later. */
  constructor(normalize: (label: string) => string) {
    this.#normalize = normalize
  }

  /** Why the row is refused; else it is remembered. */
  problemOf(label: string, row: number): string | undefined {
    const normal = this.#normalize(label)
    const earlier = this.#rows.get(normal)
    if (earlier !== undefined) return `It is in row ${earlier} already.`
    this.#rows.set(normal, row)
    return undefined
  }
}
