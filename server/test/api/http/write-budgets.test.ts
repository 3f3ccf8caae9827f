import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import { readDatabaseSize } from '../../../src/store/sizes.ts'
import { createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { claim, openClaims } from '../../support/entities/claims.ts'
import { createHeldSubname } from '../../support/entities/mapps.ts'
import { seedSubname, subnameBody } from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf } from '../../support/http/api-client.ts'
import { asNewClient, exhaust, expectBudgetExceeded } from '../../support/http/write-budgets.ts'
import { randomImage, upload, uploadedUrl } from '../../support/media/uploads.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'
import type { TestService } from '../../support/service/service.ts'

const settings = { TRUSTED_PROXIES: 'loopback', RATE_LIMIT_EXPENSIVE_PER_IP: '0' }
const dayMs = 86_400_000
const day = dayMs / 1000

const value = 'x'.repeat(16_300)

describeOnEachService(
  'A flood of writes by the holder of one name',
  (service) => {
    const updateLarge = async (label: string, wallet: ReturnType<typeof createWallet>) =>
      service().call('POST', '/ens/v1/subname/update', {
        headers: await signedHeaders(wallet, { chainId: 1 }),
        body: {
          ...subnameBody(service().demo[1], label),
          text: ['a', 'b', 'c'].map((key) => ({
            key,
            value: randomBytes(8).toString('hex') + value.slice(16),
          })),
        },
      })

    it('rule: updates of 48 KiB are 429 above the bytes of the name, and the database grows by no more', async () => {
      const { ens, holder } = await createHeldSubname(service(), service().demo[1], 'flood')
      expect(ens).toBe('flood.demo.eth')
      const wallet = holder as ReturnType<typeof createWallet>
      const before = (await readDatabaseSize(service().context.store)).bytes
      const statuses: number[] = []
      let refused: ApiResponse | undefined
      for (let time = 0; time < 80; time++) {
        const response = await updateLarge('flood', wallet)
        statuses.push(response.status)
        if (response.status === 429) refused ??= response
      }
      const accepted = statuses.filter((status) => status === 200).length
      expect(accepted).toBeGreaterThan(20)
      expect(accepted).toBeLessThan(30)
      if (!refused) throw new Error('None was refused.')
      expectBudgetExceeded(refused, 'This name')
      const bytes = 240 * 16_384
      expect(refused.headers.get('ratelimit-policy')).toBe(
        `"name-bytes";q=${bytes};qu="content-bytes";w=${day}`,
      )
      const grown = (await readDatabaseSize(service().context.store)).bytes - before
      expect(grown).toBeLessThan(3 * bytes)
      // A smaller one fits.
      const small = {
        ...subnameBody(service().demo[1], 'flood'),
        text: [{ key: 'url', value: 'https://a.example' }],
      }
      const headers = await signedHeaders(wallet, { chainId: 1 })
      const response = await service().call('POST', '/ens/v1/subname/update', { headers, body: small })
      dataOf(response)
      expect(response.headers.get('ratelimit-policy')).toContain(`"name-writes";q=240;w=${day}`)
      // The workspace itself is not limited by it.
      dataOf(
        await service().call('POST', '/byname/v1/names/batch?chainId=1', {
          headers: { 'x-api-key': service().key, ...headers },
          body: {
            domain: 'demo.eth',
            mode: 'atomic',
            items: [{ action: 'change', label: 'flood', text: small.text }],
          },
        }),
      )
    })

    it('rule: images are 429 above the bytes of the name, before they are stored', async () => {
      const wallet = createWallet()
      await seedSubname(service(), service().demo[1], 'noise', {
        addresses: [{ coinType: 60, address: wallet.address }],
      })
      const name = { domain: service().demo[1], label: 'noise', wallet }
      const sent: ApiResponse[] = []
      for (let time = 0; time < 10; time++)
        sent.push(await upload(service(), name, await randomImage(1500, 500).png().toBuffer(), 'banner'))
      const stored = sent.filter(({ status }) => status === 201)
      expect(stored.length).toBeGreaterThan(0)
      expect(stored.length).toBeLessThan(10)
      for (const response of sent.slice(stored.length)) expectBudgetExceeded(response, 'This name')
      let total = 0
      for (const response of stored)
        total += (await (await fetch(uploadedUrl(response))).arrayBuffer()).byteLength
      expect(total).toBeLessThanOrEqual(240 * 16_384)
    })

    it('rule: four dozen edits of a profile, and 200 claims by wallets behind one address, pass within a minute', async () => {
      const { holder } = await createHeldSubname(service(), service().demo[1], 'profile')
      for (let time = 0; time < 48; time++)
        dataOf(
          await service().call('POST', '/ens/v1/subname/update', {
            headers: await signedHeaders(holder, { chainId: 1 }),
            body: {
              ...subnameBody(service().demo[1], 'profile'),
              text: [{ key: 'description', value: `${time} ${'word '.repeat(200)}` }],
            },
          }),
        )
      const domain = await service().onboard()
      await openClaims(service(), domain)
      const texts = [{ key: 'description', value: 'I was here.' }]
      const claims = Array.from({ length: 200 }, (_, index) =>
        claim(service(), domain, `guest-${index}`, createWallet(), { texts }),
      )
      for (const response of await Promise.all(claims)) expect(response.status).toBe(201)
    })
  },
  { settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '0', WRITE_LIMIT_PER_IP: '0' } },
)

describeOnEachService(
  'The four budgets of a write',
  (service) => {
    const update = async (client: TestService, label: string, wallet: ReturnType<typeof createWallet>) =>
      client.call('POST', '/ens/v1/subname/update', {
        headers: await signedHeaders(wallet, {
          chainId: 1,
          issuedAt: new Date(Date.now() + service().clock.offsetMs),
        }),
        body: {
          ...subnameBody(service().demo[1], label),
          text: [{ key: 'url', value: `https://${label}.example` }],
        },
      })

    it('rule: client, wallet, name and domain are limited each for itself, and a refused write is counted for none', async () => {
      const wallet = createWallet()
      for (const label of ['one', 'two'])
        await seedSubname(service(), service().demo[1], label, {
          addresses: [{ coinType: 60, address: wallet.address }],
        })
      const budgets = () =>
        service().context.store.db.selectFrom('writeBudgets').selectAll().orderBy('id').execute()

      const first = asNewClient(service())
      await exhaust(service(), `address ${first.client}`)
      const before = await budgets()
      expectBudgetExceeded(await update(first, 'one', wallet), 'Your address')
      expect(await budgets()).toEqual(before)

      const second = asNewClient(service())
      await exhaust(service(), 'name 1 one.demo.eth')
      expectBudgetExceeded(await update(second, 'one', wallet), 'This name')
      dataOf(await update(second, 'two', wallet))

      await service().context.store.db.deleteFrom('writeBudgets').execute()
      await exhaust(service(), `wallet ${lowerCaseHex(wallet.address)}`)
      expectBudgetExceeded(await update(asNewClient(service()), 'two', wallet), 'This wallet')

      await service().context.store.db.deleteFrom('writeBudgets').execute()
      await exhaust(service(), `domain ${service().demo[1].id}`)
      expectBudgetExceeded(await update(asNewClient(service()), 'two', wallet), 'This domain')
      dataOf(
        await first.call('POST', '/ens/v1/subname/add', {
          headers: { 'x-api-key': service().key },
          body: {
            ...subnameBody(service().demo[1], 'by-key'),
            overrideSignatureCheck: true,
            addresses: [{ coinType: 60, address: wallet.address }],
          },
        }),
      )
      await service().context.store.db.deleteFrom('writeBudgets').execute()
    })

    it('rule: a request with a key of the workspace counts for the key, one with another or a false key does not', async () => {
      const wallet = createWallet()
      await seedSubname(service(), service().demo[1], 'by-app', {
        addresses: [{ coinType: 60, address: wallet.address }],
      })
      await exhaust(service(), 'name 1 by-app.demo.eth')
      const withKey = (key: string): TestService => ({
        ...service(),
        call: (method, path, request = {}) =>
          service().call(method, path, { ...request, headers: { ...request.headers, 'x-api-key': key } }),
      })
      const { key: foreign } = await createWorkspaceWithKey(service())
      for (const key of [foreign, 'byname_false'])
        expectBudgetExceeded(await update(withKey(key), 'by-app', wallet), 'This name')
      const response = await update(withKey(service().key), 'by-app', wallet)
      dataOf(response)
      expect(response.headers.get('ratelimit-policy')).toBe('"key";q=6000;w=60')
    })

    it('rule: processes count together, and what is spent comes back with time', async () => {
      const wallet = createWallet()
      await seedSubname(service(), service().demo[1], 'shared', {
        addresses: [{ coinType: 60, address: wallet.address }],
      })
      await service().withSecondService(async (other) => {
        const statuses = []
        for (let time = 0; time < 8; time++) {
          const { call } = time % 2 === 0 ? service() : other
          statuses.push((await update({ ...service(), call }, 'shared', wallet)).status)
        }
        expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
      })
      service().clock.offsetMs += dayMs / 5 + 1000
      dataOf(await update(service(), 'shared', wallet))
      expectBudgetExceeded(await update(service(), 'shared', wallet), 'This name')
      service().clock.offsetMs = 0
    })

    it('rule: addresses of one IPv6 network of 64 bits share a budget', async () => {
      await exhaust(service(), 'address 2001:db8:0:1::/64')
      const wallet = createWallet()
      await seedSubname(service(), service().demo[1], 'six', {
        addresses: [{ coinType: 60, address: wallet.address }],
      })
      const from = (address: string): TestService => ({
        ...service(),
        call: (method, path, request = {}) =>
          service().call(method, path, {
            ...request,
            headers: { ...request.headers, 'x-forwarded-for': address },
          }),
      })
      expectBudgetExceeded(await update(from('2001:db8:0:1:a:b:c:d'), 'six', wallet), 'Your address')
      dataOf(await update(from('2001:db8:0:2::1'), 'six', wallet))
    })
  },
  { settings: { ...settings, WRITE_LIMIT_PER_NAME: '5' } },
)
