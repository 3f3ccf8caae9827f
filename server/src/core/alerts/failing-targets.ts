import type { AlertTarget } from '../../alert/target.ts'
import { boundedSubject } from '../../alert/text.ts'
import type { AlertReason, AlertTargetState } from '../../model/alert.ts'
import { selectAlertTargets } from '../../store/entities/alerts.ts'
import type { CoreContext } from '../context.ts'
import type { HealthCode } from '../health/health-advice.ts'

/** Two may be a restart of the receiver. */
const failuresToReport = 3

const code = 'alert-target-failing' satisfies HealthCode

/** Of each target that has failed repeatedly, which, since when, and why. */
export async function findFailingTargets({
  store,
  alerts,
}: Pick<CoreContext, 'store' | 'alerts'>): Promise<readonly string[]> {
  const { targets } = alerts
  if (targets.length === 0) return []
  const states = await selectAlertTargets(
    store.health,
    targets.map(({ id }) => id),
  )
  return targets.flatMap((target) => {
    const state = states.find(({ id }) => id === target.id)
    return state && state.failures >= failuresToReport ? [describeFailing(target, state)] : []
  })
}

function describeFailing(
  target: AlertTarget,
  { failures, problem, failedAt, pendingMessage }: AlertTargetState,
): string {
  const since = new Date(pendingMessage?.composedAt ?? failedAt ?? 0).toISOString().slice(0, 16)
  return boundedSubject(
    `${titleOf(target)} has taken nothing since ${since}Z, in ${failures} attempts: ${problem ?? ''}`,
  )
}

/** As the commands and the console name it: never its URL. */
function titleOf({ kind, host, id }: AlertTarget): string {
  return `${kind} to ${host} (${id})`
}

/** A target is not sent that it fails itself. */
export function concernsOnly(target: AlertTarget, reason: AlertReason): boolean {
  return reason.code === code && reason.subjects.every((subject) => subject.startsWith(titleOf(target)))
}
