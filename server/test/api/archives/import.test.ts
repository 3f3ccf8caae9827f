import { expect, it } from 'vitest'
import { normalizeName } from '../../../src/ens/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createAdminKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { blockOrDelete, ethereumAddress, getSubname, seedSubname } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface ImportData {
  readonly counts: Readonly<Record<string, number>>
  readonly results: readonly {
    readonly row: number
    readonly label: string
    readonly outcome: string
    readonly reason: string | null
    readonly replacedHolder: string | null
    readonly notes: readonly string[]
  }[]
}

function listed(label: string, fields: object = {}) {
  return { label, state: 'claimed', holder: null, addresses: [], texts: [], contentHash: null, ...fields }
}

const url = (value: string) => ({ texts: [{ key: 'url', value }] })

describeOnEachService('POST /byname/v1/domains/{domain}/import', (service) => {
  const send = (domain: Domain, names: readonly object[], fields: object = {}, key = service().key) =>
    service().call('POST', `/byname/v1/domains/${domain.name}/import?chainId=1`, {
      headers: { 'x-api-key': key },
      body: { names, ...fields },
    })
  const outcomes = ({ results }: ImportData) => results.map(({ label, outcome }) => `${label} ${outcome}`)

  it('rule: names keep their holder, state and times, and equal names are left alone when it is repeated', async () => {
    const domain = await service().onboard()
    const { address } = createWallet()
    const times = { createdAt: '2020-01-01T00:00:00.000Z', claimedAt: '2020-01-02T00:00:00.000Z' }
    const names = [
      listed('alice', {
        holder: address,
        addresses: [ethereumAddress(address)],
        ...times,
        ...url('https://a.example'),
      }),
      listed('kept', { state: 'reserved', holder: address }),
      listed('bare'),
    ]
    expect(outcomes(dataOf(await send(domain, names)))).toEqual(['alice added', 'kept added', 'bare added'])
    expect(outcomes(dataOf(await send(domain, names)))).toEqual([
      'alice unchanged',
      'kept unchanged',
      'bare unchanged',
    ])
    expect(dataOf(await getSubname(service(), domain, 'alice'))).toMatchObject({ claimedAt: times.claimedAt })
    expect(dataOf(await getSubname(service(), domain, 'kept'))).toMatchObject({ isClaimed: false })
  })

  it.each([
    ['keep', 'alice kept', 'https://old.example'],
    ['replace', 'alice changed', 'https://new.example'],
    ['newest', 'alice changed', 'https://new.example'],
  ])('rule: with %s, a name that exists with other content: %s', async (rule, outcome, value) => {
    const domain = await service().onboard()
    const admin = await createAdminKey(service())
    const { address } = createWallet()
    await seedSubname(service(), domain, 'alice', {
      addresses: [ethereumAddress(address)],
      text: [{ key: 'url', value: 'https://old.example' }],
    })
    const other = createWallet().address
    const names = [
      listed('alice', {
        holder: other,
        addresses: [ethereumAddress(other)],
        updatedAt: '2999-01-01T00:00:00.000Z',
        ...url('https://new.example'),
      }),
    ]
    const dry = dataOf<ImportData>(await send(domain, names, { rule, dryRun: true }, admin))
    expect(outcomes(dry)).toEqual([outcome])
    const late = 'Its updatedAt is in the future, 2999-01-01T00:00:00.000Z: now counts.'
    const [{ replacedHolder, notes } = {}] = dry.results
    const changesHolder = rule !== 'keep'
    expect(replacedHolder).toBe(changesHolder ? address : null)
    const said = changesHolder ? [late, `It changes its holder, who was ${address}.`] : [late]
    expect(notes?.toSorted()).toEqual(said.toSorted())
    expect(dataOf(await getSubname(service(), domain, 'alice'))).toMatchObject({
      records: { texts: [{ key: 'url', value: 'https://old.example' }] },
    })
    expect(outcomes(dataOf(await send(domain, names, { rule }, admin)))).toEqual([outcome])
    expect(dataOf(await getSubname(service(), domain, 'alice'))).toMatchObject({
      records: { texts: [{ key: 'url', value }] },
    })
  })

  it('rule: a name that is older than the one here stays with newest', async () => {
    const domain = await service().onboard()
    await seedSubname(service(), domain, 'alice')
    const names = [listed('alice', { updatedAt: '2020-01-01T00:00:00.000Z' })]
    const admin = await createAdminKey(service())
    expect(outcomes(dataOf(await send(domain, names, { rule: 'newest' }, admin)))).toEqual(['alice kept'])
  })

  it('rule: a name that cannot be here is refused with the reason, and the others are imported', async () => {
    const domain = await service().onboard()
    const data = dataOf<ImportData>(
      await send(domain, [
        listed('good'),
        listed('GOOD'),
        listed('Upper'),
        listed('a.b'),
        listed('bad label'),
        listed('coin', { addresses: [{ coinType: 60, address: '0x12' }] }),
        listed('unheld', { state: 'reserved' }),
        listed('hash', { contentHash: 'ftp://x' }),
        listed('grants', { texts: [{ key: 'mApps', value: '{"mApps":["a.eth"]}' }] }),
      ]),
    )
    expect(outcomes(data)).toEqual([
      'good added',
      'GOOD refused',
      'Upper added',
      'a.b refused',
      'bad label refused',
      'coin refused',
      'unheld refused',
      'hash refused',
      'grants added',
    ])
    expect(data.counts).toEqual({ added: 3, changed: 0, unchanged: 0, kept: 0, refused: 6 })
    expect(data.results.map(({ reason }) => reason === null)).toEqual(
      data.results.map(({ outcome }) => outcome !== 'refused'),
    )
    expect(data.results[1]?.reason).toContain('in row 1 already')
    const noHolder = 'It has no Ethereum address, so it has no holder.'
    expect(data.results[2]?.notes).toEqual([noHolder, 'It is normalized: upper'])
    expect(data.results[8]?.notes).toEqual([noHolder, expect.stringContaining('mApps')])
    expect(dataOf(await getSubname(service(), domain, 'grants'))).toMatchObject({ records: { texts: [] } })
  })

  it('rule: the policy of the domain binds new names, and never takes a name away that is replaced', async () => {
    const domain = await service().onboard()
    const admin = await createAdminKey(service())
    await seedSubname(service(), domain, 'al')
    const headers = { 'x-api-key': service().key }
    const body = { appliesToKeys: true, minLength: 3, waitingDays: 30 }
    dataOf(
      await service().call('PATCH', `/byname/v1/domains/${domain.name}/policy?chainId=1`, { headers, body }),
    )
    const { address } = createWallet()
    const names = ['al', 'bo', 'cleo'].map((label) => listed(label, { holder: address }))
    const data = dataOf<ImportData>(await send(domain, names, { rule: 'replace' }, admin))
    expect(outcomes(data)).toEqual(['al changed', 'bo refused', 'cleo added'])
    expect(dataOf(await getSubname(service(), domain, 'al'))).toMatchObject({ isClaimed: true })
  })

  it('rule: a limit of the domain refuses what is above it', async () => {
    const domain = await service().onboard()
    const headers = { 'x-api-key': service().key }
    dataOf(
      await service().call('POST', '/ens/v1/ens/update-user-chosen-limit', {
        headers,
        body: { ensId: domain.id, userChosenLimit: 2 },
      }),
    )
    const data = dataOf<ImportData>(
      await send(
        domain,
        ['a1', 'a2', 'a3'].map((label) => listed(label)),
      ),
    )
    expect(outcomes(data)).toEqual(['a1 added', 'a2 added', 'a3 refused'])
  })

  it('rule: names whose records are more than a transaction may read are replaced in several ones', async () => {
    const domain = await service().onboard()
    const admin = await createAdminKey(service())
    const large = (value: string) => ({
      texts: Array.from({ length: 3 }, (_, index) => ({ key: `k${index}`, value: value.repeat(16_000) })),
    })
    const labels = Array.from({ length: 100 }, (_, index) => `n${index}`)
    for (let start = 0; start < labels.length; start += 10) {
      const names = labels.slice(start, start + 10).map((label) => listed(label, large('a')))
      expect(dataOf<ImportData>(await send(domain, names)).counts['added']).toBe(10)
    }
    const names = labels.map((label) => listed(label, url('https://small.example')))
    const data = dataOf<ImportData>(await send(domain, names, { rule: 'replace' }, admin))
    expect(data.counts['changed']).toBe(100)
  })

  it('errors: a key of another workspace, a rule that needs more than names:write, a blocked domain', async () => {
    const domain = await service().onboard()
    const other = await createWorkspaceWithKey(service())
    expectError(await send(domain, [listed('a1')], {}, other.key), 403, 'ForbiddenException')
    expectError(await send(domain, [listed('a1')], { rule: 'replace' }), 403, 'ForbiddenException')
    expectError(
      await send({ ...domain, name: normalizeName('absent.eth') }, [listed('a1')]),
      404,
      'EnsNotFound',
    )
    await blockOrDelete(service(), domain, 'blocked')
    expectError(await send(domain, [listed('a1')]), 403, 'DomainBlockedException')
  })
})
