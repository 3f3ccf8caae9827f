import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  numberToHex,
} from 'viem'
import { checksumAddress } from '../crypto/evm-address.ts'
import { walletAbi } from '../ens/abis.ts'
import { AppError } from '../errors.ts'
import type { ChainClient } from '../rpc/chain-clients.ts'
import { undefinedIfReverted } from '../rpc/revert-as-undefined.ts'
import { rpcCall } from '../rpc/transport.ts'

/** Enough to deploy a smart account and verify a passkey in it; bounds the computation in the RPC. */
const maxGas = 15_000_000n

/** Bytes of an RPC response; a check returns a byte or a word. */
const maxResponseBytes = 16 * 1024

/** The return value of a contract that accepts a signature (ERC-1271), as a word. */
const erc1271MagicWord = `0x1626ba7e${'0'.repeat(56)}`

const wordHexLength = 66

/** `hash` is that of an EIP-191 message. */
export interface SignatureCheck {
  readonly address: Address
  readonly hash: Hex
  readonly signature: Hex
}

/**
 * Calls the contract at `address` to verify the signature (ERC-1271).
 *
 * @throws AppError `UpstreamTimeoutException` or `UpstreamException` when the chain cannot be read.
 */
export async function isValidErc1271Signature(
  chain: ChainClient,
  { address, hash, signature }: SignatureCheck,
): Promise<boolean> {
  const data = encodeFunctionData({
    abi: walletAbi,
    functionName: 'isValidSignature',
    args: [hash, signature],
  })
  const result = await callWithGasLimit(chain, { to: address, data })
  return result?.slice(0, wordHexLength) === erc1271MagicWord
}

/**
 * Runs the validator of ERC-6492 for a signature that contains the deployment of its contract. It deploys and calls the
 * contract within the call, which changes nothing on chain.
 *
 * @throws AppError as `isValidErc1271Signature`.
 */
export async function isValidErc6492Signature(
  chain: ChainClient,
  { address, hash, signature }: SignatureCheck,
): Promise<boolean> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [checksumAddress(address), hash, signature],
  })
  const result = await callWithGasLimit(chain, { data })
  if (result === undefined || result === '0x00') return false
  if (result === '0x01') return true
  throw new AppError(
    'UpstreamException',
    `The RPC of chain ${chain.id} returned a malformed result of a signature check.`,
  )
}

/** `undefined` when the call reverts or runs out of gas. */
async function callWithGasLimit(
  { rpc }: ChainClient,
  transaction: { to?: Address; data: Hex },
): Promise<string | undefined> {
  const params = [{ ...transaction, gas: numberToHex(maxGas) }, 'latest']
  const result = await undefinedIfReverted(rpcCall(rpc, { method: 'eth_call', params }, maxResponseBytes))
  return typeof result === 'string' ? result : undefined
}
