import { reasonAfter } from '../../alert/reasons.ts'
import { DatabaseUnavailableError } from '../../errors.ts'
import { deleteAlertReasons, selectAlertReasons, writeAlertReason } from '../../store/entities/alerts.ts'
import type { HealthReason } from '../health/reason-tracker.ts'
import type { AlertContext } from './send-alert.ts'

/** Without a gap of this, a process knows what has ended. */
const maxGapMs = 60_000

/** Milliseconds: far longer than a target may fail. */
const retentionMs = 30 * 86_400_000

/**
 * Stores the reasons that this process finds now, for all processes; those that could not be stored meanwhile, with the
 * times at which they were found. While the database cannot be written, they stay in memory.
 */
export async function watchReasons(context: AlertContext, reasons: readonly HealthReason[]): Promise<void> {
  const { store, clock, alerts } = context
  const { memory } = alerts
  const now = clock()
  memory.current = reasons.map(({ code, effect, total, subjects, since }) => ({
    ...{ code, effect, total, subjects, since, seenAt: now },
  }))
  for (const found of memory.current) memory.unwritten.set(found.code, found)
  try {
    const stored = await selectAlertReasons(store.db)
    for (const found of memory.unwritten.values()) {
      const before = stored.find(({ code }) => code === found.code)
      const after = reasonAfter(before, found)
      if (after) await writeAlertReason(store.db, before, after)
      memory.unwritten.delete(found.code)
    }
    if (stored.some(({ seenAt }) => seenAt < now - retentionMs))
      await deleteAlertReasons(store.db, now - retentionMs)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error
    memory.isCutOff = true
    return
  }
  memory.isCutOff = false
  // By either sign: the clock may have been set back.
  if (Math.abs(now - memory.watchedAt) > maxGapMs) memory.watchedSince = now
  memory.watchedAt = now
}
