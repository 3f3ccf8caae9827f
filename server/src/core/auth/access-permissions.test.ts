import { describe, expect, test } from 'vitest'
import { parseDomain } from '../../ens/names.ts'
import { emptyRecords } from '../../ens/stored-records.ts'
import type { ApiKey, ApiKeyScope } from '../../model/api-key.ts'
import { emptyBranding } from '../../model/branding.ts'
import { type Domain, unlimitedPlan } from '../../model/domain.ts'
import type { Role } from '../../model/workspace.ts'
import type { Caller } from '../context.ts'
import {
  assertAdministrator,
  assertDomainAccess,
  assertPermissionInWorkspace,
  assertWorkspaceAccess,
  canReadDomain,
  domainLimitOf,
  hasPermission,
  isAdministrator,
  requireCredential,
  workspaceOf,
} from './access.ts'

// The expectations of this file are written by hand, apart from `permissions.ts`, which is compared with them.

const domain: Domain = {
  ...{ key: 1, id: 'domain', workspaceId: 'ours', resolverId: 'resolver', chainId: 1 },
  name: parseDomain('acme.eth'),
  ...{
    node: '0x',
    userChosenLimit: null,
    sharedMaxAge: null,
    formerGateway: null,
    isBlocked: false,
    blockReason: null,
  },
  ...{ subnameCount: 0, claimedCount: 0 },
  ...{ allowedOrigins: null, onchainResolver: null, controller: null, plan: unlimitedPlan, policyVersion: 0 },
  ...{ records: emptyRecords, branding: emptyBranding },
  ...{ version: 1, createdAt: 1, updatedAt: 1, deletedAt: null },
}

function session(roles: readonly (readonly [string, Role])[], isOperator = false): Caller {
  const stored = {
    id: 'session',
    hash: '0x',
    address: '0x01',
    keyId: null,
    userAgent: '',
    client: null,
  } as const
  const times = { createdAt: 1, lastUsedAt: 1, expiresAt: 2 }
  return { session: { session: { ...stored, ...times }, isOperator, roles: new Map(roles) } }
}

function key(scopes: readonly ApiKeyScope[], changes: Partial<ApiKey> = {}): Caller {
  return {
    apiKey: {
      ...{ id: 'key', workspaceId: 'ours', name: 'shop', prefix: 'byname_', hash: '0x', scopes },
      ...{ domainIds: null, origins: null, createdAt: 1, expiresAt: null, revokedAt: null, lastUsedAt: null },
      ...changes,
    },
  }
}

const callers = {
  'a viewer': session([['ours', 'viewer']]),
  'an editor': session([['ours', 'editor']]),
  'an owner': session([['ours', 'owner']]),
  'an operator': session([], true),
  'a key without scopes': key([]),
  'a key with names:write': key(['names:write']),
  'a key with names:revoke': key(['names:revoke']),
  'a key with domains:write': key(['domains:write']),
  'an admin key': key(['admin'], { workspaceId: 'theirs' }),
} as const

const everyone = Object.keys(callers)

/** Who has a permission in the workspace "ours". Everyone else has not. */
const expected = [
  ['read', everyone],
  [
    'names:write',
    [
      ...['an editor', 'an owner', 'an operator'],
      ...['a key with names:write', 'a key with names:revoke', 'an admin key'],
    ],
  ],
  ['names:revoke', ['an editor', 'an owner', 'an operator', 'a key with names:revoke', 'an admin key']],
  ['claim-page:write', ['an editor', 'an owner', 'an operator', 'a key with domains:write', 'an admin key']],
  ['domains:write', ['an owner', 'an operator', 'a key with domains:write', 'an admin key']],
  ['keys:write', ['an owner', 'an operator', 'an admin key']],
  ['members:write', ['an owner', 'an operator', 'an admin key']],
  ['admin', ['an operator', 'an admin key']],
] as const

function outcomeOf(check: () => unknown): string {
  try {
    check()
    return 'allowed'
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : ''
  }
}

const whoIsAllowed = (check: (caller: Caller) => unknown) =>
  Object.entries(callers)
    .filter(([, caller]) => outcomeOf(() => check(caller)) === 'allowed')
    .map(([name]) => name)

describe.each(expected)('the permission %s in the own workspace', (permission, allowed) => {
  test('rule: exactly the listed credentials have it', () => {
    expect(whoIsAllowed((caller) => assertDomainAccess(caller, domain, permission))).toEqual(allowed)
    expect(whoIsAllowed((caller) => assertWorkspaceAccess(caller, 'ours', permission))).toEqual(allowed)
    expect(whoIsAllowed((caller) => assertPermissionInWorkspace(caller, 'ours', permission))).toEqual(allowed)
    const having = Object.entries(callers).filter(([, caller]) => hasPermission(caller, 'ours', permission))
    expect(having.map(([name]) => name)).toEqual(allowed)
  })

  test('rule: of another workspace, only administrators have it', () => {
    const administrators = ['an operator', 'an admin key']
    const foreign = { ...domain, workspaceId: 'third' }
    expect(whoIsAllowed((caller) => assertDomainAccess(caller, foreign, permission))).toEqual(administrators)
    expect(whoIsAllowed((caller) => assertWorkspaceAccess(caller, 'third', permission))).toEqual(
      administrators,
    )
    const having = Object.entries(callers).filter(([, caller]) => hasPermission(caller, 'third', permission))
    expect(having.map(([name]) => name)).toEqual(administrators)
  })

  test('rule: a caller without a credential has it not', () => {
    expect(hasPermission({}, 'ours', permission)).toBe(false)
    for (const check of [
      () => assertDomainAccess({}, domain, permission),
      () => assertWorkspaceAccess({}, 'ours', permission),
      () => assertPermissionInWorkspace({}, 'ours', permission),
    ])
      expect(outcomeOf(check)).toMatch(/x-api-key/)
  })
})

describe('a key that is limited to some domains', () => {
  const limited = key(['names:write', 'domains:write'], { domainIds: ['domain'] })
  const elsewhere = key(['names:write', 'domains:write'], { domainIds: ['other'] })

  test('rule: it acts on these domains, and on no other of its workspace', () => {
    expect(outcomeOf(() => assertDomainAccess(limited, domain, 'names:write'))).toBe('allowed')
    expect(outcomeOf(() => assertDomainAccess(elsewhere, domain, 'names:write'))).toMatch(/limited to other/)
    expect([canReadDomain(limited, domain), canReadDomain(elsewhere, domain)]).toEqual([true, false])
  })

  test('rule: it acts on nothing of its workspace that is not of a domain', () => {
    expect(outcomeOf(() => assertWorkspaceAccess(limited, 'ours', 'domains:write'))).toMatch(
      /limited to certain/,
    )
    expect(outcomeOf(() => assertPermissionInWorkspace(limited, 'ours', 'domains:write'))).toBe('allowed')
    expect(domainLimitOf(limited)).toEqual(['domain'])
  })

  test('rule: the limit of an admin key does not count', () => {
    const admin = key(['admin'], { domainIds: ['other'], workspaceId: 'theirs' })
    expect(domainLimitOf(admin)).toBeNull()
    expect(outcomeOf(() => assertWorkspaceAccess(admin, 'ours', 'domains:write'))).toBe('allowed')
    expect(outcomeOf(() => assertDomainAccess(admin, domain, 'domains:write'))).toBe('allowed')
  })

  test('a key or a session without a limit has none', () => {
    expect([
      domainLimitOf(key(['names:write'])),
      domainLimitOf(callers['a viewer']),
      domainLimitOf({}),
    ]).toEqual([null, null, null])
  })
})

describe('reading a domain', () => {
  test('rule: members, keys of its workspace and administrators read it', () => {
    const readers = Object.entries(callers).filter(([, caller]) => canReadDomain(caller, domain))
    expect(readers.map(([name]) => name)).toEqual(everyone)
    const others: readonly Caller[] = [
      {},
      session([['theirs', 'owner']]),
      key(['names:write'], { workspaceId: 'theirs' }),
    ]
    for (const other of others) expect(canReadDomain(other, domain)).toBe(false)
  })
})

describe('administrators', () => {
  test('rule: only admin keys and sessions of operators are administrators', () => {
    const administrators = ['an operator', 'an admin key']
    expect(whoIsAllowed(assertAdministrator)).toEqual(administrators)
    const found = Object.entries(callers).filter(([, caller]) => isAdministrator(caller))
    expect(found.map(([name]) => name)).toEqual(administrators)
    expect(isAdministrator({})).toBe(false)
  })

  test('the refusal names what is missing', () => {
    expect(outcomeOf(() => assertAdministrator(callers['an owner']))).toMatch(/Only operators may do this/)
    expect(outcomeOf(() => assertAdministrator(key(['names:write'])))).toMatch(/scope admin/)
    expect(outcomeOf(() => assertAdministrator({}))).toMatch(/x-api-key/)
  })
})

describe('the sentences of refusals', () => {
  test.each([
    [
      callers['a viewer'],
      'names:write',
      'Your role in this workspace is viewer; this needs the role editor or owner.',
    ],
    [callers['an editor'], 'keys:write', 'Your role in this workspace is editor; this needs the role owner.'],
    [callers['an owner'], 'admin', 'Only operators may do this.'],
    [session([['theirs', 'owner']]), 'read', 'You are not a member of this workspace.'],
    [key([]), 'names:write', 'This API key lacks the scope names:write.'],
    [key(['names:write']), 'claim-page:write', 'This API key lacks the scope domains:write.'],
    [key(['names:write']), 'domains:write', 'This API key lacks the scope domains:write.'],
    [key(['names:write']), 'names:revoke', 'This API key lacks the scope names:revoke.'],
    [key(['domains:write']), 'keys:write', 'This API key lacks the scope admin.'],
    [key([], { workspaceId: 'theirs' }), 'read', 'This API key belongs to another workspace than acme.eth.'],
  ] as const)('%j without %s', (caller, permission, sentence) => {
    expect(outcomeOf(() => assertDomainAccess(caller, domain, permission))).toContain(sentence)
  })

  test('of the workspace itself', () => {
    const foreign = key(['domains:write'], { workspaceId: 'theirs' })
    expect(outcomeOf(() => assertWorkspaceAccess(foreign, 'ours', 'read'))).toContain(
      'This API key belongs to another workspace.',
    )
  })
})

describe('the workspace of a request', () => {
  test('rule: the requested one, else that of the key, or the only one of the session', () => {
    expect(workspaceOf(key([]), 'requested')).toBe('requested')
    expect(workspaceOf(key([]), undefined)).toBe('ours')
    expect(workspaceOf(callers['a viewer'], undefined)).toBe('ours')
    const several = session([
      ['ours', 'viewer'],
      ['theirs', 'owner'],
    ])
    for (const ambiguous of [several, session([])])
      expect(outcomeOf(() => workspaceOf(ambiguous, undefined))).toMatch(/must name the workspaceId/)
    expect(outcomeOf(() => workspaceOf({}, undefined))).toMatch(/x-api-key/)
  })

  test('a key is returned before a session', () => {
    expect(requireCredential(key([]))).toHaveProperty('apiKey')
    expect(requireCredential(callers['a viewer'])).toHaveProperty('session')
  })
})
