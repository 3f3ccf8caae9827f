import type { Listed, ListedName } from './listed-name.ts'

/** A name as an import takes it by HTTP: as a line of an export, whose times may be absent. */
interface ImportForm {
  readonly label: string
  readonly state: 'claimed' | 'reserved'
  readonly holder: string | null
  readonly createdAt: string | null
  readonly updatedAt: string | null
  readonly claimedAt: string | null
  readonly addresses: readonly { readonly coinType: number; readonly address: string }[]
  readonly texts: readonly { readonly key: string; readonly value: string }[]
  readonly contentHash: string | null
  readonly tags?: readonly string[]
  readonly note?: string
}

/** A listed name on its way to an import. */
export interface ListedEntry {
  readonly row: number
  /** Empty where it has none. */
  readonly label: string
  /** Null: it cannot be read. */
  readonly name: ImportForm | null
  /** Why it cannot be read. */
  readonly problem: string | null
  /** What may be meant otherwise than it was read. */
  readonly doubts: readonly string[]
}

const lastTime = 8_640_000_000_000_000

export function toEntry(listed: Listed): ListedEntry {
  const { row } = listed
  if ('problem' in listed)
    return { row, label: listed.label, name: null, problem: listed.problem, doubts: [] }
  const { name, doubts } = listed
  const problem = problemOf(name)
  return problem === undefined
    ? { row, label: name.label, name: toForm(name), problem: null, doubts }
    : { row, label: name.label, name: null, problem, doubts: [] }
}

/** Of what has no place in JSON: one such name would have a request refused with all others. */
export function problemOf({ records, createdAt, updatedAt, claimedAt }: ListedName): string | undefined {
  const coin = records.addresses?.find(({ coinType }) => !Number.isSafeInteger(coinType))
  if (coin) return `Its address ${coin.address?.slice(0, 80)} has no coin type.`
  const times = [createdAt, updatedAt, claimedAt]
  return times.some((time) => time !== undefined && Math.abs(time) > lastTime)
    ? 'A time of it is not a date.'
    : undefined
}

function toForm({ label, isClaimed, holder, records, tags, note, ...times }: ListedName): ImportForm {
  return {
    label,
    state: isClaimed ? 'claimed' : 'reserved',
    holder: holder ?? null,
    createdAt: toIsoTime(times.createdAt),
    updatedAt: toIsoTime(times.updatedAt),
    claimedAt: toIsoTime(times.claimedAt),
    addresses: (records.addresses ?? []).flatMap(({ coinType, address }) =>
      address === undefined ? [] : [{ coinType, address }],
    ),
    texts: records.texts ?? [],
    contentHash: records.contenthash ?? null,
    ...(tags && { tags }),
    ...(note !== undefined && { note }),
  }
}

function toIsoTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString()
}
