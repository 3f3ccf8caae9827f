import { type HealthCode, type HealthState, healthAdvice } from '../core/health/health-advice.ts'
import { AppError } from '../errors.ts'

interface JudgedHealth {
  readonly state: HealthState
  /** `since` is in milliseconds since 1970. */
  readonly reasons: readonly { readonly code: HealthCode; readonly since: number }[]
  readonly checks: readonly { readonly name: string; readonly isOk: boolean }[]
  readonly publicWarnings: readonly string[]
}

/** What `/ready` says, to anyone: without what the reasons are about. */
type Readiness = Ready | NotReady

interface Ready {
  readonly data: Serialized<'ok' | 'degraded'> & { readonly details: string[] }
}

export interface NotReady {
  readonly error: AppError
  /** Beside the envelope of the error. */
  readonly fields: Serialized<'unavailable'>
}

type Serialized<State extends HealthState> = ReturnType<typeof serialize<State>>

export function readinessOf(health: JudgedHealth): Readiness {
  const { state, checks, publicWarnings } = health
  if (state !== 'unavailable') return { data: { ...serialize(health, state), details: [...publicWarnings] } }
  const failed = checks
    .filter(({ name, isOk }) => !isOk && !name.startsWith('chain:'))
    .map(({ name }) => name)
  return notReady(`No lookup can be answered: ${failed.join(', ')}.`, serialize(health, state))
}

/** `now`: milliseconds since 1970. */
export function shuttingDown(now: number): NotReady {
  const reasons = [{ code: 'shutting-down', since: now }] as const
  return notReady(healthAdvice['shutting-down'].problem, serialize({ reasons, checks: [] }, 'unavailable'))
}

function notReady(message: string, fields: NotReady['fields']): NotReady {
  return { error: new AppError('ServiceUnavailableException', message), fields }
}

function serialize<State extends HealthState>(
  { reasons, checks }: Pick<JudgedHealth, 'reasons' | 'checks'>,
  status: State,
) {
  return {
    status,
    reasons: reasons.map(({ code, since }) => ({ code, since: new Date(since).toISOString() })),
    checks: [...checks],
  }
}
