import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { useBundledLibraries } from './server/test/support/bundled-libraries.ts'

// Processes of tests compile libraries anew where they do not find them compiled.
const folder = fileURLToPath(new URL('node_modules/.cache/byname-test', import.meta.url))
const { NODE_COMPILE_CACHE = folder } = env
Object.assign(env, { NODE_COMPILE_CACHE })

/** Files that take ten seconds and more: begun last, one of them would run on alone. */
const slowFiles =
  /(random|race|crash|commands|workers|outage|facilitator|many-names|kill-loop|safe-retries|hostile|operating|walk|benches|fuzz|webhooks|event-kill-loop|refusals|error-texts|multiple-instances|admin-key)\.test\.ts$/

class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => Number(slowFiles.test(moduleId))
    return (await super.sort(files)).toSorted((one, other) => isSlow(other) - isSlow(one))
  }
}

/**
 * One project a ring; a ring is a folder of tests that needs the same real components. Its files share what they import,
 * which takes longer than many of them do: nothing in a module may be changed by a test.
 */
const ring = (name: string, folder: string) => ({
  test: {
    name,
    isolate: false,
    execArgv: [...useBundledLibraries],
    include: [`${folder}/**/*.test.ts`],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})

export default defineConfig({
  test: {
    // Two more than the processors of the smallest machine it is run on: many tests wait for a process or a deadline.
    maxWorkers: 4,
    // Node strips the types and has the compiled code of earlier runs; no test replaces a module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: SlowFilesFirst },
    globalSetup: ['server/test/support/bundled-libraries.ts', 'server/test/support/shared-postgres.ts'],
    projects: [
      ring('unit', 'server/src'),
      ring('store', 'server/test/store'),
      ring('api', 'server/test/api'),
      ring('contract', 'server/test/contract'),
      ring('devnet', 'server/test/devnet'),
      ring('payment', 'server/test/payment'),
      ring('fault', 'server/test/fault'),
      ring('contracts', 'contracts/test'),
      ring('local chain', 'devnet/test'),
      ring('web', 'web/src'),
      ring('browser', 'server/test/browser'),
      ring('bench', 'bench/test'),
    ],
  },
})
