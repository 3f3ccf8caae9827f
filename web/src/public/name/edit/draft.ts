import type { Name } from '../../page-data.ts'

/** What is in the form, by key and by coin type. Empty: the record is deleted. */
export interface Draft {
  readonly texts: Readonly<Record<string, string>>
  readonly addresses: Readonly<Record<number, string>>
  readonly contentHash: string
}

export function draftOf({ records }: Name): Draft {
  return {
    texts: Object.fromEntries(records.texts.map(({ key, value }) => [key, value])),
    addresses: Object.fromEntries(records.addresses.map(({ id, value }) => [id, value])),
    contentHash: records.contentHash
      ? `${records.contentHash.protocolType}://${records.contentHash.decoded}`
      : '',
  }
}

export interface Changes {
  readonly text: readonly { readonly key: string; readonly value: string }[]
  readonly addresses: readonly { readonly coinType: number; readonly address: string }[]
  readonly contentHash: string | null
}

/** What differs from the stored records. */
export function changesOf(stored: Draft, { texts, addresses, contentHash }: Draft): Changes {
  return {
    text: Object.entries(texts)
      .filter(([key, value]) => (stored.texts[key] ?? '') !== value)
      .map(([key, value]) => ({ key, value })),
    addresses: Object.entries(addresses)
      .map(([coinType, address]) => ({ coinType: Number(coinType), address: address.trim() }))
      .filter(({ coinType, address }) => (stored.addresses[coinType] ?? '') !== address),
    contentHash: contentHash.trim() === stored.contentHash ? null : contentHash.trim(),
  }
}

/** What is in the form, on top of records that were changed elsewhere in the meantime. */
export function rebaseDraft(draft: Draft, read: Draft, current: Draft): Draft {
  const { text, addresses, contentHash } = changesOf(read, draft)
  return {
    texts: { ...current.texts, ...Object.fromEntries(text.map(({ key, value }) => [key, value])) },
    addresses: {
      ...current.addresses,
      ...Object.fromEntries(addresses.map(({ coinType, address }) => [coinType, address])),
    },
    contentHash: contentHash ?? current.contentHash,
  }
}

/** Text keys and coin types that differ. */
export function differingKeys(one: Draft, other: Draft): readonly string[] {
  return [
    ...keysThatDiffer(Object.entries(one.texts), Object.entries(other.texts)),
    ...keysThatDiffer(Object.entries(one.addresses), Object.entries(other.addresses)),
    ...(one.contentHash === other.contentHash ? [] : ['contenthash']),
  ]
}

type Entries = readonly (readonly [string, string])[]

function keysThatDiffer(one: Entries, other: Entries): readonly string[] {
  const values = new Map(one)
  const others = new Map(other)
  return [...new Set([...values.keys(), ...others.keys()])].filter(
    (key) => values.get(key) !== others.get(key),
  )
}

export function countChanges({ text, addresses, contentHash }: Changes): number {
  return text.length + addresses.length + (contentHash === null ? 0 : 1)
}
