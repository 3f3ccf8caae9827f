import { isTrustedSigner } from '../../chain/is-trusted-signer.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { isChainId } from '../../ens/chains.ts'
import { AppError } from '../../errors.ts'
import type { Resolver } from '../../model/resolver.ts'
import { findAllResolvers } from '../../store/entities/resolvers.ts'
import type { CoreContext } from '../context.ts'
import { type CursorPage, type CursorRequest, readPageOfAll } from '../page.ts'
import { candidateSigners, chooseSigner } from '../resolvers/signers.ts'

/**
 * Whether a resolver accepts our responses:
 *
 * - `untrusted`: our signer is not on its list
 * - `signer-not-configured`: no key is set for its chain
 * - `not-a-resolver`: no such contract is at its address
 * - `rpc-failed`: the RPC did not respond, or serves another chain
 */
type SignerStatus =
  | 'trusted'
  | 'untrusted'
  | 'signer-not-configured'
  | 'not-a-resolver'
  | 'rpc-not-configured'
  | 'rpc-failed'

export interface SignerCheck {
  readonly resolver: Resolver
  /** Null if not configured. */
  readonly signer: string | null
  readonly trust: SignerStatus
  /** All that the contract trusts, ours and those known before; undefined if that could not be read. */
  readonly trusted: readonly string[] | undefined
}

type CheckContext = Pick<CoreContext, 'store' | 'chains' | 'signers'>

export async function checkSigners(context: CheckContext): Promise<readonly SignerCheck[]> {
  return checkSignersOf(context, await findAllResolvers(context.store.db))
}

/** One call per chain. */
export async function checkSignersOf(
  context: Omit<CheckContext, 'store'>,
  resolvers: readonly Resolver[],
): Promise<readonly SignerCheck[]> {
  const chainIds = new Set(resolvers.map(({ chainId }) => chainId))
  const checks = await Promise.all(
    [...chainIds].map((chainId) =>
      checkChain(
        context,
        chainId,
        resolvers.filter((resolver) => resolver.chainId === chainId),
      ),
    ),
  )
  return checks.flat()
}

/** By chain, the oldest first. Asks all of them, whatever the page. */
export async function listSignerChecks(
  context: CoreContext,
  request: CursorRequest,
): Promise<CursorPage<SignerCheck>> {
  const list = {
    list: ['signer-checks'],
    positionOf: ({ resolver: { chainId, createdAt, id } }: SignerCheck) => [chainId, createdAt, id],
    all: await checkSigners(context),
  }
  return readPageOfAll(context, list, request)
}

async function checkChain(
  { chains, signers }: Omit<CheckContext, 'store'>,
  chainId: number,
  resolvers: readonly Resolver[],
): Promise<readonly SignerCheck[]> {
  const own = signers.get(chainId)
  const chosen = (resolver: Resolver) => chooseSigner(own, resolver)?.address ?? null
  const allWithStatus = (trust: SignerStatus) =>
    resolvers.map((resolver) => ({ resolver, signer: chosen(resolver), trust, trusted: undefined }))
  if (!own) return allWithStatus('signer-not-configured')
  const chain = isChainId(chainId) ? chains.get(chainId) : undefined
  if (!chain) return allWithStatus('rpc-not-configured')
  const candidates = candidateSigners(own, resolvers).map(checksumAddress)
  const trusts = await Promise.all(
    candidates.map((signer) => isTrustedSigner(chain, resolvers, signer)),
  ).catch(ignoreRpcError)
  if (!trusts) return allWithStatus('rpc-failed')
  return resolvers.map((resolver, index) => {
    const trusted = candidates.filter((_, candidate) => trusts[candidate]?.[index])
    const known = { trustedSigners: trusted.join(' ').toLowerCase() }
    const signer = chooseSigner(own, known)?.address ?? null
    const isResolver = trusts.some((trust) => trust[index] !== undefined)
    const isTrusted = signer !== null && trusted.includes(signer)
    return { resolver, signer, trust: toSignerStatus(isResolver ? isTrusted : undefined), trusted }
  })
}

function ignoreRpcError(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

function toSignerStatus(isTrusted: boolean | undefined): SignerStatus {
  if (isTrusted === undefined) return 'not-a-resolver'
  return isTrusted ? 'trusted' : 'untrusted'
}

/** Undefined if trusted or unchecked. */
export function signerAdvice(check: SignerCheck): string | undefined {
  const found = findProblem(check)
  return found && `${found.problem} ${found.fix}`
}

/** As `signerAdvice`, without what to do. */
export function signerProblem(check: SignerCheck): string | undefined {
  return findProblem(check)?.problem
}

function findProblem({ resolver: { address, chainId }, signer, trust }: SignerCheck) {
  switch (trust) {
    case 'untrusted':
      return {
        problem: `The resolver ${address} on chain ${chainId} rejects our responses: ${signer} is not on its list of signers.`,
        fix: 'Have its owner add that signer, or configure the key of a listed one.',
      }
    case 'signer-not-configured':
      return {
        problem: `The resolver ${address} on chain ${chainId} gets no responses: no signer is configured for that chain.`,
        fix: `Set SIGNER_KEY_${chainId}.`,
      }
    case 'not-a-resolver':
      return {
        problem: `There is no resolver contract that lists its signers at ${address} on chain ${chainId}.`,
        fix: 'Correct the entry, or the RPC.',
      }
    default:
      return undefined
  }
}
