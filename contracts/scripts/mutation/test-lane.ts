import { rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest, type TestCase, type TestSpecification } from 'vitest/node'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A test that has failed. */
interface Killer {
  readonly file: string
  readonly title: string
}

/** The tests of the contracts in a folder of their own, in which the resolver is replaced. */
export interface TestLane {
  /**
   * Runs test files, by the beginnings of their names, against an artifact until a test fails: first the tests that failed last for
   * the same files. Resolves to its file and title; undefined: all pass.
   */
  firstFailure(artifact: string, names: readonly string[]): Promise<string | undefined>
  stop(): Promise<void>
}

/** Loads the folder's package of contracts: a package that imports itself finds itself first. */
async function copyTests(folder: string): Promise<void> {
  await mkdir(join(folder, 'contracts'), { recursive: true })
  for (const part of ['package.json', 'test', 'artifacts', 'README.md'])
    await cp(join(root, 'contracts', part), join(folder, 'contracts', part), { recursive: true })
  await cp(join(root, 'package.json'), join(folder, 'package.json'))
  for (const part of ['node_modules', 'server']) await symlink(join(root, part), join(folder, part))
}

function startTests(folder: string) {
  Object.assign(process.env, { BYNAME_LARGE_CODE: '1', NODE_COMPILE_CACHE: join(tmpdir(), 'byname-mutants') })
  return createVitest('test', {
    root: folder,
    config: false,
    watch: false,
    include: ['contracts/test/**/*.test.ts'],
    setupFiles: [join(root, 'server/test/support/seed.ts')],
    isolate: false,
    bail: 1,
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    reporters: [{}],
  })
}

const keptKillers = 3

/** Tests of one worker, which runs nothing else meanwhile. */
export async function openTestLane(): Promise<TestLane> {
  const folder = await mkdtemp(join(tmpdir(), 'byname-mutants-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await copyTests(folder)
  const vitest = await startTests(folder)
  const killers = new Map<string, readonly Killer[]>()

  async function run(specifications: readonly TestSpecification[]): Promise<Killer | undefined> {
    vitest.state.filesMap.clear()
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([...specifications])
    const failed = testModules.find((module) => module.state() === 'failed')
    if (!failed) return unhandledErrors.length > 0 ? { file: '', title: `${unhandledErrors[0]}` } : undefined
    const [test]: (TestCase | undefined)[] = [...failed.children.allTests('failed')]
    return { file: failed.moduleId, title: test?.name ?? '' }
  }

  function specify({ file, title }: Killer): TestSpecification {
    const literally = new RegExp(title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return vitest.getRootProject().createSpecification(file, { testNamePattern: literally })
  }

  return {
    async firstFailure(artifact, names) {
      await writeFile(join(folder, 'contracts/artifacts/BynameResolver.ts'), artifact)
      const key = names.join()
      const known = killers.get(key) ?? []
      let killer = known.length > 0 ? await run(known.map(specify)) : undefined
      if (!killer) {
        const all = await vitest.globTestSpecifications()
        const chosen = all.filter(({ moduleId }) => names.some((name) => basename(moduleId).startsWith(name)))
        killer = await run(chosen)
      }
      if (!killer) return undefined
      const { file, title } = killer
      const others = known.filter((each) => each.file !== file || each.title !== title)
      if (file !== '') killers.set(key, [killer, ...others].slice(0, keptKillers))
      return `${basename(file)}: ${title}`
    },
    async stop() {
      await vitest.close()
    },
  }
}
