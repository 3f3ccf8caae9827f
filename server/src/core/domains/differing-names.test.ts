import { describe, expect, it } from 'vitest'
import type { NameEvent } from '../../store/entities/name-events.ts'
import { countDifferingNames } from './differing-names.ts'

/** Of a name: absent, reserved, or with an address. */
type State = 'absent' | 'reserved' | '0xaa' | '0xbb'

const states: readonly State[] = ['absent', 'reserved', '0xaa', '0xbb']

function address(before: State, after: State) {
  const addressIn = (state: State) => (state.startsWith('0x') ? state : null)
  return [{ field: 'addresses', key: 60, before: addressIn(before), after: addressIn(after) }]
}

/** As the log has a change of a name; `undefined`: it has no event. */
function eventOf(name: string, before: State, after: State): NameEvent | undefined {
  const event = (type: NameEvent['type']) => ({ name, type, changes: address(before, after) })
  if (before === after) return undefined
  if (before === 'absent') return event(after === 'reserved' ? 'subname.reserved' : 'subname.issued')
  if (after === 'absent') return event(before === 'reserved' ? 'subname.rejected' : 'subname.revoked')
  if (after === 'reserved') return undefined
  return event(before === 'reserved' ? 'subname.accepted' : 'subname.changed')
}

/** Every history of a name with so many steps, with what it ends with. */
function* histories(
  start: State,
  steps: number,
): Generator<readonly [events: readonly NameEvent[], end: State]> {
  if (steps === 0) return yield [[], start]
  for (const next of states) {
    const event = eventOf('alice.acme.eth', start, next)
    if (!event) continue
    for (const [events, end] of histories(next, steps - 1)) yield [[event, ...events], end]
  }
}

const resolved = (state: State) => (state.startsWith('0x') ? state : undefined)

describe('Names that differ from what was published', () => {
  it.each(states)(
    'rule: after each history of up to five steps from %s, a name differs if it resolves to something else',
    (start) => {
      for (const steps of [1, 2, 3, 4, 5])
        for (const [events, end] of histories(start, steps))
          expect(countDifferingNames(events), JSON.stringify([start, end, events])).toBe(
            resolved(start) === resolved(end) ? 0 : 1,
          )
    },
  )

  const changed = (name: string, changes: NameEvent['changes']) =>
    ({ name, type: 'subname.changed', changes }) as const

  it('rule: each name counts once, however many changes it has', () => {
    const many = ['a', 'b', 'a', 'b', 'b'].map((label, index) =>
      changed(label, [{ field: 'texts', key: 'url', before: `${index}`, after: `${index + 1}` }]),
    )
    expect(countDifferingNames(many)).toBe(2)
  })

  it('rule: tags, notes and holders are in no file', () => {
    const changes = [
      { field: 'tags', key: 'team', before: false, after: true },
      { field: 'holder', key: null, before: '0xaa', after: '0xbb' },
    ]
    expect(countDifferingNames([changed('a', changes)])).toBe(0)
  })

  it('rule: a name whose old values are not known counts', () => {
    const digests = { field: 'texts', key: null, before: { sha256: '00' }, after: { sha256: '00' } }
    expect(countDifferingNames([changed('a', undefined), changed('b', [digests])])).toBe(2)
  })
})
