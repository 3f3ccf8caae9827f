import { expect, it } from 'vitest'
import { normalizeName } from '../../../src/ens/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createAdminKey, createKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { type BatchData, batchErrorsOf, issue, postBatch, reserve } from '../../support/entities/batches.ts'
import {
  blockOrDelete,
  ethereumAddress,
  expectUnchanged,
  seedReservation,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

const holder = createWallet()
const other = createWallet()
const addresses = [ethereumAddress(holder.address)]
const tooLarge = Array.from({ length: 5 }, (_, index) => ({ key: `k${index}`, value: 'x'.repeat(16_000) }))

/** The path of the single operation of each action. */
const paths = { issue: 'add', change: 'update', reserve: 'reserve', revoke: 'revoke' } as const

interface FaultyItem {
  readonly action: keyof typeof paths
  readonly label: string
  readonly error: string
  readonly fields?: Readonly<Record<string, unknown>>
  /** Who signs; absent: the holder. */
  readonly signer?: typeof holder | 'none'
}

const faultyItems: readonly FaultyItem[] = [
  { action: 'issue', label: 'held', fields: { addresses }, error: 'SubdomainAlreadyExistsException' },
  { action: 'issue', label: 'HELD', fields: { addresses }, error: 'SubdomainAlreadyExistsException' },
  { action: 'issue', label: 'reserved', fields: { addresses }, error: 'SubdomainAlreadyExistsException' },
  // The state of the label comes before its records.
  { action: 'issue', label: 'held', fields: { text: tooLarge }, error: 'SubdomainAlreadyExistsException' },
  { action: 'issue', label: '', fields: { addresses }, error: 'InvalidNameException' },
  { action: 'issue', label: 'a.b', fields: { addresses }, error: 'InvalidNameException' },
  { action: 'issue', label: 'al ice', fields: { addresses }, error: 'InvalidNameException' },
  { action: 'issue', label: 'x'.repeat(64), fields: { addresses }, error: 'InvalidNameException' },
  { action: 'issue', label: 'free', fields: {}, signer: 'none', error: 'InvalidRecordException' },
  {
    action: 'issue',
    label: 'free',
    fields: { addresses: [{ coinType: 60, address: '0x12' }] },
    error: 'InvalidRecordException',
  },
  {
    action: 'issue',
    label: 'free',
    fields: { addresses: [...addresses, ethereumAddress(other.address)] },
    error: 'InvalidRecordException',
  },
  { action: 'issue', label: 'free', fields: { addresses, text: tooLarge }, error: 'InvalidRecordException' },
  {
    action: 'issue',
    label: 'free',
    fields: { addresses, contentHash: 'ipfs://nothing' },
    error: 'InvalidRecordException',
  },
  {
    action: 'reserve',
    label: 'held',
    fields: { ethAddress: holder.address },
    error: 'SubdomainAlreadyExistsException',
  },
  { action: 'reserve', label: 'free', fields: { ethAddress: 'alice' }, error: 'InvalidRecordException' },
  {
    action: 'reserve',
    label: 'free',
    fields: { ethAddress: `0x${'0'.repeat(40)}` },
    error: 'InvalidRecordException',
  },
  { action: 'change', label: 'absent', fields: {}, error: 'SubnameNotFoundException' },
  { action: 'change', label: 'x'.repeat(64), fields: {}, error: 'SubnameNotFoundException' },
  { action: 'change', label: 'al ice', fields: {}, error: 'InvalidNameException' },
  { action: 'change', label: 'absent', fields: {}, signer: 'none', error: 'SubnameNotFoundException' },
  { action: 'change', label: 'held', fields: {}, signer: 'none', error: 'MissingSignatureException' },
  { action: 'change', label: 'held', fields: {}, signer: other, error: 'NotHolderException' },
  // The signer comes before the records.
  { action: 'change', label: 'held', fields: { text: tooLarge }, signer: other, error: 'NotHolderException' },
  { action: 'change', label: 'held', fields: { text: tooLarge }, error: 'InvalidRecordException' },
  {
    action: 'change',
    label: 'held',
    fields: { addresses: [{ coinType: 60, address: '' }] },
    error: 'InvalidRecordException',
  },
  { action: 'change', label: 'reserved', fields: {}, signer: other, error: 'NotHolderException' },
  { action: 'revoke', label: 'absent', error: 'SubnameNotFoundException' },
  { action: 'revoke', label: 'al ice', error: 'InvalidNameException' },
  { action: 'revoke', label: 'held', signer: 'none', error: 'MissingSignatureException' },
]

describeService('Errors of POST /byname/v1/names/batch', (service) => {
  const onboard = async () => {
    const domain = await service().onboard()
    await seedSubname(service(), domain, 'held', { addresses })
    await seedReservation(service(), domain, 'reserved', holder.address)
    return domain
  }

  const headersOf = async ({ signer = holder }: FaultyItem) =>
    signer === 'none' ? {} : signedHeaders(signer, { chainId: 1 })

  it.each(
    faultyItems.map((item) => [`${item.action} ${item.label.slice(0, 10)}: ${item.error}`, item] as const),
  )('rule: an item and its single operation have the same error: %s', async (_, item) => {
    const domain = await onboard()
    const { action, label, fields = {} } = item
    const headers = await headersOf(item)
    const single = await service().call('POST', `/ens/v1/subname/${paths[action]}`, {
      headers: { 'x-api-key': service().key, ...headers },
      body: {
        ...subnameBody(domain, label),
        ...fields,
        ...(action === 'issue' && { overrideSignatureCheck: true }),
      },
    })
    const { results } = dataOf<BatchData>(
      await postBatch(service(), domain, [{ action, label, ...fields }], { mode: 'each', headers }),
    )
    const [result] = results
    expect(errorOf(single)).toBe(`${item.error}: ${result?.error?.message}`)
    expect(result?.error).toMatchObject({ name: item.error, status: single.status })
  })

  it('400 for an action that there is not, with those that there are', async () => {
    const domain = await onboard()
    const send = async (items: readonly object[]) => errorOf(await postBatch(service(), domain, items))
    expect(await send([{ action: 'remove', label: 'held' }])).toBe(
      'BadRequestException: items.0.action: is not one of issue, change, put, reserve, revoke',
    )
    expect(await send([{ label: 'held' }])).toBe('BadRequestException: items.0.action: is missing')
  })

  const valid = [issue('free', holder.address)]
  const sendAs = (domain: Domain, key: string, items: readonly object[] = valid) =>
    expectUnchanged(service(), domain, () => postBatch({ ...service(), key }, domain, items))

  it('403 for a key of another workspace, of other domains, or without the scope', async () => {
    const domain = await onboard()
    const foreign = await createWorkspaceWithKey(service())
    const limited = await createKey(service(), { domainIds: [service().demo[1].id] })
    const reading = await createKey(service(), { scopes: ['domains:write'] })
    for (const key of [foreign.key, limited.key, reading.key])
      expectError(await sendAs(domain, key), 403, 'ForbiddenException')
  })

  it('403 for a blocked domain, also with an admin key; 404 for a deleted or an unknown one', async () => {
    const [blocked, deleted] = [await onboard(), await onboard()]
    await blockOrDelete(service(), blocked, 'blocked')
    await blockOrDelete(service(), deleted, 'deleted')
    const admin = await createAdminKey(service())
    for (const key of [service().key, admin])
      expectError(await sendAs(blocked, key), 403, 'DomainBlockedException')
    expectError(await sendAs(deleted, service().key), 404, 'EnsNotFound')
    expectError(
      await postBatch(service(), { ...deleted, name: normalizeName('none.eth') }, valid),
      404,
      'EnsNotFound',
    )
    expectError(
      await postBatch(service(), { ...deleted, chainId: 5 }, valid),
      400,
      'UnsupportedChainException',
    )
  })

  it('401 for an invalid signature, if an item reads it', async () => {
    const domain = await onboard()
    const headers = await signedHeaders(holder, { chainId: 11155111 })
    const change = { action: 'change', label: 'held', text: [] }
    expectError(await postBatch(service(), domain, [change], { headers }), 401, 'InvalidSignatureException')
    dataOf(await postBatch(service(), domain, valid, { headers }))
  })

  it('400 for no items, 1,001 items, an unknown action or mode, and a malformed item', async () => {
    const domain = await onboard()
    const labels = Array.from({ length: 1001 }, (_, index) => `n${index}`)
    const refuse = async (items: readonly object[], mode = 'each') =>
      expectError(
        await expectUnchanged(service(), domain, () => postBatch(service(), domain, items, { mode })),
        400,
        'BadRequestException',
      )
    await refuse([])
    await refuse(labels.map((label) => reserve(label, holder.address)))
    await refuse(valid, 'some')
    await refuse([{ action: 'delete', label: 'held' }])
    await refuse([...valid, { action: 'reserve', label: 'free' }])
    await refuse([{ action: 'issue', label: 5 }])
    await refuse([{ action: 'revoke', label: 'held', ifMatch: 'W/"weak"' }])
  })

  it('413 for a batch whose names have more than 4 MiB of records', async () => {
    const domain = await onboard()
    const text = Array.from({ length: 3 }, (_, index) => ({ key: `k${index}`, value: 'x'.repeat(16_000) }))
    const labels = Array.from({ length: 90 }, (_, index) => `large-${index}`)
    for (let start = 0; start < labels.length; start += 9)
      dataOf(
        await postBatch(
          service(),
          domain,
          labels.slice(start, start + 9).map((label) => issue(label, holder.address, { text })),
        ),
      )
    const headers = await signedHeaders(holder, { chainId: 1 })
    const items = labels.map((label) => ({ action: 'revoke', label }))
    expectError(
      await expectUnchanged(service(), domain, () => postBatch(service(), domain, items, { headers })),
      413,
      'PayloadTooLargeException',
    )
    dataOf(await postBatch(service(), domain, items.slice(0, 80), { headers }))
  })

  it('rule: the response to 1,000 long invalid labels is small enough to be stored for retries', async () => {
    const domain = await onboard()
    const items = Array.from({ length: 1000 }, () => ({ action: 'revoke', label: 'Ω ﷽'.repeat(40) }))
    const response = await postBatch(service(), domain, items, { mode: 'each' })
    expect(dataOf<BatchData>(response).failed).toBe(1000)
    expect(Buffer.byteLength(JSON.stringify(response.body))).toBeLessThan(2_097_152)
    const rejected = await postBatch(service(), domain, items)
    expect(batchErrorsOf(rejected)).toHaveLength(1000)
    expect(Buffer.byteLength(JSON.stringify(rejected.body))).toBeLessThan(2_097_152)
  })
})

describeService(
  'The rate limit of POST /byname/v1/names/batch',
  (service) => {
    const items = (count: number, start = 0) =>
      Array.from({ length: count }, (_, index) => reserve(`n${start + index}`, holder.address))

    it('rule: ten items count as a request of the key, and a batch beyond the limit writes nothing', async () => {
      const domain = await service().onboard()
      const first = await postBatch(service(), domain, items(70))
      expect(first.headers.get('ratelimit')).toMatch(/^"key";r=3;t=\d+$/)
      const refused = await expectUnchanged(service(), domain, () =>
        postBatch(service(), domain, items(40, 70)),
      )
      expectError(refused, 429, 'TooManyRequestsException')
      expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=2;t=\d+$/)
      dataOf(await postBatch(service(), domain, items(20, 70)))
    })
  },
  { settings: { RATE_LIMIT_PER_KEY: '10' } },
)

/** Safe because the client has validated the body. */
function errorOf({ body }: ApiResponse): string | null {
  return (body as { result: { error: string | null } }).result.error
}
