import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Address, type Hex, hashMessage, size, zeroAddress } from 'viem'
import { isHexAddress } from '../crypto/evm-address.ts'
import { isHexBytes, lowerCaseHex } from '../crypto/hex.ts'
import type { ChainId } from '../ens/chains.ts'
import { type ChainClient, type ChainClients, chainClientOf } from '../rpc/chain-clients.ts'
import { hasCode } from '../rpc/is-contract.ts'
import { isValidErc1271Signature, isValidErc6492Signature } from './check-signature.ts'
import { recoverSigner } from './recover-signer.ts'

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
   * Whether an EOA, a deployed contract wallet (ERC-1271, EIP-7702 delegates included) or an undeployed one (ERC-6492)
   * signed. No call or `admit` for malformed or oversized input, the zero address, a cached rejection, or (except
   * ERC-6492) an address cached as codeless; else at most two calls, bounded in size, gas and time.
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
  const verifyOnChain = async (chain: ChainClient, signed: ContractSignature): Promise<boolean> => {
    const { address, message, signature } = signed
    const signatureCheck = { address, hash: hashMessage(message), signature }
    if (isErc6492Signature(signature)) return isValidErc6492Signature(chain, signatureCheck)
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
      if (
        hasCodeCache.get(codeCacheKey(chainId, signed.address)) === false &&
        !isErc6492Signature(signed.signature)
      )
        return false
      const rejectionKey = rejectionCacheKey(chainId, signed)
      if (rejections.has(rejectionKey)) return false
      const chain = chainClientOf(chains, chainId)
      const isValid = await admit(address, () => verifyOnChain(chain, signed))
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
