import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compactEvents, keptBytes, keptEvents } from '../../../src/core/events/compact.ts'
import type { NewEvent } from '../../../src/model/event.ts'
import { appendEvents } from '../../../src/store/entities/events.ts'
import { openStore } from '../../../src/store/store.ts'
import { countStatements } from '../../support/databases/count-statements.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { newTestEvent, readEventLog } from '../../support/events/event-log.ts'

const dayMs = 86_400_000

function writeText(name: string, size: number, createdAt = 1): NewEvent {
  return newTestEvent({
    name,
    createdAt,
    changes: [{ field: 'texts', key: 'bio', before: null, after: 'x'.repeat(size) }],
  })
}

/** Small ones stay, some are above the bound of a digest, and a few fill the bytes of a name. */
const burst = fc.record({
  name: fc.constantFrom('alice.demo.eth', 'bob.demo.eth', 'demo.eth'),
  size: fc.constantFrom(10, 300, 90_000),
  count: fc.integer({ min: 1, max: 60 }),
})

describeOnEachDatabase('Compaction of events', (databases) => {
  it('rule: any passes between any writes leave the values of the newest of each name, up to both bounds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(burst, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        async (passes) => {
          const store = await openStore({ url: await databases.createMigrated() })
          const written = new Map<number, { name: string; bytes: number }>()
          for (const bursts of passes) {
            for (const { name, size, count } of bursts)
              for (let index = 0; index < count; index += 20) {
                const events = Array.from({ length: Math.min(20, count - index) }, () =>
                  writeText(name, size),
                )
                await store.db.transaction().execute((tx) => appendEvents(tx, ...events))
              }
            for (const { sequence, name, changes } of await readEventLog(store)) {
              const bytes = Buffer.byteLength(
                JSON.stringify(changes.map(({ field, key, before, after }) => [field, key, before, after])),
              )
              if (!written.has(sequence)) written.set(sequence, { name: name ?? '', bytes })
            }
            await compactEvents({ store, clock: () => 2 * dayMs })
          }
          const expected = new Set<number>()
          const totals = new Map<string, { events: number; bytes: number }>()
          for (const [sequence, { name, bytes }] of [...written].reverse()) {
            const total = totals.get(name) ?? { events: 0, bytes: 0 }
            totals.set(name, { events: total.events + 1, bytes: total.bytes + bytes })
            if (total.events + 1 > keptEvents || total.bytes + bytes > keptBytes)
              if (bytes > 160) expected.add(sequence)
          }
          const compacted = (await readEventLog(store))
            .filter(({ changes }) => changes.some(({ after }) => typeof after === 'object'))
            .map(({ sequence }) => sequence)
          expect(compacted).toEqual([...expected].sort((a, b) => a - b))
          await store.close()
        },
      ),
      { numRuns: databases.dialect === 'sqlite' ? 30 : 8, seed: 1 },
    )
  })

  it('rule: after an import a pass takes a few statements for each 500 events, not one for each name', async () => {
    const store = await openStore({ url: await databases.createMigrated() })
    const events = Array.from({ length: 2000 }, (_, index) => writeText(`name${index}.demo.eth`, 300))
    await store.db.transaction().execute((tx) => appendEvents(tx, ...events))
    const counted = countStatements(store)
    expect(await compactEvents({ store: counted.store, clock: () => 2 * dayMs })).toBe(0)
    expect(counted.sent.length).toBeLessThan(40)
    await store.close()
  })

  it('rule: events of a day are not looked through again and again', async () => {
    const store = await openStore({ url: await databases.createMigrated() })
    const events = Array.from({ length: 700 }, (_, index) => writeText('alice.demo.eth', 300, index))
    await store.db.transaction().execute((tx) => appendEvents(tx, ...events))
    const context = { store, clock: () => dayMs + 650 }
    expect(await compactEvents(context)).toBe(650 - keptEvents)
    const counted = countStatements(store)
    expect(await compactEvents({ ...context, store: counted.store })).toBe(0)
    expect(counted.sent.filter((sql) => sql.includes('octet_length'))).toEqual([])
    await store.close()
  })
})
