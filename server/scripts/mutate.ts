import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execPath, kill, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { equivalentMutants } from './equivalent-mutants.ts'
import { type Mutant, mutantsOf } from './mutants.ts'
import { mutatedRooms } from './mutated-rooms.ts'

/**
 * `npm run mutate -- <room> [--sample <count>] [file words]`: changes one expression of the room's rules at a time, in place, and runs the
 * tests about them. A mutant that passes them all survives: a rule that no test demands. Prints the survivors;
 * the exit code is 1 with any. A sample is that many mutants, spread evenly over the room. Equivalent ones are listed with their reason in `equivalent-mutants.ts`.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const {
  values: { sample },
  positionals: [name = '', ...words],
} = parseArgs({ options: { sample: { type: 'string' } }, allowPositionals: true })
const room = mutatedRooms[name]
if (!room) throw new Error(`Name a room: ${Object.keys(mutatedRooms).join(', ')}.`)

const isChosen = (file: string) => words.length === 0 || words.some((word) => file.includes(word))
const files = globSync(room.files, { cwd: root })
  .filter((file) => !file.endsWith('.test.ts') && isChosen(file))
  .toSorted()
if (files.length === 0) throw new Error(`The room ${name} has no such file.`)

/** Ends with all processes that it has started: the worker of a mutant that loops would otherwise run on, with ever more memory. */
async function passes(command: readonly string[]): Promise<boolean> {
  const started = spawn(execPath, command, { cwd: root, detached: true, stdio: 'ignore' })
  const end = () => {
    if (started.pid !== undefined) kill(-started.pid, 'SIGKILL')
  }
  const timer = setTimeout(end, 180_000)
  process.once('exit', end)
  const [code] = await once(started, 'exit')
  process.off('exit', end)
  clearTimeout(timer)
  return code === 0
}

/** Whether the tests of the room pass, ring by ring, those that are fast first. */
async function passesTests(): Promise<boolean> {
  for (const { project, tests } of room?.tests ?? []) {
    const options = ['run', '--bail', '1', '--maxWorkers=2', '--reporter=dot', '--project', project]
    if (!(await passes(['node_modules/vitest/vitest.mjs', ...options, ...tests]))) return false
  }
  return true
}

const survivors: string[] = []
let restore = () => {}
process.on('exit', () => restore())
process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))

async function survives(file: string, source: string, mutant: Mutant): Promise<boolean> {
  const path = join(root, file)
  restore = () => writeFileSync(path, source)
  writeFileSync(path, source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end))
  const isAlive = await passesTests()
  restore()
  restore = () => {}
  return isAlive
}

if (!(await passesTests())) throw new Error('The tests fail without any mutation.')
const mutants = files.flatMap((file) => {
  const source = readFileSync(join(root, file), 'utf8')
  return [...mutantsOf(source)].map((mutant) => ({ file, source, mutant }))
})
const step = Math.max(1, mutants.length / Number(sample ?? mutants.length))
const chosen = mutants.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
for (const { file, source, mutant } of chosen) {
  const line = source.slice(0, mutant.start).split('\n').length
  const text = source.split('\n')[line - 1]?.trim()
  const original = source.slice(mutant.start, mutant.end).replaceAll(/\s+/g, ' ')
  const change = `${original} → ${mutant.replacement.replaceAll(/\s+/g, ' ')}`
  const isEquivalent = equivalentMutants.some(
    (one) => one.file === file && one.line === text && one.change === change,
  )
  const isAlive = !isEquivalent && (await survives(file, source, mutant))
  stdout.write(isEquivalent ? 'e' : isAlive ? 's' : '.')
  if (isAlive) survivors.push(`${file}:${line} ${change}`)
}
stdout.write(
  `\n${survivors.map((survivor) => `${survivor}\n`).join('')}${survivors.length} of ${chosen.length} survive\n`,
)
process.exitCode = survivors.length > 0 ? 1 : 0
