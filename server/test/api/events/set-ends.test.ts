import { getAddress, namehash } from 'viem'
import { expect, it } from 'vitest'
import { requireSubname } from '../../../src/core/subnames/rules.ts'
import { parseDomain } from '../../../src/ens/names.ts'
import type { WireEventPage } from '../../../src/http/schema/event.ts'
import { jobsOf } from '../../../src/jobs.ts'
import { writeSealedSet, writeSeals } from '../../../src/store/entities/seals.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { createHeldSubname } from '../../support/entities/mapps.ts'
import { readEvents } from '../../support/events/event-stream.ts'
import { messageIn } from '../../support/events/webhook-receiver.ts'
import { useWebhooks } from '../../support/events/webhooks.ts'
import { dataOf } from '../../support/http/api-client.ts'

const daySeconds = 86_400
const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * daySeconds

describeOnEachDatabase('The ends of signed sets', (databases) => {
  const { service, open, settled } = useWebhooks(databases)

  it('rule: a webhook, a stream and the history of the name have what the job of the service finds, each once', async () => {
    const types = ['sealed_set.ending', 'sealed_set.ended']
    const { receiver, domain, read } = await open(undefined, { types })
    const { context, key, url } = service()
    const { ens } = await createHeldSubname(service(), domain, 'sealed')
    const { subname, resolver } = await requireSubname(context, 1, parseDomain(ens))
    const holder = `0x${'a5'.repeat(20)}` as const
    const sign = (sequence: bigint, validUntil: number) =>
      context.store.transaction((tx) =>
        writeSealedSet(tx, subname, {
          ...{ holder, kind: 'account', sequence, validUntil, response: '0x' },
          storedAt: inDays(-90) * 1000,
        }),
      )
    const job = jobsOf(context).find(({ name }) => name === 'ends of sealed sets')
    const runTwice = async () => {
      for (let time = 0; time < 2; time++) await job?.run(new AbortController().signal)
    }
    await context.store.transaction((tx) =>
      writeSeals(tx, resolver.id, [{ node: namehash(ens), holder, kind: 'account', sealSequence: 1n }]),
    )
    const headers = { 'x-api-key': key }
    const stream = await readEvents(
      `${url}/byname/v1/events/stream?domain=${domain.name}&type=${types}`,
      headers,
    )

    const ends = [inDays(13), inDays(-1), inDays(13), inDays(30)]
    for (const [index, end] of ends.entries()) {
      await sign(BigInt(index + 1), end)
      await runTwice()
    }
    await settled(read)
    const expected = ends.slice(0, 3).map((end, index) => ({
      type: index === 1 ? 'sealed_set.ended' : 'sealed_set.ending',
      name: ens,
      domainId: domain.id,
      workspaceId: service().workspaceId,
      actor: { type: 'system', address: null, keyId: null },
      requestId: null,
      changes: [
        { field: 'holder', key: null, before: null, after: getAddress(holder) },
        { field: 'sequence', key: null, before: null, after: `${index + 1}` },
        { field: 'validUntil', key: null, before: null, after: new Date(end * 1000).toISOString() },
      ],
    }))
    expect(await stream.take(3)).toMatchObject(expected)
    await stream.close()
    const path = `/byname/v1/names/${ens}/history?chainId=1`
    const { data } = dataOf<WireEventPage>(await service().call('GET', path, { headers }))
    expect(data.filter(({ type }) => type.startsWith('sealed_set.'))).toMatchObject(expected)
    expect(receiver.requests.map(messageIn).map(({ type, data }) => [type, data.name, data.changed])).toEqual(
      expected.map(({ type, changes }) => [type, ens, changes.map(({ field }) => ({ field, key: null }))]),
    )
  })

  it('rule: a holder lists, page by page, the names that end within 60 days or have ended, while they hold them', async () => {
    const domain = await service().onboard()
    const { context } = service()
    const holder = `0x${'b7'.repeat(20)}` as const
    const days = { ended: -1, 'sixty-one': 61, soon: 13, moved: 20, 'fifty-nine': 59 }
    for (const [label, until] of Object.entries(days)) {
      const { ens } = await createHeldSubname(service(), domain, label)
      const { subname, resolver } = await requireSubname(context, 1, parseDomain(ens))
      const sealedBy = label === 'moved' ? (`0x${'c8'.repeat(20)}` as const) : holder
      const seal = { node: namehash(ens), holder: sealedBy, kind: 'account', sealSequence: 1n } as const
      const set = {
        holder,
        kind: 'account',
        sequence: 1n,
        validUntil: inDays(until),
        response: '0x',
      } as const
      await context.store.transaction(async (tx) => {
        await writeSeals(tx, resolver.id, [seal])
        await writeSealedSet(tx, subname, { ...set, storedAt: 1 })
      })
    }
    const path = `/byname/v1/ending-names?chainId=1&address=${getAddress(holder)}&limit=1`
    const found: string[] = []
    for (let after = ''; ; ) {
      const page = dataOf<{ data: { name: string; state: string }[]; next: string | null }>(
        await service().call('GET', path + after),
      )
      found.push(...page.data.map(({ name, state }) => `${name.split('.')[0]} ${state}`))
      if (page.next === null) break
      after = `&after=${page.next}`
    }
    expect(found).toEqual(['ended ended', 'soon signed', 'fifty-nine signed'])
    const elsewhere = path.replace('chainId=1&', 'chainId=11155111&')
    expect(dataOf(await service().call('GET', elsewhere))).toEqual({ data: [], next: null })
  })
})
