import type { AlertTarget } from './alert/target.ts'
import type { AnchorContext } from './anchor/anchor-context.ts'
import { anchorDue } from './anchor/anchor-due.ts'
import type { Context } from './context.ts'
import { reportReasons } from './core/alerts/report-reasons.ts'
import type { SendOutcome } from './core/alerts/send-alert.ts'
import { watchReasons } from './core/alerts/watch-reasons.ts'
import { writeApiRequests } from './core/api-requests.ts'
import { renewCertificates } from './core/certificates/renew-certificates.ts'
import { createTakenClaimsEnder } from './core/claims/end-taken.ts'
import { tellOutcomes } from './core/claims/tell-outcomes.ts'
import { writeFormerNames } from './core/domains/former-gateway.ts'
import { checkHosts } from './core/domains/hosts.ts'
import { completeIndexes } from './core/policies/update.ts'
import { purgeExpired } from './core/retention.ts'
import { announceEnds } from './core/seals/announce-ends.ts'
import { scanSeals } from './core/seals/scan-seals.ts'
import { writeLookups } from './core/statistics.ts'
import { writeTraffic } from './core/traffic.ts'
import { dispatchWebhooks } from './core/webhooks/dispatcher.ts'
import { type Job, reloadSigners } from './job.ts'
import { type NoticeChannel, noticeChannels } from './model/claim-notice.ts'
import type { ActivePayments } from './payments/payments.ts'

/** All jobs of a service. */
export function jobsOf(context: Context): readonly Job[] {
  const { config, health, log, payments } = context
  return [
    ...(payments.active ? [reconcilePayments(context, payments.active)] : []),
    // Also without a balancer that asks for it.
    { name: 'health', intervalMs: 30_000, run: () => health.judge().then(() => {}) },
    { name: 'write trial', intervalMs: 60_000, run: health.watchWrites },
    ...(config.signerMonitorIntervalMs > 0 ? surveyHealth(context, config.signerMonitorIntervalMs) : []),
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
      run: () => writeTraffic(context),
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
    ...noticeChannels.map((channel) => sendNotices(context, channel)),
    {
      name: 'own hosts',
      intervalMs: 600_000,
      run: (signal) => checkHosts(context, signal),
      failure: 'the proofs of own hosts could not be checked; retrying',
    },
    {
      name: 'seals',
      intervalMs: 12_000,
      run: (signal) => scanSeals(context, signal),
      failure: 'the seals of a resolver could not be read; retrying',
    },
    {
      name: 'taken claims',
      intervalMs: 12_000,
      run: createTakenClaimsEnder(context),
      failure: 'claims of names that were given meanwhile could not be ended; retrying',
    },
    {
      name: 'ends of sealed sets',
      intervalMs: 60_000,
      run: (signal) => announceEnds(context, signal),
      failure: 'the ends of sealed sets could not be announced; retrying',
    },
    ...(context.alerts.targets.length > 0 ? alerts(context) : []),
    ...(context.tls ? [certificates(context)] : []),
    ...(context.anchoring ? [anchors(context, context.anchoring)] : []),
    ...(context.shipLog
      ? [{ name: 'log shipping', run: context.shipLog, failure: 'the log is not shipped', stopsLast: true }]
      : []),
    {
      name: 'policy indexes',
      intervalMs: 10_000,
      run: (signal) => completeIndexes(context, signal),
      failure: 'names could not be indexed for a policy; retrying',
    },
  ]
}

/** A job for each target, so that none holds up another. */
function alerts(context: Context): readonly Job[] {
  const { log, health } = context
  const onAttempt = ({ kind, host }: AlertTarget, { problem }: SendOutcome) => {
    if (problem !== undefined) log.warn({ kind, host, problem }, 'an alert could not be sent; retrying')
  }
  return [
    {
      name: 'alerts',
      intervalMs: 10_000,
      run: async () => watchReasons(context, (await health.read()).reasons),
      failure: 'the reasons for alerts could not be stored; retrying',
    },
    ...context.alerts.targets.map((target) => ({
      name: `alerts by ${target.kind}`,
      intervalMs: 5_000,
      run: () => reportReasons(context, target, { onAttempt }),
      failure: 'alerts could not be sent; retrying',
    })),
  ]
}

function anchors({ log }: Context, anchoring: AnchorContext): Job {
  return {
    name: 'anchors',
    intervalMs: 30_000,
    run: (signal) =>
      anchorDue(
        anchoring,
        {
          onAnchored: (domain, { root, names, transactionHash }) =>
            log.info({ domain, root, names, transactionHash }, 'a domain was anchored'),
          onFailure: (domain, err) => log.warn({ err, domain }, 'a domain could not be anchored; retrying'),
        },
        signal,
      ),
    failure: 'domains could not be anchored; retrying',
  }
}

function certificates(context: Context): Job {
  const { log } = context
  return {
    name: 'certificates',
    intervalMs: 10_000,
    run: (signal) =>
      renewCertificates(
        context,
        {
          onIssued: (host, expiresAt) => log.info({ host, expiresAt }, 'a certificate was issued'),
          onFailure: (host, problem) => log.warn({ host, problem }, 'no certificate was issued; retrying'),
        },
        signal,
      ),
    failure: 'certificates could not be renewed; retrying',
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

/** Of contracts, domains and images, and the self-probe. */
export function surveyHealth({ health }: Pick<Context, 'health'>, intervalMs: number): readonly Job[] {
  return [
    {
      name: 'survey',
      intervalMs,
      run: health.survey,
      failure: 'the health could not be surveyed; retrying',
    },
    {
      name: 'self-probe',
      intervalMs,
      run: health.probe,
      failure: 'the service could not resolve a name of its own; retrying',
    },
  ]
}

/** A job for each channel, so that none holds up another. */
function sendNotices(context: Context, channel: NoticeChannel): Job {
  const name = `notices by ${channel}`
  const onFailure = (err: Error) =>
    context.log.warn({ err, job: name }, 'the outcome of a claim could not be sent; retrying')
  return {
    name,
    intervalMs: 1000,
    run: (signal) => tellOutcomes(context, channel, onFailure, signal),
    failure: 'outcomes of claims could not be sent; retrying',
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
