interface MutatedRoom {
  /** Globs of the sources that are mutated. */
  readonly files: readonly string[]
  /** Words of the test files about them, the fast rings first. */
  readonly tests: readonly { readonly project: string; readonly tests: readonly string[] }[]
}

export const mutatedRooms: Readonly<Record<string, MutatedRoom>> = {
  auth: {
    files: ['server/src/core/auth/*.ts'],
    tests: [
      { project: 'unit', tests: ['server/src/core/auth'] },
      {
        project: 'api',
        tests: [
          'signature.test',
          'api-key.test',
          'sessions',
          'allowed-origins',
          'message-purpose',
          'claims.test',
          'transfer',
        ],
      },
    ],
  },
  policy: {
    files: ['server/src/policy/*.ts'],
    tests: [
      { project: 'unit', tests: ['server/src/policy'] },
      { project: 'api', tests: ['policy-rules', 'policies', 'allow-list'] },
    ],
  },
  transitions: {
    files: ['server/src/core/payments/transitions.ts', 'server/src/webhook/transitions.ts'],
    tests: [
      { project: 'unit', tests: ['transitions'] },
      { project: 'store', tests: ['payment-transitions'] },
    ],
  },
  counts: {
    files: ['server/src/store/entities/domains.ts', 'server/src/store/postgres/create-subname.ts'],
    tests: [{ project: 'store', tests: ['counted-writes', 'domains.test', 'domain-changes', 'races'] }],
  },
  webhook: {
    files: ['server/src/webhook/*.ts'],
    tests: [
      { project: 'unit', tests: ['server/src/webhook'] },
      { project: 'api', tests: ['webhook'] },
    ],
  },
}

/** Mutants that change nothing that a caller can see, with the reason. */
export const equivalentMutants: readonly {
  readonly file: string
  readonly change: string
  readonly reason: string
}[] = []
