import { countMessage, findChanges, retryDelayMs } from '../../alert/changes.ts'
import type { AlertTarget } from '../../alert/target.ts'
import { DatabaseUnavailableError } from '../../errors.ts'
import type { AlertChange, AlertMessage, AlertTargetState, Reported } from '../../model/alert.ts'
import { ensureAlertTarget, selectAlertReasons, writeAlertTarget } from '../../store/entities/alerts.ts'
import { newId } from '../context.ts'
import type { HealthCode } from '../health/health-advice.ts'
import { newTargetState } from './alerts.ts'
import { concernsOnly } from './failing-targets.ts'
import { type AlertContext, type SendOutcome, sendAlert } from './send-alert.ts'

export interface AlertListener {
  readonly onAttempt: (target: AlertTarget, outcome: SendOutcome) => void
}

/** An attempt ends before; then another process may begin one. */
const attemptMs = 60_000

/** Milliseconds, above every delay: a time after it was written before the clock was set back. */
const maxDelayMs = 7_200_000

/**
 * Sends what is to be reported to a target, once for all processes.
 *
 * 1. A message is stored before it is sent, in the statement that stores what it reports, which succeeds for one process.
 *    So a process that dies loses no alert: another one sends the stored message.
 * 2. Each attempt is stored before it begins, with the time at which another process may begin the next. A message is sent
 *    twice only if a process dies, or loses the database, between the response of the target and the statement that
 *    stores it; its id is the same then.
 * 3. One message at a time, until the target takes it, with delays of up to an hour: so messages are in order, and a
 *    target that fails has one waiting. What happens meanwhile is in the next one.
 * 4. While the database cannot be written, one process of each machine sends what is wrong with the database from memory;
 *    each stores afterwards that it is reported.
 */
export async function reportReasons(
  context: AlertContext,
  target: AlertTarget,
  listener: AlertListener,
): Promise<void> {
  if (context.alerts.memory.isCutOff) return reportFromMemory(context, target, listener)
  try {
    await reportStored(context, target, listener)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error
    await reportFromMemory(context, target, listener)
  }
}

async function reportStored(
  context: AlertContext,
  target: AlertTarget,
  listener: AlertListener,
): Promise<void> {
  const { store, clock, alerts } = context
  const { memory } = alerts
  const now = clock()
  const state = await ensureAlertTarget(store.db, newTargetState(target.id, now))
  memory.known.set(target.id, state)
  if (state.pendingMessage) {
    const isDue = state.dueAt <= now || state.dueAt > now + maxDelayMs
    const claimed = isDue && (await writeAlertTarget(store.db, state, { dueAt: now + attemptMs }))
    if (claimed) await attempt(context, target, claimed, listener)
    return
  }
  const reported = withMemory(context, state)
  const reasons = (await selectAlertReasons(store.db)).filter((reason) => !concernsOnly(target, reason))
  const found = findChanges(reasons, reported, {
    now,
    watchedSince: memory.watchedSince,
    createdAt: state.createdAt,
  })
  const count = found && countMessage(state, now)
  if (!count) {
    if (reported === state.reported || (await writeAlertTarget(store.db, state, { reported })))
      await forget(context, target)
    return
  }
  const { pausedUntil, ...hour } = count
  const pendingMessage = { id: `alert_${newId()}`, composedAt: now, changes: found.changes, pausedUntil }
  const claimed = await writeAlertTarget(store.db, state, {
    ...hour,
    reported: found.reported,
    pendingMessage,
    dueAt: now + attemptMs,
  })
  if (!claimed) return
  await forget(context, target)
  await attempt(context, target, claimed, listener)
}

/** What is stored, and what was reported while it could not be, unless another process has stored it since. */
function withMemory({ alerts }: AlertContext, { id, reported }: AlertTargetState): Reported {
  const added = [...(alerts.memory.reported.get(id) ?? [])].filter(([code, { reportedAt }]) => {
    const stored = reported[code]
    return !stored || (stored.isOver && stored.reportedAt < reportedAt)
  })
  return added.length === 0 ? reported : { ...reported, ...Object.fromEntries(added) }
}

async function forget({ alerts }: AlertContext, target: AlertTarget): Promise<void> {
  const { memory, claims } = alerts
  const codes = [...(memory.reported.get(target.id)?.keys() ?? [])]
  memory.reported.delete(target.id)
  memory.retries.delete(target.id)
  await Promise.all(codes.map((code) => claims.clear(claimName(target, { code }))))
}

/** Of the stored message, by the process that has begun it. */
async function attempt(
  context: AlertContext,
  target: AlertTarget,
  state: AlertTargetState,
  { onAttempt }: AlertListener,
): Promise<void> {
  const { store, clock, alerts } = context
  const { delivered } = alerts.memory
  const message = state.pendingMessage
  if (!message) return
  if (delivered.get(target.id) !== message.id) {
    const outcome = await sendAlert(context, target, message)
    onAttempt(target, outcome)
    const { problem } = outcome
    if (problem !== undefined) {
      const failures = state.failures + 1
      const now = clock()
      const dueAt = now + retryDelayMs(failures, outcome.retryAfterMs)
      await writeAlertTarget(store.db, state, { failures, failedAt: now, problem, dueAt })
      return
    }
    delivered.set(target.id, message.id)
  }
  const done = { pendingMessage: null, dueAt: 0, failures: 0, problem: null }
  await writeAlertTarget(store.db, state, { ...done, deliveredAt: clock() })
}

/** What is reported without the database: all else is stored once it is back. */
const databaseCodes: readonly string[] = [
  'database-unavailable',
  'primary-unavailable',
  'writes-failing',
] satisfies HealthCode[]

async function reportFromMemory(
  context: AlertContext,
  target: AlertTarget,
  { onAttempt }: AlertListener,
): Promise<void> {
  const { clock, alerts } = context
  const { memory, claims } = alerts
  const now = clock()
  const retry = memory.retries.get(target.id)
  if (retry && retry.dueAt > now && retry.dueAt < now + maxDelayMs) return
  const before = memory.reported.get(target.id) ?? new Map()
  const reported = { ...memory.known.get(target.id)?.reported, ...Object.fromEntries(before) }
  // A full disk may take the row of a reason, and not that of a message.
  const latest = new Map([
    ...memory.current.map((reason) => [reason.code, reason] as const),
    ...memory.unwritten,
  ])
  const reasons = [...latest.values()]
    .filter(({ code }) => databaseCodes.includes(code))
    .map((reason) => ({ ...reason, changedAt: reason.since }))
  // Nothing ends meanwhile.
  const found = findChanges(reasons, reported, { now, watchedSince: now, createdAt: now })
  if (!found) return
  const keep = (code: string) => {
    const after = found.reported[code]
    if (after) before.set(code, after)
    memory.reported.set(target.id, before)
  }
  const changes: AlertChange[] = []
  for (const change of found.changes.filter(({ kind }) => kind === 'begun')) {
    const claim = await claims.take(claimName(target, change), change.since, now)
    if (claim === 'taken') changes.push(change)
    if (claim === 'sent') keep(change.code)
  }
  if (changes.length === 0) return
  const message: AlertMessage = { id: `alert_${newId()}`, composedAt: now, changes, pausedUntil: null }
  const outcome = await sendAlert(context, target, message)
  onAttempt(target, outcome)
  const isSent = outcome.problem === undefined
  for (const change of changes) {
    if (isSent) keep(change.code)
    await claims.settle(claimName(target, change), isSent, clock())
  }
  const failures = (retry?.failures ?? 0) + 1
  if (isSent) memory.retries.delete(target.id)
  else
    memory.retries.set(target.id, {
      failures,
      dueAt: clock() + retryDelayMs(failures, outcome.retryAfterMs),
    })
}

function claimName({ id }: AlertTarget, { code }: Pick<AlertChange, 'code'>): string {
  return `${id}-${code}`
}
