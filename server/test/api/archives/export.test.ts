import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { domainOwner } from '../../../src/sandbox/seed.ts'
import { createApiKey } from '../../support/credentials/api-keys.ts'
import { createWallet, type MessageFields, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { purposeOf } from '../../support/credentials/single-use.ts'
import { blockOrDelete, seedSubname } from '../../support/entities/subnames.ts'
import { expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'
import { startTestSandbox, user } from '../../support/service/sandbox.ts'

const exportOf = (domain: string) => `/byname/v1/domains/${domain}/export?chainId=1`

describeService('GET /byname/v1/domains/{domain}/export', (service) => {
  const exportKey = async () => {
    const { context, workspaceId } = service()
    const { key } = await createApiKey(context, { workspaceId, name: 'export', scopes: ['names:export'] })
    return { 'x-api-key': key }
  }

  it('rule: the file is as large as its domain, and is read in parts', async () => {
    const domain = await service().onboard()
    for (const label of ['cleo', 'alice', 'bob']) await seedSubname(service(), domain, label)
    const response = await fetch(service().url + exportOf(domain.name), { headers: await exportKey() })
    expect(response.headers.get('content-type')).toBe('application/jsonl; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${domain.name}.jsonl"`)
    const lines = (await response.text()).trimEnd().split('\n')
    const [first, ...others] = lines.map((line): unknown => JSON.parse(line))
    expect(first).toMatchObject({ type: 'domain', format: 'byname-domain', version: 1 })
    expect(others).toMatchObject([
      { type: 'name', label: 'alice', state: 'claimed' },
      { type: 'name', label: 'bob' },
      { type: 'name', label: 'cleo' },
      { type: 'end', names: 3, claimed: 3, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
  })

  it('errors: a key without the scope, no such domain, a blocked domain, a wallet that does not control it', async () => {
    const domain = await service().onboard()
    const { call, key } = service()
    expectError(
      await call('GET', exportOf(domain.name), { headers: { 'x-api-key': key } }),
      403,
      'ForbiddenException',
    )
    expectError(await call('GET', exportOf('absent.eth'), { headers: await exportKey() }), 404, 'EnsNotFound')
    await blockOrDelete(service(), domain, 'blocked')
    const headers = await exportKey()
    expectError(await call('GET', exportOf(domain.name), { headers }), 403, 'DomainBlockedException')
  })
})

describe('An export by the owner on chain', () => {
  it('rule: an address that controls the domain takes all names by a signature, and others do not', async () => {
    const sandbox = await startTestSandbox()
    try {
      const url = sandbox.file.url + exportOf('demo.eth')
      const { host } = new URL(url)
      const resources = purposeOf('export', { domain: 'demo.eth' })
      const headersOf = (account: Parameters<typeof signedHeaders>[0], fields: Partial<MessageFields> = {}) =>
        signedHeaders(account, { chainId: 1, domain: host, resources, ...fields })
      const fetchWith = async (account: Parameters<typeof signedHeaders>[0]) =>
        fetch(url, { headers: await headersOf(account) })
      const owner = privateKeyToAccount(domainOwner(sandbox.devnet).privateKey)
      const once = await headersOf(owner)
      const owned = await fetch(url, { headers: once })
      expect(owned.status).toBe(200)
      expect(await owned.text()).toContain('"type":"end"')
      // A site at which the owner once signed could otherwise read all of it.
      expect((await fetch(url, { headers: once })).status).toBe(401)
      for (const fields of [
        { resources: [] },
        { resources: purposeOf('export', { domain: 'other.eth' }) },
        { domain: 'app.example' },
      ])
        expect((await fetch(url, { headers: await headersOf(owner, fields) })).status).toBe(401)
      expect((await fetchWith(user(sandbox, 1))).status).toBe(403)
      expect((await fetchWith(createWallet())).status).toBe(403)
    } finally {
      await sandbox.stop()
    }
  })
})
