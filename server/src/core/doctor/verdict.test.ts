import { expect, test } from 'vitest'
import type { GatewayReply } from '../../ccip/gateway.ts'
import type { NameResolver } from '../../ccip/resolver.ts'
import { diagnosisSteps, type Finding } from './finding.ts'
import { type InstanceFacts, judgeInstance } from './instance.ts'
import {
  type GatewayExchange,
  judgeGateway,
  judgeResponseExpiry,
  judgeSignature,
  type ResponseFacts,
} from './judge-gateway.ts'
import {
  judgeChain,
  judgeConfigured,
  judgeExpiry,
  judgeInterfaces,
  judgeLookup,
  judgeNormalization,
  judgeRecords,
  judgeRegistry,
  judgeResolver,
  judgeRetiredService,
  judgeUniversalResolver,
  judgeWildcardClient,
  type Registration,
} from './judge-name.ts'
import { adviseReader, verdictOf, withoutRepeats } from './verdict.ts'

const name = 'alice.acme.eth'
const resolver = `0x${'1'.repeat(40)}` as const
const other = `0x${'2'.repeat(40)}` as const
const now = 1_800_000_000n
const day = 86_400n
const active = { seconds: now + 400n * day, generation: 1, status: 'active' } as const
const registered: Registration = {
  ...{ name, parent: 'acme.eth', chainId: 1, isInV1: true, hasV2: false },
  ...{ otherChainId: undefined, expiry: active },
}
const found: NameResolver & { readonly resolver: typeof resolver } = { resolver, inherited: true }
const interfaces = { hasCode: true, supportsErc165: true, isExtended: true, hasMulticall: true }
const noRecords = { address: false, avatar: false, contenthash: false }
const facts: InstanceFacts = {
  ...{ domain: 'acme.eth', isBlocked: false, blockReason: null, isDeleted: false, isFull: false },
  ...{ subname: 'issued', hasAddress: true, isReadable: true },
}
const url = 'https://gateway.example/ccip'
const reply: GatewayReply = {
  ...{ status: 200, data: '0x00', ms: 20, isRefused: false, hasMessage: false },
  ...{ allowOrigin: '*', allowHeaders: '*' },
}
const exchange = (changes: Partial<GatewayReply>): GatewayExchange => ({
  url,
  method: 'GET',
  reply: { ...reply, ...changes },
  preflight: undefined,
})
const response = { result: '0x', expires: now + 300n, signature: '0x' } as const
const signed: ResponseFacts = { response, isAccepted: true, signer: other, isTrusted: true, now }

const [in89Days, ended] = [
  { ...active, seconds: now + 89n * day },
  { ...active, seconds: now - 1n },
]

/** Each way in which a step is neither fine nor left out, with the sentence that its owner reads. */
const judged: readonly (readonly [Finding, string])[] = [
  [
    judgeNormalization('ALICE.acme.eth', name),
    'ALICE.acme.eth is written in another way than wallets expect: alice.acme.eth.',
  ],
  [
    judgeChain({ ...registered, isInV1: false, expiry: undefined, otherChainId: 11155111 }),
    `${name} is set up on another network than the one that was asked.`,
  ],
  [
    judgeRegistry({ ...registered, isInV1: false, expiry: undefined }),
    `${name} does not resolve because acme.eth is not registered.`,
  ],
  [
    judgeRegistry({ ...registered, parent: 'acme.com', isInV1: false, expiry: undefined }),
    `${name} resolves only where ENS reads acme.com from the DNS.`,
  ],
  [
    judgeExpiry({ ...registered, expiry: ended }, now),
    `${name} stops to resolve because the registration of acme.eth has ended.`,
  ],
  [
    judgeExpiry({ ...registered, expiry: in89Days }, now),
    `${name} resolves, but the registration of acme.eth ends in 89 days.`,
  ],
  [
    judgeResolver(name, { resolver: null, inherited: false }, resolver),
    `${name} does not resolve because no resolver is set for it in ENS.`,
  ],
  [
    judgeRetiredService(name, '0xa87361c4e58b619c390f469b9e6f27d759715125', resolver),
    `${name} does not resolve because its domain points to NameStone, which has ended.`,
  ],
  [
    judgeInterfaces(name, found, { ...interfaces, hasCode: false }),
    `${name} does not resolve because its resolver cannot answer for it.`,
  ],
  [
    judgeInterfaces(name, found, { ...interfaces, isExtended: false }),
    `${name} does not resolve because its resolver cannot answer for it.`,
  ],
  [
    judgeConfigured(name, found, 'acme.eth', other),
    `${name} does not resolve through this service because acme.eth points elsewhere.`,
  ],
  [
    judgeLookup(name, resolver, []),
    `${name} does not resolve because its resolver names no server that answers.`,
  ],
  ...judgeGateway(name, exchange({ isRefused: true, status: null, failure: 'is private' }), false)
    .slice(0, 1)
    .map(
      (finding) =>
        [
          finding,
          `${name} does not resolve because its gateway is at an address that the internet cannot reach.`,
        ] as const,
    ),
  ...[{ status: null, failure: 'does not answer' }].map(
    (changes) =>
      [
        judgeGateway(name, exchange(changes), false)[1],
        `${name} does not resolve because its gateway does not answer.`,
      ] as const,
  ),
  ...[{ status: 405 }, { status: 404 }, { status: 500 }, { data: undefined }].map(
    (changes) =>
      [
        judgeGateway(name, exchange(changes), false)[1],
        `${name} does not resolve because its gateway answers wrongly.`,
      ] as const,
  ),
  [
    judgeGateway(name, exchange({ status: 500 }), true)[1],
    `${name} resolves, but one of its gateways answers wrongly.`,
  ],
  [
    judgeGateway(name, exchange({ ms: 4000 }), false)[1],
    `${name} resolves, but slowly: its gateway takes 4000 ms.`,
  ],
  [
    judgeGateway(name, exchange({ allowOrigin: undefined }), false)[2],
    `${name} does not resolve on websites because its gateway does not let them read its answers.`,
  ],
  [
    judgeSignature(name, url, { ...signed, isAccepted: false, isTrusted: false }),
    `${name} does not resolve because the contract does not know this server's signer.`,
  ],
  [
    judgeSignature(name, url, { ...signed, isAccepted: false, isTrusted: undefined }),
    `${name} does not resolve because the contract rejects the signature of its gateway.`,
  ],
  [
    judgeResponseExpiry(name, url, { ...signed, response: { ...response, expires: now - 1n } }),
    `${name} does not resolve because the answers of its gateway have expired.`,
  ],
  [
    judgeResponseExpiry(name, url, { ...signed, response: { ...response, expires: now + 1n } }),
    `${name} resolves, but answers for it end too early for slow wallets.`,
  ],
  [
    judgeResponseExpiry(name, url, { ...signed, response: { ...response, expires: now + 2n * day } }),
    `${name} resolves, but answers for it stay valid for more than a day.`,
  ],
  [judgeUniversalResolver(name, null), `${name} does not resolve in current wallets.`],
  [judgeWildcardClient(name, 'none', false), `${name} does not resolve in older wallets.`],
  [
    judgeWildcardClient(name, 'none', true),
    `${name} resolves, but not in wallets that know the first registry of ENS only.`,
  ],
  [
    judgeRecords(name, noRecords),
    `${name} resolves, but has no Ethereum address: wallets cannot send to it.`,
  ],
  [judgeInstance(name, { ...facts, subname: 'absent' }, false), `${name} is not issued.`],
  [
    judgeInstance(name, { ...facts, subname: 'reserved' }, false),
    `${name} is reserved: it resolves once its holder accepts it.`,
  ],
  [judgeInstance(name, facts, false), `${name} resolves to another address than this service has for it.`],
  [
    judgeInstance(name, { ...facts, isFull: true }, true),
    `${name} resolves, but acme.eth is full: no further name is issued.`,
  ],
  [
    judgeInstance(name, { ...facts, isBlocked: true, blockReason: 'A complaint.' }, false),
    `${name} does not resolve because acme.eth is blocked by the operator.`,
  ],
  [
    judgeInstance(name, { ...facts, isDeleted: true }, false),
    `${name} does not resolve because acme.eth was deleted here.`,
  ],
  [
    judgeInstance(name, { ...facts, isBlocked: true, isReadable: false }, false),
    `${name} does not resolve because this service withholds the names of acme.eth.`,
  ],
]

test.each(judged)('rule: %j has its sentence', (finding, sentence) => {
  expect(verdictOf(name, [finding])).toBe(sentence)
})

test('rule: every step that can fail has a sentence here', () => {
  const stepsOf = new Set(judged.map(([{ step }]) => step))
  expect(diagnosisSteps.filter((step) => !stepsOf.has(step))).toEqual([])
})

test('rule: an owner reads no command, setting or path of an administrator, and an administrator does', () => {
  const operatorsOnly = /byname |[A-Z]{3,}_[A-Z]{2,}|POST \/|instance\b|coin type/
  for (const [finding] of judged) {
    const forOwner = adviseReader(finding, false)
    expect(`${forOwner.verdict} ${forOwner.problem} ${forOwner.fix}`).not.toMatch(operatorsOnly)
    expect(forOwner).not.toHaveProperty('operatorFix')
    expect(adviseReader(finding, true).fix).toBe(finding.operatorFix ?? finding.fix)
  }
})

test('rule: a block says its reason to those who may read the domain, and to no one else', () => {
  const blocked = { ...facts, isBlocked: true, blockReason: 'A complaint.' }
  expect(judgeInstance(name, blocked, false).problem).toContain('The reason: A complaint.')
  expect(JSON.stringify(judgeInstance(name, { ...blocked, isReadable: false }, false))).not.toContain(
    'complaint',
  )
})

test('rule: the first failure decides before warnings, and what is fine resolves', () => {
  const [absent, empty] = [
    judgeInstance(name, { ...facts, subname: 'absent' }, false),
    judgeRecords(name, noRecords),
  ]
  expect(verdictOf(name, [empty, absent])).toBe(`${name} is not issued.`)
  expect(verdictOf(name, [])).toBe(`${name} resolves.`)
})

test('rule: gateways with one missing signer are one finding, and other steps and signers are their own', () => {
  const missing = (at: string, signer: typeof other) =>
    judgeSignature(name, at, { ...signed, isAccepted: false, isTrusted: false, signer })
  const findings = [
    missing(url, other),
    missing('https://b.example', other),
    missing(url, resolver),
    judgeRecords(name, noRecords),
  ]
  expect(withoutRepeats(findings)).toEqual([findings[0], findings[2], findings[3]])
})
