import {
  type Address,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  isAddressEqual,
  size,
  zeroAddress,
} from 'viem'
import type { ChainId } from '../ens/chain-id.ts'
import { checksumAddress, hasAddressForm } from '../ens/evm-address.ts'
import { isHexBytes } from '../ens/hex.ts'
import { AppError } from '../errors.ts'
import { answerOf } from './answers.ts'
import { type Chain, type Chains, chainOf } from './chains.ts'
import { recoverSigner } from './recover-signer.ts'

/** A message and who is said to have signed it. `signature` is hex as it was received. */
export interface SignedMessage {
  readonly address: Address
  readonly message: string
  readonly signature: string
}

/** Bytes. Leaves the deployless validator under the 48 KiB that EIP-3860 allows to creation code. */
const maxSignatureSize = 32 * 1024

/** Enough to deploy a smart account and verify a passkey in it; bounds what a signature can make a node compute. */
const maxGas = 15_000_000n

/**
 * Verifies a signature over an EIP-191 message: by a plain key, without any network; otherwise by a contract wallet
 * that exists on the chain (ERC-1271) or is still to be deployed (ERC-6492), in a single `eth_call`. That call may run
 * code chosen by the signer, but changes nothing and is bounded in size, gas and time.
 *
 * Resolves to `false` for a malformed or oversized signature or address, never asking the chain, and for the zero
 * address: ecrecover gives it for every signature that is none. Any other signature, even an empty one or one that recovers to another key, may be a contract's, so only the chain can refuse it.
 *
 * @throws AppError `ServiceUnavailableException` when only the chain could tell and it has no RPC configured;
 * `UpstreamTimeoutException` or `UpstreamException` when it cannot be read.
 */
export async function verifySignature(
  chains: Chains,
  chainId: ChainId,
  { address, message, signature }: SignedMessage,
): Promise<boolean> {
  if (!hasAddressForm(address) || !isHexBytes(signature) || size(signature) > maxSignatureSize) return false
  if (isAddressEqual(address, zeroAddress)) return false
  const signer = recoverSigner(message, signature)
  if (signer && isAddressEqual(signer, address)) return true
  return isValidOnChain(chainOf(chains, chainId), address, hashMessage(message), signature)
}

/** Runs the validator of ERC-6492, which tries 6492, 1271 and ecrecover in this order and returns one byte. */
async function isValidOnChain(chain: Chain, address: Address, hash: Hex, signature: Hex): Promise<boolean> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [checksumAddress(address), hash, signature],
  })
  const answer = await answerOf(chain.client.call({ data, gas: maxGas }))
  if (!answer || answer.data === '0x00') return false
  if (answer.data === '0x01') return true
  throw new AppError(
    'UpstreamException',
    `The node of chain ${chain.id} gave an answer that no signature check gives.`,
  )
}
