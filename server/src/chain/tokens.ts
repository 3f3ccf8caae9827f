import { type Address, encodeFunctionData, type Hex, isAddressEqual, numberToHex, parseAbi } from 'viem'
import { isHexBytes, lowerCaseHex } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import { type ChainClient, ping } from '../rpc/operator.ts'
import { fillUrlTemplate } from '../rpc/outbound/url-template.ts'
import { asAppError } from '../rpc/outbound.ts'
import { rpcCall, undefinedIfReverted } from '../rpc/transport.ts'

/** ERC-20 and ERC-721 share the first. */
const tokenAbi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
  'function ownerOf(uint256 tokenId) view returns (address)',
])

const maxGas = 500_000n

const maxResponseBytes = 4096

const wordBytes = 32

interface TokenBalanceQuery {
  readonly contract: Address
  readonly owner: Address
  /** ERC-1155; absent: ERC-20 or ERC-721. */
  readonly tokenId?: bigint | undefined
}

/**
 * In base units, or the number of tokens.
 *
 * @throws AppError `UpstreamException` also when the contract does not answer with exactly one word, or the RPC serves
 * another chain; `UpstreamTimeoutException`.
 */
export async function readTokenBalance(
  chain: ChainClient,
  { contract, owner, tokenId }: TokenBalanceQuery,
): Promise<bigint> {
  const data = encodeFunctionData({
    abi: tokenAbi,
    functionName: 'balanceOf',
    args: tokenId === undefined ? [owner] : [owner, tokenId],
  })
  const result = await callToken(chain, contract, data)
  if (isWord(result)) return BigInt(result)
  throw malformedError(chain, contract, 'a balance')
}

/**
 * The owner of an ERC-721 token; `undefined` when the contract reverts, as it does for a token that does not exist.
 *
 * @throws AppError as `readTokenBalance`.
 */
export async function readTokenOwner(
  chain: ChainClient,
  { contract, tokenId }: { readonly contract: Address; readonly tokenId: bigint },
): Promise<Hex | undefined> {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'ownerOf', args: [tokenId] })
  const result = await callToken(chain, contract, data)
  if (result === undefined) return undefined
  if (isWord(result) && result.startsWith(addressPadding))
    return lowerCaseHex(`0x${result.slice(addressPadding.length)}`)
  throw malformedError(chain, contract, 'an owner')
}

/** Of an address in a word. */
const addressPadding = `0x${'00'.repeat(12)}`

/** `undefined` when the contract reverts. */
async function callToken(chain: ChainClient, contract: Address, data: Hex): Promise<unknown> {
  const params = [{ to: contract, data, gas: numberToHex(maxGas) }, 'latest']
  const [result] = await Promise.all([
    undefinedIfReverted(rpcCall(chain.rpc, { method: 'eth_call', params }, maxResponseBytes)),
    ping(chain),
  ])
  return result
}

function isWord(result: unknown): result is Hex {
  return typeof result === 'string' && isHexBytes(result) && result.length === 2 + 2 * wordBytes
}

function malformedError(chain: ChainClient, contract: Address, expected: string) {
  return new AppError(
    'UpstreamException',
    `The token contract ${contract} on chain ${chain.id} did not return ${expected}.`,
  )
}

export interface Nft {
  readonly standard: 'erc721' | 'erc1155'
  readonly contract: Address
  readonly tokenId: bigint
}

const nftAbi = parseAbi([
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function tokenURI(uint256 tokenId) view returns (string)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
  'function uri(uint256 id) view returns (string)',
])

/** Metadata of 1 MiB as base64. */
const maxUriChars = 1_400_000

/**
 * The URI of the metadata (ERC-721, ERC-1155); `undefined` unless `owner` has the token. The contract is untrusted.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function readOwnedTokenUri(
  { client }: ChainClient,
  { standard, contract: address, tokenId }: Nft,
  owner: Address,
): Promise<string | undefined> {
  const token = { address, abi: nftAbi } as const
  if (standard === 'erc721') {
    const [holder, uri] = await Promise.all([
      undefinedIfReverted(client.readContract({ ...token, functionName: 'ownerOf', args: [tokenId] })),
      undefinedIfReverted(client.readContract({ ...token, functionName: 'tokenURI', args: [tokenId] })),
    ])
    return holder !== undefined && isAddressEqual(holder, owner) ? uri : undefined
  }
  const [balance = 0n, uri] = await Promise.all([
    undefinedIfReverted(client.readContract({ ...token, functionName: 'balanceOf', args: [owner, tokenId] })),
    undefinedIfReverted(client.readContract({ ...token, functionName: 'uri', args: [tokenId] })),
  ])
  return balance > 0n && uri !== undefined ? fillTokenId(uri, tokenId) : undefined
}

function fillTokenId(uri: string, tokenId: bigint): string {
  try {
    return fillUrlTemplate(uri, { '{id}': tokenId.toString(16).padStart(64, '0') }, maxUriChars)
  } catch (error) {
    throw asAppError(error, 'The NFT')
  }
}
