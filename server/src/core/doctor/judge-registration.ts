import type { Expiry } from '../../chain/expiry-of.ts'
import type { ChainId } from '../../ens/chains.ts'
import { type DiagnosisStep, type Finding, failed, ok, skipped, warning } from './finding.ts'

export function judgeNormalization(text: string, name: string): Finding<DiagnosisStep> {
  const observation = {
    step: 'normalization',
    asked: `the normal form of ${text} (ENSIP-15)`,
    received: name,
  } as const
  if (text === name) return ok(observation)
  return warning(observation, {
    problem: `${text} is not normalized: clients that do not normalize look up another name.`,
    fix: `Write ${name} wherever the name is stored or shown.`,
  })
}

export interface Registration {
  readonly name: string
  /** The second-level name. */
  readonly parent: string
  readonly chainId: ChainId
  /** Whether the parent has an owner in the registry of ENSv1. */
  readonly isInV1: boolean
  readonly hasV2: boolean
  /** Absent for names that are not under .eth, and for those never registered. */
  readonly expiry: Expiry | undefined
  /** Where this service has a domain at or above the name; absent: nowhere else. */
  readonly otherChainId: number | undefined
}

export function judgeChain({
  name,
  chainId,
  isInV1,
  expiry,
  otherChainId,
}: Registration): Finding<DiagnosisStep> {
  const observation = {
    step: 'chain',
    asked: `which chain ${name} is set up on`,
    received: otherChainId === undefined ? `chain ${chainId}` : `chain ${otherChainId}, not chain ${chainId}`,
  } as const
  if (otherChainId === undefined) return ok(observation)
  const advice = {
    problem: `The domain is onboarded on chain ${otherChainId}, and the diagnosis reads chain ${chainId}.`,
    fix: `Ask for chainId=${otherChainId}, or onboard the domain on chain ${chainId}.`,
  }
  return isInV1 || expiry ? warning(observation, advice) : failed(observation, advice)
}

export function judgeRegistry({
  parent,
  isInV1,
  hasV2,
  expiry,
  chainId,
}: Registration): Finding<DiagnosisStep> {
  const inV2 = expiry?.generation === 2
  const registries = [
    `ENSv1: ${isInV1 ? 'has an entry' : 'no entry'}`,
    hasV2
      ? `ENSv2: ${inV2 ? `${expiry.status === 'reserved' ? 'reserved' : 'has an entry'}` : 'no entry'}`
      : 'no ENSv2',
  ]
  const observation = {
    step: 'registry',
    asked: `${parent} in the registries of chain ${chainId}`,
    received: registries.join(', '),
  } as const
  if (isInV1 || expiry) return ok(observation)
  if (!parent.endsWith('.eth'))
    return warning(observation, {
      problem: `${parent} has no entry of its own, as DNS names without an import on chain.`,
      fix: 'Nothing, if the domain uses ENS through DNSSEC; else import it at https://app.ens.domains.',
    })
  return failed(observation, {
    problem: `${parent} is not registered on chain ${chainId}.`,
    fix: `Register ${parent} at https://app.ens.domains, or ask for the chain that it is registered on.`,
  })
}

const daySeconds = 86_400n
const warnedDays = [1n, 7n, 30n, 90n]

/** @param now Unix seconds. */
export function judgeExpiry({ parent, expiry }: Registration, now: bigint): Finding<DiagnosisStep> {
  if (!expiry) return skipped('expiry', `${parent} has no expiry in a registry.`)
  const days = (expiry.seconds - now) / daySeconds
  const date = formatTime(expiry.seconds)
  const observation = {
    step: 'expiry',
    asked: `the expiry of ${parent} in ENSv${expiry.generation}`,
    received: `${date} (${expiry.status})`,
  } as const
  const fix = `Renew ${parent} at https://app.ens.domains; anyone may pay for it.`
  if (expiry.seconds <= now)
    return failed(observation, {
      problem: `${parent} expired on ${date}: its names stop resolving, and others can register it after the grace period.`,
      fix,
    })
  const limit = warnedDays.find((each) => days < each)
  if (limit === undefined) return ok(observation)
  return warning(observation, {
    problem: `${parent} expires in ${formatDays(days)}, less than ${formatDays(limit)}.`,
    fix,
  })
}

function formatDays(days: bigint): string {
  return days === 1n ? '1 day' : `${days} days`
}

/** Seconds may exceed what a Date holds. */
export function formatTime(seconds: bigint): string {
  const milliseconds = Number(seconds) * 1000
  return milliseconds <= 8.64e15
    ? `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
    : `second ${seconds}`
}
