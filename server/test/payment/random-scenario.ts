import fc from 'fast-check'
import { protocols } from '../support/payment-clients.ts'

/** Everything that happens in one random test; a seed makes it. */
export type Scenario = readonly Round[]

/** What happens at once. Faults end with the round; whether blocks are mined lasts into the next one. */
export type Round = ValueOf<typeof round>

/** One proof, and all that is done with it. */
export type PlannedPayment = ValueOf<typeof payment>

/** One request with a proof. */
export type PlannedRequest = ValueOf<typeof plannedRequest>

/** An official client of a protocol that is let alone. */
export type ClientRun = ValueOf<typeof clientRun>

/** Something that befalls some of the calls to a node. */
export type PlannedFault = ValueOf<ReturnType<typeof faultOf>>

/** What the servers are: the second one is killed and started again. */
export const stableServer = 0
export const killableServer = 1

/** How many payments each payer has the money for. */
export const funds = [500n, 500n, 500n, 500n, 3n, 2n, 0n]

type ValueOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never

const one = fc.constantFrom

/** The usual, so many times for one of another. */
function mostly<T>(weight: number, usual: T, rare: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: rare })
}

const garbage = ['', 'busy', '[]', '{"jsonrpc":"2.0","id":1}', '{"jsonrpc":"2.0","id":1,"result":null}']
const refusals = ['txpool is full', 'nonce too low', 'already known', 'execution reverted', 'internal error']

function faultOf(...methods: readonly string[]) {
  return fc.record({
    /** `any` is every method. */
    method: one('any', ...methods),
    times: one(1, 2, 5, 1_000),
    what: fc.oneof(
      fc.record({ kind: one('drop-call', 'drop-answer') }),
      fc.record({ kind: fc.constant('hold-call') }),
      fc.record({ kind: fc.constant('hold-answer') }),
      fc.record({ kind: fc.constant('answer'), status: one(200, 500, 503), body: one(...garbage) }),
      fc.record({ kind: fc.constant('error'), code: fc.constant(-32_000), message: one(...refusals) }),
    ),
  })
}

const baseFault = faultOf(
  'eth_sendRawTransaction',
  'eth_sendRawTransaction',
  'eth_getTransactionReceipt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_estimateGas',
  'eth_call',
  'eth_getBlockByNumber',
  'eth_getLogs',
)

const plannedRequest = fc.record({
  server: one(stableServer, killableServer),
  isRight: mostly(9, true, fc.constant(false)),
  /** Milliseconds after which the client hangs up. */
  patience: mostly<number>(9, 10_000, one(20, 100, 400)),
})

const payment = fc.record({
  protocol: one(...protocols),
  payer: fc.nat(funds.length - 1),
  atOnce: fc.array(plannedRequest, { minLength: 1, maxLength: 4 }),
  afterwards: fc.array(plannedRequest, { maxLength: 2 }),
  meddling: mostly(3, 'none', one('front-run', 'front-run', 'cancel')),
})

const clientRun = fc.record({
  protocol: one(...protocols),
  payer: fc.nat(funds.length - 1),
  server: one(stableServer, killableServer),
})

const round = fc.record({
  baseFaults: fc.array(baseFault, { maxLength: 3 }),
  namesFaults: mostly(9, [], fc.array(faultOf('eth_call'), { minLength: 1, maxLength: 1 })),
  isMining: fc.boolean(),
  /** The call of a node at which the second server is killed. */
  killedAt: fc.option(
    fc.record({
      method: one('eth_call', 'eth_estimateGas', 'eth_sendRawTransaction', 'eth_getTransactionReceipt'),
      call: fc.integer({ min: 1, max: 20 }),
    }),
    { nil: undefined, freq: 2 },
  ),
  payments: fc.array(payment, { minLength: 15, maxLength: 25 }),
  visits: fc.array(clientRun, { maxLength: 3 }),
})

/** The story that a seed makes. */
export function scenarioOf(seed: number, rounds: number): Scenario {
  const story = fc.array(round, { minLength: rounds, maxLength: rounds })
  const [first = []] = fc.sample(story, { seed, numRuns: 1, unbiased: true })
  return first
}
