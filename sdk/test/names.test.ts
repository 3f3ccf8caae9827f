import { describe, expect, it } from 'vitest'
import { createApiKey } from '../../server/test/support/credentials/api-keys.ts'
import { createWallet } from '../../server/test/support/credentials/signed-headers.ts'
import { describeService } from '../../server/test/support/service/describe-service.ts'
import type { TestService } from '../../server/test/support/service/service.ts'
import { type BatchItem, type BatchProgress, createClient } from '../src/index.ts'

const owner = createWallet().address
const withKey = ({ url, key: apiKey }: TestService) => createClient({ url, apiKey })

describeService('Names', (service) => {
  it('rule: a backend issues a name, reads it, and its holder changes it', async () => {
    const [client, wallet] = [withKey(service()), createWallet()]
    const records = {
      texts: { url: 'https://a.example', note: 'x' },
      addresses: { 0: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
    }
    const issued = await client.names.issue({ name: 'Alice.demo.eth', owner: wallet.address, records })
    expect(issued).toMatchObject({
      name: 'alice.demo.eth',
      domain: 'demo.eth',
      chainId: 1,
      state: 'claimed',
      holder: wallet.address,
    })
    expect(issued.records).toMatchObject({
      texts: records.texts,
      addresses: { ...records.addresses, 60: wallet.address },
    })
    expect(await client.names.get('alice.demo.eth')).toEqual({ ...issued, sealed: null })

    const contentHash = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
    const options = { wallet, ifMatch: issued.etag }
    const changed = await client.names.update(
      'alice.demo.eth',
      { texts: { note: null }, contentHash },
      options,
    )
    expect(changed.records).toMatchObject({ texts: { url: 'https://a.example' }, contentHash })
    await expect(
      client.names.update('alice.demo.eth', { texts: { note: 'y' } }, options),
    ).rejects.toMatchObject({
      ...{ name: 'PreconditionFailedException', status: 412, etag: changed.etag },
      requestId: expect.stringMatching(/./),
    })
    const replaced = await client.names.update(
      'alice.demo.eth',
      { texts: { a: 'b' } },
      { wallet, replace: true },
    )
    expect(replaced.records.texts).toEqual({ a: 'b' })
  })

  it('rule: a list is read page by page, and only as far as its loop goes', async () => {
    const client = withKey(service())
    const { name: domain } = await service().onboard()
    const items = Array.from(
      { length: 5 },
      (_, index): BatchItem => ({ action: 'issue', label: `n${index}`, owner }),
    )
    await client.names.batch({ domain, items })
    const all = await client.names.list(domain, { limit: 2, order: 'label' }).toArray()
    expect(all.map(({ name }) => name)).toEqual(items.map(({ label }) => `${label}.${domain}`))
    const read: string[] = []
    for await (const { name } of client.names.list(domain, { limit: 2 })) if (read.push(name) === 3) break
    expect(read).toHaveLength(3)
    const { data, next } = await client.names.list(domain, { limit: 2 }).page()
    expect([data.length, next]).toEqual([2, expect.any(String)])
    expect((await client.names.list(domain).page()).next).toBeNull()
    expect(await client.names.search(`n3.${domain}`)).toEqual([`n3.${domain}`])
  })

  it('rule: what is not available has a reason, and suggestions on request', async () => {
    const [client, { name: domain }] = [withKey(service()), await service().onboard()]
    await client.policies.update(domain, { claims: 'open', minLength: 4 })
    expect(await client.names.availability(`anna.${domain}`)).toMatchObject({ isAvailable: true })
    expect(await client.names.availability(`abc.${domain}`)).toMatchObject({
      isAvailable: false,
      rule: 'too-short',
    })
    await client.names.issue({ name: `anna.${domain}`, owner: createWallet().address })
    const { isAvailable, suggestions } = await client.names.availability(`anna.${domain}`, { suggestions: 2 })
    expect([isAvailable, suggestions?.length]).toEqual([false, 2])
    expect(
      await client.policies.check({ name: `abcd.${domain}`, address: createWallet().address }),
    ).toMatchObject({ outcome: 'claimable' })
  })

  it('rule: a reservation is accepted or declined, a name transferred, released and revoked', async () => {
    const [client, { name: domain }] = [withKey(service()), await service().onboard()]
    const [wallet, other] = [createWallet(), createWallet()]
    const holder = createClient({ url: service().url, wallet })
    expect(await client.names.reserve({ name: `kim.${domain}`, owner: wallet.address })).toMatchObject({
      state: 'reserved',
    })
    expect(await holder.names.accept(`kim.${domain}`, { texts: { a: 'b' } })).toMatchObject({
      state: 'claimed',
      holder: wallet.address,
    })
    await client.names.reserve({ name: `no.${domain}`, owner: wallet.address })
    await holder.names.reject(`no.${domain}`)
    await expect(holder.names.get(`no.${domain}`)).rejects.toMatchObject({ status: 404 })
    expect(await holder.names.transfer(`kim.${domain}`, other.address)).toMatchObject({
      holder: other.address,
    })
    expect(await holder.names.ofAddress(other.address, { domains: [domain] }).toArray()).toMatchObject([
      { name: `kim.${domain}` },
    ])
    expect(await holder.names.release(`kim.${domain}`, { wallet: other })).toMatchObject({
      name: `kim.${domain}`,
    })
    await expect(holder.names.get(`kim.${domain}`)).rejects.toMatchObject({
      name: 'SubnameNotFoundException',
      status: 404,
    })

    await client.names.issue({ name: `max.${domain}`, owner: wallet.address })
    await expect(client.names.revoke(`max.${domain}`)).rejects.toMatchObject({
      name: 'MissingSignatureException',
      status: 401,
    })
    await client.names.revoke(`max.${domain}`, { wallet })
    const types = (await client.names.history(`max.${domain}`).toArray()).map(({ type }) => type)
    expect(types).toEqual(['subname.issued', 'subname.revoked'])
  })

  it('rule: a batch goes in chunks with their progress, and a repetition under its key does nothing again', async () => {
    const [client, { name: domain }] = [withKey(service()), await service().onboard()]
    await client.names.issue({ name: `b2.${domain}`, owner: createWallet().address })
    const items = Array.from(
      { length: 5 },
      (_, index): BatchItem => ({ action: 'issue', label: `b${index}`, owner }),
    )
    const seen: BatchProgress[] = []
    const send = () =>
      client.names.batch(
        { domain, items, chunkSize: 2, onProgress: (progress) => seen.push(progress) },
        { idempotencyKey: `batch-${domain}` },
      )
    const outcome = await send()
    expect(outcome).toMatchObject({ succeeded: 4, failed: 1 })
    expect(outcome.results.map(({ index, error }) => [index, error?.name])).toEqual(
      items.map((_, index) => [index, index === 2 ? 'SubdomainAlreadyExistsException' : undefined]),
    )
    expect(seen.map(({ done, failed }) => [done, failed])).toEqual([
      [2, 0],
      [4, 1],
      [5, 1],
    ])
    expect(await send()).toEqual(outcome)
    await expect(client.names.batch({ domain, items, mode: 'atomic' })).rejects.toMatchObject({
      name: 'BatchRejectedException',
      details: { errors: expect.arrayContaining([expect.objectContaining({ index: 2, label: 'b2' })]) },
    })
  })

  it('rule: a key that may revoke puts names without their holder, and a dry run writes nothing', async () => {
    const { url, context, workspaceId } = service()
    const { name: domain } = await service().onboard()
    const scopes = ['names:revoke'] as const
    const { key: apiKey } = await createApiKey(context, { workspaceId, name: 'editor', scopes: [...scopes] })
    const { names } = createClient({ url, apiKey })
    const items: BatchItem[] = [{ action: 'put', label: 'pat', owner, records: { texts: { a: 'b' } } }]
    expect(await names.batch({ domain, items, dryRun: true })).toMatchObject({ succeeded: 1, failed: 0 })
    await expect(names.get(`pat.${domain}`)).rejects.toMatchObject({ status: 404 })
    const { etag } = await names.put({ name: `pat.${domain}`, owner, records: { texts: { a: 'b' } } })
    const changed = await names.put(
      { name: `pat.${domain}`, records: { texts: { c: 'd' } } },
      { ifMatch: etag },
    )
    expect(await names.get(`pat.${domain}`)).toMatchObject({
      ...{ holder: owner, etag: changed.etag },
      records: { texts: { a: 'b', c: 'd' } },
    })
    await expect(names.put({ name: `pat.${domain}` }, { ifMatch: etag })).rejects.toMatchObject({
      status: 412,
    })
    const { etag: before } = await names.get(`pat.${domain}`)
    const updated = await names.update(`PAT.${domain}`, { texts: { a: null } }, { ifMatch: before })
    expect(updated).toMatchObject({ holder: owner, records: { texts: { c: 'd' } } })
    expect(updated.records.texts).not.toHaveProperty('a')
    await expect(names.update(`none.${domain}`, { texts: { a: 'b' } })).rejects.toMatchObject({ status: 404 })
    const weaker = withKey(service()).names.update(`pat.${domain}`, { texts: { a: 'b' } })
    await expect(weaker).rejects.toMatchObject({
      status: 401,
      message: expect.stringContaining('names:revoke'),
    })
    await expect(createClient({ url }).names.update(`pat.${domain}`, {})).rejects.toThrow(/pass `wallet`/)
    await names.revoke(`pat.${domain}`)
  })

  it('rule: a batch is divided so that no body is above the bound of the service', async () => {
    const [client, { name: domain }] = [withKey(service()), await service().onboard()]
    const records = { texts: { description: 'é'.repeat(8000) } }
    const items = Array.from(
      { length: 40 },
      (_, index): BatchItem => ({ action: 'issue', label: `l${index}`, owner, records }),
    )
    expect(await client.names.batch({ domain, items })).toMatchObject({ succeeded: 40, failed: 0 })
  })
})

describeService('Claims and the rest of a domain', (service) => {
  it('rule: a claim that needs approval is approved, declined and withdrawn', async () => {
    const [client, { name: domain }] = [withKey(service()), await service().onboard()]
    await client.policies.update(domain, { claims: 'open', needsApproval: true })
    const wallet = createWallet()
    const holder = createClient({ url: service().url, wallet })
    const claimed = await Promise.all(
      ['one', 'two', 'three'].map((label) => holder.names.claim({ name: `${label}.${domain}` })),
    )
    const [one = '', two = '', three = ''] = claimed.map((outcome) =>
      outcome.state === 'pending' ? outcome.id : '',
    )
    expect(await client.claims.approve(domain, one)).toMatchObject({
      holder: wallet.address,
      state: 'claimed',
    })
    expect(await client.claims.decline(domain, two)).toMatchObject({ state: 'declined' })
    expect(await holder.claims.withdraw(domain, three)).toMatchObject({ state: 'withdrawn' })
    expect(await holder.claims.get(domain, one)).toMatchObject({ state: 'approved' })
    expect(await client.claims.list(domain, { state: 'pending' }).toArray()).toEqual([])
  })

  it('rule: an invitation opens a closed domain for its name', async () => {
    const [client, { name: domain }] = [withKey(service()), await service().onboard()]
    const wallet = createWallet()
    const holder = createClient({ url: service().url, wallet })
    await expect(holder.names.claim({ name: `vip.${domain}` })).rejects.toMatchObject({
      name: 'PolicyRefusedException',
      details: { rule: 'closed' },
    })
    const { id, secret } = await client.invitations.create(domain, { label: 'vip' })
    expect(await holder.invitations.check(domain, secret)).toMatchObject({ id, label: 'vip' })
    const outcome = await holder.names.claim({
      name: `vip.${domain}`,
      invitation: secret,
      records: { texts: { a: 'b' } },
    })
    expect(outcome).toMatchObject({
      state: 'issued',
      record: { holder: wallet.address, records: { texts: { a: 'b' } } },
    })
    expect(await client.invitations.get(domain, id)).toMatchObject({ state: 'used-up', uses: 1 })
    const [first] = await client.invitations.createMany(domain, { count: 2, maxUses: 3 })
    expect(await client.invitations.revoke(domain, first?.id ?? '')).toMatchObject({ state: 'revoked' })
    expect(await client.invitations.list(domain, { isOpen: true }).toArray()).toHaveLength(1)
  })

  it('rule: domains, policies and webhooks are read and changed', async () => {
    const [client, { name: domain }] = [withKey(service()), await service().onboard()]
    const before = await client.domains.get(domain)
    const changed = await client.domains.update(
      domain,
      { branding: { title: 'Acme' } },
      { ifMatch: before.etag },
    )
    expect(changed.branding.title).toBe('Acme')
    await expect(
      client.domains.update(domain, { branding: { title: 'B' } }, { ifMatch: before.etag }),
    ).rejects.toMatchObject({ status: 412 })
    expect((await client.domains.page(domain)).branding.title).toBe('Acme')
    expect(await client.domains.ofKey()).toContain(domain)
    const policy = await client.policies.update(domain, { claims: 'open', isAllowListed: true })
    expect(await client.policies.get(domain)).toEqual(policy)
    expect(await client.policies.allowList(domain).toArray()).toEqual([])
    expect((await client.domains.open().toArray()).map(({ name }) => name)).toContain(domain)

    const created = await client.webhooks.create({
      url: 'https://hooks.example.com/x',
      types: ['subname.revoked'],
    })
    expect(created.secret).toMatch(/^whsec_/)
    expect(await client.webhooks.update(created.id, { isEnabled: false })).toMatchObject({ isEnabled: false })
    expect((await client.webhooks.rotateSecret(created.id, { overlapSeconds: 60 })).secret).not.toBe(
      created.secret,
    )
    expect(await client.webhooks.deliveries(created.id).toArray()).toEqual([])
    expect((await client.webhooks.list().toArray()).map(({ id }) => id)).toContain(created.id)
    await client.webhooks.delete(created.id)
    await expect(client.webhooks.get(created.id)).rejects.toMatchObject({ name: 'WebhookNotFoundException' })
  })

  it('rule: any operation of the document can be requested', async () => {
    const { statusCode: _, ...query } = { statusCode: 0, chainId: 1 } as const
    const { name } = await withKey(service()).request('GET', '/byname/v1/domains/{domain}', {
      params: { path: { domain: 'demo.eth' }, query },
    })
    expect(name).toBe('demo.eth')
  })
})

describe('Arguments', () => {
  it('rule: what can never succeed is refused before a request', async () => {
    expect(() => createClient({ url: 'ftp://names.example' })).toThrow(TypeError)
    expect(() => createClient({ url: 'names.example' })).toThrow(TypeError)
    const client = createClient({ url: 'http://127.0.0.1:9' })
    await expect(client.names.issue({ name: 'alice', owner })).rejects.toThrow(
      'alice is not a name of a domain',
    )
    await expect(client.names.release('alice.demo.eth')).rejects.toThrow('is signed')
  })
})
