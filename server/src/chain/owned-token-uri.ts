import { type Address, isAddressEqual, parseAbi } from 'viem'
import type { ChainClient } from '../rpc/chain-clients.ts'
import { asAppError } from '../rpc/outbound/as-app-error.ts'
import { fillUrlTemplate } from '../rpc/outbound/url-template.ts'
import { undefinedIfReverted } from '../rpc/revert-as-undefined.ts'

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
