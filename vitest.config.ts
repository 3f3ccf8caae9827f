import { defineConfig } from 'vitest/config'

/** One project a ring; a ring is a folder of tests that needs the same real components. */
const ring = (name: string, folder: string) => ({
  test: {
    name,
    include: [`${folder}/**/*.test.ts`],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})

export default defineConfig({
  test: {
    maxWorkers: 2,
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
      ring('bench', 'bench/test'),
    ],
  },
})
