import { expect, it } from 'vitest'
import type { WireEventPage } from '../../../src/http/schema/event.ts'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { findDomainById } from '../../../src/store/entities/domains.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { type BatchData, batchErrorsOf, issue, postBatch, reserve } from '../../support/entities/batches.ts'
import { requestSubname, setDomainLimit } from '../../support/entities/domains.ts'
import {
  ethereumAddress,
  expectUnchanged,
  getSubname,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { sendWithKey } from '../../support/http/idempotent-calls.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('POST /byname/v1/names/batch', (service) => {
  const text = (value: string) => [{ key: 'description', value }]
  const send = (domain: Domain, items: readonly object[], mode = 'atomic', headers = {}) =>
    postBatch(service(), domain, items, { mode, headers })
  const eventsOf = async (domain: Domain) => {
    const headers = { 'x-api-key': service().key }
    const path = `/byname/v1/events?domain=${domain.name}&limit=1000`
    return dataOf<WireEventPage>(await service().call('GET', path, { headers })).data
  }
  const countOf = async ({ id }: Domain) =>
    (await findDomainById(service().context.store.db, id))?.subnameCount

  it('rule: each action of an atomic batch has the effect and the event of its single operation', async () => {
    const domain = await service().onboard()
    const holder = createWallet()
    const headers = await signedHeaders(holder, { chainId: 1 })
    await send(domain, [issue('old', holder.address), issue('gone', holder.address)])
    const data = dataOf<BatchData>(
      await send(
        domain,
        [
          issue('new', holder.address, { text: text('new') }),
          reserve('kept', holder.address),
          { action: 'change', label: 'OLD', text: text('changed') },
          { action: 'revoke', label: 'gone' },
        ],
        'atomic',
        headers,
      ),
    )
    expect(data).toMatchObject({ succeeded: 4, failed: 0 })
    expect(data.results.map(({ name }) => name)).toEqual(
      ['new', 'kept', 'old', 'gone'].map((label) => `${label}.${domain.name}`),
    )
    expect(dataOf<WireRecord>(await getSubname(service(), domain, 'new'))).toMatchObject({
      isClaimed: true,
      records: { texts: text('new') },
    })
    expect(dataOf<WireRecord>(await getSubname(service(), domain, 'kept'))).toMatchObject({
      isClaimed: false,
    })
    expect(dataOf<WireRecord>(await getSubname(service(), domain, 'old'))).toMatchObject({
      records: { texts: text('changed') },
    })
    expectError(await getSubname(service(), domain, 'gone'), 404, 'SubnameNotFoundException')
    expect(await countOf(domain)).toBe(3)
    const events = (await eventsOf(domain)).slice(3)
    expect(events.map(({ type, name, actor }) => [type, name?.split('.')[0], actor.type])).toEqual([
      ['subname.issued', 'new', 'key'],
      ['subname.reserved', 'kept', 'key'],
      ['subname.changed', 'old', 'wallet'],
      ['subname.revoked', 'gone', 'wallet'],
    ])
    expect(new Set(events.map(({ requestId }) => requestId)).size).toBe(1)
  })

  it('422 for an atomic batch with items that fail: lists their errors and writes nothing', async () => {
    const domain = await service().onboard()
    const holder = createWallet()
    await send(domain, [issue('taken', holder.address)])
    const response = await expectUnchanged(service(), domain, () =>
      send(domain, [
        issue('free', holder.address),
        issue('TAKEN', holder.address),
        issue('al ice', holder.address),
        { action: 'change', label: 'taken', text: text('x') },
        { action: 'revoke', label: 'absent' },
      ]),
    )
    expect(batchErrorsOf(response)).toEqual([
      [1, 'TAKEN', 'SubdomainAlreadyExistsException'],
      [2, 'al ice', 'InvalidNameException'],
      [3, 'taken', 'MissingSignatureException'],
      [4, 'absent', 'SubnameNotFoundException'],
    ])
    expect(await eventsOf(domain)).toHaveLength(2)
  })

  it('rule: in the mode `each` the items that succeed are written, and every item has a result', async () => {
    const domain = await service().onboard()
    const holder = createWallet()
    const { succeeded, failed, results } = dataOf<BatchData>(
      await send(
        domain,
        [issue('one', holder.address), { action: 'issue', label: 'two' }, reserve('three', holder.address)],
        'each',
      ),
    )
    expect({ succeeded, failed }).toEqual({ succeeded: 2, failed: 1 })
    expect(results.map(({ index, label, name, error }) => [index, label, name, error?.name])).toEqual([
      [0, 'one', `one.${domain.name}`, undefined],
      [1, 'two', null, 'InvalidRecordException'],
      [2, 'three', `three.${domain.name}`, undefined],
    ])
    expect(results[1]?.error).toMatchObject({ status: 400, message: expect.stringContaining('coin type 60') })
    expect(await countOf(domain)).toBe(2)
    expect((await eventsOf(domain)).map(({ type }) => type)).toEqual([
      'domain.onboarded',
      'subname.issued',
      'subname.reserved',
    ])
  })

  it('rule: items of one label apply in order, and the name ends as the last of them leaves it', async () => {
    const domain = await service().onboard()
    const [holder, next] = [createWallet(), createWallet()]
    const headers = await signedHeaders(holder, { chainId: 1 })
    await send(domain, [issue('given', holder.address, { text: text('old') })])
    const { failed, results } = dataOf<BatchData>(
      await send(
        domain,
        [
          { action: 'revoke', label: 'given' },
          issue('given', next.address),
          issue('Given', holder.address),
          issue('made', holder.address),
          { action: 'change', label: 'made', text: text('one') },
          { action: 'change', label: 'made', text: text('two') },
          issue('brief', holder.address),
          { action: 'revoke', label: 'brief' },
        ],
        'each',
        headers,
      ),
    )
    expect({ failed, error: results[2]?.error?.name }).toEqual({
      failed: 1,
      error: 'SubdomainAlreadyExistsException',
    })
    expect(dataOf<WireRecord>(await getSubname(service(), domain, 'given')).records).toMatchObject({
      texts: [],
      addresses: [{ value: next.address }],
    })
    const made = await getSubname(service(), domain, 'made')
    expect(dataOf<WireRecord>(made).records.texts).toEqual(text('two'))
    expect(made.headers.get('etag')).toBe(results[5]?.etag)
    expectError(await getSubname(service(), domain, 'brief'), 404, 'SubnameNotFoundException')
    expect(await countOf(domain)).toBe(2)
    expect((await eventsOf(domain)).slice(2).map(({ type, name }) => [type, name?.split('.')[0]])).toEqual([
      ['subname.revoked', 'given'],
      ['subname.issued', 'given'],
      ['subname.issued', 'made'],
      ['subname.changed', 'made'],
      ['subname.changed', 'made'],
      ['subname.issued', 'brief'],
      ['subname.revoked', 'brief'],
    ])
    const listed = await service().call('GET', `/ens/v1/subname/address?chainId=1&address=${holder.address}`)
    expect(dataOf<{ subnames: WireRecord[] }>(listed).subnames.map(({ ens }) => ens)).toEqual([
      `made.${domain.name}`,
    ])
  })

  it('rule: names are issued up to the limit of the domain, and a revocation in the batch makes room', async () => {
    const domain = await service().onboard()
    const holder = createWallet()
    const headers = await signedHeaders(holder, { chainId: 1 })
    dataOf(await setDomainLimit(service(), domain, 2))
    const labels = ['a1', 'a2', 'a3']
    const { results } = dataOf<BatchData>(
      await send(
        domain,
        [
          ...labels.map((label) => issue(label, holder.address)),
          { action: 'revoke', label: 'a1' },
          issue('a4', holder.address),
        ],
        'each',
        headers,
      ),
    )
    expect(results.map(({ error }) => error?.name ?? null)).toEqual([
      null,
      null,
      'LimitReachedException',
      null,
      null,
    ])
    expect(await countOf(domain)).toBe(2)
    expect(batchErrorsOf(await send(domain, [reserve('a5', holder.address)]))).toEqual([
      [0, 'a5', 'LimitReachedException'],
    ])
  })

  it('rule: a change with an entity tag of an earlier state fails, and so does a revocation', async () => {
    const domain = await service().onboard()
    const holder = createWallet()
    const headers = await signedHeaders(holder, { chainId: 1 })
    const [issued] = dataOf<BatchData>(await send(domain, [issue('tagged', holder.address)])).results
    const change = { action: 'change', label: 'tagged', text: text('1'), ifMatch: issued?.etag }
    const { results } = dataOf<BatchData>(
      await send(
        domain,
        [change, change, { action: 'revoke', label: 'tagged', ifMatch: issued?.etag }],
        'each',
        headers,
      ),
    )
    expect(results.map(({ error }) => error?.name ?? null)).toEqual([
      null,
      'PreconditionFailedException',
      'PreconditionFailedException',
    ])
  })

  it('rule: an admin key revokes and changes without a signature', async () => {
    const domain = await service().onboard()
    await send(domain, [issue('one', createWallet().address), issue('two', createWallet().address)])
    const key = await createAdminKey(service())
    const { results } = dataOf<BatchData>(
      await postBatch(
        { ...service(), key },
        domain,
        [
          { action: 'revoke', label: 'one' },
          { action: 'change', label: 'two', text: text('x') },
        ],
        { mode: 'each' },
      ),
    )
    expect(results.map(({ error }) => error?.name ?? null)).toEqual([null, null])
    expect((await eventsOf(domain)).slice(-2)).toMatchObject([
      { type: 'subname.revoked', actor: { type: 'administrator' } },
      { type: 'subname.changed', actor: { type: 'administrator' } },
    ])
  })

  it('rule: of ten concurrent batches with the same labels, each label is issued by one', async () => {
    const domain = await service().onboard()
    const labels = Array.from({ length: 300 }, (_, index) => `race-${index}`)
    const { address } = createWallet()
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, batch) => {
        const ordered = batch % 2 === 0 ? labels : labels.toReversed()
        return send(
          domain,
          ordered.map((label) => issue(label, address)),
          'each',
        )
      }),
    )
    const issued = responses.flatMap((response) =>
      dataOf<BatchData>(response).results.flatMap(({ label, error }) => (error ? [] : [label])),
    )
    expect(issued.toSorted()).toEqual(labels.toSorted())
    expect(await countOf(domain)).toBe(labels.length)
    expect(await eventsOf(domain)).toHaveLength(labels.length + 1)
  })

  it('rule: concurrent batches and adds issue no more names than the limit', async () => {
    const domain = await service().onboard()
    dataOf(await setDomainLimit(service(), domain, 55))
    await Promise.all([
      ...Array.from({ length: 6 }, (_, batch) =>
        send(
          domain,
          Array.from({ length: 20 }, (_, index) => issue(`b${batch}-${index}`, createWallet().address)),
          'each',
        ),
      ),
      ...Array.from({ length: 20 }, (_, index) => requestSubname(service(), domain, `s-${index}`)),
    ])
    expect(await countOf(domain)).toBe(55)
  })

  it('rule: concurrent batches that change, revoke and issue the same names end without an error of the server', async () => {
    const domain = await service().onboard()
    const holder = createWallet()
    const headers = await signedHeaders(holder, { chainId: 1 })
    const labels = Array.from({ length: 60 }, (_, index) => `churn-${index}`)
    await send(
      domain,
      labels.map((label) => issue(label, holder.address)),
    )
    const items = (batch: number) =>
      labels.map((label, index) => {
        const kind = (batch + index) % 3
        if (kind === 0) return { action: 'revoke', label }
        return kind === 1 ? issue(label, holder.address) : { action: 'change', label, text: text(`${batch}`) }
      })
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, batch) =>
        send(domain, batch % 2 ? items(batch) : items(batch).toReversed(), 'each', headers),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    const { store } = service().context
    const stored = await store.db
      .selectFrom('subnames')
      .select('label')
      .where('domainKey', '=', domain.key)
      .execute()
    expect(await countOf(domain)).toBe(stored.length)
    const alive = new Map<string, number>()
    for (const { type, name } of await eventsOf(domain)) {
      const change = type === 'subname.issued' ? 1 : type === 'subname.revoked' ? -1 : 0
      alive.set(name ?? '', (alive.get(name ?? '') ?? 0) + change)
    }
    const inLog = [...alive].flatMap(([name, count]) => (count === 1 ? [name.split('.')[0]] : []))
    expect(inLog.toSorted()).toEqual(stored.map(({ label }) => label).toSorted())
  })

  it('rule: records of every kind and size are stored as by the single operations', async () => {
    const [single, batched] = [await service().onboard(), await service().onboard()]
    const holder = createWallet()
    const headers = { 'x-api-key': service().key, ...(await signedHeaders(holder, { chainId: 1 })) }
    const issued = {
      addresses: [
        ethereumAddress(holder.address),
        { coinType: 0, address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' },
      ],
      text: [
        { key: 'quoted "key"', value: '{"a": [1, null]}\n\t\u0001\\' },
        { key: 'emoji', value: '🦊 ä \u2028' },
        { key: 'large', value: 'ü'.repeat(6000) },
      ],
      contentHash: 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
    }
    const changed = {
      addresses: [
        { coinType: 0, address: '' },
        { coinType: 2147483658, address: holder.address },
      ],
      text: [
        { key: 'large', value: '' },
        { key: 'new', value: '1' },
      ],
    }
    const readBoth = () =>
      Promise.all(
        [single, batched].map(
          async (domain) => dataOf<WireRecord>(await getSubname(service(), domain, 'full')).records,
        ),
      )
    await seedSubname(service(), single, 'full', issued)
    dataOf(await send(batched, [{ action: 'issue', label: 'full', ...issued }]))
    const [one, other] = await readBoth()
    expect(other).toEqual(one)
    const body = { ...subnameBody(single, 'full'), ...changed }
    dataOf(await service().call('POST', '/ens/v1/subname/update', { headers, body }))
    dataOf(await send(batched, [{ action: 'change', label: 'full', ...changed }], 'atomic', headers))
    const [afterUpdate, afterBatch] = await readBoth()
    expect(afterBatch).toEqual(afterUpdate)
    expect(afterBatch?.texts).toHaveLength(3)
  })

  it('rule: a retry with the same Idempotency-Key gets the same results, and issues nothing again', async () => {
    const domain = await service().onboard()
    const items = [issue('idem', createWallet().address), issue('al ice', createWallet().address)]
    const request = {
      headers: { 'x-api-key': service().key },
      body: { domain: domain.name, mode: 'each', items },
    }
    const retry = () => sendWithKey(service().url, '/byname/v1/names/batch?chainId=1', domain.name, request)
    const [first, second] = [await retry(), await retry()]
    expect(first).toMatchObject({ status: 200, isReplayed: false })
    expect(second).toEqual({ ...first, isReplayed: true })
    expect(await eventsOf(domain)).toHaveLength(2)
  })

  it('rule: lookups see the names of a batch at once, and not those that it revokes', async () => {
    const domain = await service().onboard()
    const version = service().context.store.dataVersion()
    await send(domain, [issue('seen', createWallet().address)])
    expect(service().context.store.dataVersion()).not.toBe(version)
  })
})
