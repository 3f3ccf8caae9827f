import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'
import { minedReceipt } from '@byname/devnet/mined-receipt'
import {
  type Address,
  concat,
  encodePacked,
  type Hex,
  hexToBytes,
  namehash,
  size,
  stringToHex,
  zeroAddress,
} from 'viem'
import { type LocalAccount, privateKeyToAccount } from 'viem/accounts'
import type { TestSandbox } from '../service/sandbox.ts'
import { localWallet } from './deployer.ts'

/** EIP-712, as a wallet is asked; independent of the server and the contract. */
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

export type TypedSigner = Pick<LocalAccount, 'address' | 'signTypedData'>

export type SealedRecord = readonly [key: Hex, value: Hex]

export function addressRecord(coinType: number, value: Hex): SealedRecord {
  return [encodePacked(['uint8', 'uint32'], [1, coinType]), value]
}

export function textRecord(key: string, value: string): SealedRecord {
  return [concat(['0x02', stringToHex(key)]), stringToHex(value)]
}

/** Where a set counts. */
export interface SealingContract {
  readonly chainId: number
  readonly resolver: Address
}

export interface SetOfRecords {
  readonly name: string
  readonly sequence: bigint
  /** In Unix seconds. */
  readonly validUntil: bigint
  readonly records: readonly SealedRecord[]
}

function domainOf({ chainId, resolver }: SealingContract) {
  return { name: 'Byname', version: '1', chainId, verifyingContract: resolver } as const
}

/** The number of a set that claims a name. */
export function presentSequence(): bigint {
  return BigInt(Math.floor(Date.now() / 1000))
}

/** In a month. */
export function nextMonth(): bigint {
  return BigInt(Math.floor(Date.now() / 1000) + 30 * 86_400)
}

function encodeSet({ sequence, validUntil, records }: SetOfRecords, signature: Hex): Hex {
  const encoded = concat([
    '0x',
    ...records.map(([key, value]) =>
      encodePacked(['uint16', 'uint32', 'bytes', 'bytes'], [size(key), size(value), key, value]),
    ),
  ])
  return encodePacked(
    ['uint64', 'uint64', 'uint16', 'uint32', 'bytes', 'bytes'],
    [sequence, validUntil, hexToBytes(signature).length, size(encoded), signature, encoded],
  )
}

/** A response to `recordSet(bytes)`. Records are signed in the order in which they are given. */
export async function signSet(
  contract: SealingContract,
  set: SetOfRecords,
  holder: TypedSigner,
): Promise<Hex> {
  const { name, records, ...rest } = set
  const message = { node: namehash(name), ...rest, records: records.map(([key, value]) => ({ key, value })) }
  const domain = domainOf(contract)
  return encodeSet(set, await holder.signTypedData({ domain, types, primaryType: 'RecordSet', message }))
}

/** What goes behind a set of the holder, in front of one of the delegate. */
export async function signDelegation(
  contract: SealingContract,
  { name, ...rest }: { name: string; delegate: Address; sequence: bigint; validUntil: bigint },
  holder: TypedSigner,
): Promise<Hex> {
  const domain = domainOf(contract)
  const message = { node: namehash(name), ...rest }
  const signature = await holder.signTypedData({ domain, types, primaryType: 'Delegation', message })
  return encodePacked(
    ['address', 'uint64', 'uint64', 'uint16', 'bytes'],
    [rest.delegate, rest.sequence, rest.validUntil, size(signature), signature],
  )
}

type OwnerCall = Readonly<{
  functionName: 'setIssuer' | 'addSealTree' | 'giveNotice' | 'unseal' | 'setHeartbeat' | 'stopHeartbeat'
  args: readonly unknown[]
}>

/** As the owner of the contract, whose account the chain impersonates. */
export async function sendAsOwner(
  { devnet }: Pick<TestSandbox, 'devnet'>,
  { chainId, resolver }: SealingContract,
  { functionName, args }: OwnerCall,
): Promise<void> {
  const wallet = localWallet(devnet.rpcUrl(chainId))
  const owner = await wallet.readContract({ address: resolver, abi, functionName: 'owner' })
  // A method of anvil, which viem's public client does not list.
  await wallet.request({ method: 'anvil_impersonateAccount', params: [owner] } as never)
  const hash = await wallet.writeContract({
    ...{ address: resolver, abi, functionName, account: owner, chain: null },
    // Safe: each function is given its own arguments.
    args: args as never,
  })
  await requireSuccess(wallet, hash)
}

interface Sealing extends SealingContract {
  readonly name: string
  readonly issuer: TypedSigner
  readonly holder: TypedSigner
  /** Absent: 1. */
  readonly sequence?: bigint
  /** What the trees of the contract say of the name; absent: it has none. */
  readonly proof?: Hex
}

/** Seals a name in storage; the issuer must be that of the contract, or the holder of a seal before. */
export async function sealName(
  sandbox: Pick<TestSandbox, 'devnet'>,
  { name, issuer, holder, sequence = 1n, proof = '0x', ...contract }: Sealing,
): Promise<void> {
  const change = {
    ...{ node: namehash(name), holder: holder.address, kind: 1, recovery: zeroAddress },
    ...{ sequence, until: nextMonth() },
  }
  const data = { domain: domainOf(contract), types, primaryType: 'Change', message: change } as const
  const [authorization, consent] = [await issuer.signTypedData(data), await holder.signTypedData(data)]
  const wallet = localWallet(sandbox.devnet.rpcUrl(contract.chainId))
  const hash = await wallet.writeContract({
    ...{ address: contract.resolver, abi, functionName: 'change', chain: null },
    args: [change, authorization, consent, proof],
  })
  await requireSuccess(wallet, hash)
}

async function requireSuccess(wallet: ReturnType<typeof localWallet>, hash: Hex): Promise<void> {
  const { status } = await minedReceipt(wallet, hash)
  if (status !== 'success') throw new Error('The transaction reverted.')
}

/** Of the sandbox's own contract, for tests that share it. */
const sharedIssuer = privateKeyToAccount(`0x${'5e'.repeat(32)}`)

/** Seals a name of the sandbox's domain on mainnet by a holder, and signs a set with this address. */
export async function sealOfSandbox(
  sandbox: TestSandbox,
  {
    name,
    holder,
    address,
    sequence = 1n,
  }: { name: string; holder: TypedSigner; address: Hex; sequence?: bigint },
): Promise<Hex> {
  const contract = { chainId: 1, resolver: sandbox.file.chains['1'].resolver } as const
  await sendAsOwner(sandbox, contract, { functionName: 'setIssuer', args: [sharedIssuer.address] })
  await sealName(sandbox, { ...contract, name, issuer: sharedIssuer, holder })
  const set = { name, sequence, validUntil: nextMonth(), records: [addressRecord(60, address)] }
  return signSet(contract, set, holder)
}
