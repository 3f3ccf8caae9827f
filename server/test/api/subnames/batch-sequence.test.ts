import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { WireEventPage } from '../../../src/http/schema/event.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { type BatchData, postBatch } from '../../support/entities/batches.ts'
import { setDomainLimit } from '../../support/entities/domains.ts'
import { ethereumAddress, getSubname, subnameBody } from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const labels = ['a', 'B', 'b', 'cc', 'not valid'] as const
const signer = createWallet()
const other = createWallet()
const address = fc.constantFrom(signer.address, other.address)
const text = fc.constantFrom([], [{ key: 'k', value: '1' }], [{ key: 'k', value: '' }])
const label = fc.constantFrom(...labels)

const item = fc.oneof(
  // Only the signer gets names: to revoke those of others reads the chain.
  fc.record({
    action: fc.constant('issue' as const),
    label,
    fields: fc.record({ addresses: fc.constant([ethereumAddress(signer.address)]), text }),
  }),
  fc.record({
    action: fc.constant('change' as const),
    label,
    fields: fc.record({ text, replace: fc.boolean() }),
  }),
  fc.record({
    action: fc.constant('reserve' as const),
    label,
    fields: fc.record({ ethAddress: address }),
  }),
  fc.record({ action: fc.constant('revoke' as const), label, fields: fc.constant({}) }),
)

type Item = typeof item extends fc.Arbitrary<infer Value> ? Value : never

const paths = { issue: 'add', change: 'update', reserve: 'reserve', revoke: 'revoke' } as const

describeOnEachService('A batch and its single operations', (service) => {
  const stateOf = async (domain: Domain) => {
    const path = `/byname/v1/events?domain=${domain.name}&limit=1000`
    const headers = { 'x-api-key': service().key }
    const { data: events } = dataOf<WireEventPage>(await service().call('GET', path, { headers }))
    const names = await Promise.all(
      ['a', 'b', 'cc'].map(async (label) => (await getSubname(service(), domain, label)).body),
    )
    return withoutIdentity(
      {
        names,
        events: events
          .filter(({ type }) => type.startsWith('subname.'))
          .map(({ type, name, actor, changes }) => ({ type, name, actor, changes })),
      },
      domain,
    )
  }

  /** The state without what differs between two domains. */
  const withoutIdentity = (state: object, { name }: Domain): unknown =>
    JSON.parse(
      JSON.stringify(state)
        .replaceAll(name, 'domain.eth')
        .replaceAll(/"claimedAt":"[^"]*"/g, '"claimedAt":"at"'),
    )

  const applySingly = async (domain: Domain, items: readonly Item[], headers: Record<string, string>) => {
    const errors: (string | null)[] = []
    for (const { action, label, fields } of items)
      errors.push(
        errorNameOf(
          await service().call('POST', `/ens/v1/subname/${paths[action]}`, {
            headers,
            body: {
              ...subnameBody(domain, label),
              ...fields,
              ...(action === 'issue' && { overrideSignatureCheck: true }),
            },
          }),
        ),
      )
    return errors
  }

  it('property: a batch in the mode `each` has the results, names and events of its items sent one by one', async () => {
    const headers = { 'x-api-key': service().key, ...(await signedHeaders(signer, { chainId: 1 })) }
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 14 }), async (items) => {
        const [one, many] = [await service().onboard(), await service().onboard()]
        for (const domain of [one, many]) dataOf(await setDomainLimit(service(), domain, 2))
        const expected = await applySingly(one, items, headers)
        const response = await postBatch(
          service(),
          many,
          items.map(({ fields, ...rest }) => ({ ...rest, ...fields })),
          { mode: 'each', headers },
        )
        expect(dataOf<BatchData>(response).results.map(({ error }) => error?.name ?? null)).toEqual(expected)
        expect(await stateOf(many)).toEqual(await stateOf(one))
      }),
      { numRuns: 40 },
    )
  })
})

/** Safe because the client has validated the body. */
function errorNameOf({ body }: ApiResponse): string | null {
  const { error } = (body as { result: { error: string | null } }).result
  return error?.split(':', 1)[0] ?? null
}
