import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReplicaLead } from './replica-lead.ts'

/** What happens next: the primary writes, the replica replays, one of them is asked. */
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('write'), bytes: fc.bigInt(1n, 100n) }),
    fc.record({ kind: fc.constant('replay'), bytes: fc.bigInt(1n, 100n) }),
    fc.record({ kind: fc.constantFrom('ask replica', 'ask primary'), bytes: fc.constant(0n) }),
  ),
  { maxLength: 60 },
)

/** Whether the replica, whose log has `lead` bytes more than that of its primary, was ever seen ahead. */
function wasAhead(lead: bigint, story: typeof steps extends fc.Arbitrary<infer Steps> ? Steps : never) {
  const watch = new ReplicaLead()
  let [written, replayed, isAhead] = [1_000n, 1_000n + lead, false]
  for (const [at, { kind, bytes }] of story.entries()) {
    if (kind === 'write') written += bytes
    else if (kind === 'replay' && lead === 0n)
      replayed = replayed + bytes < written ? replayed + bytes : written
    else if (kind === 'ask replica') watch.observeReplica(replayed, at)
    else if (kind === 'ask primary') watch.observePrimary(written, at)
    isAhead ||= watch.isAhead()
  }
  return isAhead
}

describe('A replica of another history', () => {
  it('rule: a replica of its primary is never ahead, in whatever order both are asked', () => {
    fc.assert(fc.property(steps, (story) => !wasAhead(0n, story)))
  })

  it('rule: one that has more than its primary is, once both were asked, until it has less than before', () => {
    const asked = [
      { kind: 'ask replica', bytes: 0n },
      { kind: 'ask primary', bytes: 0n },
    ] as const
    fc.assert(
      fc.property(fc.bigInt(1n, 1_000n), (lead) => {
        expect(wasAhead(lead, [...asked])).toBe(true)
        const watch = new ReplicaLead()
        watch.observeReplica(1_000n + lead, 0)
        watch.observePrimary(1_000n, 1)
        watch.observePrimary(3_000n, 2)
        watch.observeReplica(1_000n + lead, 3)
        expect(watch.isAhead()).toBe(true)
        watch.observeReplica(1_000n, 4)
        expect(watch.isAhead()).toBe(false)
      }),
    )
  })

  it('rule: one that does not respond may be another one afterwards', () => {
    const watch = new ReplicaLead()
    watch.observeReplica(2n, 0)
    watch.observePrimary(1n, 1)
    watch.forget()
    expect(watch.isAhead()).toBe(false)
  })
})
