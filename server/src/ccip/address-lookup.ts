import { type Address, encodeFunctionData, type Hex, parseAbi, size } from 'viem'
import { toHex } from '../crypto/hex.ts'
import { ethCoinType } from '../ens/coin-type.ts'
import { dnsEncode } from '../ens/dns-encode.ts'
import { namehash } from '../ens/namehash.ts'
import { AppError } from '../errors.ts'
import type { ChainClient } from '../rpc/chain-clients.ts'
import { MalformedAbiError } from './bounded-abi.ts'
import { ethCall } from './call.ts'
import { perNameLimits } from './limits.ts'
import { decodeOffchainLookup, type OffchainLookup } from './offchain-lookup.ts'
import { addressKey, recordCall } from './record-keys.ts'

const abi = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])

const maxUrlChars = 2048

/** Call data of `resolve` (ENSIP-10) for the Ethereum address of a normalized name. */
export function encodeAddressLookup(name: string): Hex {
  const call = recordCall(toHex(namehash(name)), addressKey(ethCoinType))
  return encodeFunctionData({ abi, functionName: 'resolve', args: [dnsEncode(name), call] })
}

/**
 * The lookup (EIP-3668) of the Ethereum address of a normalized name; `undefined` if the resolver does not revert with one.
 * @throws AppError `UpstreamException`, also for a malformed or large lookup; `UpstreamTimeoutException`.
 */
export async function readAddressLookup(
  { rpc }: ChainClient,
  resolver: Address,
  name: string,
): Promise<OffchainLookup | undefined> {
  const outcome = await ethCall(rpc, resolver, encodeAddressLookup(name))
  const lookup = outcome.isReverted ? decodeLookup(outcome.data) : undefined
  if (lookup && (size(lookup.data) > perNameLimits.maxCallDataBytes || lookup.urls.some(isOverlong)))
    throw new AppError('UpstreamException', 'The lookup of the resolver is too large.')
  return lookup
}

function isOverlong(url: string): boolean {
  return url.length > maxUrlChars
}

function decodeLookup(revertData: Hex): OffchainLookup | undefined {
  try {
    return decodeOffchainLookup(revertData)
  } catch (error) {
    if (!(error instanceof MalformedAbiError)) throw error
    throw new AppError('UpstreamException', 'The resolver reverts with a malformed OffchainLookup.')
  }
}
