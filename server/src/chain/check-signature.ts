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
import { isAnswerTooLong } from '../rpc/operator-rpc.ts'
import { undefinedIfReverted } from '../rpc/revert-as-undefined.ts'
import { rpcCall } from '../rpc/transport.ts'

/** Enough to deploy a smart account and verify a passkey. */
const maxGas = 15_000_000n

const maxResponseBytes = 16 * 1024

/** Returned for a valid signature (ERC-1271). */
const erc1271MagicWord = `0x1626ba7e${'0'.repeat(56)}`

const wordHexLength = 66

/** `hash` is of an EIP-191 message. */
export interface SignatureCheck {
  readonly address: Address
  readonly hash: Hex
  readonly signature: Hex
}

/**
 * ERC-1271.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
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
 * ERC-6492: deploys and calls the contract within an `eth_call`.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
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

/** `undefined` on a revert, out of gas, or an answer of more than `maxResponseBytes`. */
async function callWithGasLimit(
  { rpc }: ChainClient,
  transaction: { to?: Address; data: Hex },
): Promise<string | undefined> {
  const params = [{ ...transaction, gas: numberToHex(maxGas) }, 'latest']
  const call = rpcCall(rpc, { method: 'eth_call', params }, maxResponseBytes)
  const result = await undefinedIfReverted(call).catch((error: unknown) => {
    if (!isAnswerTooLong(error)) throw error
  })
  return typeof result === 'string' ? result : undefined
}
