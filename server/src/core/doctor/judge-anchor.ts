import type { Address } from 'viem'
import type { Heartbeat } from '../../chain/heartbeat.ts'
import type { Anchor } from '../../model/anchor.ts'
import { type DiagnosisStep, type Finding, failed, ok, skipped, warning } from './finding.ts'
import { formatTime } from './judge-name.ts'

/** What is known of the files of a domain. */
export interface AnchorFacts {
  readonly domain: string
  readonly contract: Address
  readonly heartbeat: Heartbeat
  /** Undefined: this service does not publish the names. */
  readonly anchor: Anchor | undefined
  /** Why it cannot, a sentence; `null`: it can. */
  readonly unavailableBecause: string | null
  /** Between two beats. */
  readonly intervalMs: number | undefined
  /** What the owner of the contract has to send, in words. */
  readonly missing: readonly string[]
  /** Of this service, in milliseconds since 1970. */
  readonly now: number
}

/** Whether the heartbeat goes on, for long enough. Pure. */
export function judgeAge(facts: AnchorFacts): Finding<DiagnosisStep> {
  const { domain, contract, heartbeat, anchor, unavailableBecause, intervalMs, missing } = facts
  const { lastBeat, grace, now, isFrozen } = heartbeat
  const darkFrom = lastBeat + grace
  const observation = {
    step: 'anchor-age',
    asked: `the last beat and the grace period of ${contract}`,
    received: describe(facts),
  } as const
  if (isFrozen) return ok(observation)
  if (!anchor && lastBeat === 0)
    return skipped('anchor-age', 'This service does not publish the names of the domain as files.')
  const isDark = lastBeat > 0 && now > darkFrom
  if (!anchor)
    return (isDark ? failed : warning)(observation, {
      problem: `The contract has a heartbeat, and this service does not beat: files answer ${isDark ? 'since' : 'from'} ${timeOf(darkFrom)}.`,
      fix: `Switch the files on at the overview of ${domain}, or let the owner of the contract call stopHeartbeat().`,
      operatorFix: `Run "byname anchor ${domain}", or let the owner of the contract call stopHeartbeat().`,
      verdict: isDark
        ? `Names of ${domain} are what old files say, since its contract gets no beats.`
        : `${domain} resolves, but old files answer from ${timeOf(darkFrom)} on.`,
    })
  if (isDark)
    return failed(observation, {
      problem: `The contract is dark since ${timeOf(darkFrom)}: clients get what the files of the last beat say.${because(facts)}`,
      ...mending(facts),
      verdict: `Names of ${domain} are what the files of ${timeOf(lastBeat)} say, since its contract gets no beats.`,
    })
  if (missing.length > 0)
    return warning(observation, {
      problem: `There is no beat before the owner of the contract has said ${missing.join(', and ')}.`,
      fix: `As that owner, send the transactions at the overview of ${domain} in the console.`,
      operatorFix: `As that owner, send the transactions at the overview of ${domain}: byname anchor setup ${domain}.`,
      verdict: `${domain} resolves, but would not without this service: its owner has something to send.`,
    })
  if (unavailableBecause !== null || lastBeat === 0)
    return warning(observation, {
      problem: `${lastBeat === 0 ? 'There was no beat yet.' : 'There will be no beat.'}${because(facts)}`,
      ...mending(facts),
      verdict: `${domain} resolves, but would not go on without this service.`,
    })
  const late = lateness(heartbeat, intervalMs)
  if (late === undefined) return ok(observation)
  return warning(observation, {
    problem: `${late}${because(facts)}`,
    ...mending(facts),
    verdict: `${domain} resolves, but without another beat files answer from ${timeOf(darkFrom)} on.`,
  })
}

function lateness({ now, lastBeat, grace }: Heartbeat, intervalMs = 0): string | undefined {
  const age = now - lastBeat
  if (age * 2 > grace) return `The last beat is older than half of the grace period of ${duration(grace)}.`
  const interval = intervalMs / 1000
  if (interval * 2 >= grace)
    return `A beat every ${duration(interval)} is too rare for a grace period of ${duration(grace)}: one that fails makes the contract dark.`
  return interval > 0 && age > 2 * interval
    ? `The last beat is ${duration(age)} old, and there should be one every ${duration(interval)}.`
    : undefined
}

function describe({ heartbeat, intervalMs }: AnchorFacts): string {
  const { isFrozen, lastBeat, grace, now } = heartbeat
  if (isFrozen) return 'frozen: its owner has given up the heartbeat for good, and files answer'
  const schedule = intervalMs === undefined ? '' : `; this service beats every ${duration(intervalMs / 1000)}`
  if (lastBeat === 0) return `no beat${schedule}`
  const darkFrom = lastBeat + grace
  return `a beat ${duration(now - lastBeat)} ago; without another one, files answer from ${timeOf(darkFrom)} on${schedule}`
}

function because({ unavailableBecause, anchor }: AnchorFacts): string {
  const reason = unavailableBecause ?? anchor?.problem
  return reason == null ? '' : ` ${reason}`
}

function mending({ domain, intervalMs }: AnchorFacts) {
  const retry = intervalMs === undefined ? '' : ` It is due every ${duration(intervalMs / 1000)}.`
  return {
    fix: `Mend what it says, or ask the operator of this service to; it is tried again by itself.`,
    operatorFix: `Mend what it says, then run "byname anchor ${domain}"; ANCHOR_INTERVAL_HOURS has to be far below the grace period.${retry}`,
  }
}

/** Which root counts in the dark, and which waits. `newest`: of the last beat; undefined: not known. Pure. */
export function judgeRoot(facts: AnchorFacts, newest: string | undefined): Finding<DiagnosisStep> {
  const { domain, contract, heartbeat, anchor, now } = facts
  const { zone, delay, grace, lastBeat, isFrozen } = heartbeat
  if (!anchor || (lastBeat === 0 && !isFrozen))
    return skipped('anchor-root', 'There was no beat of this service.')
  const ours = anchor.root
  const isWaiting = ours !== null && zone?.root !== ours && delay > 0
  const from = isWaiting ? timeOf(Math.floor((anchor.beatAt ?? 0) / 1000) + delay) : undefined
  const counting = zone ? `${zone.root} counts` : 'no root counts'
  const observation = {
    step: 'anchor-root',
    asked: `the root that counts, and the delay, of ${contract}`,
    received: from === undefined ? counting : `${counting}; ${ours} waits until ${from} at the latest`,
  } as const
  if (isFrozen) return ok(observation)
  const isRunning = anchor.leaseHolder !== null && anchor.leaseUntil > now
  const foreign = newest !== undefined && newest !== ours ? newest : undefined
  const strange = delay === 0 ? (zone && zone.root !== ours ? zone.root : undefined) : foreign
  if (strange !== undefined && !isRunning)
    return failed(observation, {
      problem: `The contract has the root ${strange}, which is not the last one of this service${ours === null ? '' : `, ${ours}`}: another account with its key has beaten, or the owner has set it.`,
      fix: 'If neither was you, let the owner of the contract set another anchor at once (setHeartbeat): the key of this one may be stolen.',
      operatorFix: `If it was none of your services, make another key of the anchor and let the owner set it at once: byname anchor setup ${domain}.`,
      verdict: `${domain} resolves, but in the dark its names would be what another one has published.`,
    })
  if (!zone)
    return warning(observation, {
      problem: `No root counts yet: if this service vanished, no name would resolve before ${from ?? 'there is one'}.`,
      fix: 'Wait until then; it is due to the delay that the owner of the contract has set.',
      verdict: `${domain} resolves, but would not without this service before its first root counts.`,
    })
  if (delay >= grace)
    return warning(observation, {
      problem: `The delay of ${duration(delay)} is not shorter than the grace period of ${duration(grace)}: what is new counts only when the contract is dark already.`,
      fix: 'Let the owner of the contract set a shorter delay (setHeartbeat).',
      operatorFix: `Let the owner of the contract set a shorter delay: byname anchor setup ${domain} --delay <seconds>.`,
      verdict: `${domain} resolves, but its files count late.`,
    })
  return ok(observation)
}

/** What the files lack, and when the next beat is due. Pure. */
export function judgeLag(
  { domain, anchor, now, missing }: AnchorFacts,
  {
    changesSince,
    isChangesSinceExact,
  }: { readonly changesSince: number; readonly isChangesSinceExact: boolean },
): Finding<DiagnosisStep> {
  if (!anchor) return skipped('anchor-lag', 'This service does not publish the names of the domain as files.')
  const { beatAt, dueAt, failures, problem, leaseHolder, leaseUntil } = anchor
  if (beatAt === null && (failures === 0 || missing.length > 0))
    return skipped('anchor-lag', 'There are no files yet.')
  const due = dueAt <= now ? 'now' : timeOf(Math.floor(dueAt / 1000))
  const lost = `${isChangesSinceExact ? '' : 'at least '}${changesSince} ${changesSince === 1 ? 'name resolves' : 'names resolve'} to something else than in the files`
  const observation = {
    step: 'anchor-lag',
    asked: `what has changed of ${domain} since its files, and when the next beat is due`,
    received:
      beatAt === null ? `no files; the next beat is due ${due}` : `${lost}; the next beat is due ${due}`,
  } as const
  const verdict = `${domain} resolves, but its files are not brought up to date.`
  if (failures > 0)
    return warning(observation, {
      problem: `The last ${failures === 1 ? 'run has' : `${failures} runs have`} failed: ${problem ?? 'see the log.'}`,
      fix: 'Mend what it says, or ask the operator of this service to; it is tried again by itself.',
      operatorFix: `Mend what it says; it is tried again by itself, or by "byname anchor ${domain}".`,
      verdict,
    })
  const isRunning = leaseHolder !== null && leaseUntil > now
  if (now - dueAt > overdueMs && !isRunning)
    return warning(observation, {
      problem: `The next beat was due on ${timeOf(Math.floor(dueAt / 1000))}, and no process of this service makes it.`,
      fix: 'Ask the operator of this service to look at its processes.',
      operatorFix: `Start the service with ANCHOR_TARGETS, or run "byname anchor ${domain}".`,
      verdict,
    })
  return ok(observation)
}

/** Of a beat that no process makes; one that serves looks each half minute. */
const overdueMs = 600_000

function timeOf(seconds: number): string {
  return formatTime(BigInt(Math.floor(seconds)))
}

/** `90 min`, `36 h`, `7 d`. */
function duration(seconds: number): string {
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return seconds < 4 * 86_400 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}
