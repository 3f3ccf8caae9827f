import {
  type Address,
  type ContractFunctionName,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  parseAbi,
  prepareEncodeFunctionData,
  zeroAddress,
} from 'viem'
import { toHex } from '../crypto/hex.ts'
import { recordsAbi as abi, compositeResolverAbi, registryAbi, universalResolverAbi } from '../ens/abis.ts'
import { isEvmCoinType } from '../ens/coin-types.ts'
import { dnsEncode, namehash } from '../ens/names.ts'
import { AppError } from '../errors.ts'
import { type ChainClient, hasCode } from '../rpc/operator.ts'
import {
  multicallResults,
  singleMulticall,
  trustedMulticallResults,
  undefinedIfReverted,
} from '../rpc/transport.ts'
import { BoundedAbiReader, MalformedAbiError } from './bounded-abi.ts'
import { encodeBytes, encodeBytesArray, encodeString, encodeWithOffsets, encodeWord } from './call-data.ts'
import { splitSelector } from './gateway.ts'
import type { ReadSession } from './session.ts'

export interface NameResolver {
  /** `null` without one on the name or above. */
  readonly resolver: Address | null
  /** From an ancestor, as a wildcard (ENSIP-10). */
  readonly inherited: boolean
}

/** ERC-165 id of a mirror. */
export const compositeResolverInterfaceId = '0xc7e45d73'

/**
 * Finds the resolver of a normalized name (ENSIP-23) through the Universal Resolver, or the v1 registry without it.
 * Follows mirrors, which ENSv2 sets on names that have not moved.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function findNameResolver(chain: ChainClient, name: string): Promise<NameResolver> {
  const found = await undefinedIfReverted(
    chain.client.readContract({
      address: chain.contracts.universalResolver,
      abi: universalResolverAbi,
      functionName: 'findResolver',
      args: [dnsEncode(name)],
    }),
  )
  if (!found) return findResolverInRegistry(chain, name)
  const [resolver, , offset] = found
  if (resolver === zeroAddress) return noResolver
  return (await resolveMirror(chain, name, resolver)) ?? { resolver, inherited: offset > 0n }
}

export const noResolver: NameResolver = { resolver: null, inherited: false }

/** As clients without the Universal Resolver do: in the v1 registry, nearest ancestor first (ENSIP-10). */
export async function findResolverInRegistry(
  { client, contracts }: ChainClient,
  name: string,
): Promise<NameResolver> {
  const labels = name.split('.')
  const results = await trustedMulticallResults(
    client.multicall({
      ...singleMulticall,
      contracts: labels.map(
        (_, depth) =>
          ({
            address: contracts.registry,
            abi: registryAbi,
            functionName: 'resolver',
            args: [toHex(namehash(labels.slice(depth).join('.')))],
          }) as const,
      ),
    }),
  )
  const depth = results.findIndex(({ result = zeroAddress }) => result !== zeroAddress)
  const resolver = results[depth]?.result
  return resolver ? { resolver, inherited: depth > 0 } : noResolver
}

/**
 * `undefined` when it is no mirror. A v1 mirror may be set above the name, so the v1 registry decides on inheritance.
 */
async function resolveMirror(
  chain: ChainClient,
  name: string,
  mirror: Address,
): Promise<NameResolver | undefined> {
  const composite = { address: mirror, abi: compositeResolverAbi } as const
  const [isComposite, target, registryResolver] = await multicallResults(
    chain.client.multicall({
      ...singleMulticall,
      contracts: [
        { ...composite, functionName: 'supportsInterface', args: [compositeResolverInterfaceId] },
        { ...composite, functionName: 'getResolver', args: [dnsEncode(name)] },
        {
          address: chain.contracts.registry,
          abi: registryAbi,
          functionName: 'resolver',
          args: [toHex(namehash(name))],
        },
      ],
    }),
  )
  if (!isComposite.result || !target.result) return undefined
  const [resolver] = target.result
  if (resolver === zeroAddress) return noResolver
  return { resolver, inherited: !isAddressEqual(resolver, registryResolver.result ?? zeroAddress) }
}

const interfacesAbi = parseAbi([
  'function supportsInterface(bytes4 interfaceId) view returns (bool)',
  'function supportsFeature(bytes4 feature) view returns (bool)',
])

/** ERC-165 ids, and `eth.ens.resolver.extended.multicall` (ENSIP-22). */
const erc165 = '0x01ffc9a7'
const extendedResolver = '0x9061b923'
const multicallFeature = '0x96b62db8'

export interface ResolverInterfaces {
  readonly hasCode: boolean
  readonly supportsErc165: boolean
  /** ENSIP-10. */
  readonly isExtended: boolean
  /** ENSIP-22. */
  readonly hasMulticall: boolean
}

/** @throws AppError `UpstreamException`, `UpstreamTimeoutException`. */
export async function readResolverInterfaces(
  { rpc, client }: ChainClient,
  address: Address,
): Promise<ResolverInterfaces> {
  const contract = { address, abi: interfacesAbi } as const
  const [isContract, [basic, extended, feature]] = await Promise.all([
    hasCode(rpc, address),
    multicallResults(
      client.multicall({
        ...singleMulticall,
        contracts: [
          { ...contract, functionName: 'supportsInterface', args: [erc165] },
          { ...contract, functionName: 'supportsInterface', args: [extendedResolver] },
          { ...contract, functionName: 'supportsFeature', args: [multicallFeature] },
        ],
      }),
    ),
  ])
  return {
    hasCode: isContract,
    supportsErc165: basic.result === true,
    isExtended: extended.result === true,
    hasMulticall: feature.result === true,
  }
}

/** Hashes; compute once. */
export function recordSelector(functionName: ContractFunctionName<typeof abi>): Hex {
  return prepareEncodeFunctionData({ abi, functionName }).functionName
}
const supportedTextKeysSelector = recordSelector('supportedTextKeys')
const multicallSelector = recordSelector('multicall')
const { functionName: resolveWithGatewaysSelector } = prepareEncodeFunctionData({
  abi: universalResolverAbi,
  functionName: 'resolveWithGateways',
})

/** Optional in resolvers. */
export function textKeysCall(node: Hex): Hex {
  return `${supportedTextKeysSelector}${node.slice(2)}`
}

/** `addr(60)`, `text(avatar)`; resolvers of this interface only. */
export const recordListCall: Hex = encodeFunctionData({ abi, functionName: 'records' })

export function multicallCall(calls: readonly Hex[]): Hex {
  return `${multicallSelector}${encodeWithOffsets([encodeBytesArray(calls)])}`
}

/** Calls a resolver through the Universal Resolver; `batchGateway` is for its lookups. */
export function resolveCall(dnsName: Hex, call: Hex, batchGateway: string): Hex {
  return `${resolveWithGatewaysSelector}${encodeWithOffsets([
    encodeBytes(dnsName.slice(2)),
    encodeBytes(call.slice(2)),
    encodeWord(1) + encodeWithOffsets([encodeString(batchGateway)]),
  ])}`
}

/** ENSIP-24. */
export function dataCall(node: Hex, key: string): Hex {
  return encodeFunctionData({ abi, functionName: 'data', args: [node, key] })
}

/** `undefined` if absent or empty. */
export function decodeBytes(result: Hex | undefined): Hex | undefined {
  return decodeResult(result, (data) => nonEmpty(data.bytes(0, 0)))
}

/** `undefined` if absent or empty. */
export function decodeString(result: Hex | undefined): string | undefined {
  return decodeResult(result, (data) => data.text(0, 0) || undefined)
}

/** `undefined` if absent. */
export function decodeStrings(result: Hex | undefined): readonly string[] | undefined {
  return decodeResult(result, (data) => data.list(0, 0, (base, head) => data.text(base, head)))
}

/** `undefined` for a zero EVM address. */
export function decodeAddress(result: Hex | undefined, coinType: number): Hex | undefined {
  const address = decodeBytes(result)
  return address && isEvmCoinType(coinType) && /^0x0*$/.test(address) ? undefined : address
}

function decodeResult<T>(result: Hex | undefined, read: (data: BoundedAbiReader) => T): T | undefined {
  if (result === undefined) return undefined
  try {
    return read(new BoundedAbiReader(result))
  } catch (error) {
    if (error instanceof MalformedAbiError) return undefined
    throw error
  }
}

function nonEmpty(bytes: Hex): Hex | undefined {
  return bytes === '0x' ? undefined : bytes
}

export const resolverErrors = {
  resolverNotFound: '0x77209fe8',
  resolverNotContract: '0x1e9535f2',
  resolverError: '0x95c0c752',
  unreachableName: '0x5fe9a5df',
  unsupportedProfile: '0x7b1c461b',
  httpError: '0x01800152',
  reverseAddressMismatch: '0xef9c03ce',
}

/** Whether a mirror between ENSv1 and ENSv2 found nothing. */
export function isUnreachableNameError(args: Hex): boolean {
  try {
    return splitSelector(new BoundedAbiReader(args).bytes(0, 0)).selector === resolverErrors.unreachableName
  } catch (error) {
    if (error instanceof MalformedAbiError) return false
    throw error
  }
}

export function lastGatewayError({ lookups }: ReadSession): AppError {
  return lookups.lastError ?? new AppError('UpstreamException', "The name's gateway failed.")
}

export function rejectedResponseError(): AppError {
  return new AppError(
    'UpstreamException',
    'The resolver of the name failed, or rejected the response of its gateway.',
  )
}
