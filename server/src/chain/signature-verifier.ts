import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Address, type Hex, hashMessage, isAddressEqual, size, zeroAddress } from 'viem'
import { isHexAddress } from '../crypto/evm-address.ts'
import { isHexBytes, lowerCaseHex } from '../crypto/hex.ts'
import type { ChainId } from '../ens/chains.ts'
import { type ChainClient, type ChainClients, chainClientOf } from '../rpc/chain-clients.ts'
import { hasCode } from '../rpc/is-contract.ts'
import { isValidErc1271Signature, isValidErc6492Signature } from './check-signature.ts'
import { recoverSigner } from './recover-signer.ts'

/** A message and its claimed signer. `signature` is hex as received. */
interface MessageSignature {
  readonly address: Address
  readonly message: string
  readonly signature: string
}

/**
 * Admits the check of a signature by `signer`, or throws before `check` is called. The sender chooses its cost, so the HTTP
 * layer bounds it.
 */
export type AdmitCheck = <T>(signer: Address, check: () => Promise<T>) => Promise<T>

/** Verifies signatures over EIP-191 messages: of EOAs without a network, of contract wallets on their chain. */
export interface SignatureVerifier {
  /**
   * Whether `address` signed the message: as an EOA; otherwise as a contract wallet that is deployed (ERC-1271, also of an
   * account that delegates by EIP-7702) or not yet deployed (ERC-6492).
   *
   * `false` without a call or `admit` for: a malformed or oversized signature or address, the zero address, a signature that
   * was rejected within the last minute, and any signature (except ERC-6492) for an address that had no code within the last
   * minute. All others cost at most two calls, bounded in size, gas and time; they may run code chosen by the signer, but
   * change nothing.
   *
   * @throws what `admit` does; AppError `ServiceUnavailableException` when a call is needed and the chain has no RPC
   * configured; `UpstreamTimeoutException` or `UpstreamException` when it cannot be read.
   */
  readonly verify: (chainId: ChainId, signed: MessageSignature, admit: AdmitCheck) => Promise<boolean>
}

/** Bytes. Leaves the deployless validator under the 48 KiB that EIP-3860 allows to creation code. */
const maxSignatureBytes = 32 * 1024

/** The suffix of a signature that contains the deployment of its contract (ERC-6492). */
const erc6492Suffix = '6492'.repeat(16)

/** Milliseconds for which a rejection is cached. */
const rejectionTtlMs = 60_000
const maxCachedRejections = 10_000

/** Milliseconds for which it is cached that an address has code, which rarely changes, or none, which deploying changes. */
const hasCodeTtlMs = 3_600_000
const noCodeTtlMs = 60_000
const maxCachedCodeChecks = 50_000

/** Milliseconds on a monotonic clock. */
type MonotonicClock = () => number

/** Creates a verifier with bounded caches of its own. Nothing is sent before the first check. */
export function createSignatureVerifier(
  chains: ChainClients,
  clock: MonotonicClock = () => performance.now(),
): SignatureVerifier {
  const perf = { now: clock }
  // A resolution of 0 reads the clock each time, not once in a turn of the event loop.
  const rejections = new LRUCache<string, true>({
    max: maxCachedRejections,
    ttl: rejectionTtlMs,
    ttlResolution: 0,
    perf,
  })
  const hasCodeCache = new LRUCache<string, boolean>({
    max: maxCachedCodeChecks,
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
      if (!isHexAddress(address) || isAddressEqual(address, zeroAddress)) return false
      if (!isHexBytes(signature) || size(signature) > maxSignatureBytes) return false
      const signer = recoverSigner(message, signature)
      if (signer && isAddressEqual(signer, address)) return true

      const signed = { address: lowerCaseHex(address), message, signature: lowerCaseHex(signature) }
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

/** A signature that is not an EOA's; its hex is in lower case. */
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

/** A fixed length for any signature, so that the cache is bounded in bytes as well. */
function rejectionCacheKey(chainId: ChainId, { address, message, signature }: ContractSignature): string {
  return createHash('sha256')
    .update(JSON.stringify([chainId, address, message, signature]))
    .digest('base64')
}
