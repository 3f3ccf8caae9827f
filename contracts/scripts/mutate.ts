import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { equivalentMutants } from './mutation/equivalent-mutants.ts'
import type { Assignment, Outcome } from './mutation/lane-process.ts'
import { type SolidityMutant, solidityMutantsOf } from './mutation/solidity-mutants.ts'
import { readSources } from './mutation/sources.ts'
import { testsOf } from './mutation/tests-of.ts'

/**
 * `npm run mutate:contracts -- [--sample <count>] [--from <number>] [--lanes <count>] [--killers] [file words]`
 *
 * Changes one place of the contracts at a time, in memory, and runs the tests that know its file. A mutant that passes them
 * all survives: a line that no test demands. Prints the survivors, with `--killers` also which test ends each other one; the
 * exit code is 1 with any survivor. What does not compile, or has the same bytecode, is no mutant. Equivalent ones are listed
 * with their reason in `mutation/equivalent-mutants.ts`.
 */
const {
  values: { sample, from, lanes, killers },
  positionals: words,
} = parseArgs({
  options: {
    sample: { type: 'string' },
    from: { type: 'string', default: '0' },
    lanes: { type: 'string', default: '2' },
    killers: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

interface Described {
  readonly file: string
  readonly mutant: SolidityMutant
  /** The text of its line, without indentation. */
  readonly line: string
  readonly change: string
  /** Its file and line, and the change. */
  readonly title: string
}

const sources = readSources()

function describe(file: string, mutant: SolidityMutant): Described {
  const source = sources[file] ?? ''
  const before = source.slice(0, mutant.start)
  const change = source.slice(mutant.start, mutant.end)
  const number = before.split('\n').length + (/^\s*/.exec(change)?.[0].split('\n').length ?? 1) - 1
  const short = (text: string) => text.trim().replaceAll(/\s+/g, ' ')
  const described = `${short(change)} → ${short(mutant.replacement) || 'nothing'}`
  const line = short(source.split('\n')[number - 1] ?? '')
  return { file, mutant, line, change: described, title: `${file}:${number} ${described}` }
}

/** Of changes of a line that read the same, the second and later ones have their number behind them. */
function numberChanges(mutants: readonly Described[]): Described[] {
  const counts = new Map<string, number>()
  return mutants.map((mutant) => {
    const count = (counts.get(mutant.title) ?? 0) + 1
    counts.set(mutant.title, count)
    if (count === 1) return mutant
    return { ...mutant, change: `${mutant.change} #${count}`, title: `${mutant.title} #${count}` }
  })
}

function isEquivalent(mutant: Described): boolean {
  const equivalents = equivalentMutants[mutant.file] ?? []
  return equivalents.some(([line, change]) => line === mutant.line && change === mutant.change)
}

function chooseMutants(): Described[] {
  const files = Object.keys(testsOf).filter(
    (file) => words.length === 0 || words.some((word) => file.includes(word)),
  )
  const described = files.flatMap((file) =>
    solidityMutantsOf(sources[file] ?? '').map((mutant) => describe(file, mutant)),
  )
  const mutants = numberChanges(described).filter((mutant) => !isEquivalent(mutant))
  const step = Math.max(1, mutants.length / Number(sample ?? mutants.length))
  return mutants
    .filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
    .slice(Number(from))
}

const waiting = chooseMutants()
const chosenFiles = new Set(waiting.map(({ file }) => file))
const counts = { killed: 0, survives: 0, same: 0 }

function report({ title, line }: Described, outcome: Outcome): void {
  counts[outcome.state] += 1
  if (outcome.state === 'survives') stdout.write(`\nsurvives: ${title}\n  in: ${line}\n`)
  else if (killers && outcome.state === 'killed') stdout.write(`${title}: ${outcome.test}\n`)
  else stdout.write(outcome.state === 'killed' ? '.' : '-')
}

/** The next message of a lane; rejects when it ends instead. */
function next(lane: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('A process of mutants has ended.'))
    lane.once('exit', onExit)
    lane.once('message', (message) => {
      lane.off('exit', onExit)
      resolve(message)
    })
  })
}

async function ask(lane: ChildProcess, assignment: Assignment): Promise<Outcome> {
  lane.send(assignment)
  return (await next(lane)) as Outcome
}

/** Rejects where a file's tests fail without a change. */
async function requirePassing(lane: ChildProcess, files: ReadonlySet<string>): Promise<void> {
  for (const file of files) {
    const outcome = await ask(lane, { file })
    if (outcome.state === 'killed') throw new Error(`Without a change fails ${outcome.test}`)
  }
}

async function runLane(index: number): Promise<void> {
  const lane = fork(fileURLToPath(new URL('mutation/lane-process.ts', import.meta.url)))
  await next(lane)
  if (index === 0) await requirePassing(lane, chosenFiles)
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift())
    report(mutant, await ask(lane, { file: mutant.file, mutant: mutant.mutant }))
  const ended = once(lane, 'exit')
  lane.disconnect()
  await ended
}

await Promise.all(Array.from({ length: Number(lanes) }, (_, index) => runLane(index)))
const { killed, survives, same } = counts
stdout.write(`\n${survives} of ${killed + survives} survive; ${same} are no mutants\n`)
process.exitCode = survives > 0 ? 1 : 0
