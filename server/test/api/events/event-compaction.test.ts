import { createHash } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { compactEvents, keptBytes, keptEvents } from '../../../src/core/events/compact.ts'
import { eraseName } from '../../../src/core/subnames/remove.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { seedSubname, subnameBody } from '../../support/entities/subnames.ts'
import { readEventLog } from '../../support/events/event-log.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const dayMs = 86_400_000

interface WireEvent {
  readonly cursor: string
  readonly type: string
  readonly changes: readonly {
    readonly field: string
    readonly key: string | null
    readonly before: unknown
    readonly after: unknown
  }[]
}

describeOnEachService(
  'Old values of events',
  (service) => {
    const textOf = (index: number) => `${index} `.repeat(1500).slice(0, 4000)

    it('rule: beyond the newest they become digests, by which a copy of the event is verified; holders stay', async () => {
      const wallet = createWallet()
      const label = 'history'
      await seedSubname(service(), service().demo[1], label, {
        addresses: [{ coinType: 60, address: wallet.address }],
      })
      const count = keptEvents + 20
      for (let index = 0; index < count; index++)
        dataOf(
          await service().call('POST', '/ens/v1/subname/update', {
            headers: await signedHeaders(wallet, { chainId: 1 }),
            body: { ...subnameBody(service().demo[1], label), text: [{ key: 'bio', value: textOf(index) }] },
          }),
        )
      const read = async () => {
        const path = `/byname/v1/names/${label}.demo.eth/history?chainId=1&limit=100`
        const pages: WireEvent[] = []
        for (let after = ''; ; ) {
          const { data, next, isCaughtUp } = dataOf<{ data: WireEvent[]; next: string; isCaughtUp: boolean }>(
            await service().call('GET', `${path}${after}`, { headers: { 'x-api-key': service().key } }),
          )
          pages.push(...data)
          if (isCaughtUp) return pages
          after = `&after=${next}`
        }
      }
      const full = await read()
      expect(full).toHaveLength(count + 1)
      await compactEvents(service().context)
      expect(await read(), 'values of a day stay').toEqual(full)

      service().clock.offsetMs = 2 * dayMs
      onTestFinished(() => {
        service().clock.offsetMs = 0
      })
      // Two processes at a time.
      const compacted = await Promise.all([
        compactEvents(service().context),
        compactEvents(service().context),
      ])
      expect(Math.max(...compacted)).toBeGreaterThan(20)
      const after = await read()
      expect(after.map(({ cursor, type }) => [cursor, type])).toEqual(
        full.map(({ cursor, type }) => [cursor, type]),
      )
      const bytes = after.reduce((total, { changes }) => total + JSON.stringify(changes).length, 0)
      expect(bytes).toBeLessThan(keptBytes + count * 400)
      expect(after.at(-1)).toEqual(full.at(-1))

      const [issued, first, second] = after
      expect(issued?.changes).toContainEqual({
        field: 'holder',
        key: null,
        before: null,
        after: wallet.address,
      })
      const digest = (index: number) => ({
        sha256: createHash('sha256')
          .update(JSON.stringify([['bio', textOf(index)]]))
          .digest('hex'),
      })
      expect(first?.changes).toEqual([{ field: 'texts', key: null, before: null, after: digest(0) }])
      expect(second?.changes).toEqual([{ field: 'texts', key: null, before: digest(0), after: digest(1) }])

      expect(await compactEvents(service().context)).toBe(0)
      await eraseName(service().context, { chainId: 1, name: normalizeName(`${label}.demo.eth`) })
      await compactEvents(service().context)
      const erased = (await readEventLog(service().context.store)).filter(
        ({ name }) => name === `${label}.demo.eth`,
      )
      for (const { changes } of erased) expect(changes).toEqual([])
    })
  },
  { settings: { WRITE_LIMIT_PER_NAME: '0' } },
)
