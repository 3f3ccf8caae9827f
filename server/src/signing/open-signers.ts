import type { FastifyBaseLogger as Logger } from 'fastify'
import { OperatorError } from '../errors.ts'
import { type Signer, signerUnavailableError } from './signer.ts'

/** By chain id; chains without a key have no entry. The first signer that a contract trusts signs for it. */
export type Signers = ReadonlyMap<number, readonly Signer[]>

/** Where keys are. */
export interface SignerSource {
  /** For operators. */
  readonly name: string
  /**
   * The preferred signers first.
   * @throws OperatorError for what an operator must change; another Error while the keys cannot be reached.
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
}

export interface OpenSigners {
  /** One object, whose content follows the sources. */
  readonly signers: Signers
  /** Reads the sources again. Throws when one fails, whose signers stay. */
  readonly reload: () => Promise<void>
  readonly close: () => void
}

/** A service starts while a source cannot be reached, and signs as soon as a `reload` reaches it. @throws OperatorError */
export async function openSigners(options: OpenSignersOptions): Promise<OpenSigners> {
  const { sources, log, onSign, onChange } = options
  const known = new Map<SignerSource, Signers>()
  const signers = new Map<number, readonly Signer[]>()
  const read = async () => {
    const outcomes = await Promise.allSettled(
      sources.map(async (source) => void known.set(source, await source.read())),
    )
    const isChanged = replace(
      signers,
      merge(sources.flatMap((source) => known.get(source) ?? [])),
      (signer) => withOutcome(signer, log, onSign),
    )
    const failure = outcomes.find((outcome) => outcome.status === 'rejected')
    return { isChanged, failure }
  }
  const { failure: initial } = await read()
  if (initial?.reason instanceof OperatorError) throw initial.reason
  if (initial) log.error({ err: initial.reason }, 'signers cannot be reached; retrying')
  return {
    signers,
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
    const isNew = ({ address }: Signer) => !before.some((signer) => signer.address === address)
    merged.set(chainId, [...before, ...signers.filter(isNew)])
  }
  return merged
}

/** Chains whose signers are the same keep the objects, which have their lanes in the queue. */
function replace(
  current: Map<number, readonly Signer[]>,
  next: Signers,
  wrap: (signer: Signer) => Signer,
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

/** Counts signatures; logs when a signer begins to fail and when it signs again, and tells its callers no more. */
function withOutcome(signer: Signer, log: OpenSignersOptions['log'], onSign?: () => void): Signer {
  const { address } = signer
  let isFailing = false
  const onSuccess = (signature: Uint8Array) => {
    if (isFailing) log.info({ signer: address }, 'the signer signs again')
    isFailing = false
    return signature
  }
  const onFailure = (error: unknown): never => {
    if (!isFailing) log.error({ signer: address, err: error }, 'the signer fails')
    isFailing = true
    throw signerUnavailableError()
  }
  return {
    ...signer,
    sign: (digest, fields) => {
      onSign?.()
      const signature = signer.sign(digest, fields)
      return signature instanceof Promise ? signature.then(onSuccess, onFailure) : signature
    },
  }
}
