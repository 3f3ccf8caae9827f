import type { FastifyBaseLogger as Logger } from 'fastify'
import { pino } from 'pino'
import type { Hex } from 'viem'
import { createChains } from './chain/chains.ts'
import { type Client, type GuardedFetch, openGuardedFetch } from './chain/guarded-fetch.ts'
import type { OnCall } from './chain/own-node.ts'
import { createSignatureVerifier } from './chain/signature-verifier.ts'
import type { Config, Secrets } from './config.ts'
import type { CoreContext } from './core/context.ts'
import { createRateCounter, type RateCounter } from './core/limits/rate-counter.ts'
import { createAnswerCache } from './core/lookup/answer-cache.ts'
import { createKnownNames } from './core/lookup/known-names.ts'
import { countPaymentsByState } from './core/payments/list.ts'
import type { Payments } from './core/payments/payments.ts'
import { type Readiness, watchReadiness } from './core/system/readiness.ts'
import { createSigner, type Signer } from './gateway/signer.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'
import { withoutDetails } from './log.ts'
import { openMedia } from './media/open-media.ts'
import { watchNodes } from './node-watch.ts'
import { openStore } from './store/open.ts'
import { readSizes } from './store/sizes.ts'
import { createTasks } from './tasks.ts'
import { type InputBuffers, watchInputBuffers } from './watch/input-buffers.ts'
import { type Metrics, uncounted } from './watch/metrics.ts'
import { type OutputBuffers, watchOutputBuffers } from './watch/output-buffers.ts'
import { type Pressure, watchPressure } from './watch/pressure.ts'

/** Everything one running service holds. */
export interface Context extends CoreContext {
  readonly config: Config
  readonly log: Logger
  readonly metrics: Metrics
  readonly pressure: Pressure
  /** What waits to be sent. */
  readonly outputBuffers: OutputBuffers
  /** Bodies that are being received. */
  readonly inputBuffers: InputBuffers
  /** `outbound` for what a client asks; it takes the place of that where a request is worked on. */
  readonly outboundFor: (client: Client) => GuardedFetch
  readonly lifecycle: Lifecycle
  readonly rates: RateCounter
  /** What the service needs, and whether it is there. */
  readonly readiness: () => Promise<Readiness>
  /** Ends all calls to the nodes of chains: nobody waits for them any more. */
  readonly hangUp: () => void
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
  const clock = overrides.clock ?? Date.now
  const metrics = await startToCount(config)
  const onCall = both(metrics.chainCall, watchNodes(log, clock))
  const store = await openStore({
    url: secrets.databaseUrl,
    line: config.databaseLine,
    ...replicasOf(config, secrets),
  })
  const outbound = openGuardedFetch({ allowedOrigins: config.outboundOrigins })
  const media = await openMedia({ folder: config.mediaFolder, bucket: secrets.mediaBucket })
  const payments = await openPayments(config, secrets, onCall)
  const outputBuffers = watchOutputBuffers(config.output, () => metrics.shed('slow reader'))
  const pressure = watchPressure({
    maxDelay: config.overload.maxDelay,
    outputShare: outputBuffers.share,
  })
  const inputBuffers = watchInputBuffers(config.input, () => metrics.shed('request body'))
  const rates = createRateCounter(store, clock)
  const hangingUp = new AbortController()
  const chains = createChains({
    rpcUrls: secrets.rpcUrls,
    timeout: config.rpcTimeout,
    onCall,
    signal: hangingUp.signal,
  })
  const core: CoreContext = {
    store,
    chains,
    signatures: createSignatureVerifier(chains),
    outbound: outbound.fetch,
    signers: createSigners(secrets.signerKeys, metrics.signature),
    names: createKnownNames(store, config.answerCacheSize / 2),
    answers: createAnswerCache(config.answerCacheSize / 2, metrics.cache),
    clock,
    media,
    payments,
    rules: {
      limits: config.limits,
      messageLifetime: config.messageLifetime,
      maxChallenges: config.maxChallenges,
      answerLifetime: config.answerLifetime,
      answerStaleLimit: config.answerStaleLimit,
      readTimeout: config.readTimeout,
      verifyDomainControl: config.verifyDomainControl,
    },
  }
  measure(core, metrics, pressure)
  metrics.gauge(
    'byname_output_buffer_bytes',
    'Bytes of answers that wait for their clients.',
    outputBuffers.bytes,
  )
  metrics.gauge('byname_input_buffer_bytes', 'Bytes of bodies that are being received.', inputBuffers.bytes)
  return {
    ...core,
    config,
    log,
    metrics,
    pressure,
    outputBuffers,
    inputBuffers,
    outboundFor: outbound.fetchFor,
    lifecycle: createLifecycle(),
    rates,
    readiness: watchReadiness(core),
    hangUp: () => hangingUp.abort(),
    close: async () => {
      pressure.close()
      outputBuffers.close()
      await rates.close()
      await payments?.tasks.drained()
      await outbound.close()
      media.close()
      await store.close()
    },
  }
}

const both =
  (one: OnCall, other: OnCall): OnCall =>
  (...call) => {
    one(...call)
    other(...call)
  }

const replicasOf = ({ replicaMaxLag }: Config, { databaseReplicaUrls: urls }: Secrets) =>
  urls.length > 0 ? { replicas: { urls, maxLag: replicaMaxLag } } : {}

/** What counts, where metrics are served; elsewhere the library is not even loaded. */
async function startToCount({ metrics }: Config): Promise<Metrics> {
  if (!metrics) return uncounted
  const { countForPrometheus } = await import('./watch/prometheus.ts')
  return countForPrometheus()
}

/** What is read only when somebody asks for the metrics. */
function measure(core: CoreContext, { gauge, sharedGauge }: Metrics, { utilization }: Pressure): void {
  const { store, payments, answers, media } = core
  gauge('byname_answer_cache_entries', 'Signed answers that are kept.', () => answers.size().answers)
  gauge('byname_answer_cache_bytes', 'Bytes that they take.', () => answers.size().bytes)
  gauge('byname_database_connections', 'Open connections.', () => store.load().connections)
  gauge('byname_database_waiting', 'Work that waits for a connection.', () => store.load().waiting)
  gauge(
    'byname_event_loop_utilization',
    'Share of the last moment in which it was busy.',
    utilization,
    'average',
  )
  sharedGauge('byname_database_rows', 'Rows of each table, about.', 'table', async () => {
    const { rows } = await readSizes(store)
    return rows
  })
  sharedGauge(
    'byname_storage_bytes',
    'Bytes of the database and of the folder of images.',
    'kind',
    async () => ({
      database: (await readSizes(store)).bytes,
      images: await media.size(),
    }),
  )
  if (payments)
    sharedGauge('byname_payments', 'Payments, by state.', 'state', async () => ({
      ...(await countPaymentsByState(core)),
    }))
}

/** What takes payments, where somebody is to be paid; elsewhere what makes them is not even loaded. */
async function openPayments(
  { payment, rpcTimeout }: Config,
  { payment: keys }: Secrets,
  onCall: OnCall,
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
    onCall,
    ...places,
  })
  return { ...rules, terms, settlement, secret, previousSecret, tasks: createTasks() }
}

function createSigners(keys: Secrets['signerKeys'], onSign: () => void): ReadonlyMap<number, Signer> {
  const signers = new Map<number, Signer>()
  for (const [chainId, key] of Object.entries(keys))
    if (key) signers.set(Number(chainId), counting(key, onSign))
  return signers
}

function counting(key: Hex, onSign: () => void): Signer {
  const signer = createSigner(key)
  return {
    ...signer,
    sign: (digest) => {
      onSign()
      return signer.sign(digest)
    },
  }
}
