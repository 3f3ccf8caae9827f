import { expect, it } from 'vitest'
import type { WireEventPage } from '../../../src/http/schema/event.ts'
import type { WireRecordWithHolder } from '../../../src/http/schema/names.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import {
  ownHost,
  purposeOf,
  releaseHeaders,
  sendRelease,
  transfer,
} from '../../support/credentials/single-use.ts'
import { createHeldSubname, type HeldSubname } from '../../support/entities/mapps.ts'
import {
  ethereumAddress,
  expectUnchanged,
  seedReservation,
  seedSubname,
} from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('The release of a name', (service) => {
  let labels = 0
  const held = (): Promise<HeldSubname> =>
    createHeldSubname(service(), service().demo[1], `freed-${labels++}`)

  const eventTypesOf = async ({ ens }: HeldSubname) =>
    dataOf<WireEventPage>(
      await service().call('GET', `/byname/v1/events?name=${ens}`, {
        headers: { 'x-api-key': service().key },
      }),
    ).data.map(({ type, actor }) => [type, actor.address])

  it('rule: the holder alone removes the name, whose last state is the response', async () => {
    const { ens, holder } = await held()
    const released = dataOf<WireRecordWithHolder>(
      await sendRelease(service(), ens, await releaseHeaders(holder, ens)),
    )
    expect([released.ens, released.holder]).toEqual([ens, holder.address])
    expectError(
      await service().call('GET', `/byname/v1/names/${ens}?chainId=1`),
      404,
      'SubnameNotFoundException',
    )
    expect(await eventTypesOf({ ens, chainId: 1, holder })).toEqual([
      ['subname.issued', null],
      ['subname.revoked', holder.address],
    ])
  })

  it('401 when the message is used again, also after the label was issued to the same wallet', async () => {
    const { ens, holder } = await held()
    const headers = await releaseHeaders(holder, ens)
    dataOf(await sendRelease(service(), ens, headers))
    expectError(await sendRelease(service(), ens, headers), 404, 'SubnameNotFoundException')
    const addresses = [ethereumAddress(holder.address)]
    await seedSubname(service(), service().demo[1], ens.split('.')[0] ?? '', { addresses })
    await expectUnchanged(service(), service().demo[1], async () =>
      expectError(await sendRelease(service(), ens, headers), 401, 'ChallengeExpiredException'),
    )
  })

  it('401 for a sign-in message and for the message of a transfer', async () => {
    const { ens, holder } = await held()
    const to = createWallet().address.toLowerCase()
    await expectUnchanged(service(), service().demo[1], async () => {
      for (const resources of [[], purposeOf('transfer', { name: ens, to })])
        expectError(
          await sendRelease(service(), ens, await signedHeaders(holder, { chainId: 1, resources })),
          401,
          'InvalidSignatureException',
        )
    })
  })

  it('403 for another wallet, 409 for a reservation', async () => {
    const { ens } = await held()
    const invited = createWallet()
    await seedReservation(service(), service().demo[1], 'invited', invited.address)
    await expectUnchanged(service(), service().demo[1], async () => {
      expectError(
        await sendRelease(service(), ens, await releaseHeaders(createWallet(), ens)),
        403,
        'NotHolderException',
      )
      const headers = await releaseHeaders(invited, 'invited.demo.eth')
      expectError(await sendRelease(service(), 'invited.demo.eth', headers), 409, 'NotClaimedException')
    })
  })

  it('rule: of a concurrent transfer and release one succeeds', async () => {
    const names = await Promise.all(Array.from({ length: 5 }, held))
    for (const { ens, holder } of names) {
      const [moved, released] = await Promise.all([
        transfer(service(), holder, ens, createWallet().address),
        releaseHeaders(holder, ens).then((headers) => sendRelease(service(), ens, headers)),
      ])
      expect([moved.status, released.status].toSorted()).toEqual([200, expect.any(Number)])
      expect(moved.status === 200).not.toBe(released.status === 200)
    }
  })

  it('rule: a page sends only what was signed for its own site, or for this service where the domain allows few', async () => {
    const domain = await service().onboard()
    const allowed = { allowedOrigins: ['https://shop.example'] }
    dataOf(
      await service().call('PATCH', `/byname/v1/domains/${domain.name}?chainId=1`, {
        headers: { 'x-api-key': service().key },
        body: allowed,
      }),
    )
    const own = ownHost.host
    const send = async (site: string, origin?: string) => {
      const { ens, holder } = await createHeldSubname(service(), domain, `freed-${labels++}`)
      const headers = await releaseHeaders(holder, ens, { domain: site })
      return sendRelease(service(), ens, { ...headers, ...(origin !== undefined && { origin }) })
    }
    dataOf(await send('shop.example'))
    dataOf(await send('shop.example', 'https://shop.example'))
    dataOf(await send(own))
    dataOf(await send(own, `http://${own}`))
    for (const origin of [
      'https://evil.example',
      'null',
      'https://shop.example.evil.example',
      `http://${own}`,
      'http://shop.example',
    ])
      expectError(await send('shop.example', origin), 403, 'OriginNotAllowedException')
    expectError(await send(own, `https://${own}`), 403, 'OriginNotAllowedException')
    for (const site of ['evil.example', 'localhost:1'])
      expectError(await send(site), 401, 'InvalidSignatureException')
  })
})
