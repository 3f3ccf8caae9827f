import { expect, it } from 'vitest'
import { writeApiRequests } from '../../../src/core/api-requests.ts'
import { purgeExpired } from '../../../src/core/retention.ts'
import { type ApiRequest, maxApiRequests } from '../../../src/model/api-key.ts'
import { createAdminKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface ListPage {
  readonly data: readonly Listed[]
  readonly next: string | null
}

interface Listed {
  readonly keyId: string
  readonly time: string
  readonly method: string
  readonly path: string
  readonly operation: string | null
  readonly status: number
  readonly error: string | null
  readonly requestId: string
}

const dayMs = 86_400_000

describeOnEachService('the last requests of API keys', (service) => {
  const listOf = async (workspaceId: string, query = ''): Promise<ListPage> => {
    await writeApiRequests(service().context)
    const path = `/byname/v1/workspaces/${workspaceId}/requests?${query}`
    return dataOf<ListPage>(
      await service().call('GET', path, { headers: { 'x-api-key': await createAdminKey(service()) } }),
    )
  }

  const requestOf = (workspaceId: string, index: number): ApiRequest => ({
    ...{ workspaceId, keyId: '0197f1a8-0000-7000-8000-000000000001', answeredAt: Date.now() },
    ...{ method: 'GET', path: `/request/${index}`, status: 200, errorName: null },
    ...{ durationMs: index, requestId: `request-${index}` },
  })

  it('rule: each request with a valid key is listed, the newest first, without query, headers and body', async () => {
    const { workspaceId, key } = await createWorkspaceWithKey(service())
    const headers = { 'x-api-key': key, 'x-request-id': 'first' }
    await service().call('GET', '/byname/v1/domains/demo.eth?chainId=1&secret=s3cret', { headers })
    await service().call('GET', '/byname/v1/domains/missing.eth?chainId=1', { headers: { 'x-api-key': key } })
    await service().call('GET', '/byname/v1/domains/demo.eth?chainId=1', {
      headers: { 'x-api-key': 'wrong' },
    })
    await service().call('GET', '/byname/v1/names/alice.demo.eth?chainId=1')
    const { data } = await listOf(workspaceId)
    expect(data).toEqual([
      expect.objectContaining({
        ...{ method: 'GET', path: '/byname/v1/domains/missing.eth', status: 404, error: 'EnsNotFound' },
        operation: 'Read a domain',
      }),
      expect.objectContaining({ path: '/byname/v1/domains/demo.eth', status: 400, requestId: 'first' }),
    ])
    expect(JSON.stringify(data)).not.toContain('s3cret')
    const { data: failed } = await listOf(workspaceId, 'outcome=failed&limit=1')
    expect(failed.map(({ status }) => status)).toEqual([404])
    const { data: others } = await listOf(workspaceId, 'keyId=0197f1a8-0000-7000-8000-000000000001')
    expect(others).toEqual([])
  })

  it('rule: they are listed by the kind of their status', async () => {
    const { workspaceId } = await createWorkspaceWithKey(service())
    const { apiRequestLog } = service().context
    const sent = [200, 304, 399, 400, 499, 500, 503]
    for (const status of sent) apiRequestLog.record({ ...requestOf(workspaceId, status), status })
    const listed = async (outcome: string) =>
      (await listOf(workspaceId, `outcome=${outcome}`)).data.map(({ status }) => status).toReversed()
    expect(await listed('all')).toEqual(sent)
    expect(await listed('succeeded')).toEqual([200, 304, 399])
    expect(await listed('failed')).toEqual([400, 499, 500, 503])
    expect(await listed('client-error')).toEqual([400, 499])
    expect(await listed('server-error')).toEqual([500, 503])
    const { data } = await listOf(workspaceId)
    expect(new Set(data.map(({ operation }) => operation))).toEqual(new Set([null]))
  })

  it('rule: the newest thousand of a workspace are kept, in pages by cursor', async () => {
    const { workspaceId } = await createWorkspaceWithKey(service())
    const { apiRequestLog } = service().context
    for (const [from, to] of [
      [0, 900],
      [900, 2500],
    ] as const) {
      for (let index = from; index < to; index++) apiRequestLog.record(requestOf(workspaceId, index))
      await writeApiRequests(service().context)
    }
    const paths: string[] = []
    let after = ''
    do {
      const page: ListPage = await listOf(workspaceId, `limit=100${after && `&after=${after}`}`)
      paths.push(...page.data.map(({ path }) => path))
      after = page.next ?? ''
    } while (after !== '')
    expect(paths).toHaveLength(maxApiRequests)
    expect([paths.at(0), paths.at(-1)]).toEqual(['/request/2499', '/request/1500'])
  })

  it('rule: what cannot be written is kept, and those that come meanwhile', async () => {
    const { workspaceId } = await createWorkspaceWithKey(service())
    const { apiRequestLog } = service().context
    await writeApiRequests(service().context)
    apiRequestLog.record(requestOf(workspaceId, 1))
    const failing = apiRequestLog.flush(() => Promise.reject(new Error('The database is gone.')))
    await expect(failing).rejects.toThrow('The database is gone.')
    await apiRequestLog.flush(async (_, requests) => {
      expect(requests).toHaveLength(1)
      apiRequestLog.record(requestOf(workspaceId, 2))
    })
    const { data } = await listOf(workspaceId)
    expect(data.map(({ path }) => path)).toEqual(['/request/2'])
  })

  it('rule: they are deleted after 30 days', async () => {
    const { workspaceId } = await createWorkspaceWithKey(service())
    const { apiRequestLog } = service().context
    const now = Date.now()
    for (const days of [31, 29])
      apiRequestLog.record({ ...requestOf(workspaceId, days), answeredAt: now - days * dayMs })
    await writeApiRequests(service().context)
    await purgeExpired(service().context, { events: 0, deliveries: dayMs, lookupCounts: 0 })
    const { data } = await listOf(workspaceId)
    expect(data.map(({ path }) => path)).toEqual(['/request/29'])
  })
})
