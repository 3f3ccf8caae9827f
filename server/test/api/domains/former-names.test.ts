import { type Address, getAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CoreContext } from '../../../src/core/context.ts'
import { requireDomain } from '../../../src/core/domains/rules.ts'
import { toFormerLookup } from '../../../src/core/lookup/former-holding.ts'
import { importName as importOnRead } from '../../../src/core/lookup/import-on-read.ts'
import { namehash, normalizeName } from '../../../src/ens/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { ownHost } from '../../support/credentials/single-use.ts'
import { claim, claimsPath, openClaims } from '../../support/entities/claims.ts'
import { claimWithLink, createLink } from '../../support/entities/invitation-links.ts'
import { ethereumAddress } from '../../support/entities/subnames.ts'
import { resolveAddress } from '../../support/gateway/client.ts'
import { type SigningGateway, startSigningGateway } from '../../support/gateway/signing-gateway.ts'
import { type ApiResponse, dataOf } from '../../support/http/api-client.ts'
import { fetchFacade } from '../../support/http/facade.ts'
import { connectHttp, no } from '../../support/mcp/client.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const holder = getAddress('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
const other = getAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')

let gateway: SigningGateway
let service: TestService
let domain: Domain

beforeAll(async () => {
  gateway = await startSigningGateway()
  service = await startTestService(undefined, {
    OUTBOUND_ALLOWED_ORIGINS: new URL(gateway.url).origin,
    NAMESTONE_FACADE: 'on',
    NAMESPACE_FACADE: 'on',
    MCP: 'on',
  })
  domain = await service.onboard()
  await openClaims(service, domain)
  await setFormer()
})
afterAll(async () => {
  await service.stop()
  await gateway.close()
})
beforeEach(() => {
  gateway.isDown = false
  gateway.wildcard = undefined
  gateway.absentStatus = undefined
})

const withKey = () => ({ headers: { 'x-api-key': service.key } })

async function setFormer(changes: object = {}, of = domain) {
  const path = `/byname/v1/domains/${of.name}/former-gateway?chainId=1`
  dataOf(await service.call('PUT', path, { ...withKey(), body: { ...gateway.settings, ...changes } }))
}

async function reportOf(of: Domain) {
  const path = `/byname/v1/domains/${of.name}/former-gateway?chainId=1`
  const response = await service.call('GET', path, withKey())
  return dataOf<{ imports: { pausedBecause: string | null; left: number } | null }>(response)
}

async function isHere(label: string, of = domain): Promise<boolean> {
  const { status } = await service.call('GET', `/ens/v2/subname?subname=${label}.${of.name}&chainId=1`)
  return status === 200
}

/** Of the only item of a batch. */
function itemStatus(response: ApiResponse): number {
  const { results } = dataOf<{ results: readonly { error: { status: number } | null }[] }>(response)
  return results[0]?.error?.status ?? 200
}

const postAs = (path: string, body: object) => service.call('POST', path, { ...withKey(), body })

/** Each way to a name that the domain does not hold, for `other`; returns a status. */
const ways: Readonly<Record<string, (label: string, override: object) => Promise<number>>> = {
  claim: async (label) => (await claim(service, domain, label, createWallet())).status,
  'claim by an invitation link': async (label) => {
    const link = await createLink(service, domain)
    return (await claimWithLink(service, domain, label, createWallet(), link)).status
  },
  add: async (label, override) => (await postAs('/ens/v1/subname/add', addBody(label, override))).status,
  'add (v2)': async (label, override) => (await postAs('/ens/v2/subnames', addBody(label, override))).status,
  reserve: async (label, override) => {
    const body = { username: label, ensDomain: domain.name, chainId: 1, ethAddress: other, ...override }
    return (await postAs('/ens/v1/subname/reserve', body)).status
  },
  'batch, issue': (label, override) =>
    postBatch({ action: 'issue', label, addresses: [ethereumAddress(other)] }, override),
  'batch, put': (label, override) =>
    postBatch({ action: 'put', label, addresses: [ethereumAddress(other)] }, override),
  'batch, reserve': (label, override) => postBatch({ action: 'reserve', label, ethAddress: other }, override),
  import: (label, override) => importName(label, other, override),
  issue_name: (label, override) => callTool('issue_name', { label, owner: other, ...override }),
  issue_names: (label, override) =>
    callTool('issue_names', { names: [{ label, owner: other }], ...override }),
  issue_table: (label, override) =>
    callTool('issue_table', { table: `label,address\n${label},${other}`, ...override }),
  'NameStone, set-name': (label) => namestone('set-name', label),
  'NameStone, claim-name': (label) => namestone('claim-name', label),
  Namespace: async (label) => {
    const response = await fetch(`${service.url}/api/v1/subnames`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-auth-token': service.key },
      body: JSON.stringify({
        ...{ parentName: domain.name, label, owner: other },
        addresses: [{ coin: 60, value: other }],
      }),
    })
    return response.status
  },
}

/** Calls a tool, for one name of `other`. */
async function callTool(tool: string, input: object): Promise<number> {
  const { client } = await connectHttp(service.url, { key: service.key })
  const { content, structuredContent } = await client.callTool({
    name: tool,
    arguments: { domain: domain.name, confirm: true, ...input },
  })
  const text = JSON.stringify({ content, structuredContent })
  if (text.includes('SubdomainAlreadyExistsException')) return 409
  return text.includes('ServiceUnavailableException') ? 503 : 200
}

const overridable = [
  'add',
  'add (v2)',
  'reserve',
  'batch, issue',
  'batch, put',
  'batch, reserve',
  'import',
  'issue_name',
  'issue_names',
  'issue_table',
]

function addBody(label: string, override: object) {
  return {
    ...{ username: label, ensDomain: domain.name, chainId: 1, overrideSignatureCheck: true },
    ...{ addresses: [ethereumAddress(other)], ...override },
  }
}

async function postBatch(item: object, override: object): Promise<number> {
  const body = { domain: domain.name, mode: 'each', items: [item], ...override }
  return itemStatus(await postAs('/byname/v1/names/batch?chainId=1', body))
}

async function importName(label: string, owner: Address, override: object): Promise<number> {
  const names = [{ label, state: 'claimed', holder: owner, addresses: [ethereumAddress(owner)] }]
  const body = { names, ...override }
  const path = `/byname/v1/domains/${domain.name}/import?chainId=1`
  const { results } = dataOf<{ results: readonly { reason: string | null }[] }>(await postAs(path, body))
  const reason = results[0]?.reason
  if (reason) return reason.includes('is not known') ? 503 : 409
  return 200
}

async function namestone(operation: string, label: string): Promise<number> {
  const body = { domain: domain.name, name: label, address: other }
  const path = `/api/public_v1/${operation}`
  return (await fetchFacade(service, path, { method: 'POST', body, authorization: service.key })).status
}

let count = 0
const newLabel = () => `label${++count}`

describe('A name at the former gateway', () => {
  it.each(Object.keys(ways))(
    'is not to be had by %s, nor while it does not answer; an absent one is',
    async (way) => {
      const take = ways[way]
      if (!take) throw new Error('The way is known.')
      const [held, unknown, free] = [newLabel(), newLabel(), newLabel()]
      gateway.names.set(held, holder)
      // Of the other service.
      expect(await take(held, {})).toBe(way.startsWith('NameStone') ? 400 : 409)
      gateway.isDown = true
      expect(await take(unknown, {})).toBe(503)
      gateway.isDown = false
      expect(await take(free, {})).toBeLessThan(300)
      expect([await isHere(held), await isHere(unknown), await isHere(free)]).toEqual([false, false, true])
      expect(
        await resolveAddress(service, service.resolvers[1]['chain-bound'], `${held}.${domain.name}`),
      ).toBe(holder)
    },
  )

  it.each(overridable)(
    'is to be had by %s where the owner overrides it, also while it does not answer',
    async (way) => {
      const [held, unknown] = [newLabel(), newLabel()]
      gateway.names.set(held, holder)
      expect(await ways[way]?.(held, { overrideFormer: true })).toBeLessThan(300)
      gateway.isDown = true
      expect(await ways[way]?.(unknown, { overrideFormer: true })).toBeLessThan(300)
      expect([await isHere(held), await isHere(unknown)]).toEqual([true, true])
    },
  )

  it('rule: whatever it answers without a signature, a name is not free by it, and the refusal says what to do', async () => {
    const settled = newLabel()
    gateway.names.set(settled, holder)
    for (const status of [404, 410, 400, 403, 500, 502, 503, 429]) {
      gateway.absentStatus = status
      const asked = await onboardWithFormer()
      const isAway = [502, 503, 429].includes(status)
      // One that is answered shows that the route exists, which makes no absence of the refusals of others.
      expect((await claim(service, asked, settled, createWallet())).status).toBe(isAway ? 503 : 409)
      for (const label of [newLabel(), newLabel()]) {
        const { status: refused, body } = await claim(service, asked, label, createWallet())
        expect([status, refused]).toEqual([status, 503])
        expect(JSON.stringify(body)).toContain(isAway ? 'Retry later.' : 'overrideFormer')
        expect(await isHere(label, asked)).toBe(false)
      }
    }
  })

  it('a person is asked before a tool takes it, and not before a tool issues another name', async () => {
    const held = newLabel()
    gateway.names.set(held, holder)
    const questions: string[] = []
    const answer = (question: string) => {
      questions.push(question)
      return no(question)
    }
    const { client, call } = await connectHttp(service.url, { key: service.key, answer })
    const input = { domain: domain.name, label: held, owner: other, overrideFormer: true, confirm: true }
    const { isError } = await client.callTool({ name: 'issue_name', arguments: input })
    expect([isError, await isHere(held)]).toEqual([true, false])
    expect(questions).toEqual([expect.stringContaining('taken from its holder there')])
    const free = newLabel()
    await call('issue_name', { domain: domain.name, label: free, owner: other })
    expect([questions.length, await isHere(free)]).toEqual([1, true])
  })

  it('a claim cannot override it', async () => {
    const body = { label: newLabel(), overrideFormer: true }
    expect(
      (await service.call('POST', `${claimsPath(domain)}?chainId=1`, { headers: ownHost, body })).status,
    ).toBe(400)
  })

  it('503 of a claim while it does not answer says when to retry, and writes nothing', async () => {
    gateway.isDown = true
    const { status, headers, body } = await claim(service, domain, newLabel(), createWallet())
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    expect(JSON.stringify(body)).toContain(`at the former gateway of ${domain.name} is not known.`)
  })

  it('an import of the name as its former gateway has it passes', async () => {
    const label = newLabel()
    gateway.names.set(label, holder)
    expect(await importName(label, holder, {})).toBe(200)
    expect(await isHere(label)).toBe(true)
  })

  it('availability, its suggestions and the check of a claim know it', async () => {
    const label = 'popular'
    for (const taken of [label, 'itspopular', 'thepopular']) gateway.names.set(taken, holder)
    const availability = async (label: string) => {
      const path = `/ens/v1/subname/available?subname=${label}.${domain.name}&chainId=1&suggestions=3`
      return dataOf<{ suggestions: readonly string[] }>(await service.call('GET', path))
    }
    const check = (label: string) =>
      service.call('POST', `/byname/v1/domains/${domain.name}/policy/check?chainId=1`, { body: { label } })
    const found = await availability(label)
    expect(found).toMatchObject({
      ...{ isAvailable: false, rule: 'taken', reason: expect.stringContaining('former gateway') },
    })
    expect(found.suggestions).toHaveLength(3)
    for (const taken of ['itspopular', 'thepopular'])
      expect(found.suggestions).not.toContain(`${taken}.${domain.name}`)
    expect(dataOf(await check(label))).toMatchObject({ outcome: 'refused', rule: 'taken' })
    gateway.isDown = true
    const unknown = newLabel()
    expect((await check(unknown)).status).toBe(503)
    expect(await availability(unknown)).toMatchObject({
      ...{ isAvailable: false, reason: expect.stringContaining('is not known') },
    })
  })

  it('a name that was removed here, and one that the domain holds, are not asked for', async () => {
    const label = newLabel()
    await ways['add']?.(label, {})
    gateway.names.set(label, holder)
    gateway.asked.length = 0
    expect(await ways['add']?.(label, {})).toBe(409)
    const body = { username: label, ensDomain: domain.name, chainId: 1 }
    const headers = { 'x-api-key': await createAdminKey(service) }
    dataOf(await service.call('POST', '/ens/v1/subname/admin-revoke', { headers, body }))
    expect(await ways['claim']?.(label, {})).toBe(201)
    expect(gateway.asked).not.toContain(label)
  })

  it('a gateway that has the same records for every name has none by them; one with others for each has all', async () => {
    gateway.wildcard = () => other
    const equal = await onboardWithFormer()
    const [held, free] = [newLabel(), newLabel()]
    gateway.names.set(held, holder)
    expect((await claim(service, equal, free, createWallet())).status).toBe(201)
    expect((await claim(service, equal, held, createWallet())).status).toBe(409)
    gateway.wildcard = (label) => `0x${Buffer.from(label.padEnd(20, 'x')).toString('hex').slice(0, 40)}`
    const varied = await onboardWithFormer()
    expect((await claim(service, varied, newLabel(), createWallet())).status).toBe(409)
  })
})

async function onboardWithFormer(changes: object = {}): Promise<Domain> {
  const onboarded = await service.onboard()
  await openClaims(service, onboarded)
  await setFormer(changes, onboarded)
  return onboarded
}

describe('A name that comes over by a lookup', () => {
  const look = (label: string, of: Domain) =>
    resolveAddress(service, service.resolvers[1]['chain-bound'], `${label}.${of.name}`)

  it('rule: no name comes over from a gateway that answers for every name, and the owner reads why', async () => {
    gateway.wildcard = () => holder
    const wild = await onboardWithFormer({ importOnRead: true })
    for (const label of ['a', 'b', 'c']) expect(await look(label, wild)).toBe(holder)
    await waitUntil('it was asked for random names', async () =>
      gateway.asked.some((label) => /^[0-9a-f]{16}$/.test(label)),
    )
    expect(await reportOf(wild)).toMatchObject({
      imports: { pausedBecause: expect.stringContaining('random letters') },
    })
    expect(await isHere('a', wild)).toBe(false)
  })

  it('rule: a name comes over from a gateway that refuses names that it does not have', async () => {
    gateway.absentStatus = 404
    const importing = await onboardWithFormer({ importOnRead: true })
    const label = newLabel()
    gateway.names.set(label, holder)
    expect([await importNow(importing, label), await isHere(label, importing)]).toEqual(['imported', true])
    expect(await reportOf(importing)).toMatchObject({ imports: { pausedBecause: null } })
  })

  it('rule: a name that is removed while it comes over stays removed', async () => {
    const importing = await onboardWithFormer({ importOnRead: true })
    const label = newLabel()
    gateway.names.set(label, holder)
    const { context } = service
    await context.store.transaction((tx) =>
      tx.insertInto('formerRemovals').values({ domainKey: importing.key, label }).execute(),
    )
    const outcome = await importNow(importing, label)
    expect([outcome, await isHere(label, importing)]).toEqual(['taken', false])
    const next = newLabel()
    gateway.names.set(next, holder)
    expect([await importNow(importing, next), await isHere(next, importing)]).toEqual(['imported', true])
  })

  it('rule: it is charged to the client and to the domain, and what is left of a day is reported', async () => {
    const importing = await onboardWithFormer({ importOnRead: true })
    const { rules } = service.context
    const bounded = { rules: { ...rules, writeLimits: { ...rules.writeLimits, address: 3, domain: 5 } } }
    const before = (await reportOf(importing)).imports?.left ?? 0
    const importAs = async (client: string) => {
      const label = newLabel()
      gateway.names.set(label, holder)
      return importNow(importing, label, client, bounded)
    }
    const outcomes: string[] = []
    for (const client of ['one', 'one', 'one', 'one', 'two', 'two', 'three'])
      outcomes.push(await importAs(`client-${importing.key}-${client}`))
    expect(outcomes).toEqual(['imported', 'imported', 'imported', 'paused', 'imported', 'imported', 'paused'])
    const { imports } = await reportOf(importing)
    expect(imports?.pausedBecause).toBeNull()
    expect(before - (imports?.left ?? 0)).toBeGreaterThanOrEqual(4)
  })
})

async function importNow(
  { chainId, name: domainName }: Domain,
  label: string,
  client?: string,
  changes: Partial<CoreContext> = {},
) {
  const context = { ...service.context, ...changes }
  const former = toFormerLookup(await requireDomain(context, chainId, domainName))
  if (!former) throw new Error('The domain has a former gateway.')
  const name = `${label}.${domainName}`
  const query = { type: 'ethAddress', node: namehash(name) } as const
  const names = { name: normalizeName(name), label: normalizeName(label) }
  return importOnRead(context, { former, chainId, query, ...names, client })
}
