import { readdirSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Bytecode, deployFromNowOn } from './mutated-artifact.ts'
import { collectFile } from './test-registry.ts'

const folder = new URL('../../test/', import.meta.url)

/** What tests import, and what they get here. */
const replaced: Readonly<Record<string, string>> = {
  vitest: './test-registry.ts',
  '@byname/devnet/anvil': './bare-anvil.ts',
  '@byname/contracts/BynameResolver': './mutated-artifact.ts',
}

registerHooks({
  resolve(specifier, context, next) {
    const replacement = context.parentURL?.startsWith(folder.href) ? replaced[specifier] : undefined
    return next(replacement ? new URL(replacement, import.meta.url).href : specifier, context)
  },
})

/** Ends what hangs; no load makes a test as slow. */
const timeoutMs = 600_000

/** A test that has failed. */
interface Killer {
  readonly file: string
  readonly title: string
}

let evaluations = 0

/** Evaluates a test file anew: it starts its chain and deploys what is mutated. */
function evaluate(file: string): Promise<unknown> {
  evaluations += 1
  return import(`${new URL(file, folder).href}?${evaluations}`)
}

async function inTime(run: () => unknown): Promise<void> {
  const abort = new AbortController()
  const late = setTimeout(timeoutMs, undefined, { signal: abort.signal }).then(() => {
    throw new Error('The test takes too long.')
  })
  try {
    await Promise.race([run(), late])
  } finally {
    abort.abort()
    await late.catch(() => {})
  }
}

/** The first test of a file that fails; its title is empty where the file itself does. */
async function failureIn(file: string, isChosen: (title: string) => boolean): Promise<Killer | undefined> {
  const { tests, ends } = collectFile()
  let title = ''
  try {
    await inTime(() => evaluate(file))
    for (const test of tests) {
      if (!isChosen(test.title)) continue
      title = test.title
      await inTime(test.run)
    }
    return undefined
  } catch {
    return { file, title }
  } finally {
    for (const end of ends) await end()
  }
}

const keptKillers = 2

/**
 * Runs the tests against changed bytecode until one fails, in this process, which has loaded their libraries once. Tests
 * that failed last for the same files run first, if they pass alone with the original.
 */
export class TestLane {
  readonly #original: Bytecode
  readonly #killers = new Map<string, readonly Killer[]>()

  constructor(original: Bytecode) {
    this.#original = original
    // A mutant ends tests between a call and what awaits it.
    process.on('unhandledRejection', () => {})
  }

  /** Of the files whose names begin so, in this order. Returns file and title; undefined: all pass. */
  async firstFailure(bytecode: Bytecode, names: readonly string[]): Promise<string | undefined> {
    deployFromNowOn(bytecode)
    const known = this.#killers.get(names.join()) ?? []
    for (const { file, title } of known) {
      const killer = await failureIn(file, (each) => each === title)
      if (killer) return this.#keep(killer, names)
    }
    const all = readdirSync(folder).filter((file) => file.endsWith('.test.ts'))
    const files = new Set(names.flatMap((name) => all.filter((file) => file.startsWith(name))))
    for (const file of files) {
      const killer = await failureIn(file, () => true)
      if (killer) return this.#keep(killer, names)
    }
    return undefined
  }

  async #keep(killer: Killer, names: readonly string[]): Promise<string> {
    const { file, title } = killer
    const key = names.join()
    const known = this.#killers.get(key) ?? []
    const isSame = (each: Killer) => each.file === file && each.title === title
    if (known.some(isSame) || (await this.#passesAlone(killer)))
      this.#killers.set(key, [killer, ...known.filter((each) => !isSame(each))].slice(0, keptKillers))
    return `${basename(file)}: ${title || 'as a whole'}`
  }

  async #passesAlone({ file, title }: Killer): Promise<boolean> {
    deployFromNowOn(this.#original)
    return (await failureIn(file, (each) => each === title)) === undefined
  }
}
