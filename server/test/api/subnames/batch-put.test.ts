import { zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import { createKey } from '../../support/credentials/api-keys.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { type BatchData, batchErrorsOf, issue, postBatch } from '../../support/entities/batches.ts'
import { ethereumAddress, getSubname } from '../../support/entities/subnames.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

describeService('put and dry runs of POST /byname/v1/names/batch', (service) => {
  const text = (key: string, value: string) => ({ key, value })
  const put = (label: string, fields: object = {}) => ({ action: 'put', label, ...fields })
  /** Of a key that may revoke names. */
  const open = async () => {
    const domain = await service().onboard()
    const { key } = await createKey(service(), { scopes: ['names:revoke'] })
    const send = (items: readonly object[], mode = 'atomic', headers = {}) =>
      postBatch({ ...service(), key }, domain, items, { mode, headers })
    return { domain, send }
  }
  const errorNames = ({ results }: BatchData) => results.map(({ error }) => error?.name ?? null)

  it('issues a label, then merges records or replaces the supplied lists', async () => {
    const { domain, send } = await open()
    const { address } = createWallet()
    dataOf(
      await send([
        put('one', { texts: [text('a', '1'), text('b', '2')], addresses: [ethereumAddress(address)] }),
      ]),
    )
    dataOf(await send([put('one', { texts: [text('a', ''), text('c', '3')] })]))
    const read = async () =>
      dataOf<{ records: { texts: object[] } }>(await getSubname(service(), domain, 'one'))
    expect((await read()).records.texts).toEqual([text('b', '2'), text('c', '3')])
    dataOf(await send([put('one', { texts: [text('d', '4')], replace: true })]))
    expect((await read()).records).toMatchObject({
      texts: [text('d', '4')],
      coins: [{ id: 60, value: address }],
    })
    dataOf(await send([put('one', { holder: zeroAddress }), put('one', { holder: '0x12' })], 'each'))
    const name = `/byname/v1/names/one.${domain.name}?chainId=1`
    expect(dataOf(await service().call('GET', name))).toMatchObject({ holder: null })
  })

  it('of a name that exists needs the scope names:revoke or the signature of its holder', async () => {
    const { domain, send } = await open()
    const holder = createWallet()
    await send([issue('held', holder.address)])
    const item = put('held', { texts: [text('a', '1')] })
    const signed = await signedHeaders(holder, { chainId: 1 })
    expect(batchErrorsOf(await postBatch(service(), domain, [item]))).toEqual([
      [0, 'held', 'MissingSignatureException'],
    ])
    expect(dataOf(await postBatch(service(), domain, [item], { headers: signed }))).toMatchObject({
      succeeded: 1,
    })
    expect(dataOf(await postBatch(service(), domain, [put('free')]))).toMatchObject({ succeeded: 1 })
  })

  it('a key with the scope names:revoke changes a name without its holder, and issues nothing', async () => {
    const { domain, send } = await open()
    const holder = createWallet()
    await send([issue('changed', holder.address)])
    const change = (label: string, fields: object) => ({ action: 'change', label, ...fields })
    const written = await send([change('changed', { text: [text('a', '1')] })])
    const [{ etag } = { etag: null }] = dataOf<BatchData>(written).results
    const items = [
      change('changed', { text: [text('b', '2')], ifMatch: etag }),
      change('changed', { text: [text('b', '3')], ifMatch: etag }),
      change('changed', { text: [text('mApps', '{}')] }),
      change('absent', { text: [text('a', '1')] }),
    ]
    expect(errorNames(dataOf<BatchData>(await send(items, 'each')))).toEqual([
      null,
      'PreconditionFailedException',
      null,
      'SubnameNotFoundException',
    ])
    const data = dataOf(await getSubname(service(), domain, 'changed'))
    expect(data).toMatchObject({ isClaimed: true, records: { texts: [text('a', '1'), text('b', '2')] } })
    const signed = await signedHeaders(createWallet(), { chainId: 1 })
    const byOther = await send([change('changed', { text: [text('a', '')] })], 'atomic', signed)
    expect(batchErrorsOf(byOther)).toEqual([[0, 'changed', 'NotHolderException']])
  })

  it('with an entity tag fails on another state, and on a name that does not exist', async () => {
    const { send } = await open()
    const { results } = dataOf<BatchData>(await send([put('tagged')]))
    const ifMatch = results[0]?.etag
    const change = (label: string, tag: unknown, value: string) =>
      put(label, { ifMatch: tag, texts: [text('a', value)] })
    const items = [change('tagged', ifMatch, '1'), change('tagged', ifMatch, '2'), change('absent', '*', '1')]
    expect(errorNames(dataOf<BatchData>(await send(items, 'each')))).toEqual([
      null,
      'PreconditionFailedException',
      'SubnameNotFoundException',
    ])
  })

  it('a dry run has the results of the batch, and writes nothing', async () => {
    const { domain, send } = await open()
    await send([issue('kept', createWallet().address)])
    const version = service().context.store.dataVersion()
    const items = [
      issue('new', createWallet().address),
      issue('kept', createWallet().address),
      put('kept', { texts: [text('a', '1')] }),
      { action: 'revoke', label: 'kept' },
      put('kept', { ifMatch: '*' }),
    ]
    const body = { domain: domain.name, mode: 'each', dryRun: true, items }
    const { key } = await createKey(service(), { scopes: ['names:revoke'] })
    const dry = (mode: string) =>
      service().call('POST', '/byname/v1/names/batch?chainId=1', {
        headers: { 'x-api-key': key },
        body: { ...body, mode },
      })
    const data = dataOf<BatchData>(await dry('each'))
    expect(data).toMatchObject({ dryRun: true, succeeded: 3, failed: 2 })
    expect(errorNames(data)).toEqual([
      null,
      'SubdomainAlreadyExistsException',
      null,
      null,
      'SubnameNotFoundException',
    ])
    expect(data.results.every(({ etag }) => etag === null)).toBe(true)
    expect(batchErrorsOf(await dry('atomic'))).toHaveLength(2)
    expect(service().context.store.dataVersion()).toBe(version)
    expect((await getSubname(service(), domain, 'new')).status).toBe(404)
    expect(dataOf(await send(items, 'each'))).toMatchObject({ dryRun: false, succeeded: 3, failed: 2 })
  })
})
