import { expect, it } from 'vitest'
import { createWorkspace } from '../../../src/core/workspaces.ts'
import { createApiKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import {
  checkLabel,
  domainPath,
  patchPolicy,
  setPolicy,
  type WirePolicy,
} from '../../support/entities/policies.ts'
import { blockOrDelete, getSubname, seedReservation, seedSubname } from '../../support/entities/subnames.ts'
import { readEventLog } from '../../support/events/event-log.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('The policy of a domain', (service) => {
  const get = async (domain: { name: string; chainId: number }, key = service().key) =>
    service().call('GET', `/byname/v1/domains/${domain.name}/policy?chainId=${domain.chainId}`, {
      headers: { 'x-api-key': key },
    })

  it('rule: a domain without a policy has no claims and binds no key', async () => {
    const domain = await service().onboard()
    expect(dataOf(await get(domain))).toEqual({
      version: 0,
      claims: 'closed',
      opensAt: null,
      closesAt: null,
      appliesToKeys: false,
      minLength: 1,
      maxLength: 63,
      characters: 'any',
      reservedLabels: [],
      blockedLabels: [],
      blockedParts: [],
      refuseProfanity: false,
      refuseLookalikes: false,
      namesPerWallet: null,
      waitingDays: 0,
      isAllowListed: false,
      tokenGate: null,
      needsApproval: false,
      isIndexed: true,
    })
    expect(await checkLabel(service(), domain, 'alice')).toEqual({
      outcome: 'refused',
      rule: 'closed',
      reason: `Names of ${domain.name} cannot be claimed.`,
    })
    await seedSubname(service(), domain, 'alice')
  })

  it('rule: absent fields stay, lists replace, labels are normalized and distinct', async () => {
    const domain = await service().onboard()
    await setPolicy(service(), domain, {
      claims: 'open',
      minLength: 3,
      reservedLabels: ['Team', 'team', 'Zoë'],
    })
    const changed = await setPolicy(service(), domain, { blockedParts: ['OFFICIAL'] })
    expect(changed).toMatchObject({
      version: 2,
      claims: 'open',
      minLength: 3,
      reservedLabels: ['team', 'zoë'],
      blockedParts: ['official'],
    })
    expect(dataOf(await get(domain))).toEqual(changed)
    expect(await setPolicy(service(), domain, { reservedLabels: [] })).toMatchObject({ reservedLabels: [] })
  })

  it('rule: a change is logged with what was before and after, and the same state again is no change', async () => {
    const domain = await service().onboard()
    await setPolicy(service(), domain, { claims: 'open', blockedLabels: ['admin'], minLength: 1 })
    const again = await setPolicy(service(), domain, { claims: 'open', blockedLabels: ['Admin'] })
    expect(again).toMatchObject({ version: 1 })
    const events = (await readEventLog(service().context.store)).filter(
      ({ type, name }) => type === 'domain.policy_changed' && name === domain.name,
    )
    expect(events.map(({ changes, workspaceId, domainId }) => ({ changes, workspaceId, domainId }))).toEqual([
      {
        workspaceId: domain.workspaceId,
        domainId: domain.id,
        changes: [
          { field: 'claims', key: null, before: 'closed', after: 'open' },
          { field: 'blockedLabels', key: 'admin', before: false, after: true },
        ],
      },
    ])
  })

  it('rule: the page of a domain shows whether and when claims are open, but no list of the policy', async () => {
    const domain = await service().onboard()
    const readPage = async () =>
      dataOf<{ policy: object }>(await service().call('GET', domainPath(domain, 'page'))).policy
    const hour = 3_600_000
    expect(await readPage()).toMatchObject({ state: 'closed' })
    const [opensAt, closesAt] = [Date.now() - hour, Date.now() + hour].map((time) =>
      new Date(time).toISOString(),
    )
    await setPolicy(service(), domain, {
      claims: 'open',
      opensAt,
      closesAt,
      reservedLabels: ['secret'],
      blockedLabels: ['hidden'],
      blockedParts: ['part'],
    })
    const policy = await readPage()
    expect(policy).toMatchObject({ state: 'open', opensAt, closesAt })
    expect(JSON.stringify(policy)).not.toMatch(/secret|hidden|part|appliesToKeys|version/)
  })

  it('412 with the entity tag of an earlier state, and nothing changes', async () => {
    const domain = await service().onboard()
    const etag = (await get(domain)).headers.get('etag') ?? ''
    dataOf(await patchPolicy(service(), domain, { minLength: 2 }, { 'if-match': etag }))
    const refused = await patchPolicy(service(), domain, { minLength: 3 }, { 'if-match': etag })
    expectError(refused, 412, 'PreconditionFailedException')
    const current = await get(domain)
    expect(refused.headers.get('etag')).toBe(current.headers.get('etag'))
    expect(dataOf(current)).toMatchObject({ version: 1, minLength: 2 })
  })

  it.each([
    ['minLength above maxLength', { minLength: 9, maxLength: 8 }],
    ['an end before the start', { opensAt: '2030-01-02T00:00:00Z', closesAt: '2030-01-01T00:00:00Z' }],
    ['a time without a zone', { opensAt: '2030-01-02T00:00:00' }],
    ['a length of 0', { minLength: 0 }],
    ['a length of 64', { maxLength: 64 }],
    ['no field', {}],
    ['an unknown mode', { claims: 'ajar' }],
    ['10,001 labels', { reservedLabels: Array.from({ length: 10_001 }, (_, index) => `n${index}`) }],
    ['1,001 parts', { blockedParts: Array.from({ length: 1001 }, (_, index) => `n${index}`) }],
    ['names for no wallet', { namesPerWallet: 0 }],
    ['11 years of waiting', { waitingDays: 4015 }],
    ['a token of another chain', { tokenGate: gateOf({ chainId: 137 }) }],
    ['a token of a chain without a node', { tokenGate: gateOf({}) }],
    ['a balance of 0', { tokenGate: gateOf({ minimum: '0' }) }],
    ['a balance of 2^256', { tokenGate: gateOf({ minimum: String(2n ** 256n) }) }],
    ['a wrong checksum', { tokenGate: gateOf({ contract: '0x70997970c51812dc3A010C7d01b50e0d17dc79C8' }) }],
  ])('400 for %s', async (_, changes) => {
    const domain = await service().onboard()
    expectError(await patchPolicy(service(), domain, changes), 400, 'BadRequestException')
    expect(dataOf(await get(domain))).toMatchObject({ version: 0 })
  })

  it.each(['a.b', '', 'al ice', 'раypal', '\u0000', 'x'.repeat(64)])(
    '400 for the reserved label %j, with its position',
    async (label) => {
      const domain = await service().onboard()
      const refused = await patchPolicy(service(), domain, { reservedLabels: ['ok', label] })
      expect(refused.status).toBe(400)
      expect(JSON.stringify(refused.body)).toContain('reservedLabels')
      expect(JSON.stringify(refused.body)).toContain('1')
    },
  )

  it('403 for the key of another workspace, and for one without the scope', async () => {
    const { context } = service()
    const domain = await service().onboard()
    const { id: workspaceId } = await createWorkspace(context, { name: 'Other' })
    const foreign = await createApiKey(context, { workspaceId, name: 'other', scopes: ['domains:write'] })
    const narrow = await createApiKey(context, {
      workspaceId: service().workspaceId,
      name: 'narrow',
      scopes: ['names:write'],
    })
    for (const { key } of [foreign, narrow]) {
      expectError(await get(domain, key), 403, 'ForbiddenException')
      expectError(
        await patchPolicy({ ...service(), key }, domain, { claims: 'open' }),
        403,
        'ForbiddenException',
      )
      const path = domainPath(domain, 'allow-list')
      for (const method of ['GET', 'DELETE'])
        expectError(
          await service().call(method, path, { headers: { 'x-api-key': key } }),
          403,
          'ForbiddenException',
        )
    }
    expectError(await get(domain, 'byname_nothing'), 401, 'InvalidApiKeyException')
  })

  it('403 while the domain is blocked, 404 once it is deleted', async () => {
    const [blocked, deleted] = [await service().onboard(), await service().onboard()]
    await blockOrDelete(service(), blocked, 'blocked')
    await blockOrDelete(service(), deleted, 'deleted')
    expectError(await patchPolicy(service(), blocked, { claims: 'open' }), 403, 'DomainBlockedException')
    expectError(await patchPolicy(service(), deleted, { claims: 'open' }), 404, 'EnsNotFound')
  })

  it('rule: of concurrent changes none is lost', async () => {
    const domain = await service().onboard()
    const changes = [{ claims: 'open' }, { minLength: 4 }, { waitingDays: 5 }, { blockedLabels: ['admin'] }]
    await Promise.all(changes.map((change) => setPolicy(service(), domain, change)))
    expect(dataOf<WirePolicy>(await get(domain))).toMatchObject({
      version: 4,
      claims: 'open',
      minLength: 4,
      waitingDays: 5,
      blockedLabels: ['admin'],
    })
  })

  it('rule: names from before the first policy are compared and counted', async () => {
    const domain = await service().onboard()
    const wallet = createWallet()
    const addresses = [{ coinType: 60, address: wallet.address }]
    await seedSubname(service(), domain, 'paypal', { addresses })
    await seedReservation(service(), domain, 'rnary', createWallet().address)
    const policy = await setPolicy(service(), domain, {
      claims: 'open',
      refuseLookalikes: true,
      namesPerWallet: 1,
    })
    expect(policy).toMatchObject({ isIndexed: true })
    expect(await checkLabel(service(), domain, 'pay-pa1')).toMatchObject({
      rule: 'look-alike',
      reason: `"pay-pa1" looks like paypal.${domain.name}, which exists.`,
    })
    expect(await checkLabel(service(), domain, 'mary')).toMatchObject({ rule: 'look-alike' })
    expect(await checkLabel(service(), domain, 'bob', wallet.address)).toMatchObject({
      rule: 'names-per-wallet',
    })
    expect(await checkLabel(service(), domain, 'bob', createWallet().address)).toMatchObject({
      outcome: 'claimable',
    })
    expect((await getSubname(service(), domain, 'paypal')).status).toBe(200)
  })
})

function gateOf(changes: object) {
  const contract = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  return { chainId: 1, standard: 'ERC-20', contract, tokenId: null, minimum: '1', ...changes }
}
