import { expect, it } from 'vitest'
import { findDomainById } from '../../../src/store/entities/domains.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { postDomainChange } from '../../support/entities/domains.ts'
import {
  ethereumAddress,
  expectUnchanged,
  postAdd,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('Concurrent adds', (service) => {
  const addAll = (domain: Parameters<typeof subnameBody>[0], labels: readonly string[]) =>
    Promise.all(
      labels.map((label) =>
        postAdd(service(), {
          headers: { 'x-api-key': service().key },
          body: {
            ...subnameBody(domain, label),
            addresses: [ethereumAddress(createWallet().address)],
            overrideSignatureCheck: true,
          },
        }),
      ),
    )

  const countOf = async (id: string) => (await findDomainById(service().context.store.db, id))?.subnameCount

  const limitTo = (id: string, userChosenLimit: number) =>
    service().context.store.db.updateTable('domains').set({ userChosenLimit }).where('id', '=', id).execute()

  it('rule: of two hundred concurrent adds of one label exactly one is 200, the rest are 409', async () => {
    const domain = await service().onboard()
    const responses = await addAll(domain, Array(200).fill('alice'))
    const rejected = responses.filter(({ status }) => status !== 200)
    expect(rejected).toHaveLength(199)
    for (const response of rejected) expectError(response, 409, 'SubdomainAlreadyExistsException')
    expect(await countOf(domain.id)).toBe(1)
  })

  it('rule: concurrent adds of different labels are all counted', async () => {
    const domain = await service().onboard()
    const responses = await addAll(
      domain,
      Array.from({ length: 60 }, (_, index) => `name-${index}`),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(60).fill(200))
    expect(await countOf(domain.id)).toBe(60)
  })

  it('rule: the user-chosen limit holds under concurrency', async () => {
    const domain = await service().onboard()
    await limitTo(domain.id, 7)
    const responses = await addAll(
      domain,
      Array.from({ length: 60 }, (_, index) => `name-${index}`),
    )
    const rejected = responses.filter(({ status }) => status !== 200)
    expect(rejected).toHaveLength(53)
    for (const response of rejected) expectError(response, 409, 'LimitReachedException')
    expect(await countOf(domain.id)).toBe(7)
  })

  it('rule: after the response that a domain is blocked, no concurrent add succeeds', async () => {
    const domain = await service().onboard()
    const labels = Array.from({ length: 60 }, (_, index) => `name-${index}`)
    const adding = addAll(domain, labels)
    const block = { ens: domain.name, chainId: domain.chainId, isBlocked: true }
    const admin = await createAdminKey(service())
    dataOf(await postDomainChange(service(), 'update-ens-is-blocked', block, admin), 201)
    const countBefore = await countOf(domain.id)
    const rejected = (await adding).filter(({ status }) => status !== 200)
    for (const response of rejected) expectError(response, 403, 'DomainBlockedException')
    expect(await countOf(domain.id)).toBe(countBefore)
    expect(rejected).toHaveLength(labels.length - (countBefore ?? 0))
  })

  it('409 when the limit is reached', async () => {
    const domain = await service().onboard()
    await seedSubname(service(), domain, 'first')
    await limitTo(domain.id, 1)
    await expectUnchanged(service(), domain, async () => {
      for (const response of await addAll(domain, ['second']))
        expectError(response, 409, 'LimitReachedException')
    })
  })

  it('409 when the label is taken', async () => {
    const domain = await service().onboard()
    await seedSubname(service(), domain, 'taken')
    await expectUnchanged(service(), domain, async () => {
      for (const response of await addAll(domain, ['taken']))
        expectError(response, 409, 'SubdomainAlreadyExistsException')
    })
  })
})
