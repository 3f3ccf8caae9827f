import type { FastifyBaseLogger as Logger } from 'fastify'
import type { Address } from 'viem'
import { OperatorError } from '../errors.ts'
import { type GuardedSigner, guardSigner, type SignerProblem } from './guarded-signer.ts'
import type { Signer } from './signer.ts'
import { SignerError, type SignerFailure } from './signer-error.ts'

/** By chain id; chains without a key have no entry. The first signer that a contract trusts signs for it. */
export type Signers = ReadonlyMap<number, readonly Signer[]>

/** Where keys are. */
export interface SignerSource {
  /** For operators. */
  readonly name: string
  /**
   * The preferred signers first.
   * @throws OperatorError for what an operator must change; SignerError or another Error while the keys cannot be reached.
   */
  readonly read: () => Promise<Signers>
  readonly close?: () => void
}

interface OpenSignersOptions {
  /** The preferred first. */
  readonly sources: readonly SignerSource[]
  readonly log: Pick<Logger, 'error' | 'info'>
  readonly onSign?: () => void
  /** After a `reload` with other signers than before. */
  readonly onChange?: () => void
  readonly clock?: () => number
}

/** A source that cannot be read, or a key of it that makes no signature, and why. */
export interface SourceProblem extends Omit<SignerProblem, 'address'> {
  readonly source: string
  /** Absent where the source cannot be read. */
  readonly address?: Address
}

export interface OpenSigners {
  /** One object, whose content follows the sources. */
  readonly signers: Signers
  /** As far as it is known: a source is read by each `reload`, a key is used by lookups. */
  readonly problems: () => readonly SourceProblem[]
  /** Reads the sources again. Throws when one fails, whose signers stay. */
  readonly reload: () => Promise<void>
  readonly close: () => void
}

/** A service starts while a source cannot be reached, and signs as soon as a `reload` reaches it. @throws OperatorError */
export async function openSigners(options: OpenSignersOptions): Promise<OpenSigners> {
  const { sources, log, onSign = () => {}, onChange, clock = Date.now } = options
  const known = new Map<SignerSource, Signers>()
  const signers = new Map<number, readonly GuardedSigner[]>()
  const unreadable = new Map<SignerSource, Omit<SourceProblem, 'source'>>()
  const readSource = async (source: SignerSource) => {
    try {
      known.set(source, await source.read())
      unreadable.delete(source)
    } catch (error) {
      const since = unreadable.get(source)?.since ?? clock()
      unreadable.set(source, { ...describe(error), since })
      throw error
    }
  }
  const guard = (signer: Signer) => {
    const { address } = signer
    return guardSigner(signer, {
      onSign,
      onFailure: (err) => log.error({ signer: address, err }, 'the signer fails'),
      onRecovery: () => log.info({ signer: address }, 'the signer signs again'),
      clock,
    })
  }
  const read = async () => {
    const outcomes = await Promise.allSettled(sources.map(readSource))
    const isChanged = replace(signers, merge(sources.flatMap((source) => known.get(source) ?? [])), guard)
    const failure = outcomes.find((outcome) => outcome.status === 'rejected')
    return { isChanged, failure }
  }
  const { failure: initial } = await read()
  if (initial?.reason instanceof OperatorError) throw initial.reason
  if (initial) log.error({ err: initial.reason }, 'signers cannot be reached; retrying')
  const sourceOf = (address: Address) =>
    sources.find((source) => [...(known.get(source) ?? [])].some(([, all]) => has(all, address)))?.name ?? ''
  return {
    signers,
    problems: () => [
      ...[...unreadable].map(([{ name }, problem]) => ({ source: name, ...problem })),
      ...[...signers.values()].flat().flatMap((signer) => {
        const problem = signer.problem()
        return problem ? [{ source: sourceOf(problem.address), ...problem }] : []
      }),
    ],
    reload: async () => {
      const { isChanged, failure } = await read()
      if (isChanged) {
        log.info({ signers: addressesByChain(signers) }, 'the signing keys have changed')
        onChange?.()
      }
      if (failure) throw failure.reason
    },
    close: () => {
      for (const { close } of sources) close?.()
    },
  }
}

function describe(error: unknown): { readonly failure: SignerFailure; readonly message: string } {
  const failure = error instanceof SignerError ? error.failure : 'unreachable'
  return { failure, message: error instanceof Error ? error.message : String(error) }
}

function has(signers: readonly Signer[], address: Address): boolean {
  return signers.some((signer) => signer.address === address)
}

/** For the log. */
export function addressesByChain(signers: Signers): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    [...signers].map(([chainId, all]) => [chainId, all.map(({ address }) => address)]),
  )
}

/** Without repeating an address, for which the first source counts. */
function merge(all: readonly Signers[]): Signers {
  const merged = new Map<number, Signer[]>()
  for (const [chainId, signers] of all.flatMap((one) => [...one])) {
    const before = merged.get(chainId) ?? []
    const isNew = ({ address }: Signer) => !has(before, address)
    merged.set(chainId, [...before, ...signers.filter(isNew)])
  }
  return merged
}

/** Chains whose signers are the same keep the objects, which have their lanes in the queue. */
function replace(
  current: Map<number, readonly GuardedSigner[]>,
  next: Signers,
  wrap: (signer: Signer) => GuardedSigner,
): boolean {
  let isChanged = false
  for (const chainId of new Set([...current.keys(), ...next.keys()])) {
    const signers = next.get(chainId) ?? []
    if (addressesOf(signers) === addressesOf(current.get(chainId) ?? [])) continue
    isChanged = true
    if (signers.length === 0) current.delete(chainId)
    else current.set(chainId, signers.map(wrap))
  }
  return isChanged
}

function addressesOf(signers: readonly Signer[]): string {
  return signers.map(({ address }) => address).join(' ')
}
