import type { components } from './openapi-types.ts'

/** Of a write. `null` deletes; what is absent stays. */
export interface RecordsInput {
  /** By key (ENSIP-5): `{ description: 'hello' }`. */
  readonly texts?: Readonly<Record<string, string | null>> | undefined
  /**
   * By coin type (ENSIP-9): `{ 60: '0x…', 0: 'bc1…' }`. Of an EVM chain it is 0x80000000 plus the chain id (ENSIP-11), such as
   * 2147492101 for Base; the bare chain id is refused.
   */
  readonly addresses?: Readonly<Record<number, string | null>> | undefined
  /** As a URI: `ipfs://…`. */
  readonly contentHash?: string | null | undefined
}

export interface Records {
  readonly texts: Readonly<Record<string, string>>
  readonly addresses: Readonly<Record<number, string>>
  readonly contentHash: string | null
}

/** Coin type of Ethereum (SLIP-44). */
const ethCoinType = 60

/** `owner` is the address of coin type 60. */
export function toWireRecords({ texts, addresses, contentHash }: RecordsInput = {}, owner?: string) {
  const all = owner === undefined ? addresses : { ...addresses, [ethCoinType]: owner }
  return {
    ...(all && {
      addresses: Object.entries(all).map(([coinType, address]) => ({
        coinType: Number(coinType),
        address: address ?? '',
      })),
    }),
    ...(texts && { text: Object.entries(texts).map(([key, value]) => ({ key, value: value ?? '' })) }),
    ...(contentHash !== undefined && { contentHash: contentHash ?? '' }),
  }
}

export function fromWireRecords({
  texts,
  addresses,
  contentHash,
}: components['schemas']['Records']): Records {
  return {
    texts: Object.fromEntries(texts.map(({ key, value }) => [key, value])),
    addresses: Object.fromEntries(addresses.map(({ id, value }) => [id, value])),
    contentHash: contentHash && `${contentHash.protocolType}://${contentHash.decoded}`,
  }
}
