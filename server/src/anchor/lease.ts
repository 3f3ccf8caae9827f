import { randomUUID } from 'node:crypto'
import { OperatorError } from '../errors.ts'
import { saveAnchor, takeLease } from '../store/entities/anchors.ts'
import type { Store } from '../store/store.ts'

/** Of a run that does not end: less than `isLeaseTimeOver` takes for a clock that was set back. */
const leaseMs = 120_000
const renewalMs = 20_000

interface LeaseOptions {
  readonly store: Pick<Store, 'db'>
  readonly clock: () => number
  readonly domainKey: number
  readonly signal: AbortSignal
}

/** Another run has done it meanwhile. */
export class NotDueError extends OperatorError {
  override readonly name = 'NotDueError'

  constructor() {
    super('The domain has been anchored meanwhile.')
  }
}

/** Another run has the lease. */
export class LeaseTakenError extends OperatorError {
  override readonly name = 'LeaseTakenError'
}

/**
 * Runs at most once at a time, in all processes of the database. `holder` is what `saveAnchor` asks for; `signal` aborts when the lease
 * is lost, as after a sleep of the machine.
 *
 * @throws LeaseTakenError while another run has it.
 */
export async function withLease<T>(
  { store: { db }, clock, domainKey, signal }: LeaseOptions,
  run: (lease: { readonly holder: string; readonly signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const holder = randomUUID()
  const take = () => {
    const now = clock()
    return takeLease(db, { domainKey, holder, now, until: now + leaseMs })
  }
  if (!(await take()))
    throw new LeaseTakenError('The domain is being anchored by another run: wait until it has ended.')
  const lost = new AbortController()
  const timer = setInterval(async () => {
    const isKept = await take().catch(() => true)
    if (!isKept) lost.abort(new OperatorError('Another run has begun meanwhile: this one was stopped.'))
  }, renewalMs)
  try {
    return await run({ holder, signal: AbortSignal.any([signal, lost.signal]) })
  } finally {
    clearInterval(timer)
    await saveAnchor(db, { domainKey, holder }, { leaseHolder: null, leaseUntil: 0 })
  }
}
