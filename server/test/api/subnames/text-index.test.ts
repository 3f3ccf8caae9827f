import fc from 'fast-check'
import { expect, it } from 'vitest'
import { setBlocked } from '../../../src/store/entities/blocks.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { transfer } from '../../support/credentials/single-use.ts'
import { expectExactTextIndex } from '../../support/databases/text-index.ts'
import { postBatch } from '../../support/entities/batches.ts'
import { createHeldSubname } from '../../support/entities/mapps.ts'
import { blockOrDelete, ethereumAddress } from '../../support/entities/subnames.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const values = ['harbour pilot', 'Harbour "pilot"', '名古屋の港', 'word '.repeat(1900), '']

describeOnEachService('The index of texts', (service) => {
  const holder = createWallet().address
  const text = fc.uniqueArray(
    fc.record({
      key: fc.constantFrom('description', 'location', 'com.example'),
      value: fc.constantFrom(...values),
    }),
    { minLength: 1, maxLength: 3, selector: ({ key }) => key },
  )
  const item = fc
    .record({
      action: fc.constantFrom('issue', 'issue', 'put', 'change', 'reserve', 'revoke'),
      label: fc.constantFrom('one', 'two', 'three', 'four', 'five'),
      text,
    })
    .map(({ action, label, text }) => {
      switch (action) {
        case 'issue':
          return { action, label, addresses: [ethereumAddress(holder)], text }
        case 'reserve':
          return { action, label, ethAddress: holder }
        case 'revoke':
          return { action, label }
        case 'put':
          return { action, label, holder: text.length > 1 ? holder : createWallet().address, text }
        default:
          return { action, label, text }
      }
    })
  const batch = fc.record({
    items: fc.uniqueArray(item, { minLength: 1, maxLength: 5, selector: ({ label }) => label }),
    mode: fc.constantFrom('atomic', 'each'),
  })
  const find = async (domain: { readonly name: string }, search: string) =>
    dataOf<{ data: readonly { readonly ens: string }[] }>(
      await service().call(
        'GET',
        `/byname/v1/domains/${domain.name}/names?chainId=1&search=${encodeURIComponent(search)}`,
      ),
    ).data.map(({ ens }) => ens.slice(0, ens.indexOf('.')))

  it('rule: after any batches, also those that are rolled back, it has what the names have', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 3, maxLength: 8 }), async (batches) => {
        const domain = await service().onboard()
        for (const { items, mode } of batches) await postBatch(service(), domain, items, { mode })
        await expectExactTextIndex(service().context.store.db, values)
      }),
      { numRuns: 8 },
    )
  })

  it('follows a transfer; a blocked or deleted domain has no matches, and has them again when it is back', async () => {
    const domain = service().demo[1]
    const held = await createHeldSubname(service(), domain, 'pilot-boat', {
      text: [{ key: 'location', value: 'Harbour of Trieste' }],
    })
    expect(await find(domain, 'of TRIESTE')).toEqual(['pilot-boat'])
    expect((await transfer(service(), held.holder, held.ens, createWallet().address)).status).toBe(200)
    expect(await find(domain, 'of TRIESTE')).toEqual(['pilot-boat'])
    const { store } = service().context
    await blockOrDelete(service(), domain, 'blocked')
    expect(await find(domain, 'of TRIESTE')).toEqual([])
    await store.transaction((tx) => setBlocked(tx, domain, { isBlocked: false, reason: null }, 2))
    expect(await find(domain, 'of TRIESTE')).toEqual(['pilot-boat'])
    await expectExactTextIndex(store.db, ['Harbour of Trieste'])
  })
})
