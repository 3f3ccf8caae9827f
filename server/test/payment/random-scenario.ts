import fc from 'fast-check'
import { protocols } from '../support/payments/clients.ts'

/** Everything that happens in one random test, derived from a seed. */
export type Scenario = readonly Round[]

/** What happens concurrently. Faults end with the round; whether blocks are mined stays for the next one. */
export type Round = ValueOf<typeof round>

/** One credential, and its requests. */
export type ScenarioPayment = ValueOf<typeof payment>

/** One request with a credential. */
export type ScenarioRequest = ValueOf<typeof scenarioRequest>

/** A run of an official client. */
export type ClientRun = ValueOf<typeof clientRun>

/** A fault in some of the calls to a node. */
export type ScenarioFault = ValueOf<ReturnType<typeof faultOf>>

/** The indexes of the servers: the second one is killed and restarted. */
export const stableServer = 0
export const killableServer = 1

/** The number of payments that each payer has funds for. */
export const funds = [500n, 500n, 500n, 500n, 3n, 2n, 0n]

type ValueOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never

const one = fc.constantFrom

/** The common value, `weight` times for each rare one. */
function mostly<T>(weight: number, common: T, rare: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: fc.constant(common) }, { weight: 1, arbitrary: rare })
}

const garbage = ['', 'busy', '[]', '{"jsonrpc":"2.0","id":1}', '{"jsonrpc":"2.0","id":1,"result":null}']
const refusals = ['txpool is full', 'nonce too low', 'already known', 'execution reverted', 'internal error']

function faultOf(...methods: readonly string[]) {
  return fc.record({
    /** `any`: every method. */
    method: one('any', ...methods),
    times: one(1, 2, 5, 1_000),
    what: fc.oneof(
      fc.record({ kind: one('drop-call', 'drop-response') }),
      fc.record({ kind: fc.constant('hold-call') }),
      fc.record({ kind: fc.constant('hold-response') }),
      fc.record({ kind: fc.constant('respond'), status: one(200, 500, 503), body: one(...garbage) }),
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

const scenarioRequest = fc.record({
  server: one(stableServer, killableServer),
  isSameResource: mostly(9, true, fc.constant(false)),
  /** Milliseconds after which the client disconnects. */
  timeoutMs: mostly<number>(9, 10_000, one(20, 100, 400)),
})

const payment = fc.record({
  protocol: one(...protocols),
  payer: fc.nat(funds.length - 1),
  concurrent: fc.array(scenarioRequest, { minLength: 1, maxLength: 4 }),
  afterwards: fc.array(scenarioRequest, { maxLength: 2 }),
  interference: mostly(3, 'none', one('front-run', 'front-run', 'cancel')),
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
  clientRuns: fc.array(clientRun, { maxLength: 3 }),
})

/** The scenario of a seed. */
export function scenarioOf(seed: number, rounds: number): Scenario {
  const scenario = fc.array(round, { minLength: rounds, maxLength: rounds })
  const [first = []] = fc.sample(scenario, { seed, numRuns: 1, unbiased: true })
  return first
}
