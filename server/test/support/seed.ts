import fc from 'fast-check'

/** Properties try the same values in each run of the tests, and others with another `BYNAME_TEST_SEED`. */
fc.configureGlobal({ seed: Number(process.env['BYNAME_TEST_SEED'] ?? 1) })
