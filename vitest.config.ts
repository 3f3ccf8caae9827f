import { defineConfig } from 'vitest/config'

/** One project a ring; a ring is a folder of tests that needs the same real components. */
const ring = (name: string, folder: string, settings = {}) => ({
  test: {
    name,
    ...settings,
    include: [`${folder}/**/*.test.ts`],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      // Pure code has nothing to be kept apart, and is imported once.
      ring('unit', 'server/src', { isolate: false }),
      ring('store', 'server/test/store'),
      ring('api', 'server/test/api'),
      ring('contract', 'server/test/contract'),
      ring('devnet', 'server/test/devnet'),
      ring('payment', 'server/test/payment'),
      ring('fault', 'server/test/fault'),
      ring('contracts', 'contracts/test'),
      ring('local chain', 'devnet/test'),
      ring('bench', 'bench/test'),
    ],
  },
})
