import { repeat } from './async/time.ts'
import type { Context } from './context.ts'
import { writeApiRequests } from './core/api-requests.ts'
import { writeFormerNames } from './core/domains/former-gateway.ts'
import { checkHosts } from './core/domains/hosts.ts'
import { completeIndexes } from './core/policies/update.ts'
import { purgeExpired } from './core/retention.ts'
import { writeLookups } from './core/statistics.ts'
import { writeTraffic } from './core/traffic.ts'
import { dispatchWebhooks } from './core/webhooks/dispatcher.ts'
import { OperatorError } from './errors.ts'
import type { ActivePayments } from './payments/payments.ts'

/** What a process does without a request. Several processes of a database do it at the same time. */
interface Job {
  readonly name: string
  /** From the end of a run to the next one. Absent: one run, which may last until the abort. */
  readonly intervalMs?: number
  readonly run: (signal: AbortSignal) => Promise<void>
  /** Logged with the error of a run. Absent for a job that reports its failures itself. */
  readonly failure?: string
  /** By default `warn`. */
  readonly level?: 'warn' | 'error'
  /** Whether it runs once more after the abort, to write what is in memory. */
  readonly runsAtStop?: boolean
}

/** All jobs of a service. */
export function jobsOf(context: Context): readonly Job[] {
  const { config, health, log, payments } = context
  return [
    ...(payments.active ? [reconcilePayments(context, payments.active)] : []),
    {
      name: 'health',
      run: () => health.judge().then(() => {}),
    },
    ...(config.signerMonitorIntervalMs > 0 ? [surveyHealth(context, config.signerMonitorIntervalMs)] : []),
    reloadSigners(context),
    {
      name: 'retention',
      intervalMs: 600_000,
      run: async () => {
        const { challenges, events } = await purgeExpired(context, config.retentionMs)
        if (challenges + events > 0) log.info({ challenges, events }, 'old rows were deleted')
      },
      failure: 'old rows could not be deleted; retrying',
    },
    {
      name: 'lookup statistics',
      intervalMs: 60_000,
      run: ({ aborted }) => writeLookups(context, { isLast: aborted }),
      failure: 'lookup statistics could not be written',
      runsAtStop: true,
    },
    {
      name: 'traffic',
      intervalMs: 60_000,
      run: async () => {
        let isWritten = false
        try {
          await writeTraffic(context)
          isWritten = true
        } finally {
          health.noteWrite(isWritten)
        }
      },
      failure: 'traffic could not be written; retrying',
      runsAtStop: true,
    },
    {
      name: 'API requests',
      intervalMs: 5000,
      run: () => writeApiRequests(context),
      failure: 'the last requests of API keys could not be written; retrying',
      runsAtStop: true,
    },
    {
      name: 'former names',
      intervalMs: 5000,
      run: () => writeFormerNames(context),
      failure: 'names of former gateways could not be written; retrying',
      runsAtStop: true,
    },
    deliverWebhooks(context),
    {
      name: 'own hosts',
      intervalMs: 600_000,
      run: (signal) => checkHosts(context, signal),
      failure: 'the proofs of own hosts could not be checked; retrying',
    },
    {
      name: 'policy indexes',
      intervalMs: 10_000,
      run: (signal) => completeIndexes(context, signal),
      failure: 'names could not be indexed for a policy; retrying',
    },
  ]
}

/** Returns how to stop them, which waits for the runs in progress and the last ones. */
export function startJobs({ log }: Pick<Context, 'log'>, jobs: readonly Job[]): () => Promise<void> {
  const stopping = new AbortController()
  const start = async ({
    name,
    intervalMs,
    run,
    failure = 'a job has failed',
    level = 'warn',
    runsAtStop = false,
  }: Job) => {
    const attempt = async () => {
      try {
        await run(stopping.signal)
      } catch (err) {
        log[level]({ err, job: name }, failure)
      }
    }
    await (intervalMs === undefined ? attempt() : repeat(intervalMs, attempt, stopping.signal))
    if (runsAtStop) await attempt()
  }
  const running = jobs.map(start)
  return async () => {
    stopping.abort()
    await Promise.all(running)
  }
}

function reconcilePayments({ log }: Context, payments: ActivePayments): Job {
  return {
    name: 'payments',
    intervalMs: 5_000,
    run: () =>
      payments.reconcile({
        onProgress: (changes) => log.info({ payments: changes }, 'payments changed state'),
        onForeignNonce: (nonce) =>
          log.error(nonce, 'another program sends transactions from the relayer account; payments may fail'),
      }),
    failure: 'payments could not be reconciled; retrying',
    level: 'error',
  }
}

/** Of contracts, domains, gateways and images. */
export function surveyHealth({ health }: Pick<Context, 'health'>, intervalMs: number): Job {
  return {
    name: 'survey',
    intervalMs,
    run: health.survey,
    failure: 'the health could not be surveyed; retrying',
  }
}

/** A key that `signers rotate` has written is in use without a restart. */
function reloadSigners({ log, reloadSigners: reload, signers }: Context): Job {
  let known = ''
  return {
    name: 'signers',
    intervalMs: 2_000,
    run: async () => {
      try {
        if (await reload())
          log.info(
            Object.fromEntries(
              [...signers].map(([chain, all]) => [chain, all.map(({ address }) => address)]),
            ),
            'the signing keys have changed',
          )
        known = ''
      } catch (error) {
        const message = error instanceof OperatorError ? error.message : String(error)
        if (message !== known) log.error(`${message} The keys read before stay in use.`)
        known = message
      }
    },
  }
}

function deliverWebhooks(context: Context): Job {
  const { log, metrics } = context
  const name = 'webhooks'
  return {
    name,
    run: (signal) =>
      dispatchWebhooks(
        context,
        {
          onAttempt: ({ outcome }) => metrics.webhookAttempt(outcome),
          onSwitchedOff: ({ id, disabledReason }) =>
            log.warn({ webhook: id, disabledReason }, 'a webhook was disabled'),
          onError: (err) => log.warn({ err, job: name }, 'webhooks could not be delivered; retrying'),
        },
        signal,
      ),
  }
}
