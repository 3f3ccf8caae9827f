import { expect, it } from 'vitest'
import type { Domain } from '../../../src/model/domain.ts'
import { type CountChange, changeSubnameCount, findDomainById } from '../../../src/store/entities/domains.ts'
import { newSubname, onboardDomain } from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'
import { issueSubname, newTestEvent } from '../../support/events/event-log.ts'

// What decides whether names are counted, written by hand: each row differs from an accepted write in one condition.

const now = 1_700_000_000_000

interface Case {
  /** The state of the domain when the write reaches the database. */
  readonly state?: Partial<Domain>
  /** What the caller had checked before. */
  readonly checked?: Partial<Pick<CountChange, 'workspaceId' | 'policyVersion' | 'createdAt'>>
}

/** Conditions that concern a change of names that needs no capacity too. */
const unwritable: Readonly<Record<string, Case>> = {
  'the domain was deleted': { state: { deletedAt: now - 1 } },
  'the domain is blocked': { state: { isBlocked: true } },
  'the domain was moved to another workspace': { checked: { workspaceId: crypto.randomUUID() } },
  'the policy was changed since': { state: { policyVersion: 3 }, checked: { policyVersion: 2 } },
  'the domain has a policy since': { state: { policyVersion: 1 }, checked: { policyVersion: 0 } },
  'the version of the policy is a future one': { state: { policyVersion: 1 }, checked: { policyVersion: 2 } },
}

const withoutCapacity: Readonly<Record<string, Case>> = {
  "the owner's limit is reached": { state: { userChosenLimit: 5, subnameCount: 5 } },
  "the owner's limit is 0": { state: { userChosenLimit: 0 } },
  'the number of the plan is reached': { state: { plan: { expiresAt: null, maxNames: 5 }, subnameCount: 5 } },
  'the plan ended at this moment': { state: { plan: { expiresAt: now, maxNames: null } } },
  'the plan ended before': { state: { plan: { expiresAt: now - 1, maxNames: null } } },
  "the plan's number is reached and the owner's is not": {
    state: { plan: { expiresAt: null, maxNames: 5 }, userChosenLimit: 9, subnameCount: 5 },
  },
}

const accepted: Readonly<Record<string, Case>> = {
  'without any limit': {},
  'under the version that was checked': { state: { policyVersion: 3 }, checked: { policyVersion: 3 } },
  "as the last of the owner's limit": { state: { userChosenLimit: 6, subnameCount: 5 } },
  'as the last of the plan': { state: { plan: { expiresAt: null, maxNames: 6 }, subnameCount: 5 } },
  'a millisecond before the plan ends': { state: { plan: { expiresAt: now + 1, maxNames: null } } },
}

describeOnEachStore('counted writes', (store) => {
  const onboard = async ({ state, checked }: Case) => {
    const { domain } = await onboardDomain(store(), state)
    const { workspaceId, policyVersion } = domain
    return { domain, expected: { workspaceId, policyVersion, createdAt: now, ...checked } }
  }

  const counts = async ({ id }: Domain) => {
    const found = await findDomainById(store().db, id, { includeDeleted: true })
    return [found?.subnameCount, found?.claimedCount]
  }

  /** Each way in which one name is counted: as a statement where the database has one, and in a transaction. */
  const ways = {
    'by createSubname': async (domain: Domain, expected: Required<Case>['checked'], isClaimed: boolean) => {
      const subname = newSubname(domain, 'alice', { createdAt: now, isClaimed })
      const checked = { ...domain, ...expected }
      return (await store().createSubname(subname, checked, newTestEvent())) === 'issued'
    },
    'by createSubname with a check': async (
      domain: Domain,
      expected: Required<Case>['checked'],
      isClaimed: boolean,
    ) => {
      const subname = newSubname(domain, 'alice', { createdAt: now, isClaimed })
      const around = { before: () => Promise.resolve() }
      return (
        (await store().createSubname(subname, { ...domain, ...expected }, newTestEvent(), around)) ===
        'issued'
      )
    },
    'by a change of several names': (
      domain: Domain,
      expected: Required<Case>['checked'],
      isClaimed: boolean,
    ) => {
      const change = { added: 1, addedClaimed: Number(isClaimed), peak: 1, domainId: domain.id }
      return store().transaction((tx) => changeSubnameCount(tx, { ...required(expected), ...change }))
    },
  }

  const required = ({
    workspaceId = '',
    policyVersion = 0,
    createdAt = now,
  }: Required<Case>['checked']): Pick<CountChange, 'workspaceId' | 'policyVersion' | 'createdAt'> => ({
    workspaceId,
    policyVersion,
    createdAt,
  })

  for (const [way, write] of Object.entries(ways)) {
    it.each(Object.entries({ ...unwritable, ...withoutCapacity }))(
      `rule: no name is counted ${way} when %s`,
      async (_, refused) => {
        const { domain, expected } = await onboard(refused)
        expect(await write(domain, expected, true)).toBe(false)
        expect(await counts(domain)).toEqual([domain.subnameCount, domain.claimedCount])
      },
    )

    it.each(Object.entries(accepted))(`a name is counted ${way} %s`, async (_, counted) => {
      for (const isClaimed of [true, false]) {
        const { domain, expected } = await onboard(counted)
        expect(await write(domain, expected, isClaimed)).toBe(true)
        expect(await counts(domain)).toEqual([domain.subnameCount + 1, Number(isClaimed)])
      }
    })
  }

  it.each(Object.entries(unwritable))(
    'rule: no name is removed by a change of several names when %s',
    async (_, refused) => {
      const { domain, expected } = await onboard({ ...refused, state: { ...refused.state, subnameCount: 4 } })
      const change = { domainId: domain.id, added: -2, addedClaimed: 0, peak: 0 }
      expect(await changeSubnameCount(store().db, { ...required(expected), ...change })).toBe(false)
      expect(await counts(domain)).toEqual([4, 0])
    },
  )

  it.each(Object.entries(withoutCapacity))(
    'names are removed by a change of several names although %s',
    async (_, { state }) => {
      const { domain, expected } = await onboard({ state: { ...state, subnameCount: 5, claimedCount: 3 } })
      const change = { domainId: domain.id, added: -2, addedClaimed: -1, peak: 0 }
      expect(await changeSubnameCount(store().db, { ...required(expected), ...change })).toBe(true)
      expect(await counts(domain)).toEqual([3, 2])
    },
  )

  it('rule: the most names at any step of a change need capacity, not only those at its end', async () => {
    const { domain, expected } = await onboard({ state: { userChosenLimit: 6, subnameCount: 5 } })
    const change = { domainId: domain.id, added: 0, addedClaimed: 0 }
    const write = (peak: number) => changeSubnameCount(store().db, { ...required(expected), ...change, peak })
    expect([await write(2), await write(1)]).toEqual([false, true])
  })

  it('rule: a text that the database cannot store is an error, and no lack of capacity', async () => {
    const { domain } = await onboardDomain(store())
    // SQLite stores it.
    const issued = issueSubname(store(), newSubname(domain, 'a\u0000'), domain.workspaceId)
    await (store().dialect === 'sqlite' ? issued : expect(issued).rejects.toThrow(/byte sequence/))
    expect(await counts(domain)).toEqual(store().dialect === 'sqlite' ? [1, 1] : [0, 0])
  })
})
