import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FormerName } from '../../model/former-gateway.ts'
import { createFormerNameLog } from './former-name-log.ts'

const steps = fc.array(
  fc.record({
    domainKey: fc.integer({ min: 1, max: 3 }),
    label: fc.constantFrom('a', 'b', 'c'),
    passedMs: fc.constantFrom(0, 1, 1_000, 59_999, 60_000, 60_001, 200_000),
    /** Null: it is not flushed afterwards; else which write of the flush fails. */
    flush: fc.option(fc.constantFrom(0, 1, 2, 9)),
  }),
  { maxLength: 40 },
)

test('property: each name is written once in a minute at most, by its domain, with the time that it was answered, and none is lost by a write that fails', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const log = createFormerNameLog()
      const written: FormerName[] = []
      /** By name, when it was answered first since it was written, as far as it has to be written. */
      const due = new Map<string, number>()
      const lastWritten = new Map<string, number>()
      let now = 1_800_000_000_000
      for (const { domainKey, label, passedMs, flush } of all) {
        now += passedMs
        log.record({ domainKey, label, at: now })
        const key = `${domainKey} ${label}`
        if (!due.has(key) && now >= (lastWritten.get(key) ?? 0) + 60_000) due.set(key, now)
        if (flush === null) continue
        let writes = 0
        const failure = new Error('The database is away.')
        const flushed = log.flush(async (key, names) => {
          if (writes++ === flush) throw failure
          expect(new Set(names.map((name) => name.domainKey))).toEqual(new Set([key]))
          written.push(...names)
        })
        await flushed.catch((error) => expect(error).toBe(failure))
        for (const { domainKey: of, label: name, firstAt, lastAt } of written.splice(0)) {
          expect([firstAt, lastAt]).toEqual([due.get(`${of} ${name}`), due.get(`${of} ${name}`)])
          due.delete(`${of} ${name}`)
          lastWritten.set(`${of} ${name}`, firstAt)
        }
        if (writes <= flush) expect([...due.keys()]).toEqual([])
      }
    }),
  )
})

test('rule: two thousand names wait for a flush at most', async () => {
  const log = createFormerNameLog()
  for (let index = 0; index < 2_001; index++) log.record({ domainKey: 1, label: `name${index}`, at: 100_000 })
  const counts: number[] = []
  const flush = () =>
    log.flush(async (_key, names) => {
      counts.push(names.length)
    })
  await flush()
  log.record({ domainKey: 1, label: 'name2000', at: 100_000 })
  await flush()
  await flush()
  expect(counts).toEqual([2_000, 1])
})
