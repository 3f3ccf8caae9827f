import { rm } from 'node:fs/promises'
import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, it, onTestFinished } from 'vitest'
import type { Domain } from '../../../src/model/domain.ts'
import { signerKeyFile, writeSignerKeys } from '../../../src/signing/signer-keys.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { blockOrDelete, ethereumAddress, seedSubname, subnameBody } from '../../support/entities/subnames.ts'
import { encodeTextCall } from '../../support/gateway/calls.ts'
import { decodeResponse, encodeLookup, postLookup, resolveText } from '../../support/gateway/client.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'
import { signerAddress, type TestService } from '../../support/service/service.ts'

/** Milliseconds within which other processes return a commit that PostgreSQL notifies them of. */
const notified = 100

describeOnEachService('A cached response', (service) => {
  const resolver = () => service().resolvers[1]['chain-bound']
  const requestOf = (name: string) => encodeLookup(name, encodeTextCall(name, 'url'))
  const urlOf = (name: string, at: Pick<TestService, 'call'> = service()) =>
    resolveText(at, resolver(), name, 'url')

  /** A name whose text `url` is "before", and a function by which its holder changes it. */
  const addName = async (label: string, domain: Domain = service().demo[1]) => {
    const holder = createWallet()
    const addresses = [ethereumAddress(holder.address)]
    const text = [{ key: 'url', value: 'before' }]
    const { ens: name } = await seedSubname(service(), domain, label, { addresses, text })
    const headers = await signedHeaders(holder, { chainId: 1 })
    const change = async (value: string) => {
      const body = { ...subnameBody(domain, label), text: [{ key: 'url', value }] }
      dataOf(await service().call('POST', '/ens/v1/subname/update', { headers, body }))
    }
    return { name, change }
  }

  /** Milliseconds until another process returns a value; on one SQLite file it is immediate. */
  const delayOf = async (name: string, value: string, other: Pick<TestService, 'call'>) => {
    const isNotified = service().context.store.dialect === 'postgres'
    const begin = performance.now()
    if (isNotified) await expect.poll(() => urlOf(name, other), { interval: 5 }).toBe(value)
    else expect(await urlOf(name, other)).toBe(value)
    return performance.now() - begin
  }

  it('rule: a cached response is the same, signature included, until the end of its expiry bucket', async () => {
    const { name } = await addName('period')
    const lookUp = () => postLookup(service(), resolver(), requestOf(name))
    const first = await lookUp()
    expect((await lookUp()).body).toEqual(first.body)
    const { expires } = await decodeResponse(resolver(), requestOf(name), first)
    for (const ahead of [150, -150]) {
      service().clock.offsetMs = ahead * 1000
      const response = await lookUp()
      service().clock.offsetMs = 0
      expect((await decodeResponse(resolver(), requestOf(name), response)).expires).toBe(expires + ahead)
    }
  })

  it('rule: a change of the signing keys is in every later response', async () => {
    const { name } = await addName('keys')
    const { config, reloadSigners } = service().context
    const decode = async (signer: Address) => {
      const response = await postLookup(service(), resolver(), requestOf(name))
      return decodeResponse(resolver(), requestOf(name), response, signer)
    }
    await decode(signerAddress)
    const key = generatePrivateKey()
    const file = signerKeyFile(config.dataDir, 1)
    const restore = async () => {
      await rm(file, { force: true })
      await reloadSigners()
    }
    onTestFinished(restore)
    await writeSignerKeys(file, [key])
    await reloadSigners()
    await decode(privateKeyToAddress(key))
    await restore()
    await decode(signerAddress)
  })

  it('rule: a confirmed update is in every later response, under constant lookups', async () => {
    const { name, change } = await addName('busy')
    let isOver = false
    const askOn = async () => {
      while (!isOver) await postLookup(service(), resolver(), requestOf(name))
    }
    const others = Promise.all([askOn(), askOn()])
    for (let round = 0; round < 12; round++) {
      await change(`value ${round}`)
      expect(await urlOf(name)).toBe(`value ${round}`)
    }
    isOver = true
    await others
  })

  it('rule: an absent name resolves as soon as it is issued', async () => {
    const name = 'soon.demo.eth'
    expect(await urlOf(name)).toBe('')
    await addName('soon')
    expect(await urlOf(name)).toBe('before')
  })

  it('rule: blocking or deleting its domain invalidates a cached response', async () => {
    for (const [state, expected] of [
      ['blocked', 200],
      ['deleted', 404],
    ] as const) {
      const domain = await service().onboard()
      const { name } = await addName('hidden', domain)
      expect(await urlOf(name)).toBe('before')
      await blockOrDelete(service(), domain, state)
      const response = await postLookup(service(), resolver(), requestOf(name))
      expect(response.status).toBe(expected)
      if (response.status === 200) expect(await urlOf(name)).toBe('')
    }
  })

  it('rule: a cached response is signed for the current address of the resolver entry', async () => {
    const domain = await service().onboard({ chainId: 11155111, scheme: 'published' })
    const { name } = await addName('moved', domain)
    const entry = service().resolvers[11155111].published
    await resolveText(service(), entry, name, 'url')
    const address = createWallet().address
    await service().context.store.transaction(async (tx) => {
      await tx.updateTable('resolvers').set({ address }).where('id', '=', entry.id).execute()
    })
    expect(await resolveText(service(), { ...entry, address }, name, 'url')).toBe('before')
  })

  it('rule: an update reaches the cached responses of another process immediately on SQLite, and within 100 ms on PostgreSQL', () =>
    service().withSecondService(async (other) => {
      const { name, change } = await addName('elsewhere')
      expect(await urlOf(name, other)).toBe('before')
      const delays: number[] = []
      for (let round = 0; round < 9; round++) {
        await change(`value ${round}`)
        delays.push(await delayOf(name, `value ${round}`, other))
      }
      // The third of several runs, because a busy machine may delay notifications; without them, each run would take
      // the whole lifetime of a cached response.
      expect(delays.sort((one, another) => one - another)[2]).toBeLessThan(notified)
    }))

  it('rule: a changed domain reaches the cached responses of another process', () =>
    service().withSecondService(async (other) => {
      const domain = await service().onboard()
      const { name } = await addName('elsewhere', domain)
      expect(await urlOf(name, other)).toBe('before')
      await blockOrDelete(service(), domain, 'blocked')
      await delayOf(name, '', other)
    }))
})

describeOnEachService(
  'A small response cache',
  (service) => {
    it('rule: the cache stays within its limit for any lookups', async () => {
      const { context } = service()
      const resolver = service().resolvers[1]['chain-bound']
      const lookUp = (index: number) => {
        const name = `absent-${index}.demo.eth`
        return postLookup(service(), resolver, encodeLookup(name, encodeTextCall(name, 'url')))
      }
      for (let index = 0; index < 2000; index += 20)
        await Promise.all(Array.from({ length: 20 }, (_, more) => lookUp(index + more)))
      const { entries: responses, bytes } = context.responseCache.size()
      expect(bytes).toBeLessThanOrEqual(1_048_576)
      expect(responses).toBeGreaterThan(100)
      expect(responses).toBeLessThan(1500)
    })
  },
  { settings: { GATEWAY_CACHE_MB: '1' } },
)
