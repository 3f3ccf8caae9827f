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
          'credential-times',
          'signature.test',
          'api-key.test',
          'sessions',
          'allowed-origins',
          'message-purpose',
          'message-sites',
          'claims.test',
          'transfer',
        ],
      },
    ],
  },
  credentials: {
    files: ['server/src/http/credentials/*.ts'],
    tests: [
      {
        project: 'unit',
        tests: ['own-origin', 'from-own-page', 'credentials/session.test', 'operation-auth'],
      },
      { project: 'api', tests: ['credentials/sessions', 'signature.test', 'api-key.test', 'cache-control'] },
      { project: 'contract', tests: ['credentials.test', 'conventions'] },
    ],
  },
  limits: {
    files: ['server/src/http/rate-limit/*.ts'],
    tests: [
      { project: 'unit', tests: ['server/src/http/rate-limit'] },
      {
        project: 'api',
        tests: ['rate-limits', 'diagnosis-limits', 'claim-limits', 'resolve-limit', 'http/write-budgets'],
      },
      { project: 'api', tests: ['media-decodes', 'signature-flood'] },
      { project: 'payment', tests: ['unpaid-limits'] },
    ],
  },
  budgets: {
    files: ['server/src/core/write-budgets.ts', 'server/src/store/entities/rates.ts'],
    tests: [
      { project: 'store', tests: ['write-budgets'] },
      { project: 'api', tests: ['write-charges', 'write-budgets'] },
    ],
  },
  quotas: {
    files: ['server/src/store/entities/quotas.ts'],
    tests: [
      { project: 'store', tests: ['quotas.test'] },
      { project: 'api', tests: ['quotas.test'] },
    ],
  },
  sessions: {
    files: ['server/src/core/sessions.ts', 'server/src/store/entities/sessions.ts'],
    tests: [
      { project: 'store', tests: ['sessions.test', 'locks.test'] },
      { project: 'api', tests: ['credential-times', 'sessions.test', 'writes-without-key'] },
    ],
  },
  cursors: {
    files: ['server/src/core/page.ts'],
    tests: [{ project: 'unit', tests: ['page-lists'] }],
  },
  policy: {
    files: ['server/src/policy/*.ts'],
    tests: [
      { project: 'unit', tests: ['server/src/policy'] },
      { project: 'api', tests: ['policy-rules', 'policies', 'allow-list'] },
    ],
  },
  transitions: {
    files: ['server/src/payments/rules/transitions.ts', 'server/src/webhook/retries.ts'],
    tests: [
      { project: 'unit', tests: ['transitions'] },
      { project: 'store', tests: ['payments/transitions'] },
    ],
  },
  counts: {
    files: ['server/src/store/entities/domains.ts', 'server/src/store/postgres/create-subname.ts'],
    tests: [
      { project: 'store', tests: ['counted-writes', 'domains.test', 'domain-changes', 'subnames/races'] },
    ],
  },
  signing: {
    files: ['server/src/signing/*.ts', 'server/src/signing/socket/*.ts'],
    tests: [
      { project: 'unit', tests: ['server/src/signing'] },
      { project: 'api', tests: ['kms-signer'] },
      { project: 'devnet', tests: ['signer-process', 'operation/signers.test'] },
    ],
  },
  keccak: {
    files: ['keccak/src/*.ts'],
    tests: [{ project: 'keccak', tests: ['keccak/test'] }],
  },
  gateway: {
    files: ['server/src/gateway/*.ts'],
    tests: [
      { project: 'unit', tests: ['server/src/gateway', 'server/src/signing'] },
      { project: 'api', tests: ['gateway-reference', 'gateway-conformance'] },
      { project: 'devnet', tests: ['batched-responses', 'signer-socket'] },
    ],
  },
  lookups: {
    files: [
      'server/src/core/lookup/{respond-to-lookup,response-cache,name-cache,expiry-bucket,freshness}.ts',
    ],
    tests: [
      { project: 'unit', tests: ['server/src/core/lookup'] },
      {
        project: 'api',
        tests: ['response-cache', 'edge-caches', 'lookup-names', 'former-names', 'domains/statistics'],
      },
    ],
  },
  'former-gateways': {
    files: [
      'server/src/core/lookup/{ask-former,fall-through,former-*,import-on-read,import-queue,read-former}.ts',
    ],
    tests: [
      { project: 'unit', tests: ['server/src/core/lookup'] },
      { project: 'api', tests: ['former-names', 'former-gateway'] },
      { project: 'devnet', tests: ['former-gateway'] },
    ],
  },
  facades: {
    files: ['server/src/facades/*/*.ts', 'server/src/http/facade.ts'],
    tests: [
      { project: 'unit', tests: ['server/src/facades'] },
      { project: 'api', tests: ['api/facades'] },
      { project: 'contract', tests: ['namestone-client'] },
      { project: 'devnet', tests: ['enable-domain'] },
    ],
  },
  mcp: {
    files: ['server/src/mcp/*.ts', 'server/src/mcp/tools/*.ts'],
    tests: [
      { project: 'unit', tests: ['server/src/mcp'] },
      { project: 'api', tests: ['mcp-access'] },
      { project: 'contract', tests: ['contract/mcp'] },
    ],
  },
  archives: {
    files: ['server/src/core/archives/*.ts', 'server/src/listings/*.ts'],
    tests: [
      { project: 'unit', tests: ['server/src/core/archives', 'server/src/listings'] },
      { project: 'api', tests: ['api/archives'] },
      { project: 'devnet', tests: ['domains/arriving'] },
    ],
  },
  hosts: {
    files: ['server/src/core/domains/hosts.ts', 'server/src/store/entities/domain-hosts.ts'],
    tests: [{ project: 'api', tests: ['own-hosts'] }],
  },
  templates: {
    files: ['server/src/core/domains/record-templates.ts', 'server/src/store/entities/record-templates.ts'],
    tests: [{ project: 'api', tests: ['record-templates'] }],
  },
  webhook: {
    files: ['server/src/webhook/*.ts'],
    tests: [
      { project: 'unit', tests: ['server/src/webhook'] },
      { project: 'api', tests: ['webhook'] },
    ],
  },
}
