import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { responseKey } from '../../core/lookup/lookup-request.ts'
import { createKnownTargets } from './known-targets.ts'
import { matchLookup } from './path.ts'

/** Safe: `gc` is what the flag adds. */
function garbageCollector() {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

const pathOf = (resolverId: string, data: string) => `/ccip/${resolverId}/0xabc/${data}`

/** Equal but at one place, so that many have the same sample. */
const similarData = fc
  .record({ length: fc.integer({ min: 1, max: 900 }), at: fc.nat(), other: fc.constantFrom('1', 'f') })
  .map(({ length, at, other }) => {
    const zeros = '0'.repeat(length)
    return `0x${zeros.slice(0, at % length)}${other}${zeros.slice((at % length) + 1)}`
  })

test('property: what is found is what the whole target says, whatever was kept before', () => {
  const targets = fc.array(fc.tuple(fc.constantFrom('one', 'two'), similarData), { maxLength: 60 })
  fc.assert(
    fc.property(targets, (lookups) => {
      const known = createKnownTargets()
      for (const [resolverId, data] of lookups) {
        const target = pathOf(resolverId, data)
        const found = known.find(target)
        const expected = { resolverId, data, key: responseKey(resolverId, data) }
        if (found) expect(found).toEqual(expected)
        expect(known.keep(target, resolverId, data)).toEqual(expected)
        expect(known.find(target)).toEqual(expected)
      }
    }),
  )
})

test('a kept target is found by an equal text alone', () => {
  const known = createKnownTargets()
  const target = pathOf('r', `0x${'7'.repeat(600)}`)
  known.keep(target, 'r', 'data')
  expect(known.find(Buffer.from(target).toString())?.data).toBe('data')
  for (const other of ['', `${target}?`, target.slice(1), target.replace('/r/', '/s/')])
    expect(known.find(other)).toBeUndefined()
})

test('a target of more than 2 KiB, and one of no resolver id, is not kept', () => {
  const known = createKnownTargets()
  const long = pathOf('r', `0x${'7'.repeat(2048)}`)
  for (const [target, resolverId] of [
    [long, 'r'],
    [pathOf('%20', '0x7'), ' '],
  ] as const) {
    expect(known.keep(target, resolverId, '0x7')).toEqual({ resolverId, data: '0x7' })
    expect(known.find(target)).toBeUndefined()
  }
})

test('call data of a target with a long sender does not keep the target in memory', () => {
  const known = createKnownTargets()
  const kept: string[] = []
  const collectGarbage = garbageCollector()
  const usedBytes = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const before = usedBytes()
  for (let index = 0; index < 500; index++) {
    const target = Buffer.from(`/ccip/r/${'5'.repeat(60_000)}/0x${index}${'7'.repeat(3000)}`).toString()
    const data = matchLookup('GET', target)?.data ?? ''
    kept.push(known.keep(target, 'r', data).data)
  }
  expect(usedBytes() - before).toBeLessThan(10_000_000)
  expect(kept.length).toBe(500)
})
