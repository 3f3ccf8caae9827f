import { argv, env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Processes of tests compile libraries anew where they do not find them compiled.
const folder = fileURLToPath(new URL('node_modules/.cache/byname-test', import.meta.url))
const { NODE_COMPILE_CACHE = folder } = env
Object.assign(env, { NODE_COMPILE_CACHE })

/** Files that take ten seconds and more though some of them are short, which vitest would begin last: one would run on alone. */
const slowFiles =
  /\/(accessibility|admin-key|api-types|artifacts|benches|claim|claim-kill-loop|claim-races|claim-rules|clients|commands|console-(import|instance|names|owner|revoke|shell)|crash|database-outage|discard|error-texts|event-kill-loop|facilitator|forms|frozen-(proof|zone)|fuzz|generated-client|image-build|is-jan|keyboard|kill-loop|languages|many-names|media-bucket-faults|moving|name|operating|outage|package|race|random|reconcile|records-failures|refusals|releases|replicas|request-body-limits|resolve-endpoint-hostile|resolver-commands|safe-retries|signature-flood|signers-workers|slow-readers|unmined|verification-input|walk|walletconnect|webhooks|workers)\.test\.ts$/

class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => Number(slowFiles.test(moduleId))
    return (await super.sort(files)).toSorted((one, other) => isSlow(other) - isSlow(one))
  }
}

/** A ring is a folder of tests that need the same real components. */
const rings = {
  unit: 'server/src',
  store: 'server/test/store',
  api: 'server/test/api',
  contract: 'server/test/contract',
  devnet: 'server/test/devnet',
  payment: 'server/test/payment',
  fault: 'server/test/fault',
  contracts: 'contracts/test',
  'local chain': 'devnet/test',
  sdk: 'sdk/test',
  react: 'react/test',
  web: 'web/src',
  browser: 'server/test/browser',
  bench: 'bench/test',
}

/**
 * The files of a project share what they import, which takes longer than many of them do: nothing in a module may be
 * changed by a test.
 */
const project = (name: string, folders: readonly string[]) => ({
  test: {
    name,
    isolate: false,
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})

// A worker serves one project only: a run of all rings as one project starts four workers, not fifty.
const isRingChosen = argv.some((argument) => argument.startsWith('--project'))
const projects = isRingChosen
  ? Object.entries(rings).map(([name, folder]) => project(name, [folder]))
  : [project('all', Object.values(rings))]

export default defineConfig({
  test: {
    // Two more than the processors of the smallest machine it is run on: many tests wait for a process or a deadline.
    maxWorkers: 4,
    // Node strips the types and has the compiled code of earlier runs; no test replaces a module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: SlowFilesFirst },
    globalSetup: [
      // Ends last, because it may fail the run.
      'server/test/support/openapi/observed-errors.ts',
      'server/test/support/databases/shared-postgres.ts',
      // Takes longer than most rings save by it.
      ...(isRingChosen ? [] : ['server/test/support/service/built-server.js']),
    ],
    projects,
  },
})
