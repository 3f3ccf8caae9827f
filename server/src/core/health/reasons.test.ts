import { describe, expect, it } from 'vitest'
import type { Resolver } from '../../model/resolver.ts'
import type { GatewayCheck } from './check-gateways.ts'
import type { GatewayStep } from './gateway-fault.ts'
import { type HealthFacts, judgeHealth } from './reasons.ts'
import type { FailingGateway, FailingPath, FailingSigner } from './self-probe.ts'
import type { SignerCheck } from './signers.ts'

const day = 86_400_000
const now = Date.UTC(2030, 0, 1)

const nothing = { total: 0, first: [] }

const fine: HealthFacts = {
  now,
  database: 'primary',
  databaseProblem: undefined,
  writeFault: undefined,
  certificateFault: undefined,
  certificates: [],
  unreadableSignerSources: [],
  damage: undefined,
  failingAlertTargets: [],
  failingSigners: [],
  time: { clock: undefined, behind: [] },
  servedChains: [1, 11155111],
  signingChains: [1, 11155111],
  rpcs: [{ chainId: 1, servedChainId: 1 }],
  replicas: [{ title: 'replica:5432', isFresh: true, isPromoted: false, lagMs: 40 }],
  signers: [],
  gateways: [],
  paths: [],
  lagging: [],
  domainsElsewhere: nothing,
  expiringDomains: nothing,
  disks: [{ folder: 'data', freeBytes: 2048 * 1_048_576 }],
  minFreeDiskBytes: 1024 * 1_048_576,
  disabledWebhooks: nothing,
  imageProblem: undefined,
  backup: undefined,
  anchors: [],
  missingTrees: [],
  tablesWithoutStatistics: [],
  isHeld: false,
}

const resolver: Resolver = {
  id: 'r1',
  chainId: 1,
  address: '0x00000000000000000000000000000000000000aa',
  registryAddress: '0x00000000000000000000000000000000000000bb',
  nodeProvider: 'https://rpc.example',
  chainName: 'mainnet',
  environment: 'production',
  signingScheme: 'chain-bound',
  trustedSigners: '',
  sealTrees: '',
  hasSeals: false,
  createdAt: 0,
  updatedAt: 0,
}

const signerAddress = '0x00000000000000000000000000000000000000cc'

function withTrust(trust: SignerCheck['trust']): Partial<HealthFacts> {
  return { signers: [{ resolver, signer: signerAddress, trust, trusted: [] }] }
}

/** Of the one URL of the resolver. */
function failing(step: GatewayStep, problem: string, gateway: Partial<GatewayCheck> = {}): FailingGateway {
  const check = { url: 'https://names.example/ccip/r1', method: 'POST', outcome: 'no answer' } as const
  return { resolver, gateway: { ...check, fault: { step, problem }, ...gateway }, hasOther: false }
}

const clock = { offsetMs: -3_600_000, chainId: 1, by: 'block' } as const

const behind = {
  chainId: 1,
  blockTime: 0,
  ageMs: 7_200_000,
  aheadOfRpcMs: undefined,
  progress: undefined,
} as const

const failingSigner: FailingSigner = {
  chainId: 1,
  address: '0xCC',
  fault: { isOverload: false, problem: 'does not respond' },
  hasOther: false,
}

function onPath(fault: FailingPath['fault']): FailingPath {
  return { resolver, domain: 'acme.eth', fault }
}

const domain = { name: 'acme.eth', chainId: 1 }

/** Facts beside fine ones, the state, the code, and what the reason is about. */
const cases: readonly [string, Partial<HealthFacts>, 'degraded' | 'unavailable', string, string][] = [
  ['no database', { database: 'none' }, 'unavailable', 'database-unavailable', 'the database'],
  [
    'a table without statistics',
    { tablesWithoutStatistics: ['subnames'] },
    'degraded',
    'statistics-missing',
    'the table subnames',
  ],
  ['a restored copy', { isHeld: true }, 'degraded', 'held', 'deliveries and payments'],
  ['only a replica', { database: 'replica' }, 'degraded', 'primary-unavailable', 'the primary'],
  [
    'a replica that was promoted',
    {
      database: 'replica',
      replicas: [{ title: 'replica:5432', isFresh: true, isPromoted: true, lagMs: 0 }],
    },
    'degraded',
    'primary-unavailable',
    'the primary, in whose place replica:5432 was promoted',
  ],
  [
    'rejected writes',
    { writeFault: { isWarning: false, problem: 'is read-only (SQLSTATE 25006)' } },
    'degraded',
    'writes-failing',
    'the database is read-only (SQLSTATE 25006)',
  ],
  [
    'slow writes',
    { writeFault: { isWarning: true, problem: 'took 3 s to write a row' } },
    'degraded',
    'database-slow',
    'the database took 3 s',
  ],
  ['one chain without a signer', { signingChains: [1] }, 'degraded', 'signer-missing', 'chain 11155111'],
  [
    'no chain with a signer',
    { signingChains: [10], servedChains: [1] },
    'unavailable',
    'signer-missing',
    'chain 1',
  ],
  [
    'an untrusted signer',
    withTrust('untrusted'),
    'degraded',
    'signer-untrusted',
    '00cc is not on its list of signers',
  ],
  ['an absent contract', withTrust('not-a-resolver'), 'degraded', 'resolver-missing', '00aa on chain 1'],
  [
    'a silent gateway',
    { gateways: [failing('connection', 'does not respond: it cannot be reached')] },
    'degraded',
    'gateway-failing',
    'https://names.example/ccip/r1 does not respond: it cannot be reached. Step: connection.',
  ],
  [
    'a silent gateway beside another',
    { gateways: [{ ...failing('TLS', 'has no valid TLS'), hasOther: true }] },
    'degraded',
    'gateway-partly-failing',
    'has no valid TLS. Step: TLS.',
  ],
  [
    'a gateway under overload',
    { gateways: [failing('overload', 'answers HTTP 503: busy')] },
    'degraded',
    'overloaded',
    'answers HTTP 503: busy',
  ],
  [
    'a signer that is asked for too much',
    { failingSigners: [{ ...failingSigner, fault: { isOverload: true, problem: 'is too slow' } }] },
    'degraded',
    'overloaded',
    'the signer 0xCC of chain 1 is too slow',
  ],
  [
    'a dead signer, and the 503 of its gateway',
    { failingSigners: [failingSigner], gateways: [failing('HTTP status', 'answers HTTP 503')] },
    'degraded',
    'signer-failing',
    'the signer 0xCC of chain 1 does not respond',
  ],
  [
    'a dead signer in whose place another signs',
    { failingSigners: [{ ...failingSigner, hasOther: true }] },
    'degraded',
    'signer-partly-failing',
    'the signer 0xCC of chain 1 does not respond',
  ],
  [
    'a Universal Resolver that does not lead to the contract',
    { paths: [onPath({ kind: 'failed', problem: 'fails with the error 0x12345678' })] },
    'degraded',
    'universal-resolver-failing',
    '00aa on chain 1, of acme.eth: the Universal Resolver fails with the error 0x12345678',
  ],
  [
    'a Universal Resolver that leads elsewhere',
    { paths: [onPath({ kind: 'elsewhere', found: null })] },
    'degraded',
    'domain-elsewhere',
    'acme.eth on chain 1 has no resolver instead of',
  ],
  [
    'a domain that the survey has found elsewhere, too',
    {
      paths: [onPath({ kind: 'elsewhere', found: '0x00000000000000000000000000000000000000dd' })],
      domainsElsewhere: { total: 1, first: [{ ...domain, found: '0xdd', expected: '0xaa' }] },
    },
    'degraded',
    'domain-elsewhere',
    'acme.eth on chain 1 has the resolver 0xdd',
  ],
  [
    'an RPC of another chain, which has another Universal Resolver',
    {
      rpcs: [{ chainId: 1, servedChainId: 5 }],
      paths: [onPath({ kind: 'elsewhere', found: null }), onPath({ kind: 'failed', problem: 'fails' })],
    },
    'degraded',
    'rpc-wrong-chain',
    'serves chain 5',
  ],
  [
    'a gateway in another region whose replica is behind',
    {
      lagging: [{ resolver, gateway: { url: 'https://eu.example/ccip/r1', method: 'POST' }, lagMs: 42_000 }],
    },
    'degraded',
    'replica-behind',
    'its gateway POST https://eu.example/ccip/r1 answers from a replica that is 42 s behind',
  ],
  [
    'a signer of this service that the contract has removed since the survey',
    {
      ...withTrust('trusted'),
      gateways: [failing('signature', 'is signed by another', { signer: signerAddress })],
    },
    'degraded',
    'signer-untrusted',
    'is signed by another. Step: signature.',
  ],
  [
    'responses of another key',
    { ...withTrust('trusted'), gateways: [failing('signature', 'is signed by 0xDD', { signer: '0xDD' })] },
    'degraded',
    'gateway-failing',
    'is signed by 0xDD. Step: signature.',
  ],
  [
    'a clock that is behind, and responses that have expired',
    { time: { clock, behind: [] }, gateways: [failing('expiry', 'has expired')] },
    'degraded',
    'clock-wrong',
    'the clock is 3600 s behind the newest block of chain 1',
  ],
  [
    'an RPC that is behind, and responses that expire too late for its blocks',
    { time: { clock: undefined, behind: [behind] }, gateways: [failing('expiry', 'expires too late')] },
    'degraded',
    'rpc-behind',
    'the newest block of the RPC of chain 1 is 7200 s old',
  ],
  [
    'a silent RPC',
    { rpcs: [{ chainId: 1, servedChainId: null }] },
    'degraded',
    'rpc-unreachable',
    'the RPC of chain 1',
  ],
  [
    'an RPC of another chain',
    { rpcs: [{ chainId: 1, servedChainId: 5 }] },
    'degraded',
    'rpc-wrong-chain',
    'the RPC of chain 1 serves chain 5',
  ],
  [
    'a domain with another resolver',
    { domainsElsewhere: { total: 1, first: [{ ...domain, found: '0xdd', expected: '0xaa' }] } },
    'degraded',
    'domain-elsewhere',
    'acme.eth on chain 1 has the resolver 0xdd instead of 0xaa',
  ],
  [
    'a domain without a resolver',
    { domainsElsewhere: { total: 1, first: [{ ...domain, found: null, expected: '0xaa' }] } },
    'degraded',
    'domain-elsewhere',
    'acme.eth on chain 1 has no resolver instead of 0xaa',
  ],
  [
    'a near expiry',
    { expiringDomains: { total: 1, first: [{ ...domain, expiresAt: now + 29 * day }] } },
    'degraded',
    'domain-expiring',
    'acme.eth on chain 1 expires on 2030-01-30',
  ],
  [
    'a past expiry',
    { expiringDomains: { total: 1, first: [{ ...domain, expiresAt: now - day }] } },
    'degraded',
    'domain-expiring',
    'acme.eth on chain 1 has expired on 2029-12-31',
  ],
  [
    'a full disk',
    { disks: [{ folder: 'data', freeBytes: 12 * 1_048_576 }] },
    'degraded',
    'disk-low',
    'the data folder has 12 MB free, less than 1024',
  ],
  [
    'images that cannot be stored',
    { imageProblem: 'the bucket does not respond' },
    'degraded',
    'images-failing',
    'the bucket does not respond',
  ],
  [
    'a replica behind',
    { replicas: [{ title: 'replica:5432', isFresh: false, isPromoted: false, lagMs: 61_000 }] },
    'degraded',
    'replica-behind',
    'replica:5432 is 61 s behind',
  ],
  [
    'a silent replica',
    { replicas: [{ title: 'replica:5432', isFresh: false, isPromoted: false, lagMs: undefined }] },
    'degraded',
    'replica-behind',
    'replica:5432 does not respond',
  ],
  [
    'a disabled webhook',
    {
      disabledWebhooks: { total: 1, first: [{ id: 'w1', workspaceId: 's1', disabledReason: 'failed' }] },
    },
    'degraded',
    'webhook-disabled',
    'webhook w1 of workspace s1: failed',
  ],
]

describe('The health', () => {
  it('rule: it is ok when nothing needs a person', () =>
    expect(judgeHealth(fine)).toEqual({ state: 'ok', reasons: [] }))

  it.each(cases)('rule: %s is a reason of its own', (_, facts, state, code, subject) => {
    const health = judgeHealth({ ...fine, ...facts })
    expect(health.state).toBe(state)
    expect(health.reasons).toEqual([
      { code, effect: state, total: 1, subjects: [expect.stringContaining(subject)] },
    ])
  })

  it('rule: what cannot be known is no reason, nor is a bound that is turned off, or a lag that load explains', () => {
    const unknown: Partial<HealthFacts> = {
      ...withTrust('rpc-failed'),
      minFreeDiskBytes: 0,
      disks: [{ folder: 'data', freeBytes: 0 }],
      replicas: [{ title: 'replica:5432', isFresh: false, isPromoted: false, lagMs: 9_000 }],
    }
    expect(judgeHealth({ ...fine, ...unknown }).state).toBe('ok')
  })

  it('rule: an outage of the database is one reason, and the gravest reason comes first', () => {
    const { state, reasons } = judgeHealth({
      ...fine,
      ...withTrust('untrusted'),
      database: 'none',
      servedChains: [],
      writeFault: { isWarning: false, problem: 'does not write' },
      gateways: [failing('HTTP status', 'answers HTTP 503')],
    })
    expect(state).toBe('unavailable')
    expect(reasons.map(({ code }) => code)).toEqual(['database-unavailable', 'signer-untrusted'])
  })

  it('rule: a reason names 20 subjects and counts all', () => {
    const first = Array.from({ length: 30 }, (_, index) => ({
      ...domain,
      name: `d${index}.eth`,
      found: null,
      expected: '0xaa',
    }))
    const [reason] = judgeHealth({ ...fine, domainsElsewhere: { total: 300, first } }).reasons
    expect(reason?.total).toBe(300)
    expect(reason?.subjects).toHaveLength(20)
  })
})
