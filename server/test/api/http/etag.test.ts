import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { createWallet, type Signer, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { createHeldSubname } from '../../support/entities/mapps.ts'
import {
  expectUnchanged,
  getSubname,
  seedReservation,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

function uniqueLabel() {
  return `e${randomBytes(6).toString('hex')}`
}

function etagOf({ headers }: Pick<ApiResponse, 'headers'>): string {
  const etag = headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  return etag
}

describeOnEachService('ETag and If-Match', (service) => {
  const hold = async (): Promise<{ label: string; holder: Signer }> => {
    const label = uniqueLabel()
    const { holder } = await createHeldSubname(service(), service().demo[1], label)
    return { label, holder }
  }

  const update = async (
    { label, holder }: { label: string; holder: Signer },
    value: string,
    ifMatch?: string,
  ): Promise<ApiResponse> =>
    service().call('POST', '/ens/v1/subname/update', {
      headers: {
        ...(await signedHeaders(holder, { chainId: 1 })),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      body: { ...subnameBody(service().demo[1], label), text: [{ key: 'url', value }] },
    })

  const read = (label: string) => getSubname(service(), service().demo[1], label)

  const readPaths = (label: string) => [
    `/ens/v1/subname/subname?chainId=1&subname=${label}.demo.eth`,
    `/ens/v2/subnames?chainId=1&subname=${label}.demo.eth`,
    `/ens/v2/subname?chainId=1&subname=${label}.demo.eth`,
  ]

  it('rule: every read of a subname has the same ETag, and gets 304 with it until the subname changes', async () => {
    const { label, holder } = await hold()
    const etag = etagOf(await read(label))
    for (const path of readPaths(label)) {
      expect(etagOf(await service().call('GET', path))).toBe(etag)
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const response = await fetch(service().url + path, { headers: { 'if-none-match': known } })
        expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([
          304,
          '',
          etag,
        ])
      }
    }
    const changed = await update({ label, holder }, 'https://new.example')
    expect(etagOf(changed)).not.toBe(etag)
    for (const path of readPaths(label)) {
      const response = await fetch(service().url + path, { headers: { 'if-none-match': etag } })
      expect(response.status).toBe(200)
      expect(response.headers.get('etag')).toBe(etagOf(changed))
    }
  })

  it('rule: a new and an accepted subname have an ETag, a removed one has none', async () => {
    const [label, holder] = [uniqueLabel(), createWallet()]
    await seedReservation(service(), service().demo[1], label, holder.address)
    const reserved = etagOf(await read(label))
    const headers = { 'x-api-key': service().key, ...(await signedHeaders(holder, { chainId: 1 })) }
    const body = subnameBody(service().demo[1], label)
    const accepted = await service().call('POST', '/ens/v1/subname/accept', {
      headers: { ...headers, 'if-match': reserved },
      body,
    })
    dataOf(accepted)
    expect(etagOf(accepted)).toBe(etagOf(await read(label)))
    const revoked = await service().call('POST', '/ens/v1/subname/revoke', { headers, body })
    dataOf(revoked)
    expect(revoked.headers.get('etag')).toBeNull()
  })

  it('200 with the new ETag for If-Match with the current one, among others, and *', async () => {
    const name = await hold()
    let etag = etagOf(await read(name.label))
    for (const ifMatch of [() => etag, () => `"other", ${etag}`, () => '*']) {
      const changed = await update(name, `https://${randomBytes(4).toString('hex')}.example`, ifMatch())
      dataOf(changed)
      etag = etagOf(changed)
      expect(etagOf(await read(name.label))).toBe(etag)
    }
  })

  it('412 with the current ETag for another one, for a weak one, and nothing is changed', async () => {
    const name = await hold()
    const etag = etagOf(await read(name.label))
    for (const ifMatch of ['"other"', `W/${etag}`, '""']) {
      const refused = await expectUnchanged(service(), service().demo[1], () =>
        update(name, 'https://lost.example', ifMatch),
      )
      expectError(refused, 412, 'PreconditionFailedException')
      expect(etagOf(refused)).toBe(etag)
    }
  })

  it.each(['', 'unquoted', '"a" "b"', '*, "a"'])('400 for If-Match: %j', async (ifMatch) => {
    const name = await hold()
    await expectUnchanged(service(), service().demo[1], async () =>
      expectError(await update(name, 'https://lost.example', ifMatch), 400, 'BadRequestException'),
    )
  })

  it('412 for every way to change or remove a subname, and nothing is changed', async () => {
    const { label, holder } = await hold()
    const [reserved, admin] = [uniqueLabel(), await createAdminKey(service())]
    await seedReservation(service(), service().demo[1], reserved, holder.address)
    const signed = { 'x-api-key': service().key, ...(await signedHeaders(holder, { chainId: 1 })) }
    const refusing = [{ 'if-match': '"stale"' }, { 'if-none-match': '*' }]
    const body = (of: string) => subnameBody(service().demo[1], of)
    const v2 = (folder: string, of: string) => `/ens/v2/subnames${folder}/${of}.demo.eth?chainId=1`
    const requests = [
      [label, 'PATCH', v2('', label), signed, { text: [] }],
      [reserved, 'POST', '/ens/v1/subname/accept', signed, body(reserved)],
      [reserved, 'PATCH', v2('/invitations', reserved), signed, {}],
      [reserved, 'POST', '/ens/v1/subname/reject', signed, body(reserved)],
      [reserved, 'DELETE', v2('/invitations', reserved), signed, undefined],
      [label, 'POST', '/ens/v1/subname/revoke', signed, body(label)],
      [label, 'POST', '/ens/v1/subname/admin-revoke', { 'x-api-key': admin }, body(label)],
    ] as const
    for (const [subject, method, path, headers, content] of requests) {
      const etag = etagOf(await read(subject))
      for (const precondition of [...refusing, { 'if-none-match': `"other", W/${etag}` }]) {
        const request = { headers: { ...headers, ...precondition }, ...(content && { body: content }) }
        const refused = await expectUnchanged(service(), service().demo[1], () =>
          service().call(method, path, request),
        )
        expectError(refused, 412, 'PreconditionFailedException')
        expect(etagOf(refused)).toBe(etag)
      }
    }
    const revoked = await service().call('POST', '/ens/v1/subname/revoke', {
      headers: { ...signed, 'if-match': etagOf(await read(label)), 'if-none-match': '"stale"' },
      body: body(label),
    })
    dataOf(revoked)
  })

  it('rule: of many concurrent changes with one If-Match exactly one is done', async () => {
    const name = await hold()
    const etag = etagOf(await read(name.label))
    const values = Array.from({ length: 10 }, (_, index) => `https://${index}.example`)
    const responses = await Promise.all(values.map((value) => update(name, value, etag)))
    const winners = responses.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    for (const other of responses.filter(({ status }) => status !== 200))
      expectError(other, 412, 'PreconditionFailedException')
    const [winner] = winners
    expect(dataOf<WireRecord>(await read(name.label))).toEqual(winner && dataOf(winner))
  })

  it('rule: changes of a domain are compared in the same way, and names that are issued do not matter', async () => {
    const domain = await service().onboard()
    const path = `/byname/v1/domains/${domain.name}?chainId=1`
    const headers = { 'x-api-key': service().key }
    const etag = etagOf(await service().call('GET', path, { headers }))
    await seedSubname(service(), domain, 'issued')
    expect(etagOf(await service().call('GET', path, { headers }))).toBe(etag)
    const change = (ifMatch: string, host: string) =>
      service().call('PATCH', path, {
        headers: { ...headers, 'if-match': ifMatch },
        body: { allowedOrigins: [host] },
      })
    const responses = await Promise.all(
      ['a.example', 'b.example', 'c.example'].map((host) => change(etag, host)),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
    const current = etagOf(await service().call('GET', path, { headers }))
    for (const response of responses) expect(etagOf(response)).toBe(current)
  })

  it('rule: a read of a domain is never 304, for its counts change without its ETag', async () => {
    const domain = await service().onboard()
    const path = `/byname/v1/domains/${domain.name}?chainId=1`
    const headers = { 'x-api-key': service().key }
    const etag = etagOf(await service().call('GET', path, { headers }))
    await seedSubname(service(), domain, 'issued')
    const again = await service().call('GET', path, { headers: { ...headers, 'if-none-match': etag } })
    expect([again.status, etagOf(again), dataOf(again)]).toEqual([
      200,
      etag,
      expect.objectContaining({ names: 1 }),
    ])
  })

  it('rule: the v1 read of a domain has an ETag that changes with the count of its subnames', async () => {
    const domain = await service().onboard()
    const path = `/ens/v1/ens/id/${domain.id}`
    const headers = { 'x-api-key': service().key }
    const etag = etagOf(await service().call('GET', path, { headers }))
    const revalidate = async () =>
      (await fetch(service().url + path, { headers: { ...headers, 'if-none-match': etag } })).status
    expect(await revalidate()).toBe(304)
    await seedSubname(service(), domain, 'issued')
    expect(await revalidate()).toBe(200)
  })
})
