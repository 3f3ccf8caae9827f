import { expect, it } from 'vitest'
import { encodeTextCall } from '../../src/gateway/fixtures.ts'
import type { Domain } from '../../src/store/domains.ts'
import { dataOf } from '../support/api-client.ts'
import { describeOnEachService } from '../support/describe-service.ts'
import { encodeLookup, open, post, textOf } from '../support/gateway-client.ts'
import { ethereumAddress, hide, issue, subnameIn } from '../support/names.ts'
import type { TestService } from '../support/service.ts'
import { newWallet, signedHeaders } from '../support/signed-headers.ts'

/** Milliseconds within which other processes show a commit that PostgreSQL tells them of. */
const notified = 100

describeOnEachService('An answer that is known', (service) => {
  const resolver = () => service().resolvers[1]['chain-bound']
  const questionOf = (name: string) => encodeLookup(name, encodeTextCall(name, 'url'))
  const urlOf = (name: string, at: Pick<TestService, 'call'> = service()) =>
    textOf(at, resolver(), name, 'url')

  /** A name whose text `url` is "before", and how its holder changes it. */
  const issueName = async (label: string, domain: Domain = service().demo[1]) => {
    const holder = newWallet()
    const addresses = [ethereumAddress(holder.address)]
    const text = [{ key: 'url', value: 'before' }]
    const { ens: name } = await issue(service(), domain, label, { addresses, text })
    const headers = await signedHeaders(holder, { chainId: 1 })
    const change = async (value: string) => {
      const body = { ...subnameIn(domain, label), text: [{ key: 'url', value }] }
      dataOf(await service().call('POST', '/ens/v1/subname/update', { headers, body }))
    }
    return { name, change }
  }

  /** Milliseconds until another process shows a value; on one SQLite file it has to be there at once. */
  const delayOf = async (name: string, value: string, other: Pick<TestService, 'call'>) => {
    const isNotified = service().context.store.dialect === 'postgres'
    const begin = performance.now()
    if (isNotified) await expect.poll(() => urlOf(name, other), { timeout: 5000, interval: 5 }).toBe(value)
    else expect(await urlOf(name, other)).toBe(value)
    return performance.now() - begin
  }

  it('rule: it is the same, signature and all, until its period is over', async () => {
    const { name } = await issueName('period')
    const ask = () => post(service(), resolver(), questionOf(name))
    const first = await ask()
    expect((await ask()).body).toEqual(first.body)
    const { expires } = await open(resolver(), questionOf(name), first)
    for (const ahead of [150, -150]) {
      service().clock.ahead = ahead * 1000
      const answer = await ask()
      service().clock.ahead = 0
      expect((await open(resolver(), questionOf(name), answer)).expires).toBe(expires + ahead)
    }
  })

  it('rule: an update that was answered is in every later answer, while others ask all the time', async () => {
    const { name, change } = await issueName('busy')
    let isOver = false
    const askOn = async () => {
      while (!isOver) await post(service(), resolver(), questionOf(name))
    }
    const others = Promise.all([askOn(), askOn()])
    for (let round = 0; round < 12; round++) {
      await change(`value ${round}`)
      expect(await urlOf(name)).toBe(`value ${round}`)
    }
    isOver = true
    await others
  })

  it('rule: a name that was absent is answered as soon as it is issued', async () => {
    const name = 'soon.demo.eth'
    expect(await urlOf(name)).toBe('')
    await issueName('soon')
    expect(await urlOf(name)).toBe('before')
  })

  it('rule: blocking or deleting its domain ends it', async () => {
    for (const [state, expected] of [
      ['blocked', 200],
      ['deleted', 404],
    ] as const) {
      const domain = await service().onboard()
      const { name } = await issueName('hidden', domain)
      expect(await urlOf(name)).toBe('before')
      await hide(service(), domain, state)
      const answer = await post(service(), resolver(), questionOf(name))
      expect(answer.status).toBe(expected)
      if (answer.status === 200) expect(await urlOf(name)).toBe('')
    }
  })

  it('rule: it is signed for the address that the resolver entry has now', async () => {
    const domain = await service().onboard({ chainId: 11155111, scheme: 'published' })
    const { name } = await issueName('moved', domain)
    const entry = service().resolvers[11155111].published
    await textOf(service(), entry, name, 'url')
    const address = newWallet().address
    await service().context.store.transaction(async (tx) => {
      await tx.updateTable('resolvers').set({ address }).where('id', '=', entry.id).execute()
    })
    expect(await textOf(service(), { ...entry, address }, name, 'url')).toBe('before')
  })

  it('rule: another process has an update at once on SQLite, and within 100 ms on PostgreSQL', () =>
    service().beside(async (other) => {
      const { name, change } = await issueName('elsewhere')
      expect(await urlOf(name, other)).toBe('before')
      const delays: number[] = []
      for (let round = 0; round < 9; round++) {
        await change(`value ${round}`)
        delays.push(await delayOf(name, `value ${round}`, other))
      }
      // The third, because notifications may wait for a busy machine; without any, each would take as long as known answers may.
      expect(delays.sort((one, another) => one - another)[2]).toBeLessThan(notified)
    }))

  it('rule: another process has a changed domain as well', () =>
    service().beside(async (other) => {
      const domain = await service().onboard()
      const { name } = await issueName('elsewhere', domain)
      expect(await urlOf(name, other)).toBe('before')
      await hide(service(), domain, 'blocked')
      await delayOf(name, '', other)
    }))
})

describeOnEachService(
  'Known answers in little memory',
  (service) => {
    it('rule: whatever is asked, they take no more than they may', async () => {
      const { context } = service()
      const resolver = service().resolvers[1]['chain-bound']
      const ask = (index: number) => {
        const name = `absent-${index}.demo.eth`
        return post(service(), resolver, encodeLookup(name, encodeTextCall(name, 'url')))
      }
      for (let index = 0; index < 2000; index += 20)
        await Promise.all(Array.from({ length: 20 }, (_, more) => ask(index + more)))
      const { answers, bytes } = context.answers.size()
      expect(bytes).toBeLessThanOrEqual(1_048_576)
      expect(answers).toBeGreaterThan(100)
      expect(answers).toBeLessThan(1500)
    })
  },
  { settings: { ANSWER_CACHE_MB: '1' } },
)
