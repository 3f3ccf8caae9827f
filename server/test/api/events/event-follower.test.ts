import fc from 'fast-check'
import { it } from 'vitest'
import type { WireEventPage } from '../../../src/http/schema/event.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { ethereumAddress, subnameBody } from '../../support/entities/subnames.ts'
import { applyEvent, type CopiedNames, expectSameNames } from '../../support/events/copied-names.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const wallets = [createWallet(), createWallet()] as const
const labels = ['one', 'two', 'three'] as const

const text = fc.record({
  key: fc.constantFrom('url', 'avatar', 'a', 'b'),
  value: fc.constantFrom('', 'x', 'y'),
})
const coin = fc.constantFrom(
  { coinType: 0, address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' },
  { coinType: 0, address: '' },
  ...wallets.map(({ address }) => ethereumAddress(address)),
)

/** One request; most fail in some states, and change nothing then. */
const step = fc.record({
  path: fc.constantFrom('add', 'update', 'update', 'revoke', 'reserve', 'accept', 'reject'),
  label: fc.constantFrom(...labels),
  wallet: fc.constantFrom(...wallets),
  text: fc.array(text, { maxLength: 3 }),
  addresses: fc.array(coin, { maxLength: 1 }),
  contentHash: fc.constantFrom(
    undefined,
    '',
    'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  ),
  replace: fc.boolean(),
})

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

describeOnEachService('a follower of the event log', (service) => {
  const send = async (domain: Domain, { path, label, wallet, ...body }: Step) => {
    const signed = await signedHeaders(wallet, { chainId: 1 })
    await service().call('POST', `/ens/v1/subname/${path}`, {
      headers: { 'x-api-key': service().key, ...signed },
      body: {
        ...subnameBody(domain, label),
        ...body,
        ...(path === 'reserve' && { ethAddress: wallet.address, address: wallet.address }),
      },
    })
  }

  /** Replays all events of a domain, in small pages. */
  const follow = async (domain: Domain) => {
    const names: CopiedNames = new Map()
    for (let after: string | null | undefined; ; ) {
      const query = `domain=${domain.name}&limit=3${after === undefined ? '' : `&after=${after}`}`
      const page = dataOf<WireEventPage>(
        await service().call('GET', `/byname/v1/events?${query}`, {
          headers: { 'x-api-key': service().key },
        }),
      )
      for (const event of page.data) applyEvent(names, event)
      if (page.isCaughtUp) return names
      after = page.next
    }
  }

  it('rule: a copy made of the events alone has the records of the original', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
        async (batches) => {
          const domain = await service().onboard()
          for (const batch of batches) await Promise.all(batch.map((each) => send(domain, each)))
          await expectSameNames(service().call, domain, await follow(domain))
        },
      ),
      { numRuns: 12 },
    )
  })
})
