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

export function countChanges({ text, addresses, contentHash }: Changes): number {
  return text.length + addresses.length + (contentHash === null ? 0 : 1)
}
