import { env } from 'node:process'
import type { Hex } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { type ResolverState, verifyAnswer } from '../../sdk/src/verify.ts'
import { startChain } from './support/chain.ts'
import { mutantOf, type Random, randomOf } from './support/mutants.ts'
import type { AskAgain, Outcome, VectorCase, VectorState } from './support/vector.ts'
import { darkCases } from './support/vectors/dark.ts'
import { liveCases } from './support/vectors/live.ts'
import { sealedCases } from './support/vectors/sealed.ts'
import { treeCases } from './support/vectors/trees.ts'

const { VERIFIER_MUTANTS = '12', VERIFIER_SEED = '20261129' } = env
/** Of each case. */
const mutants = Number(VERIFIER_MUTANTS)
const seed = Number(VERIFIER_SEED)
/** Milliseconds. */
const timeout = 300_000 + 10_000 * mutants

function toState({
  chainId,
  contract,
  state,
}: Pick<VectorCase, 'chainId' | 'contract' | 'state'>): ResolverState {
  const { lastBeat, zone, seal, ...rest } = state
  return {
    ...rest,
    ...{ chainId: BigInt(chainId), resolver: contract, lastBeat: BigInt(lastBeat) },
    zone: BigInt(zone.root) === 0n ? null : zone,
    seal: { ...seal, sequence: BigInt(seal.sequence) },
  }
}

/** What the second verifier makes of it. */
async function verify(recorded: VectorCase, { data, responses }: Pick<VectorCase, 'data' | 'responses'>) {
  const { callback, name, time, state } = recorded
  const verdict = await verifyAnswer({
    state: toState(recorded),
    request: { name, data, callback },
    response: callback === 'file' ? responses : (responses[0] ?? '0x'),
    time: BigInt(time),
    isValidSignature: (signature) => isValid(state, signature),
  })
  return verdict
}

function isValid(
  { contractSignatures }: VectorState,
  { account, hash, signature }: { readonly account: Hex; readonly hash: Hex; readonly signature: Hex },
): boolean {
  return contractSignatures.some(
    (known) =>
      known.valid &&
      known.account.toLowerCase() === account.toLowerCase() &&
      known.hash === hash &&
      known.signature === signature,
  )
}

/** One of what the client is sent. */
function mutate({ responses }: VectorCase, random: Random): readonly Hex[] {
  const which = random(responses.length)
  return responses.map((response, index) => (index === which ? mutantOf(response, random) : response))
}

test.each([
  ['live', liveCases],
  ['sealed', sealedCases],
  ['trees', treeCases],
  ['dark', darkCases],
])(
  'rule: of no mutant of a case that is %s do the contract and the second verifier differ',
  { timeout },
  async (_name, cases) => {
    const chain = await startChain(11155111)
    onTestFinished(() => chain.stop())
    const random = randomOf(seed)
    const count = { accepted: 0, refused: 0 }
    const compare = async (recorded: VectorCase, ask: AskAgain) => {
      // A wallet of the tests says yes to every signature.
      const isWallet = recorded.id.includes('wallet')
      for (let index = 0; index < mutants && !isWallet; index++) {
        const mutant = { data: recorded.data, responses: mutate(recorded, random) }
        const [onChain, verdict] = await Promise.all([ask(mutant), verify(recorded, mutant)])
        const here: Outcome =
          verdict.verdict === 'verified' ? { result: verdict.result } : { error: JSON.stringify(verdict) }
        if (onChain.result !== here.result) expect({ recorded, mutant, here }).toEqual(onChain)
        if (recorded.result !== undefined && onChain.result !== undefined)
          expect(onChain.result).toBe(recorded.result)
        count[onChain.result === undefined ? 'refused' : 'accepted'] += 1
      }
    }
    await cases({ chain, begin: 2_000_000_000n, onCase: compare })
    expect(count.refused).toBeGreaterThan(count.accepted)
  },
)
