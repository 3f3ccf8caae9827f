import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  namehash,
  type PublicClient,
  parseAbi,
  zeroAddress,
} from 'viem'
import { formatAddress } from '../ens/address.ts'
import { coinName } from '../ens/coin-type.ts'
import { formatContenthash } from '../ens/contenthash.ts'
import { dnsEncode } from '../ens/dns-encode.ts'
import { OperatorError } from '../operator-error.ts'

/** The Universal Resolver's entry point, for records that viem has no action for. */
const universalResolverAbi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes result, address resolver)',
])

const contenthashAbi = parseAbi(['function contenthash(bytes32 node) view returns (bytes)'])

/** Lists the records that a name has, as `addr(60)` and `text(avatar)`: answered by resolvers of this service. */
const recordsAbi = parseAbi(['function records() view returns (string[])'])

/** One line of what a name resolves to. */
type ProfileRow = readonly [record: string, value: string]

/** What a name resolves to. */
export interface Profile {
  readonly resolver: Address
  /** Those that are set. */
  readonly records: readonly ProfileRow[]
}

/**
 * Reads all that a normalized name resolves to, as any ENS client would: through the chain and CCIP-Read.
 *
 * @throws UsageError when the name has no resolver; viem's errors when it does not resolve.
 */
export async function readProfile(client: PublicClient, name: string): Promise<Profile> {
  const resolver = await client.getEnsResolver({ name })
  if (resolver === zeroAddress) throw new OperatorError(`${name} has no resolver on this chain.`)
  const keys = await listRecordKeys(client, name)
  const records = await Promise.all(keys.map((key) => readRecord(client, name, key)))
  const present = [...records, ...(await readContenthash(client, name))].filter(([, value]) => value !== '')
  return { resolver, records: present }
}

/** The keys of the name's records; where the resolver does not list them, that of its Ethereum address. */
async function listRecordKeys(client: PublicClient, name: string): Promise<readonly string[]> {
  try {
    const data = await callResolver(client, name, encodeFunctionData({ abi: recordsAbi }))
    return decodeFunctionResult({ abi: recordsAbi, data })
  } catch {
    return ['addr(60)']
  }
}

async function readRecord(client: PublicClient, name: string, key: string): Promise<ProfileRow> {
  const [, kind, argument = ''] = /^(addr|text)\((.*)\)$/s.exec(key) ?? []
  if (kind === 'text')
    return [`text ${argument}`, (await client.getEnsText({ name, key: argument, strict: true })) ?? '']
  const coinType = Number(argument)
  const address = await client.getEnsAddress({ name, coinType: BigInt(coinType), strict: true })
  return [`address ${coinName(coinType)} (${coinType})`, address ? formatAddress(coinType, address) : '']
}

async function readContenthash(client: PublicClient, name: string): Promise<ProfileRow[]> {
  const data = encodeFunctionData({ abi: contenthashAbi, args: [namehash(name)] })
  const contenthash = decodeFunctionResult({
    abi: contenthashAbi,
    data: await callResolver(client, name, data),
  })
  const decoded = contenthash === '0x' ? null : formatContenthash(contenthash)
  return decoded ? [['content hash', `${decoded.protocolType}://${decoded.decoded}`]] : []
}

async function callResolver(client: PublicClient, name: string, data: `0x${string}`): Promise<`0x${string}`> {
  const address = client.chain?.contracts?.ensUniversalResolver?.address
  if (!address) throw new Error('This chain has no Universal Resolver.')
  const dnsName = dnsEncode(name)
  const [result] = await client.readContract({
    address,
    abi: universalResolverAbi,
    functionName: 'resolve',
    args: [dnsName, data],
  })
  return result
}
