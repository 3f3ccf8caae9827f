import type { PrivateKeyAccount } from 'viem/accounts'
import { createGate } from '../../src/gate.ts'
import type { TransferAuthorization } from '../../src/payment/authorization.ts'
import { authorizationIn } from '../support/authorization-in.ts'
import type { Fault, FaultyNode } from '../support/faulty-node.ts'
import { names, type PaidScene, price } from '../support/paid-scene.ts'
import {
  type PaidAnswer,
  type Proof,
  paidAnswer,
  payingFetch,
  proofFor,
  resolveUrl,
} from '../support/paying.ts'
import type { ServeProcess } from '../support/serve-process.ts'
import { cancel, sendByOther } from '../support/third-party.ts'
import {
  funds,
  mortal,
  type PlannedAsk,
  type PlannedFault,
  type PlannedPayment,
  type Round,
  type Story,
  steady,
  type Visit,
} from './random-story.ts'

/** What a client has signed, and for which client it was. */
export interface SignedProof {
  readonly headers: Proof
  readonly authorization: TransferAuthorization
  /** Set when an official client made it; the same for all that one request made it sign. */
  readonly visit: Visit | undefined
}

/** A request with a proof, and what came of it. */
export interface Ask {
  readonly proof: SignedProof
  /** Whether it asked for what the proof was signed for. */
  readonly isRight: boolean
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
  /** Undefined when the connection ended before. */
  readonly answer: PaidAnswer | undefined
}

/** What goes on while a story is told. */
interface Stage {
  readonly scene: PaidScene
  readonly servers: ServeProcess[]
  readonly payers: readonly PrivateKeyAccount[]
  readonly asks: Ask[]
  /** What somebody else has sent, which may wait for its block. */
  readonly meddling: Promise<unknown>[]
}

/** Everything is short, so that what fails does so soon. */
const settings = { PAYMENT_TIMEOUT: '1', RPC_TIMEOUT: '1', READ_TIMEOUT: '1' }

const [right, wrong] = names

/** Makes a story happen, and ends with everything in order again. */
export async function tell(scene: PaidScene, story: Story): Promise<Stage> {
  const stage: Stage = {
    scene,
    servers: [await scene.startProcess(settings), await scene.startProcess(settings)],
    payers: await Promise.all(funds.map((payments) => scene.createPayer(payments * price))),
    asks: [],
    meddling: [],
  }
  for (const round of story) await play(stage, round)
  await setMining(scene, true)
  await Promise.all(stage.meddling)
  return stage
}

/** Asks once more with every proof, but for those in whose place their client may have signed another one. */
export async function askAgain(stage: Stage, server: PlannedAsk['server']): Promise<void> {
  const kept = stage.asks.filter(({ proof, answer }) => !proof.visit || !answer?.isOffering)
  const gate = createGate(16)
  const never = new AbortController().signal
  const again = { server, isRight: true, patience: 60_000 }
  const proofs = new Set(kept.map(({ proof }) => proof))
  await Promise.all(Array.from(proofs, (proof) => gate(() => ask(stage, proof, again), never)))
}

async function play(stage: Stage, round: Round): Promise<void> {
  const { baseNode, namesNode } = stage.scene
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
    ...round.visits.map((each) => visit(stage, each)),
  ])
  over.resolve()
  await Promise.all(undo.map((each) => each()))
}

async function setMining({ control }: PaidScene, isMining: boolean): Promise<void> {
  await control.setAutomine(isMining)
  if (isMining) await control.mine({ blocks: 1 })
}

/** Sets a fault; what it holds is held until the round is over. */
function fail(node: FaultyNode, { method, times, what }: PlannedFault, over: Promise<void>) {
  const isHeld = what.kind === 'hold-call' || what.kind === 'hold-answer'
  const fault: Fault = isHeld ? { ...what, until: over } : what
  return node.fail({ ...fault, times, ...(method !== 'any' && { method }) })
}

/** Kills the second server at some call, before the node gets it, and starts it again; gives what waits for that. */
function killAt(stage: Stage, { method, call }: NonNullable<Round['killedAt']>) {
  const { scene, servers } = stage
  let calls = 0
  let restarted: Promise<void> | undefined
  const forget = scene.baseNode.onCall(method, () => {
    calls += 1
    if (calls !== call) return undefined
    const ended = serverOf(stage, mortal).end('SIGKILL')
    restarted = ended.then(async () => {
      servers[mortal] = await scene.startProcess(settings)
    })
    return ended
  })
  return async () => {
    forget()
    await restarted
  }
}

/** Lets an official client sign; a server whose node has failed takes a moment to ask for payment again. */
async function sign(stage: Stage, payment: PlannedPayment) {
  const url = resolveUrl(serverOf(stage, steady).url, right)
  const attempt = () => proofFor(payment.protocol, payerOf(stage, payment), url).catch(() => undefined)
  let headers = await attempt()
  while (!headers) headers = await attempt()
  const proof: SignedProof = { headers, authorization: authorizationIn(headers), visit: undefined }
  return { proof, payment }
}

async function pay(stage: Stage, proof: SignedProof, payment: PlannedPayment): Promise<void> {
  const meddling = meddle(stage, proof, payment)
  stage.meddling.push(meddling.catch(() => {}))
  await Promise.all(payment.atOnce.map((planned) => ask(stage, proof, planned)))
  for (const planned of payment.afterwards) await ask(stage, proof, planned)
}

/** What the payer, or somebody who has seen the authorization, does with it. */
async function meddle(stage: Stage, { authorization }: SignedProof, payment: PlannedPayment): Promise<void> {
  const { rpcUrl } = stage.scene.base
  if (payment.meddling === 'front-run') await sendByOther(rpcUrl, authorization)
  if (payment.meddling === 'cancel') await cancel(rpcUrl, payerOf(stage, payment), authorization.nonce)
}

async function ask(
  stage: Stage,
  proof: SignedProof,
  { server, isRight, patience }: PlannedAsk,
): Promise<void> {
  const url = resolveUrl(serverOf(stage, server).url, isRight ? right : wrong)
  const request = new Request(url, { headers: proof.headers, signal: AbortSignal.timeout(patience) })
  await note(stage, proof, isRight, () => fetch(request)).catch(() => {})
}

/** Lets an official client ask and pay as it likes. */
async function visit(stage: Stage, planned: Visit): Promise<void> {
  const inner: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    const headers = proofIn(request)
    if (!headers) return fetch(request)
    const proof = { headers, authorization: authorizationIn(headers), visit: planned }
    return note(stage, proof, true, () => fetch(request))
  }
  const client = payingFetch(planned.protocol, payerOf(stage, planned), inner)
  await client(resolveUrl(serverOf(stage, planned.server).url, right)).catch(() => {})
}

/** Sends a request and remembers how it went. */
async function note(
  { asks }: Stage,
  proof: SignedProof,
  isRight: boolean,
  send: () => Promise<Response>,
): Promise<Response> {
  const from = Date.now()
  let answer: PaidAnswer | undefined
  try {
    const response = await send()
    answer = await paidAnswer(response.clone())
    return response
  } finally {
    asks.push({ proof, isRight, from, to: Date.now(), answer })
  }
}

const proofIn = ({ headers }: Request): Proof | undefined => {
  const header = ['payment-signature', 'authorization'].find((name) => headers.has(name))
  return header === undefined ? undefined : { [header]: headers.get(header) ?? '' }
}

const serverOf = ({ servers }: Pick<Stage, 'servers'>, index: number) => present(servers[index])

const payerOf = ({ payers }: Pick<Stage, 'payers'>, { payer }: { readonly payer: number }) =>
  present(payers[payer])

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There are as many as the story speaks of.')
  return value
}
