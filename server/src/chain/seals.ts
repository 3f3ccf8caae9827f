import { bynameResolverAbi } from '@byname/contracts/BynameResolver'
import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  encodeFunctionData,
  encodePacked,
  type Hex,
  parseEventLogs,
  size,
} from 'viem'
import { toHex } from '../crypto/hex.ts'
import { dnsEncode, namehash } from '../ens/names.ts'
import { AppError, type ErrorName } from '../errors.ts'
import type { ChainClient } from '../rpc/operator.ts'
import { undefinedIfReverted } from '../rpc/transport.ts'

/** Of a node, in the storage of a contract. */
export interface StoredSeal {
  readonly holder: Hex
  /** 0: none was written; 1: an account; 2: a passkey; 3: no holder, whatever the trees say. */
  readonly kind: number
  readonly sequence: bigint
}

interface TreeOnChain {
  readonly root: Hex
  readonly depth: number
}

/**
 * The trees of seals of a contract, in their order; `undefined` for a contract that seals no names.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
export function readSealTrees(
  { client }: ChainClient,
  address: Address,
): Promise<readonly TreeOnChain[] | undefined> {
  return undefinedIfReverted(
    client.readContract({ address, abi: bynameResolverAbi, functionName: 'sealTrees' }),
  )
}

/** As `readSealTrees`. */
export async function readStoredSeal(
  { client }: ChainClient,
  address: Address,
  node: Hex,
): Promise<StoredSeal | undefined> {
  const args = [node] as const
  const seal = await undefinedIfReverted(
    client.readContract({ address, abi: bynameResolverAbi, functionName: 'seals', args }),
  )
  if (!seal) return undefined
  const [holder, kind, sequence] = seal
  return { holder, kind, sequence }
}

/**
 * The seals that were written in these blocks, by node, as the last of them has left them.
 * @throws AppError `UpstreamException`, also where the RPC returns no logs of as many blocks; `UpstreamTimeoutException`.
 */
export async function readSealEvents(
  { client }: ChainClient,
  address: Address,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<ReadonlyMap<Hex, StoredSeal>> {
  const logs = await client
    .getLogs({ address, fromBlock: BigInt(from), toBlock: BigInt(to) })
    .catch(toAppError)
  const events = parseEventLogs({ abi: bynameResolverAbi, eventName: ['Sealed', 'Unsealed'], logs })
  const seals = new Map<Hex, StoredSeal>()
  for (const { eventName, args } of events)
    seals.set(
      args.node,
      eventName === 'Sealed'
        ? { holder: args.holder, kind: args.kind, sequence: args.sequence }
        : { holder: '0x0000000000000000000000000000000000000000', kind: 3, sequence: 0n },
    )
  return seals
}

function toAppError(error: unknown): never {
  const failure = error instanceof BaseError ? error.walk((cause) => cause instanceof AppError) : error
  throw failure ?? new AppError('UpstreamException', 'The RPC returned no logs.', { cause: error })
}

interface Presented {
  readonly name: string
  /** Signed sets. */
  readonly response: Hex
  /** Of what the trees say; absent: the name is sealed in storage. */
  readonly sealProof?: Uint8Array | undefined
}

/**
 * Has the contract answer from signed sets, as it does for clients.
 * @throws AppError `InvalidSignatureException`, `BadRequestException`, `SequenceTooLowException` where it rejects them;
 * `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function presentSets(
  { client }: ChainClient,
  address: Address,
  { name, response, sealProof }: Presented,
): Promise<void> {
  const node = toHex(namehash(name))
  const addrCall = encodeFunctionData({ abi: addrAbi, args: [node] })
  try {
    if (!sealProof) {
      const args = [response, encodePacked(['bytes32', 'bytes'], [node, addrCall])] as const
      await client.readContract({ address, abi: bynameResolverAbi, functionName: 'resolveByHolder', args })
      return
    }
    const request = encodeFunctionData({
      abi: bynameResolverAbi,
      functionName: 'resolve',
      args: [dnsEncode(name), addrCall],
    })
    const proven = encodePacked(['uint32', 'bytes', 'bytes'], [sealProof.length, toHex(sealProof), response])
    const question = encodePacked(
      ['bytes32', 'uint32', 'bytes', 'bytes'],
      [node, size(addrCall), addrCall, request],
    )
    const args = [proven, question] as const
    await client.readContract({
      address,
      abi: bynameResolverAbi,
      functionName: 'resolveByProvenHolder',
      args,
    })
  } catch (error) {
    throw rejectionOf(name, error)
  }
}

const addrAbi = [
  {
    type: 'function',
    name: 'addr',
    stateMutability: 'view',
    inputs: [{ name: 'node', type: 'bytes32' }],
    outputs: [{ type: 'address' }],
  },
] as const

/** By the error of the contract. */
const rejections: Readonly<Record<string, readonly [ErrorName, string]>> = {
  NotSignedByHolder: [
    'InvalidSignatureException',
    'the set, or its delegation, is not signed by the holder for this name, this resolver and this chain.',
  ],
  NotSignedByDelegate: ['InvalidSignatureException', 'the texts are not signed by the delegate.'],
  MalformedSet: [
    'BadRequestException',
    'the signed set is shorter than its lengths say, or has bytes behind its end.',
  ],
  InvalidRecordSet: [
    'BadRequestException',
    'the records end within a record, or have more than 16,384 bytes.',
  ],
  UnorderedKey: ['BadRequestException', 'the keys of the records are not in ascending order.'],
  SetExpired: ['BadRequestException', 'the time until which it is signed has passed on chain.'],
  SetSuperseded: ['SequenceTooLowException', 'the number is lower than that of the seal on chain.'],
}

function rejectionOf(name: string, error: unknown): unknown {
  if (!(error instanceof BaseError)) return error
  const failure = error.walk((cause) => cause instanceof AppError)
  if (failure) return failure
  const revert = error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  const reason = revert instanceof ContractFunctionRevertedError ? revert.data?.errorName : undefined
  const [errorName, problem] = rejections[reason ?? ''] ?? [
    'InvalidSignatureException',
    'the resolver does not accept it.',
  ]
  return new AppError(errorName, `response: ${name}: ${problem}`, { cause: error })
}
