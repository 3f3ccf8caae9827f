import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { WireEventPage } from '../../src/http/schema/event.ts'
import type { WireRecordWithHolder } from '../../src/http/schema/record.ts'
import type { Domain } from '../../src/model/domain.ts'
import { dataOf } from '../support/api-client.ts'
import { describeOnEachService } from '../support/describe-service.ts'
import { createWallet, signedHeaders } from '../support/signed-headers.ts'
import { ethereumAddress, subnameBody } from '../support/subnames.ts'

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

interface CopiedName {
  readonly fields: Map<string, unknown>
}

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
    const names = new Map<string, CopiedName>()
    for (let after: number | undefined; ; ) {
      const query = `domain=${domain.name}&limit=3${after === undefined ? '' : `&after=${after}`}`
      const page = dataOf<WireEventPage>(
        await service().call('GET', `/byname/v1/events?${query}`, {
          headers: { 'x-api-key': service().key },
        }),
      )
      if (page.events.length === 0) return names
      for (const event of page.events) apply(names, event)
      after = page.next
    }
  }

  const listNames = async (domain: Domain) => {
    const lists = await Promise.all(
      [true, false].map((isClaimed) =>
        service().call(
          'GET',
          `/ens/v2/subnames/all?ensDomains=${domain.name}&chainId=1&limit=100&isClaimed=${isClaimed}`,
        ),
      ),
    )
    const records = lists.flatMap((list) => dataOf<{ data: WireRecordWithHolder[] }>(list).data)
    return new Map(records.map((record) => [record.ens, record]))
  }

  it('rule: a copy made of the events alone has the records of the original', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
        async (batches) => {
          const domain = await service().onboard()
          for (const batch of batches) await Promise.all(batch.map((each) => send(domain, each)))
          const copied = await follow(domain)
          const stored = await listNames(domain)
          expect([...copied.keys()].toSorted()).toEqual([...stored.keys()].toSorted())
          for (const [name, record] of stored)
            expect(Object.fromEntries(copied.get(name)?.fields ?? [])).toEqual(fieldsOf(record))
        },
      ),
      { numRuns: 12 },
    )
  })
})

function apply(
  names: Map<string, CopiedName>,
  { type, name, changes }: WireEventPage['events'][number],
): void {
  if (!type.startsWith('subname.') || name === null) return
  const { fields } = names.get(name) ?? { fields: new Map<string, unknown>() }
  for (const { field, key, before, after } of changes) {
    const path = key === null ? field : `${field} ${key}`
    expect(fields.get(path) ?? null).toEqual(before)
    if (after === null) fields.delete(path)
    else fields.set(path, after)
  }
  if (fields.size === 0) names.delete(name)
  else names.set(name, { fields })
}

/** In the form of the events. */
function fieldsOf({ isClaimed, holder, records }: WireRecordWithHolder) {
  const { coins, texts, contentHash } = records
  return {
    isClaimed,
    holder,
    ...Object.fromEntries(coins.map(({ id, value }) => [`addresses ${id}`, value])),
    ...Object.fromEntries(texts.map(({ key, value }) => [`texts ${key}`, value])),
    ...(contentHash && { contenthash: `${contentHash.protocolType}://${contentHash.decoded}` }),
  }
}
