import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { execPath, exit, kill, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compileFolder, renderArtifacts, solidityFolders } from './solidity.ts'
import { type SolidityMutant, solidityMutantsOf } from './solidity-mutants.ts'

/**
 * `npm run mutate:contracts -- [--sample <count>] [--from <number>] [file words]`: changes one place of the contracts at a time, in
 * place, compiles them, and runs their tests. A mutant that passes them all survives: a line that no test demands. Prints
 * the survivors; the exit code is 1 with any. What does not compile is no mutant.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const {
  values: { sample, from = '0' },
  positionals: words,
} = parseArgs({
  options: { sample: { type: 'string' }, from: { type: 'string' } },
  allowPositionals: true,
})

/** The tests that know a file best run first: most mutants end there. */
const testsOf: Readonly<Record<string, readonly string[]>> = {
  'BynameResolver.sol': [
    'sealed-answers',
    'dark',
    'seal-trees',
    'lookup',
    'interfaces',
    'replay',
    'expiry',
    'urls',
  ],
  'Heartbeat.sol': ['heartbeat', 'dark', 'ownership'],
  'HolderSignature.sol': ['passkey', 'sealed'],
  'RecordCalls.sol': ['dark-answers', 'sealed', 'dark'],
  'RecordSets.sol': ['sealed'],
  'SealedSets.sol': ['sealed', 'dark-sealed'],
  'Seals.sol': ['seals', 'seal-trees', 'ownership'],
  'Tiles.sol': ['dark'],
  'Zone.sol': ['dark', 'seal-trees'],
}

const [folder] = solidityFolders
if (!folder) throw new Error('There is no folder of contracts.')
const { sources, artifacts, ...target } = folder

function write(texts: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(texts)) writeFileSync(file, text)
}

async function passes(tests: readonly string[]): Promise<boolean> {
  const options = [
    'run',
    '--project',
    'contracts',
    '--bail',
    '1',
    '--maxWorkers=2',
    '--reporter=dot',
    ...tests,
  ]
  const started = spawn(execPath, ['node_modules/vitest/vitest.mjs', ...options], {
    cwd: root,
    detached: true,
    stdio: 'ignore',
  })
  const end = () => {
    if (started.pid !== undefined && started.exitCode === null) kill(-started.pid, 'SIGKILL')
  }
  const timer = setTimeout(end, 300_000)
  process.once('exit', end)
  const [code] = await once(started, 'exit')
  process.off('exit', end)
  clearTimeout(timer)
  return code === 0
}

const originals: Record<string, string> = {}
process.on('exit', () => write(originals))
process.on('SIGINT', () => exit(130))
process.on('SIGTERM', () => exit(143))

/** Undefined: it does not compile. */
async function survives(file: string, { start, end, replacement }: SolidityMutant) {
  const path = `${sources}/${file}`
  const source = originals[path] ?? ''
  writeFileSync(path, source.slice(0, start) + replacement + source.slice(end))
  try {
    const compiled = renderArtifacts(await compileFolder(sources, target))
    write(Object.fromEntries(Object.entries(compiled).map(([name, text]) => [`${artifacts}/${name}`, text])))
    return (await passes(testsOf[file] ?? [])) && (await passes([]))
  } catch {
    return undefined
  } finally {
    write(originals)
  }
}

const files = Object.keys(testsOf).filter(
  (file) => words.length === 0 || words.some((word) => file.includes(word)),
)
for (const file of Object.keys(testsOf))
  originals[`${sources}/${file}`] = readFileSync(`${sources}/${file}`, 'utf8')
originals[`${artifacts}/BynameResolver.ts`] = readFileSync(`${artifacts}/BynameResolver.ts`, 'utf8')

const mutants = files.flatMap((file) =>
  solidityMutantsOf(originals[`${sources}/${file}`] ?? '').map((mutant) => ({ file, mutant })),
)
const step = Math.max(1, mutants.length / Number(sample ?? mutants.length))
const chosen = mutants
  .filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
  .slice(Number(from))
const survivors: string[] = []
let count = 0
for (const { file, mutant } of chosen) {
  const isAlive = await survives(file, mutant)
  stdout.write(isAlive === undefined ? '-' : isAlive ? 's' : '.')
  if (isAlive !== undefined) count += 1
  if (!isAlive) continue
  const source = originals[`${sources}/${file}`] ?? ''
  const line = source.slice(0, mutant.start).split('\n').length
  const original = source.slice(mutant.start, mutant.end).trim().replaceAll(/\s+/g, ' ')
  survivors.push(`${file}:${line} ${original} → ${mutant.replacement.trim() || 'nothing'}`)
  stdout.write(`\n${survivors.at(-1)}\n`)
}
stdout.write(`\n${survivors.length} of ${count} survive\n`)
process.exitCode = survivors.length > 0 ? 1 : 0
