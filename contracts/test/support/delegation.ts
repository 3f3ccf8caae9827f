import { concat, encodePacked, type Hex, size } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { Resolver } from './resolver.ts'
import { delegationData, later, type RecordSet, signSet } from './sealed.ts'
import { delegate, holder, name, set } from './sealed-resolver.ts'
import { addressRecord, contenthashRecord, textRecord } from './zone.ts'

/** What a delegate has signed, besides texts also what does not count of it. */
export const delegated: RecordSet = {
  name,
  sequence: 0n,
  validUntil: later,
  records: [
    addressRecord(60, '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'),
    textRecord('mapp', 'set by the service'),
    textRecord('url', 'https://taken.example'),
    contenthashRecord('0xe30101ff'),
  ],
}

export interface DelegationOptions {
  readonly by?: LocalAccount
  readonly signedBy?: LocalAccount
  readonly to?: Hex
  /** Of the name in the signature. */
  readonly about?: string
  readonly sequence?: bigint
  readonly validUntil?: bigint
  readonly from?: RecordSet
}

/** The three parts of a response: the holder's set, the delegation, the delegate's set. */
export async function delegationParts(
  resolver: Resolver,
  chainId: number,
  options: DelegationOptions = {},
): Promise<readonly [Hex, Hex, Hex]> {
  const { by = holder, signedBy = delegate, to = delegate.address, about = name } = options
  const { sequence = 3n, validUntil = later, from = delegated } = options
  const delegation = { name: about, delegate: to, sequence, validUntil }
  const signature = await by.signTypedData(delegationData(resolver, chainId, delegation))
  return [
    await signSet(resolver, chainId, set, holder),
    encodePacked(
      ['address', 'uint64', 'uint64', 'uint16', 'bytes'],
      [to, sequence, validUntil, size(signature), signature],
    ),
    await signSet(resolver, chainId, from, signedBy),
  ]
}

export async function withDelegate(...args: Parameters<typeof delegationParts>): Promise<Hex> {
  return concat(await delegationParts(...args))
}
