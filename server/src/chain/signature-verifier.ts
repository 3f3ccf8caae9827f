import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Address, type Hex, hashMessage, isAddressEqual, size, zeroAddress } from 'viem'
import type { ChainId } from '../ens/chain-id.ts'
import { hasAddressForm } from '../ens/evm-address.ts'
import { isHexBytes, lowerCaseHex } from '../ens/hex.ts'
import { type Chain, type Chains, chainOf } from './chains.ts'
import { isAcceptedByContract, isAcceptedOnceDeployed } from './check-signature.ts'
import { hasCode } from './is-contract.ts'
import { recoverSigner } from './recover-signer.ts'

/** A message and who is said to have signed it. `signature` is hex as it was received. */
interface SignedMessage {
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
  readonly verify: (chainId: ChainId, signed: SignedMessage, admit: AdmitCheck) => Promise<boolean>
}

/** Bytes. Leaves the deployless validator under the 48 KiB that EIP-3860 allows to creation code. */
const maxSignatureSize = 32 * 1024

/** What a signature ends in that says how its contract is deployed (ERC-6492). */
const deploymentSuffix = '6492'.repeat(16)

/** Milliseconds for which a refusal holds; a wallet that learns to accept a signature meanwhile has to wait so long. */
const refusalLifetime = 60_000
const maxRefusals = 10_000

/** Milliseconds for which an address is known to have code, which next to none loses, or none, which deploying changes. */
const codeLifetime = 3_600_000
const noCodeLifetime = 60_000
const maxCodes = 50_000

/** Milliseconds on a clock that never goes back. */
type Clock = () => number

/** Opens a verifier; what it remembers is bounded and not shared. Nothing is sent before the first check. */
export function createSignatureVerifier(
  chains: Chains,
  clock: Clock = () => performance.now(),
): SignatureVerifier {
  const perf = { now: clock }
  // A resolution of 0 reads the clock anew each time, instead of once in a turn of the event loop.
  const refusals = new LRUCache<string, true>({
    max: maxRefusals,
    ttl: refusalLifetime,
    ttlResolution: 0,
    perf,
  })
  const codes = new LRUCache<string, boolean>({ max: maxCodes, ttl: codeLifetime, ttlResolution: 0, perf })

  const runsCode = async ({ id, node }: Chain, address: Address): Promise<boolean> => {
    const found = await hasCode(node, address)
    codes.set(placeOf(id, address), found, { ttl: found ? codeLifetime : noCodeLifetime })
    return found
  }
  const check = async (chain: Chain, signed: ContractSignature): Promise<boolean> => {
    const { address, message, signature } = signed
    const question = { address, hash: hashMessage(message), signature }
    if (isForDeployment(signature)) return isAcceptedOnceDeployed(chain, question)
    const isKnown = codes.get(placeOf(chain.id, address))
    return (isKnown ?? (await runsCode(chain, address))) && isAcceptedByContract(chain, question)
  }
  return {
    verify: async (chainId, { address, message, signature }, admit) => {
      if (!hasAddressForm(address) || isAddressEqual(address, zeroAddress)) return false
      if (!isHexBytes(signature) || size(signature) > maxSignatureSize) return false
      const signer = recoverSigner(message, signature)
      if (signer && isAddressEqual(signer, address)) return true

      const signed = { address: lowerCaseHex(address), message, signature: lowerCaseHex(signature) }
      if (codes.get(placeOf(chainId, signed.address)) === false && !isForDeployment(signed.signature))
        return false
      const identity = identityOf(chainId, signed)
      if (refusals.has(identity)) return false
      const chain = chainOf(chains, chainId)
      const isValid = await admit(address, () => check(chain, signed))
      if (!isValid) refusals.set(identity, true)
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

const isForDeployment = (signature: Hex): boolean => signature.endsWith(deploymentSuffix)

const placeOf = (chainId: ChainId, address: Hex): string => `${chainId} ${address}`

/** A fixed length for any signature, so that the memory of refusals is bounded in bytes as well. */
const identityOf = (chainId: ChainId, { address, message, signature }: ContractSignature): string =>
  createHash('sha256')
    .update(JSON.stringify([chainId, address, message, signature]))
    .digest('base64')
