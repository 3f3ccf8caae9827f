import { getAddress } from 'viem'
import { expect, it } from 'vitest'
import type { WireEventPage } from '../../../src/http/schema/event.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { createWallet, type Signer, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { appendFields, changePermission, createHeldSubname } from '../../support/entities/mapps.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('events of other kinds', (service) => {
  const listEvents = async (query: string, key = service().key) =>
    dataOf<WireEventPage>(
      await service().call('GET', `/byname/v1/events?${query}`, { headers: { 'x-api-key': key } }),
    ).data

  const byWallet = ({ address }: Signer) => ({ type: 'wallet', address, keyId: null })

  it('rule: a grant, the fields of an mApp and the end of a grant are events by the wallets that signed them', async () => {
    const domain = await service().onboard()
    const forged = { key: 'status_app.demo.eth', value: 'forged' }
    const name = await createHeldSubname(service(), domain, 'alice', { text: [forged] })
    const app = await createHeldSubname(service(), service().demo[1], 'app')
    await changePermission(service(), 'add', name, app.ens)
    dataOf(await appendFields(service(), name, app, [{ key: 'status', value: 'here' }]), 201)
    await changePermission(service(), 'revoke', name, app.ens)

    const [, granted, appended, revoked, ...others] = await listEvents(`name=${name.ens}`)
    expect(others).toEqual([])
    const subject = {
      name: name.ens,
      chainId: 1,
      domainId: domain.id,
      workspaceId: service().workspaceId,
      requestId: expect.any(String),
    }
    const grants = { field: 'texts', key: 'mApps' }
    const fieldOfApp = { field: 'texts', key: 'status_app.demo.eth' }
    expect(granted).toMatchObject({ ...subject, type: 'mapp.granted', actor: byWallet(name.holder) })
    expect(granted?.changes).toEqual(
      expect.arrayContaining([
        { ...grants, before: null, after: '{"mApps":["app.demo.eth"]}' },
        { ...fieldOfApp, before: 'forged', after: null },
      ]),
    )
    expect(granted?.changes).toHaveLength(2)
    expect(appended).toMatchObject({ ...subject, type: 'subname.changed', actor: byWallet(app.holder) })
    expect(appended?.changes).toEqual([{ ...fieldOfApp, before: null, after: 'here' }])
    expect(revoked).toMatchObject({ ...subject, type: 'mapp.revoked', actor: byWallet(name.holder) })
    expect(revoked?.changes).toEqual(
      expect.arrayContaining([
        { ...grants, before: '{"mApps":["app.demo.eth"]}', after: null },
        { ...fieldOfApp, before: 'here', after: null },
      ]),
    )
    expect(revoked?.changes).toHaveLength(2)
  })

  it('rule: a primary name is an event of its domain, with the primary name before, unless it is the same', async () => {
    const domain = await service().onboard()
    const holder = createWallet()
    const addresses = [{ coinType: 60, address: holder.address }]
    for (const label of ['first', 'second']) await createHeldSubname(service(), domain, label, { addresses })
    for (const label of ['first', 'second', 'second'])
      dataOf(
        await service().call('POST', '/ens/v1/primary-name/set-primary-name', {
          headers: await signedHeaders(holder, { chainId: 1 }),
          body: { chainId: 1, address: holder.address, name: `${label}.${domain.name}` },
        }),
      )
    const events = await listEvents(`domain=${domain.name}&type=primary_name.set`)
    const subject = { chainId: 1, domainId: domain.id, workspaceId: service().workspaceId }
    const change = { field: 'name', key: holder.address.toLowerCase() }
    const [first, second] = [`first.${domain.name}`, `second.${domain.name}`]
    expect(events.map(({ name, changes }) => ({ name, changes }))).toEqual([
      { name: first, changes: [{ ...change, before: null, after: first }] },
      { name: second, changes: [{ ...change, before: first, after: second }] },
    ])
    for (const event of events) expect(event).toMatchObject({ ...subject, actor: byWallet(holder) })
  })

  it('rule: a resolver entry has events for administrators only, with the administrator and each changed field', async () => {
    const adminKey = await createAdminKey(service())
    const { id, address, registryAddress, nodeProvider, environment } =
      service().resolvers[11155111]['chain-bound']
    const update = async (changes: object) =>
      dataOf(
        await service().call('POST', '/ens/v1/offchain-resolvers/update', {
          headers: { 'x-api-key': adminKey },
          body: {
            id,
            resolverAddress: address,
            ensRegistryAddress: registryAddress,
            nodeProvider,
            environment,
            ...changes,
          },
        }),
      )
    const newAddress = getAddress('0xae9df98d6ba6a0c91f99c941ab5ab820fde95c30')
    for (let time = 0; time < 2; time++) await update({ environment: 'staging', resolverAddress: newAddress })
    const events = await listEvents('type=resolver.created,resolver.changed&limit=1000', adminKey)
    const ofEntry = events.filter(({ changes }) => changes.some(({ after }) => after === id))
    const subject = { chainId: 11155111, name: null, domainId: null, workspaceId: null }
    const [created, changed, ...others] = ofEntry
    expect(others).toEqual([])
    expect(created).toMatchObject({
      ...subject,
      type: 'resolver.created',
      actor: { type: 'system', address: null, keyId: null },
      requestId: null,
    })
    expect(created?.changes).toEqual([
      { field: 'id', key: null, before: null, after: id },
      { field: 'address', key: null, before: null, after: getAddress(address) },
      { field: 'registryAddress', key: null, before: null, after: getAddress(registryAddress) },
      { field: 'nodeProvider', key: null, before: null, after: nodeProvider },
      { field: 'environment', key: null, before: null, after: environment },
      { field: 'signingScheme', key: null, before: null, after: 'chain-bound' },
    ])
    expect(changed).toMatchObject({
      ...subject,
      type: 'resolver.changed',
      actor: { type: 'administrator', address: null, keyId: expect.any(String) },
      requestId: expect.any(String),
    })
    expect(changed?.changes).toEqual([
      { field: 'id', key: null, before: id, after: id },
      { field: 'address', key: null, before: getAddress(address), after: newAddress },
      { field: 'environment', key: null, before: environment, after: 'staging' },
    ])
    expect(await listEvents('type=resolver.created,resolver.changed')).toEqual([])
  })
})
