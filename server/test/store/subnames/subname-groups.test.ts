import '../../support/seed.ts'
import { setImmediate as nextRound } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import type { CreateSubnameOutcome } from '../../../src/model/subname.ts'
import { findDomainById } from '../../../src/store/entities/domains.ts'
import { keyOfDomain } from '../../../src/store/entities/subnames.ts'
import type { Store } from '../../../src/store/store.ts'
import { newSubname, onboardDomain } from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'
import { newTestEvent, readEventLog } from '../../support/events/event-log.ts'

const now = 1_700_000_000_000

const address = `0x${'ab'.repeat(20)}` as const

/** A subname to be created, as a request would. */
interface Add {
  readonly label: string
  readonly isClaimed: boolean
  readonly coinTypes: readonly number[]
  /** Milliseconds after `now`. */
  readonly after: number
  /** Rounds of the event loop since the one before. */
  readonly pause: number
}

interface Story {
  readonly adds: readonly Add[]
  readonly limit: number | null
  /** When the plan ends, in milliseconds after `now`. */
  readonly planEnd: number | null
}

const add: fc.Arbitrary<Add> = fc.record({
  label: fc.integer({ min: 0, max: 25 }).map((number) => `n${number}`),
  isClaimed: fc.boolean(),
  coinTypes: fc.uniqueArray(fc.constantFrom(60, 0, 2_147_483_658), { maxLength: 3 }),
  after: fc.integer({ min: 0, max: 9 }),
  pause: fc.constantFrom(0, 0, 0, 0, 1, 2),
})

const story: fc.Arbitrary<Story> = fc.record({
  adds: fc.array(add, { minLength: 1, maxLength: 90 }),
  limit: fc.option(fc.integer({ min: 0, max: 20 })),
  planEnd: fc.option(fc.integer({ min: 0, max: 12 }), { freq: 2 }),
})

/** What each add gets if they come one after the other. */
function outcomesInTurn({ adds, limit, planEnd }: Story): readonly CreateSubnameOutcome[] {
  const taken = new Set<string>()
  return adds.map(({ label, after }) => {
    if (taken.has(label)) return 'taken'
    if (taken.size >= (limit ?? Number.POSITIVE_INFINITY)) return 'no-capacity'
    if (after >= (planEnd ?? Number.POSITIVE_INFINITY)) return 'no-capacity'
    taken.add(label)
    return 'issued'
  })
}

async function createAll(store: Store, domain: Domain, adds: readonly Add[]) {
  const outcomes: Promise<CreateSubnameOutcome>[] = []
  for (const [index, { label, isClaimed, coinTypes, after, pause }] of adds.entries()) {
    for (let round = 0; round < pause; round++) await nextRound()
    const addresses = coinTypes.map((coinType) => ({ coinType, address }))
    const createdAt = now + after
    const subname = newSubname(domain, label, {
      isClaimed,
      createdAt,
      records: { ...emptyRecords, addresses },
    })
    const event = newTestEvent({ name: subname.name, domainId: domain.id, requestId: `${index}`, createdAt })
    outcomes.push(store.createSubname(subname, domain, event))
  }
  return Promise.all(outcomes)
}

describeOnEachStore('subnames that are created together', (store) => {
  const isOf = ({ id }: Domain) => keyOfDomain(id)

  /** What is stored of the subnames of a domain. */
  const stored = async (domain: Domain) => {
    const { db } = store()
    const found = await findDomainById(db, domain.id)
    const subnames = await db
      .selectFrom('subnames')
      .select(['key', 'label', 'isClaimed'])
      .where('domainKey', '=', isOf(domain))
      .execute()
    const addresses = await db
      .selectFrom('subnameAddresses')
      .innerJoin('subnames', 'subnames.key', 'subnameAddresses.subnameKey')
      .select(['subnames.label', 'subnameAddresses.coinType'])
      .where('subnames.domainKey', '=', isOf(domain))
      .execute()
    const events = (await readEventLog(store())).filter(({ domainId }) => domainId === domain.id)
    return {
      subnames: subnames.map(({ label, isClaimed }) => `${label} ${isClaimed}`).toSorted(),
      addresses: addresses.map(({ label, coinType }) => `${label} ${coinType}`).toSorted(),
      counts: [found?.subnameCount, found?.claimedCount],
      events: events.map(({ requestId }) => requestId),
    }
  }

  it('property: each gets the outcome, and leaves the rows, counts and events, of adds one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const { adds, limit, planEnd } = told
        const plan = { expiresAt: planEnd === null ? null : now + planEnd, maxNames: null }
        const { domain } = await onboardDomain(store(), { userChosenLimit: limit, plan })
        const outcomes = await createAll(store(), domain, adds)
        const expected = outcomesInTurn(told)
        expect(outcomes).toEqual(expected)
        const issued = adds.filter((_, index) => expected[index] === 'issued')
        expect(await stored(domain)).toEqual({
          subnames: issued.map(({ label, isClaimed }) => `${label} ${isClaimed}`).toSorted(),
          addresses: issued
            .flatMap(({ label, coinTypes }) => coinTypes.map((coinType) => `${label} ${coinType}`))
            .toSorted(),
          counts: [issued.length, issued.filter(({ isClaimed }) => isClaimed).length],
          events: expected.flatMap((outcome, index) => (outcome === 'issued' ? [`${index}`] : [])),
        })
      }),
      { numRuns: 30 },
    )
  }, 60_000)

  it('rule: those that were checked under another policy, or for another workspace, fail alone', async () => {
    const { domain } = await onboardDomain(store())
    const create = (label: string, checked: Partial<Domain>) =>
      store().createSubname(newSubname(domain, label), { ...domain, ...checked }, newTestEvent())
    const outcomes = await Promise.all([
      create('a', {}),
      create('b', { policyVersion: 1 }),
      create('c', {}),
      create('d', { workspaceId: crypto.randomUUID() }),
      create('e', {}),
    ])
    expect(outcomes).toEqual(['issued', 'no-capacity', 'issued', 'no-capacity', 'issued'])
    expect((await stored(domain)).counts).toEqual([3, 3])
  })

  it('rule: one that the database cannot store fails alone', async () => {
    const { domain } = await onboardDomain(store())
    const labels = ['a', 'b\u0000', 'c']
    const outcomes = await Promise.allSettled(
      labels.map((label) => store().createSubname(newSubname(domain, label), domain, newTestEvent())),
    )
    // SQLite stores it.
    const middle = store().dialect === 'sqlite' ? 'fulfilled' : 'rejected'
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', middle, 'fulfilled'])
    expect((await stored(domain)).counts).toEqual(store().dialect === 'sqlite' ? [3, 3] : [2, 2])
  })

  it('rule: those of a purged domain, and of others at the same time, get their own outcomes', async () => {
    const { domain: purged } = await onboardDomain(store())
    const { domain } = await onboardDomain(store())
    await store().db.deleteFrom('domains').where('id', '=', purged.id).execute()
    const outcomes = await Promise.all(
      [purged, domain, purged, domain].map((of, index) =>
        store().createSubname(newSubname(of, `n${index}`), of, newTestEvent()),
      ),
    )
    expect(outcomes).toEqual(['no-capacity', 'issued', 'no-capacity', 'issued'])
  })
})
