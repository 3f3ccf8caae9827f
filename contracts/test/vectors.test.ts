import { expect, onTestFinished, test } from 'vitest'
import { startChain } from './support/chain.ts'
import { formatVectors } from './support/vector.ts'
import { darkCases } from './support/vectors/dark.ts'
import { liveCases } from './support/vectors/live.ts'
import { sealedCases } from './support/vectors/sealed.ts'
import { treeCases } from './support/vectors/trees.ts'

/** In Unix seconds. Times, keys and addresses are the same in each run, and so are the vectors. */
const begin = 2_000_000_000n

test.each([
  ['live', liveCases],
  ['sealed', sealedCases],
  ['trees', treeCases],
  ['dark', darkCases],
])('rule: the vectors in %s.json are what the contract says', async (name, cases) => {
  const chain = await startChain(11155111)
  onTestFinished(() => chain.stop())
  await expect(formatVectors(await cases({ chain, begin }))).toMatchFileSnapshot(`../vectors/${name}.json`)
})
