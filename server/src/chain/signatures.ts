import { createHash } from 'node:crypto'
import { keccak256 } from '@byname/keccak'
import { LRUCache } from 'lru-cache'
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  numberToHex,
  size,
  zeroAddress,
} from 'viem'
import { checksumAddress, isHexAddress } from '../crypto/evm-address.ts'
import { fromHex, isHexBytes, lowerCaseHex } from '../crypto/hex.ts'
import { recoverAddress } from '../crypto/recover-address.ts'
import { walletAbi } from '../ens/abis.ts'
import type { ChainId } from '../ens/chains.ts'
import { AppError } from '../errors.ts'
import {
  type ChainClient,
  type ChainClients,
  chainClientOf,
  hasCode,
  isResponseTooLong,
} from '../rpc/operator.ts'
import { rpcCall, undefinedIfReverted } from '../rpc/transport.ts'
import {
  callTogether,
  type DelegatedSignature,
  isErc8010Signature,
  lastResult,
  parseDelegatedSignature,
} from './delegated-signature.ts'

/** `signature` is hex as received. */
interface MessageSignature {
  readonly address: Address
  readonly message: string
  readonly signature: string
}

/** Throws before the check to refuse it: the sender chooses its cost, so the HTTP layer bounds it. */
export type AdmitCheck = <T>(signer: Address, check: () => Promise<T>) => Promise<T>

/** EIP-191 signatures: EOAs offline, contract wallets on chain. */
export interface SignatureVerifier {
  /**
   * Whether an EOA, a deployed contract wallet (ERC-1271, EIP-7702 delegates included), an undeployed one (ERC-6492) or an account
   * whose delegation is not on chain yet (ERC-8010) signed. No call or `admit` for malformed or oversized input, the zero address, a
   * cached rejection, or (except ERC-6492 and ERC-8010) an address cached as codeless; else at most two calls, bounded in size, gas
   * and time.
   * @throws the errors of `admit`; AppError `ServiceUnavailableException` if a call needs an RPC that is not
   * configured; `UpstreamException`, `UpstreamTimeoutException`.
   */
  readonly verify: (chainId: ChainId, signed: MessageSignature, admit: AdmitCheck) => Promise<boolean>
}

/** Keeps the deployless validator under 48 KiB (EIP-3860). */
const maxSignatureBytes = 32 * 1024

/** ERC-6492. */
const erc6492Suffix = '6492'.repeat(16)

const rejectionTtlMs = 60_000
const maxCachedRejections = 10_000

/** Code rarely changes; its absence ends with deployment. */
const hasCodeTtlMs = 3_600_000
const noCodeTtlMs = 60_000
const maxCachedCodeChecks = 50_000

type MonotonicClock = () => number

/** Has its own bounded caches; sends nothing. */
export function createSignatureVerifier(
  chains: ChainClients,
  clock: MonotonicClock = () => performance.now(),
): SignatureVerifier {
  const perf = { now: clock }
  // Reads the clock each time, not once per event loop turn. With `max` in place of sizes, memory for all entries would
  // be allocated at once.
  const rejections = new LRUCache<string, true>({
    maxSize: maxCachedRejections,
    sizeCalculation: () => 1,
    ttl: rejectionTtlMs,
    ttlResolution: 0,
    perf,
  })
  const hasCodeCache = new LRUCache<string, boolean>({
    maxSize: maxCachedCodeChecks,
    sizeCalculation: () => 1,
    ttl: hasCodeTtlMs,
    ttlResolution: 0,
    perf,
  })

  const checkHasCode = async ({ id, rpc }: ChainClient, address: Address): Promise<boolean> => {
    const isContract = await hasCode(rpc, address)
    hasCodeCache.set(codeCacheKey(id, address), isContract, { ttl: isContract ? hasCodeTtlMs : noCodeTtlMs })
    return isContract
  }
  const verifyOnChain = async (
    chain: ChainClient,
    signed: ContractSignature,
    delegated: DelegatedSignature | undefined,
  ): Promise<boolean> => {
    const { address, message, signature } = signed
    const signatureCheck = { address, hash: hashMessage(message), signature }
    if (isErc6492Signature(signature)) return isValidErc6492Signature(chain, signatureCheck)
    if (delegated) return isValidDelegatedSignature(chain, signatureCheck, delegated)
    const cachedHasCode = hasCodeCache.get(codeCacheKey(chain.id, address))
    return (
      (cachedHasCode ?? (await checkHasCode(chain, address))) &&
      isValidErc1271Signature(chain, signatureCheck)
    )
  }
  return {
    verify: async (chainId, { address, message, signature }, admit) => {
      if (!isHexAddress(address)) return false
      const signer = lowerCaseHex(address)
      if (signer === zeroAddress) return false
      if (!isHexBytes(signature) || size(signature) > maxSignatureBytes) return false
      if (recoverSigner(message, signature) === signer) return true

      const signed = { address: signer, message, signature: lowerCaseHex(signature) }
      const isDelegated = isErc8010Signature(signed.signature)
      const delegated = isDelegated ? parseDelegatedSignature(signed.signature, signer, chainId) : undefined
      if (isDelegated && !delegated) return false
      if (
        hasCodeCache.get(codeCacheKey(chainId, signed.address)) === false &&
        !isErc6492Signature(signed.signature) &&
        !delegated
      )
        return false
      const rejectionKey = rejectionCacheKey(chainId, signed)
      if (rejections.has(rejectionKey)) return false
      const chain = chainClientOf(chains, chainId)
      const isValid = await admit(address, () => verifyOnChain(chain, signed, delegated))
      if (!isValid) rejections.set(rejectionKey, true)
      return isValid
    },
  }
}

interface ContractSignature {
  readonly address: Hex
  readonly message: string
  readonly signature: Hex
}

function isErc6492Signature(signature: Hex): boolean {
  return signature.endsWith(erc6492Suffix)
}

function codeCacheKey(chainId: ChainId, address: Hex): string {
  return `${chainId} ${address}`
}

/** Hashed, to bound the cache in bytes. */
function rejectionCacheKey(chainId: ChainId, { address, message, signature }: ContractSignature): string {
  return createHash('sha256')
    .update(JSON.stringify([chainId, address, message, signature]))
    .digest('base64')
}

/** Enough to deploy a smart account and verify a passkey. */
const maxGas = 15_000_000n

const maxResponseBytes = 16 * 1024

/** Returned for a valid signature (ERC-1271). */
const erc1271MagicWord = `0x1626ba7e${'0'.repeat(56)}`

const wordHexLength = 66

/** `hash` is of an EIP-191 message. */
interface SignatureCheck {
  readonly address: Address
  readonly hash: Hex
  readonly signature: Hex
}

/**
 * ERC-1271.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
async function isValidErc1271Signature(chain: ChainClient, check: SignatureCheck): Promise<boolean> {
  return isMagic(await callWithGasLimit(chain, erc1271Call(check)))
}

function erc1271Call({ address, hash, signature }: SignatureCheck) {
  const args = [hash, signature] as const
  return { to: address, data: encodeFunctionData({ abi: walletAbi, functionName: 'isValidSignature', args }) }
}

function isMagic(result: string | undefined): boolean {
  return result?.slice(0, wordHexLength) === erc1271MagicWord
}

/**
 * ERC-8010: delegates and calls the account within an `eth_call`, whose node leaves out an authorization that is not valid
 * now, such as one of a past nonce.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
async function isValidDelegatedSignature(
  chain: ChainClient,
  check: SignatureCheck,
  { signature, authorization, preparation }: DelegatedSignature,
): Promise<boolean> {
  const call = erc1271Call({ ...check, signature })
  const authorizationList = [authorization]
  if (!preparation) return isMagic(await callWithGasLimit(chain, { ...call, authorizationList }))
  const results = await callWithGasLimit(chain, { ...callTogether([preparation, call]), authorizationList })
  return results !== undefined && isHexBytes(results) && isMagic(lastResult(results))
}

/**
 * ERC-6492: deploys and calls the contract within an `eth_call`.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
async function isValidErc6492Signature(
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

/** `undefined` on a revert, out of gas, or a response of more than `maxResponseBytes`. */
async function callWithGasLimit(
  { rpc }: ChainClient,
  transaction: {
    to?: Address
    data: Hex
    authorizationList?: readonly DelegatedSignature['authorization'][]
  },
): Promise<string | undefined> {
  const params = [{ ...transaction, gas: numberToHex(maxGas) }, 'latest']
  const call = rpcCall(rpc, { method: 'eth_call', params }, maxResponseBytes)
  const result = await undefinedIfReverted(call).catch((error: unknown) => {
    if (!isResponseTooLong(error)) throw error
  })
  return typeof result === 'string' ? result : undefined
}

/**
 * Recovers the EOA, in lower case, that signed `message` (EIP-191); else `null`. Accepts 65 bytes with recovery byte 27
 * and 28 (0 and 1 from some wallets), and 64 bytes (EIP-2098). Accepts a high `s`, as ecrecover does: signatures are
 * never ids, so malleability is harmless.
 */
export function recoverSigner(message: string, signature: Hex): Hex | null {
  const parts = size(signature) === 64 ? parseCompactSignature(signature) : parseSignature(signature)
  return parts && recoverAddress(hashPersonalMessage(message), ...parts)
}

type SignatureParts = readonly [rs: Uint8Array, recovery: 0 | 1]

function parseSignature(signature: Hex): SignatureParts | null {
  const bytes = fromHex(signature)
  const last = bytes[64]
  if (bytes.length !== 65 || last === undefined) return null
  const recovery = last < 27 ? last : last - 27
  return recovery === 0 || recovery === 1 ? [bytes.subarray(0, 64), recovery] : null
}

/** The recovery id is the highest bit of s (EIP-2098). */
function parseCompactSignature(signature: Hex): SignatureParts {
  const bytes = Buffer.from(fromHex(signature))
  const top = bytes.readUInt8(32)
  bytes.writeUInt8(top & 0x7f, 32)
  return [bytes, top & 0x80 ? 1 : 0]
}

function hashPersonalMessage(message: string): Uint8Array {
  const text = Buffer.from(message)
  return keccak256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]))
}
