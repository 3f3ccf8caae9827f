import type { AlertTarget } from '../../alert/target.ts'
import { AppError } from '../../errors.ts'
import type { AlertTargetState } from '../../model/alert.ts'
import { ensureAlertTarget, selectAlertTargets, writeAlertTarget } from '../../store/entities/alerts.ts'
import { type CoreContext, newId } from '../context.ts'
import { type CursorPage, type CursorRequest, readPageOfAll } from '../page.ts'
import { newTargetState } from './alerts.ts'
import { sendAlert } from './send-alert.ts'

/** What may be shown of a target: not its URL. */
export interface ListedTarget {
  readonly target: Pick<AlertTarget, 'id' | 'kind' | 'host'>
  readonly state: AlertTargetState
}

/** In the order of the settings. */
export async function listAlertTargets(
  context: CoreContext,
  request: CursorRequest,
): Promise<CursorPage<ListedTarget>> {
  const { targets } = context.alerts
  const ids = targets.map(({ id }) => id)
  const states = ids.length > 0 ? await selectAlertTargets(context.store.db, ids) : []
  const stateOf = (id: string) => states.find((state) => state.id === id) ?? newTargetState(id, 0)
  const list = {
    list: ['alert-targets'],
    positionOf: ({ target }: ListedTarget) => ids.indexOf(target.id),
    all: targets.map((target) => ({ target, state: stateOf(target.id) })),
  }
  return readPageOfAll(context, list, request)
}

/** Of what is written at the same time by processes that send alerts. */
const maxTries = 5

/**
 * Sends a test now, once, and stores the outcome. One that is taken ends the delay of a message that waits.
 *
 * @throws AppError `AlertTargetNotFoundException`.
 */
export async function sendTestAlert(
  context: CoreContext,
  { id }: { readonly id: string },
): Promise<ListedTarget> {
  const { store, clock, alerts } = context
  const target = alerts.targets.find((one) => one.id === id)
  if (!target) throw new AppError('AlertTargetNotFoundException', `The settings have no target ${id}.`)
  const composedAt = clock()
  const message = { id: `alert_${newId()}`, composedAt, changes: [], pausedUntil: null }
  const { problem } = await sendAlert(context, target, message)
  const now = clock()
  for (let tries = 1; ; tries++) {
    const before = await ensureAlertTarget(store.db, newTargetState(id, now))
    const outcome =
      problem === undefined
        ? { problem: null, deliveredAt: now, failures: 0, ...(before.failures > 0 && { dueAt: now }) }
        : { problem, failedAt: now }
    const state = await writeAlertTarget(store.db, before, outcome)
    if (state || tries === maxTries) return { target, state: state ?? { ...before, ...outcome } }
  }
}
