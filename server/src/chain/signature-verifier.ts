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

/** A message and who is said to have signed it. `signature` is hex as it was received. */
interface MessageSignature {
  readonly address: Address
  readonly message: string
  readonly signature: string
}

/**
 * Lets the check of a signature by `signer` ask the operator's node, or refuses by throwing before `check` is called. What
 * it costs is chosen by a stranger, so the part that receives requests bounds it.
 */
export type AdmitCheck = <T>(signer: Address, check: () => Promise<T>) => Promise<T>

/** Verifies signatures over EIP-191 messages: by plain keys without a network, by contract wallets on their chain. */
export interface SignatureVerifier {
  /**
   * Whether `address` signed the message: with a plain key; otherwise as a contract wallet that exists on the chain
   * (ERC-1271, also of an account that delegates itself by EIP-7702) or is still to be deployed (ERC-6492).
   *
   * These are `false` without asking the chain or `admit`: a malformed or oversized signature or address, the zero address,
   * one that was refused within the last minute, and any signature (but one of ERC-6492) for an address that had no code
   * within the last minute. All others cost at most two calls, bounded in size, gas and time; they may run code chosen by
   * the signer, but change nothing.
   *
   * @throws what `admit` does; AppError `ServiceUnavailableException` when only the chain could tell and it has no RPC
   * configured; `UpstreamTimeoutException` or `UpstreamException` when it cannot be read.
   */
  readonly verify: (chainId: ChainId, signed: MessageSignature, admit: AdmitCheck) => Promise<boolean>
}

/** Bytes. Leaves the deployless validator under the 48 KiB that EIP-3860 allows to creation code. */
const maxSignatureBytes = 32 * 1024

/** What a signature ends in that says how its contract is deployed (ERC-6492). */
const erc6492Suffix = '6492'.repeat(16)

/** Milliseconds for which a refusal holds; a wallet that learns to accept a signature meanwhile has to wait so long. */
const rejectionTtlMs = 60_000
const maxCachedRejections = 10_000

/** Milliseconds for which an address is known to have code, which next to none loses, or none, which deploying changes. */
const hasCodeTtlMs = 3_600_000
const noCodeTtlMs = 60_000
const maxCachedCodeChecks = 50_000

/** Milliseconds on a clock that never goes back. */
type MonotonicClock = () => number

/** Opens a verifier; what it remembers is bounded and not shared. Nothing is sent before the first check. */
export function createSignatureVerifier(
  chains: ChainClients,
  clock: MonotonicClock = () => performance.now(),
): SignatureVerifier {
  const perf = { now: clock }
  // A resolution of 0 reads the clock anew each time, instead of once in a turn of the event loop.
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

/** A signature that no plain key made; its hex is in lower case. */
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

/** A fixed length for any signature, so that the memory of refusals is bounded in bytes as well. */
function rejectionCacheKey(chainId: ChainId, { address, message, signature }: ContractSignature): string {
  return createHash('sha256')
    .update(JSON.stringify([chainId, address, message, signature]))
    .digest('base64')
}
