import type { PrivateKeyAccount } from 'viem/accounts'
import { createSemaphore } from '../../src/async/semaphore.ts'
import type { TransferAuthorization } from '../../src/payment/authorization.ts'
import { decodeAuthorization } from '../support/decode-authorization.ts'
import type { Fault, FaultyRpc } from '../support/faulty-rpc.ts'
import {
  createPaymentHeaders,
  type PaidHttpResponse,
  type PaymentHeaders,
  payingFetch,
  readPaidResponse,
  resolveUrl,
} from '../support/payment-clients.ts'
import { names, type PaymentFixture, priceBaseUnits } from '../support/payment-fixture.ts'
import type { ServeProcess } from '../support/serve-process.ts'
import { cancelAuthorization, sendAsThirdParty } from '../support/third-party.ts'
import {
  type ClientRun,
  funds,
  killableServer,
  type PlannedFault,
  type PlannedPayment,
  type PlannedRequest,
  type Round,
  type Scenario,
  stableServer,
} from './random-scenario.ts'

/** What a client has signed, and for which client it was. */
export interface SignedProof {
  readonly headers: PaymentHeaders
  readonly authorization: TransferAuthorization
  /** Set when an official client made it; the same for all that one request made it sign. */
  readonly visit: ClientRun | undefined
}

/** A request with a proof, and what came of it. */
export interface SentRequest {
  readonly proof: SignedProof
  /** Whether it asked for what the proof was signed for. */
  readonly isRight: boolean
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
  /** Undefined when the connection ended before. */
  readonly answer: PaidHttpResponse | undefined
}

/** What goes on while a story is told. */
interface ScenarioRun {
  readonly scene: PaymentFixture
  readonly servers: ServeProcess[]
  readonly payers: readonly PrivateKeyAccount[]
  readonly asks: SentRequest[]
  /** What somebody else has sent, which may wait for its block. */
  readonly meddling: Promise<unknown>[]
}

/** Everything is short, so that what fails does so soon. */
const settings = { PAYMENT_TIMEOUT: '1', RPC_TIMEOUT: '1', RESOLVE_TIMEOUT: '1' }

const [right, wrong] = names

/** Makes a story happen, and ends with everything in order again. */
export async function runScenario(scene: PaymentFixture, story: Scenario): Promise<ScenarioRun> {
  const stage: ScenarioRun = {
    scene,
    servers: [await scene.startProcess(settings), await scene.startProcess(settings)],
    payers: await Promise.all(funds.map((payments) => scene.createPayer(payments * priceBaseUnits))),
    asks: [],
    meddling: [],
  }
  for (const round of story) await runRound(stage, round)
  await setMining(scene, true)
  await Promise.all(stage.meddling)
  return stage
}

/** Asks once more with every proof, but for those in whose place their client may have signed another one. */
export async function replayAll(stage: ScenarioRun, server: PlannedRequest['server']): Promise<void> {
  const kept = stage.asks.filter(({ proof, answer }) => !proof.visit || !answer?.isPaymentRequired)
  const semaphore = createSemaphore(16)
  const never = new AbortController().signal
  const again = { server, isRight: true, patience: 60_000 }
  const proofs = new Set(kept.map(({ proof }) => proof))
  await Promise.all(Array.from(proofs, (proof) => semaphore(() => sendRequest(stage, proof, again), never)))
}

async function runRound(stage: ScenarioRun, round: Round): Promise<void> {
  const { baseRpc: baseNode, namesRpc: namesNode } = stage.scene
  const proofs = await Promise.all(round.payments.map((payment) => sign(stage, payment)))
  await setMining(stage.scene, round.isMining)
  const over = Promise.withResolvers<void>()
  const undo = [
    ...round.baseFaults.map((fault) => fail(baseNode, fault, over.promise)),
    ...round.namesFaults.map((fault) => fail(namesNode, fault, over.promise)),
    ...(round.killedAt ? [killAt(stage, round.killedAt)] : []),
  ]
  await Promise.all([
    ...proofs.map(({ proof, payment }) => pay(stage, proof, payment)),
    ...round.visits.map((each) => runClient(stage, each)),
  ])
  over.resolve()
  await Promise.all(undo.map((each) => each()))
}

async function setMining({ control }: PaymentFixture, isMining: boolean): Promise<void> {
  await control.setAutomine(isMining)
  if (isMining) await control.mine({ blocks: 1 })
}

/** Sets a fault; what it holds is held until the round is over. */
function fail(node: FaultyRpc, { method, times, what }: PlannedFault, over: Promise<void>) {
  const isHeld = what.kind === 'hold-call' || what.kind === 'hold-answer'
  const fault: Fault = isHeld ? { ...what, until: over } : what
  return node.addFault({ ...fault, times, ...(method !== 'any' && { method }) })
}

/** Kills the second server at some call, before the node gets it, and starts it again; gives what waits for that. */
function killAt(stage: ScenarioRun, { method, call }: NonNullable<Round['killedAt']>) {
  const { scene, servers } = stage
  let calls = 0
  let restarted: Promise<void> | undefined
  const forget = scene.baseRpc.onCall(method, () => {
    calls += 1
    if (calls !== call) return undefined
    const ended = serverOf(stage, killableServer).end('SIGKILL')
    restarted = ended.then(async () => {
      servers[killableServer] = await scene.startProcess(settings)
    })
    return ended
  })
  return async () => {
    forget()
    await restarted
  }
}

/** Lets an official client sign; a server whose node has failed takes a moment to ask for payment again. */
async function sign(stage: ScenarioRun, payment: PlannedPayment) {
  const url = resolveUrl(serverOf(stage, stableServer).url, right)
  const attempt = () =>
    createPaymentHeaders(payment.protocol, payerOf(stage, payment), url).catch(() => undefined)
  let headers = await attempt()
  while (!headers) headers = await attempt()
  const proof: SignedProof = { headers, authorization: decodeAuthorization(headers), visit: undefined }
  return { proof, payment }
}

async function pay(stage: ScenarioRun, proof: SignedProof, payment: PlannedPayment): Promise<void> {
  const meddling = interfere(stage, proof, payment)
  stage.meddling.push(meddling.catch(() => {}))
  await Promise.all(payment.atOnce.map((planned) => sendRequest(stage, proof, planned)))
  for (const planned of payment.afterwards) await sendRequest(stage, proof, planned)
}

/** What the payer, or somebody who has seen the authorization, does with it. */
async function interfere(
  stage: ScenarioRun,
  { authorization }: SignedProof,
  payment: PlannedPayment,
): Promise<void> {
  const { rpcUrl } = stage.scene.base
  if (payment.meddling === 'front-run') await sendAsThirdParty(rpcUrl, authorization)
  if (payment.meddling === 'cancel')
    await cancelAuthorization(rpcUrl, payerOf(stage, payment), authorization.nonce)
}

async function sendRequest(
  stage: ScenarioRun,
  proof: SignedProof,
  { server, isRight, patience }: PlannedRequest,
): Promise<void> {
  const url = resolveUrl(serverOf(stage, server).url, isRight ? right : wrong)
  const request = new Request(url, { headers: proof.headers, signal: AbortSignal.timeout(patience) })
  await sendAndRecord(stage, proof, isRight, () => fetch(request)).catch(() => {})
}

/** Lets an official client ask and pay as it likes. */
async function runClient(stage: ScenarioRun, planned: ClientRun): Promise<void> {
  const inner: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    const headers = proofIn(request)
    if (!headers) return fetch(request)
    const proof = { headers, authorization: decodeAuthorization(headers), visit: planned }
    return sendAndRecord(stage, proof, true, () => fetch(request))
  }
  const client = payingFetch(planned.protocol, payerOf(stage, planned), inner)
  await client(resolveUrl(serverOf(stage, planned.server).url, right)).catch(() => {})
}

/** Sends a request and remembers how it went. */
async function sendAndRecord(
  { asks }: ScenarioRun,
  proof: SignedProof,
  isRight: boolean,
  send: () => Promise<Response>,
): Promise<Response> {
  const from = Date.now()
  let answer: PaidHttpResponse | undefined
  try {
    const response = await send()
    answer = await readPaidResponse(response.clone())
    return response
  } finally {
    asks.push({ proof, isRight, from, to: Date.now(), answer })
  }
}

function proofIn({ headers }: Request): PaymentHeaders | undefined {
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
