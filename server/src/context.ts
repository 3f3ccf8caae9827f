import type { FastifyBaseLogger as Logger } from 'fastify'
import { pino } from 'pino'
import { createChains } from './chain/chains.ts'
import { openGuardedFetch } from './chain/guarded-fetch.ts'
import type { Config, Secrets } from './config.ts'
import type { CoreContext } from './core/context.ts'
import { createAnswerCache } from './core/lookup/answer-cache.ts'
import type { Payments } from './core/payments/payments.ts'
import { createSigner, type Signer } from './gateway/signer.ts'
import { withoutDetails } from './log.ts'
import { openMedia } from './media/open-media.ts'
import { openStore } from './store/open.ts'
import { createTasks } from './tasks.ts'

/** Everything one running service holds. */
export interface Context extends CoreContext {
  readonly config: Config
  readonly log: Logger
  /** Gives back all that `createContext` opened; running queries finish first. */
  readonly close: () => Promise<void>
}

/** What a test or a command may bring itself. */
export interface Overrides {
  readonly clock?: () => number
  readonly log?: Logger
}

/** Opens the store (migrating it), connects the chains and loads the signers. */
export async function createContext(
  config: Config,
  secrets: Secrets,
  overrides: Overrides = {},
): Promise<Context> {
  const log = withoutDetails(overrides.log ?? pino({ level: config.logLevel }))
  const store = await openStore({ url: secrets.databaseUrl, ...replicasOf(config, secrets) })
  const outbound = openGuardedFetch({ allowedOrigins: config.outboundOrigins })
  const media = await openMedia({ folder: config.mediaFolder, bucket: secrets.mediaBucket })
  const payments = await openPayments(config, secrets)
  return {
    config,
    log,
    store,
    chains: createChains({ rpcUrls: secrets.rpcUrls, timeout: config.rpcTimeout }),
    outbound: outbound.fetch,
    signers: createSigners(secrets.signerKeys),
    answers: createAnswerCache(config.answerCacheSize),
    clock: overrides.clock ?? Date.now,
    media,
    payments,
    rules: {
      limits: config.limits,
      messageLifetime: config.messageLifetime,
      answerLifetime: config.answerLifetime,
      answerStaleLimit: config.answerStaleLimit,
      readTimeout: config.readTimeout,
      verifyDomainControl: config.verifyDomainControl,
    },
    close: async () => {
      await payments?.tasks.drained()
      await outbound.close()
      media.close()
      await store.close()
    },
  }
}

const replicasOf = ({ replicaMaxLag }: Config, { databaseReplicaUrls: urls }: Secrets) =>
  urls.length > 0 ? { replicas: { urls, maxLag: replicaMaxLag } } : {}

/** What takes payments, where somebody is to be paid; elsewhere what makes them is not even loaded. */
async function openPayments(
  { payment, rpcTimeout }: Config,
  { payment: keys }: Secrets,
): Promise<Payments | undefined> {
  if (!payment || keys.secret === undefined) return undefined
  const { openSettlement } = await import('./settlement/open-settlement.ts')
  const { terms, confirmations, gasFloor, ...rules } = payment
  const { secret, previousSecret, ...places } = keys
  // A node that hangs must leave time to ask it again before a payment's client is answered.
  const callTimeout = Math.min(rpcTimeout, rules.timeout / 4)
  const settlement = openSettlement({
    terms,
    confirmations,
    gasFloor,
    rpcTimeout: callTimeout,
    timeout: rules.timeout,
    ...places,
  })
  return { ...rules, terms, settlement, secret, previousSecret, tasks: createTasks() }
}

function createSigners(keys: Secrets['signerKeys']): ReadonlyMap<number, Signer> {
  const signers = new Map<number, Signer>()
  for (const [chainId, key] of Object.entries(keys)) if (key) signers.set(Number(chainId), createSigner(key))
  return signers
}
