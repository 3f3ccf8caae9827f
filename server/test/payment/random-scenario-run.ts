import type { PrivateKeyAccount } from 'viem/accounts'
import { createSemaphore } from '../../src/async/limits.ts'
import type { TransferAuthorization } from '../../src/model/payment.ts'
import type { Fault, FaultyRpc } from '../support/chain/faulty-rpc.ts'
import { decodeAuthorization } from '../support/payments/authorizations.ts'
import {
  createPaymentHeaders,
  type PaidHttpResponse,
  type PaymentHeaders,
  payingFetch,
  readPaidResponse,
  resolveUrl,
} from '../support/payments/clients.ts'
import { names, type PaymentFixture, priceBaseUnits } from '../support/payments/fixture.ts'
import { cancelAuthorization, sendAsThirdParty } from '../support/payments/third-party.ts'
import type { ServeProcess } from '../support/service/serve-process.ts'
import {
  type ClientRun,
  funds,
  killableServer,
  type Round,
  type Scenario,
  type ScenarioFault,
  type ScenarioPayment,
  type ScenarioRequest,
  stableServer,
} from './random-scenario.ts'

/** A signed credential, and the official client that signed it. */
export interface SignedCredential {
  readonly headers: PaymentHeaders
  readonly authorization: TransferAuthorization
  /** Set when an official client signed it; the same for all credentials of one client run. */
  readonly clientRun: ClientRun | undefined
}

/** A request with a credential, and its response. */
export interface SentRequest {
  readonly credential: SignedCredential
  /** Whether it requested the resource that the credential was signed for. */
  readonly isSameResource: boolean
  /** Unix milliseconds. */
  readonly from: number
  readonly to: number
  /** Undefined when the connection was lost. */
  readonly response: PaidHttpResponse | undefined
}

/** The state of a running scenario. */
interface ScenarioRun {
  readonly fixture: PaymentFixture
  readonly servers: ServeProcess[]
  readonly payers: readonly PrivateKeyAccount[]
  readonly requests: SentRequest[]
  /** Transactions of third parties, which may wait for their block. */
  readonly interference: Promise<unknown>[]
}

/** Short timeouts, so that failures are fast. */
const settings = { PAYMENT_TIMEOUT: '1', RPC_TIMEOUT: '1', RESOLVE_TIMEOUT: '1' }

const [paidName, otherName] = names

/** Runs a scenario, and ends with everything working again: servers then wait as long as by default, however slow the machine is. */
export async function runScenario(fixture: PaymentFixture, scenario: Scenario): Promise<ScenarioRun> {
  const run: ScenarioRun = {
    fixture,
    servers: [await fixture.startProcess(settings), await fixture.startProcess(settings)],
    payers: await Promise.all(funds.map((payments) => fixture.createPayer(payments * priceBaseUnits))),
    requests: [],
    interference: [],
  }
  for (const round of scenario) await runRound(run, round)
  await setMining(fixture, true)
  await Promise.all(run.interference)
  for (const index of run.servers.keys()) {
    await serverOf(run, index).end('SIGTERM')
    run.servers[index] = await fixture.startProcess()
  }
  return run
}

/** Repeats every credential, except those that their client may have replaced by another one. */
export async function replayAll(run: ScenarioRun, server: ScenarioRequest['server']): Promise<void> {
  const kept = run.requests.filter(
    ({ credential, response: received }) => !credential.clientRun || !received?.isPaymentRequired,
  )
  const semaphore = createSemaphore(16)
  const never = new AbortController().signal
  const again = { server, isSameResource: true, timeoutMs: 60_000 }
  const credentials = new Set(kept.map(({ credential }) => credential))
  await Promise.all(
    Array.from(credentials, (credential) => semaphore(() => sendRequest(run, credential, again), never)),
  )
}

async function runRound(run: ScenarioRun, round: Round): Promise<void> {
  const { baseRpc: baseNode, namesRpc: namesNode } = run.fixture
  const credentials = await Promise.all(round.payments.map((payment) => sign(run, payment)))
  await setMining(run.fixture, round.isMining)
  const roundEnd = Promise.withResolvers<void>()
  const undo = [
    ...round.baseFaults.map((fault) => fail(baseNode, fault, roundEnd.promise)),
    ...round.namesFaults.map((fault) => fail(namesNode, fault, roundEnd.promise)),
    ...(round.killedAt ? [killAt(run, round.killedAt)] : []),
  ]
  await Promise.all([
    ...credentials.map(({ credential, payment }) => pay(run, credential, payment)),
    ...round.clientRuns.map((each) => runClient(run, each)),
  ])
  roundEnd.resolve()
  await Promise.all(undo.map((each) => each()))
}

async function setMining({ control }: PaymentFixture, isMining: boolean): Promise<void> {
  await control.setAutomine(isMining)
  if (isMining) await control.mine({ blocks: 1 })
}

/** Adds a fault; what it holds is held until the end of the round. */
function fail(node: FaultyRpc, { method, times, what }: ScenarioFault, roundEnd: Promise<void>) {
  const isHeld = what.kind === 'hold-call' || what.kind === 'hold-response'
  const fault: Fault = isHeld ? { ...what, until: roundEnd } : what
  return node.addFault({ ...fault, times, ...(method !== 'any' && { method }) })
}

/**
 * Kills the second server at a call, before the node gets it, and restarts it; returns a function that waits for that.
 */
function killAt(run: ScenarioRun, { method, call }: NonNullable<Round['killedAt']>) {
  const { fixture, servers } = run
  let calls = 0
  let restarted: Promise<void> | undefined
  const removeHook = fixture.baseRpc.onCall(method, () => {
    calls += 1
    if (calls !== call) return undefined
    const ended = serverOf(run, killableServer).end('SIGKILL')
    restarted = ended.then(async () => {
      servers[killableServer] = await fixture.startProcess(settings)
    })
    return ended
  })
  return async () => {
    removeHook()
    await restarted
  }
}

/** Lets an official client sign; a server whose RPC has failed takes a moment to request payment again. */
async function sign(run: ScenarioRun, payment: ScenarioPayment) {
  const url = resolveUrl(serverOf(run, stableServer).url, paidName)
  const attempt = () =>
    createPaymentHeaders(payment.protocol, payerOf(run, payment), url).catch(() => undefined)
  let headers = await attempt()
  while (!headers) headers = await attempt()
  const credential: SignedCredential = {
    headers,
    authorization: decodeAuthorization(headers),
    clientRun: undefined,
  }
  return { credential, payment }
}

async function pay(run: ScenarioRun, credential: SignedCredential, payment: ScenarioPayment): Promise<void> {
  const interference = interfere(run, credential, payment)
  run.interference.push(interference.catch(() => {}))
  await Promise.all(payment.concurrent.map((drawn) => sendRequest(run, credential, drawn)))
  for (const drawn of payment.afterwards) await sendRequest(run, credential, drawn)
}

/** What the payer, or a third party that has seen the authorization, does with it. */
async function interfere(
  run: ScenarioRun,
  { authorization }: SignedCredential,
  payment: ScenarioPayment,
): Promise<void> {
  const { rpcUrl } = run.fixture.base
  if (payment.interference === 'front-run') await sendAsThirdParty(rpcUrl, authorization)
  if (payment.interference === 'cancel')
    await cancelAuthorization(rpcUrl, payerOf(run, payment), authorization.nonce)
}

async function sendRequest(
  run: ScenarioRun,
  credential: SignedCredential,
  { server, isSameResource, timeoutMs }: ScenarioRequest,
): Promise<void> {
  const url = resolveUrl(serverOf(run, server).url, isSameResource ? paidName : otherName)
  const request = new Request(url, { headers: credential.headers, signal: AbortSignal.timeout(timeoutMs) })
  await sendAndRecord(run, credential, isSameResource, () => fetch(request)).catch(() => {})
}

/** Runs an official client without interference. */
async function runClient(run: ScenarioRun, drawn: ClientRun): Promise<void> {
  const inner: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    const headers = credentialIn(request)
    if (!headers) return fetch(request)
    const credential = { headers, authorization: decodeAuthorization(headers), clientRun: drawn }
    return sendAndRecord(run, credential, true, () => fetch(request))
  }
  const client = payingFetch(drawn.protocol, payerOf(run, drawn), inner)
  await client(resolveUrl(serverOf(run, drawn.server).url, paidName)).catch(() => {})
}

/** Sends a request and records its response. */
async function sendAndRecord(
  { requests }: ScenarioRun,
  credential: SignedCredential,
  isSameResource: boolean,
  send: () => Promise<Response>,
): Promise<Response> {
  const from = Date.now()
  let received: PaidHttpResponse | undefined
  try {
    const response = await send()
    received = await readPaidResponse(response.clone())
    return response
  } finally {
    requests.push({ credential, isSameResource, from, to: Date.now(), response: received })
  }
}

function credentialIn({ headers }: Request): PaymentHeaders | undefined {
  const header = ['payment-signature', 'authorization'].find((name) => headers.has(name))
  return header === undefined ? undefined : { [header]: headers.get(header) ?? '' }
}

function serverOf({ servers }: Pick<ScenarioRun, 'servers'>, index: number) {
  return requireDefined(servers[index])
}

function payerOf({ payers }: Pick<ScenarioRun, 'payers'>, { payer }: { readonly payer: number }) {
  return requireDefined(payers[payer])
}

function requireDefined<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There are as many as the story speaks of.')
  return value
}
