import { compileMutant } from './compile-mutant.ts'
import type { Bytecode } from './mutated-artifact.ts'
import type { SolidityMutant } from './solidity-mutants.ts'
import { readSources } from './sources.ts'
import { TestLane } from './test-lane.ts'
import { testsOf } from './tests-of.ts'

/** What a process is sent, one at a time. Without a mutant the file's tests run with the original. */
export interface Assignment {
  readonly file: string
  readonly mutant?: SolidityMutant
}

/** `same`: it has the bytecode of the original, or does not compile. */
export type Outcome =
  | { readonly state: 'killed'; readonly test: string }
  | { readonly state: 'survives' | 'same' }

const sources = readSources()

function compileOriginal(): Bytecode {
  const bytecode = compileMutant(sources)
  if (!bytecode) throw new Error('The contracts do not compile.')
  return bytecode
}

const original = compileOriginal()
const lane = new TestLane(original)

async function outcomeOfTests(file: string, bytecode: Bytecode): Promise<Outcome> {
  const test = await lane.firstFailure(bytecode, testsOf[file] ?? [])
  return test === undefined ? { state: 'survives' } : { state: 'killed', test }
}

async function outcomeOf({ file, mutant }: Assignment): Promise<Outcome> {
  if (!mutant) return outcomeOfTests(file, original)
  const source = sources[file] ?? ''
  const mutated = source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end)
  const bytecode = compileMutant({ ...sources, [file]: mutated })
  if (!bytecode || bytecode.creation === original.creation) return { state: 'same' }
  return outcomeOfTests(file, bytecode)
}

process.on('message', async (assignment: Assignment) => process.send?.(await outcomeOf(assignment)))
process.once('disconnect', () => process.exit())
process.send?.('ready')
