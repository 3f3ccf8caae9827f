import { compileMutant } from './compile-mutant.ts'
import type { SolidityMutant } from './solidity-mutants.ts'
import { readSources } from './sources.ts'
import { openTestLane } from './test-lane.ts'
import { testsOf } from './tests-of.ts'

/** What a process is sent, one at a time; undefined: it ends. */
export interface Assignment {
  readonly file: string
  readonly mutant: SolidityMutant
}

/** `same`: it has the bytecode of the original, or does not compile. */
export type Outcome =
  | { readonly state: 'killed'; readonly test: string }
  | { readonly state: 'survives' | 'same' }

const sources = readSources()
const original = compileMutant(sources)
if (original === undefined) throw new Error('The contracts do not compile.')
const lane = await openTestLane()

async function outcomeOf({ file, mutant }: Assignment): Promise<Outcome> {
  const source = sources[file] ?? ''
  const mutated = source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end)
  const artifact = compileMutant({ ...sources, [file]: mutated })
  if (artifact === undefined || artifact === original) return { state: 'same' }
  const test = await lane.firstFailure(artifact, testsOf[file] ?? [])
  return test === undefined ? { state: 'survives' } : { state: 'killed', test }
}

process.on('message', async (assignment: Assignment) => process.send?.(await outcomeOf(assignment)))
process.once('disconnect', async () => {
  await lane.stop()
  process.exit()
})
process.send?.('ready')
