import { skeletonOf } from '../ens/skeleton.ts'

/** What earlier parts of an import would write, for a part that is tried out while nothing of them is written. */
export interface PlannedNames {
  /** Names that they would add. */
  readonly names: number
  /** How many names more, or fewer, a wallet would hold; the numbers of one that is there twice are added. */
  readonly holders: readonly PlannedHolder[]
  /** Normalized labels that one of the part may look like. */
  readonly labels: readonly string[]
}

interface PlannedHolder {
  readonly address: `0x${string}`
  readonly names: number
}

/** A name that would be added, or replaced. */
export interface PlannedName {
  /** Normalized. */
  readonly label: string
  /** Absent: it has none. */
  readonly holder: string | undefined
  /** Of the name in whose place it would be; absent: it is added. */
  readonly replacedHolder?: string | undefined
}

/** Names count for those after them, as they do once they are written. */
export function withPlanned(
  { names, holders, labels }: PlannedNames,
  written: readonly PlannedName[],
): PlannedNames {
  return {
    names: names + written.filter(isAdded).length,
    holders: [...holders, ...written.flatMap(holdersOf)],
    labels: [...labels, ...written.map(({ label }) => label)],
  }
}

function isAdded({ replacedHolder }: PlannedName): boolean {
  return replacedHolder === undefined
}

function holdersOf({ holder, replacedHolder }: PlannedName): readonly PlannedHolder[] {
  return [
    ...addressesIn(holder).map((address) => ({ address, names: 1 })),
    ...addressesIn(replacedHolder).map((address) => ({ address, names: -1 })),
  ]
}

/** In lower case; a chain before it is left out. */
function addressesIn(holder: string | undefined): readonly `0x${string}`[] {
  const [, digits] = /0x([0-9a-f]{40})$/.exec(holder?.toLowerCase() ?? '') ?? []
  return digits === undefined ? [] : [`0x${digits}`]
}

/** Collects what the parts of an import would write, and tells each part what it depends on, which is not more than the part. */
export class ImportPlan {
  #names = 0
  readonly #holders = new Map<`0x${string}`, number>()
  /** The last label of each skeleton. */
  readonly #labels = new Map<string, string>()

  add(written: readonly PlannedName[]): void {
    this.#names += written.filter(isAdded).length
    for (const name of written) {
      this.#labels.set(skeletonOf(name.label), name.label)
      for (const { address, names } of holdersOf(name))
        this.#holders.set(address, (this.#holders.get(address) ?? 0) + names)
    }
  }

  before(part: readonly PlannedName[]): PlannedNames {
    const holders = new Set(part.flatMap(({ holder }) => addressesIn(holder)))
    const skeletons = new Set(part.map(({ label }) => skeletonOf(label)))
    return {
      names: this.#names,
      holders: [...holders].flatMap((address) => {
        const names = this.#holders.get(address) ?? 0
        return names === 0 ? [] : [{ address, names }]
      }),
      labels: [...skeletons].flatMap((skeleton) => this.#labels.get(skeleton) ?? []),
    }
  }
}
