import { argv, env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { DurationRecorder, LongestFirst } from './scripts/test-durations.ts'

// Processes of tests compile libraries anew where they do not find them compiled.
const folder = fileURLToPath(new URL('node_modules/.cache/byname-test', import.meta.url))
const { NODE_COMPILE_CACHE = folder, RECORD_DURATIONS } = env
Object.assign(env, { NODE_COMPILE_CACHE })

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
  keccak: 'keccak/test',
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
    setupFiles: ['server/test/support/seed.ts'],
    // Ends what hangs. Tests wait for what has to happen, beside any load, and no bound of the product is a timeout of a test.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
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
    reporters: RECORD_DURATIONS ? ['default', new DurationRecorder()] : ['default'],
    sequence: { sequencer: LongestFirst },
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
