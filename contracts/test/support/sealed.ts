import { concat, encodePacked, type Hex, hexToBytes, namehash, size } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { Resolver } from './resolver.ts'
import type { ZoneRecord } from './zone.ts'

/** EIP-712, as a wallet is asked; implemented independently of the contract. */
const types = {
  Record: [
    { name: 'key', type: 'bytes' },
    { name: 'value', type: 'bytes' },
  ],
  RecordSet: [
    { name: 'node', type: 'bytes32' },
    { name: 'sequence', type: 'uint64' },
    { name: 'validUntil', type: 'uint64' },
    { name: 'records', type: 'Record[]' },
  ],
  Delegation: [
    { name: 'node', type: 'bytes32' },
    { name: 'delegate', type: 'address' },
    { name: 'sequence', type: 'uint64' },
    { name: 'validUntil', type: 'uint64' },
  ],
  Change: [
    { name: 'node', type: 'bytes32' },
    { name: 'holder', type: 'address' },
    { name: 'kind', type: 'uint8' },
    { name: 'recovery', type: 'address' },
    { name: 'sequence', type: 'uint64' },
    { name: 'until', type: 'uint64' },
  ],
} as const

export const account = 1
export const passkey = 2
export const open = 3

/** Far in the future, in Unix seconds. */
export const later = 4_000_000_000n

export interface RecordSet {
  readonly name: string
  readonly sequence: bigint
  /** In Unix seconds. */
  readonly validUntil: bigint
  /** In the order in which they are signed. */
  readonly records: readonly ZoneRecord[]
}

export interface Change {
  readonly node: Hex
  readonly holder: Hex
  readonly kind: number
  readonly recovery: Hex
  readonly sequence: bigint
  readonly until: bigint
}

type Resolved = Pick<Resolver, 'address'>

function domain(resolver: Resolved, chainId: number) {
  return { name: 'Byname', version: '1', chainId, verifyingContract: resolver.address } as const
}

/** What a wallet is asked to sign for a record set. */
export function recordSetData(resolver: Resolved, chainId: number, { name, records, ...rest }: RecordSet) {
  const message = {
    node: namehash(name),
    ...rest,
    records: records.map(([key, value]) => ({ key, value })),
  }
  return { domain: domain(resolver, chainId), types, primaryType: 'RecordSet', message } as const
}

/** What a wallet is asked to sign for a change of a seal. */
export function changeData(resolver: Resolved, chainId: number, message: Change) {
  return { domain: domain(resolver, chainId), types, primaryType: 'Change', message } as const
}

/** What a wallet is asked to sign for a delegation. */
export function delegationData(
  resolver: Resolved,
  chainId: number,
  { name, ...rest }: { name: string; delegate: Hex; sequence: bigint; validUntil: bigint },
) {
  const message = { node: namehash(name), ...rest }
  return { domain: domain(resolver, chainId), types, primaryType: 'Delegation', message } as const
}

export function encodeRecords(records: readonly ZoneRecord[]): Hex {
  const encoded = records.map(([key, value]) =>
    encodePacked(['uint16', 'uint32', 'bytes', 'bytes'], [size(key), size(value), key, value]),
  )
  return concat(['0x', ...encoded])
}

/** A signed set, as the gateway and files have it. */
export function encodeSet({ sequence, validUntil, records }: RecordSet, signature: Hex): Hex {
  const encoded = encodeRecords(records)
  return encodePacked(
    ['uint64', 'uint64', 'uint16', 'uint32', 'bytes', 'bytes'],
    [sequence, validUntil, hexToBytes(signature).length, size(encoded), signature, encoded],
  )
}

/** A set, signed by a key. */
export async function signSet(
  resolver: Resolved,
  chainId: number,
  set: RecordSet,
  signer: LocalAccount,
): Promise<Hex> {
  return encodeSet(set, await signer.signTypedData(recordSetData(resolver, chainId, set)))
}
