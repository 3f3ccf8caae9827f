import { expect, it } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import {
  appendFields,
  changePermission,
  createHeldSubname,
  type HeldSubname,
} from '../../support/entities/mapps.ts'
import { ethereumAddress, getSubname, postAdd, subnameBody } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

describeService('mApps', (service) => {
  let labels = 0
  /** A subname of demo.eth on mainnet, with a label that no other test uses. */
  const held = (records: object = {}): Promise<HeldSubname> =>
    createHeldSubname(service(), service().demo[1], `mapp-name-${labels++}`, records)

  /** Every text of a subname, by its key. */
  const textsOf = async ({ ens }: HeldSubname) => {
    const record = dataOf<WireRecord>(
      await getSubname(service(), service().demo[1], ens.split('.', 1)[0] ?? ''),
    )
    return Object.fromEntries(record.records.texts.map(({ key, value }) => [key, value]))
  }

  const update = async ({ ens, holder }: HeldSubname, changes: object) =>
    dataOf<WireRecord>(
      await service().call('PATCH', `/ens/v2/subnames/${ens}?chainId=1`, {
        headers: await signedHeaders(holder, { chainId: 1 }),
        body: changes,
      }),
    )

  it('permission/add: 201, and grants are listed as compact JSON in the order of granting', async () => {
    const name = await held()
    const first = await changePermission(service(), 'add', name, 'b.eth')
    expect(first.records.texts).toEqual([{ key: 'mApps', value: '{"mApps":["b.eth"]}' }])
    const second = await changePermission(service(), 'add', name, 'A.eth')
    expect(second.records.texts).toEqual([{ key: 'mApps', value: '{"mApps":["b.eth","a.eth"]}' }])
    expect(dataOf(await getSubname(service(), service().demo[1], name.ens.split('.', 1)[0] ?? ''))).toEqual(
      second,
    )
  })

  it("rule: granting deletes existing texts in the form of the mApp's fields, and nothing else", async () => {
    const text = [
      { key: 'com.github_app.eth', value: 'forged' },
      { key: '_app.eth', value: 'forged' },
      { key: 'com.github_other.eth', value: 'stays' },
      { key: 'app.eth', value: 'stays' },
      { key: 'com.github_app.eth.uk', value: 'stays' },
    ]
    const name = await held({ text })
    await changePermission(service(), 'add', name, 'app.eth')
    expect(await textsOf(name)).toEqual({
      'com.github_other.eth': 'stays',
      'app.eth': 'stays',
      'com.github_app.eth.uk': 'stays',
      mApps: '{"mApps":["app.eth"]}',
    })
  })

  it('field/append: 201, each field under its key and the name of the mApp; an empty value deletes it', async () => {
    const [name, app] = [await held({ text: [{ key: 'url', value: 'mine' }] }), await held()]
    await changePermission(service(), 'add', name, app.ens)
    const fields = [
      { key: 'com.github', value: '{"verified":true}' },
      { key: 'ünïcode', value: '\u{1F600}' },
    ]
    const appended = dataOf<WireRecord>(await appendFields(service(), name, app, fields), 201)
    expect(appended.records.texts).toEqual([
      { key: 'url', value: 'mine' },
      { key: 'mApps', value: `{"mApps":["${app.ens}"]}` },
      { key: `com.github_${app.ens}`, value: '{"verified":true}' },
      { key: `ünïcode_${app.ens}`, value: '\u{1F600}' },
    ])
    dataOf(
      await appendFields(service(), name, app, [
        { key: 'com.github', value: '' },
        { key: 'none', value: '' },
      ]),
      201,
    )
    expect(await textsOf(name)).toEqual({
      url: 'mine',
      mApps: `{"mApps":["${app.ens}"]}`,
      [`ünïcode_${app.ens}`]: '\u{1F600}',
    })
  })

  it('rule: a repeated grant changes nothing', async () => {
    const [name, app] = [await held(), await held()]
    await changePermission(service(), 'add', name, app.ens)
    const { records } = dataOf<WireRecord>(
      await appendFields(service(), name, app, [{ key: 'a', value: '1' }]),
      201,
    )
    expect((await changePermission(service(), 'add', name, app.ens)).records).toEqual(records)
  })

  it("permission/revoke: 201, the grant and the mApp's fields are deleted, those of others stay", async () => {
    const [name, app, other] = [await held(), await held(), await held()]
    await changePermission(service(), 'add', name, app.ens)
    await changePermission(service(), 'add', name, other.ens)
    for (const writer of [app, other])
      dataOf(await appendFields(service(), name, writer, [{ key: 'a', value: '1' }]), 201)
    await changePermission(service(), 'revoke', name, app.ens)
    expect(await textsOf(name)).toEqual({ mApps: `{"mApps":["${other.ens}"]}`, [`a_${other.ens}`]: '1' })
    await changePermission(service(), 'revoke', name, other.ens)
    expect(await textsOf(name)).toEqual({})
  })

  it('rule: revoking an absent grant deletes nothing', async () => {
    const name = await held({ text: [{ key: 'a_app.eth', value: 'mine' }] })
    await changePermission(service(), 'revoke', name, 'app.eth')
    expect(await textsOf(name)).toEqual({ 'a_app.eth': 'mine' })
  })

  it('rule: the holder cannot write the grants, nor the fields of an mApp with a grant; other texts are written', async () => {
    const [name, app] = [await held(), await held()]
    await changePermission(service(), 'add', name, app.ens)
    dataOf(await appendFields(service(), name, app, [{ key: 'a', value: '1' }]), 201)
    const granted = { mApps: `{"mApps":["${app.ens}"]}`, [`a_${app.ens}`]: '1' }
    const attempts = [
      { key: 'mApps', value: '{"mApps":["evil.eth"]}' },
      { key: `a_${app.ens}`, value: 'forged' },
      { key: `b_${app.ens}`, value: 'forged' },
    ]
    const text = [...attempts, { key: 'b_other.eth', value: 'mine' }]
    await update(name, { text })
    expect(await textsOf(name)).toEqual({ ...granted, 'b_other.eth': 'mine' })
    await update(name, { text: attempts.map(({ key }) => ({ key, value: '' })) })
    expect(await textsOf(name)).toEqual({ ...granted, 'b_other.eth': 'mine' })
    await update(name, { text: [...attempts, { key: 'new', value: 'mine' }], replace: true })
    expect(await textsOf(name)).toEqual({ ...granted, new: 'mine' })
    await update(name, { text: [], replace: true })
    expect(await textsOf(name)).toEqual(granted)
    await changePermission(service(), 'revoke', name, app.ens)
    await update(name, { text: [{ key: `a_${app.ens}`, value: 'mine' }] })
    expect(await textsOf(name)).toEqual({ [`a_${app.ens}`]: 'mine' })
  })

  it('rule: add, accept and update ignore the text of grants, so that writing it grants nothing', async () => {
    const { call, demo, key } = service()
    const forged = [{ key: 'mApps', value: '{"mApps":["evil.eth"]}' }]
    const name = await held({ text: [...forged, { key: 'url', value: 'x' }] })
    expect(await textsOf(name)).toEqual({ url: 'x' })
    await update(name, { text: forged })
    expect(await textsOf(name)).toEqual({ url: 'x' })
    await update(name, { text: forged, replace: true })
    expect(await textsOf(name)).toEqual({})

    const holder = createWallet()
    const reserved = { ...subnameBody(demo[1], 'mapp-reserved'), ethAddress: holder.address }
    dataOf(await call('POST', '/ens/v1/subname/reserve', { headers: { 'x-api-key': key }, body: reserved }))
    const accepted = await call('POST', '/ens/v1/subname/accept', {
      headers: await signedHeaders(holder, { chainId: 1 }),
      body: { ...subnameBody(demo[1], 'mapp-reserved'), text: forged },
    })
    expect(dataOf<WireRecord>(accepted).records.texts).toEqual([])
  })

  it('rule: a signed add ignores the text of grants too', async () => {
    const { demo, key } = service()
    const text = [{ key: 'mApps', value: '{"mApps":["evil.eth"]}' }]
    const headers = { 'x-api-key': key, ...(await signedHeaders(createWallet(), { chainId: 1 })) }
    const added = await postAdd(service(), {
      headers,
      body: { ...subnameBody(demo[1], 'mapp-signed-add'), text },
    })
    expect(dataOf<WireRecord>(added).records.texts).toEqual([])
  })

  it('rule: the signer is the address that the mApp resolves to now, not a former holder of its name', async () => {
    const [name, app] = [await held(), await held()]
    await changePermission(service(), 'add', name, app.ens)
    const successor = createWallet()
    await update(app, { addresses: [ethereumAddress(successor.address)] })
    const fields = [{ key: 'a', value: '1' }]
    expectError(await appendFields(service(), name, app, fields), 403, 'NotHolderException')
    dataOf(await appendFields(service(), name, { ...app, holder: successor }, fields), 201)
  })

  it('rule: concurrent appends of fields and updates of texts are all stored', async () => {
    const [name, app] = [await held(), await held()]
    await changePermission(service(), 'add', name, app.ens)
    const keys = Array.from({ length: 8 }, (_, index) => `k${index}`)
    await Promise.all(
      keys.flatMap((key) => [
        appendFields(service(), name, app, [{ key, value: key }]).then((response) => dataOf(response, 201)),
        update(name, { text: [{ key, value: key }] }),
      ]),
    )
    expect(Object.keys(await textsOf(name)).sort()).toEqual(
      ['mApps', ...keys, ...keys.map((key) => `${key}_${app.ens}`)].sort(),
    )
  })
})
