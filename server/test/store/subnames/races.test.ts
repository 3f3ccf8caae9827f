import { expect, it } from 'vitest'
import type { Records } from '../../../src/ens/stored-records.ts'
import type { Subname } from '../../../src/model/subname.ts'
import { decrementSubnameCount, findDomainById } from '../../../src/store/entities/domains.ts'
import {
  deleteSubname,
  findSubname,
  keyOfDomain,
  updateSubnameRecords,
} from '../../../src/store/entities/subnames.ts'
import { addSubname, insertSubname, newSubname, onboardDomain } from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'
import { issueSubname } from '../../support/events/event-log.ts'

function times<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)))
}

function countTrue(outcomes: readonly boolean[]): number {
  return outcomes.filter((outcome) => outcome).length
}

/** Rolls a transaction back. */
class Refused extends Error {}

describeOnEachStore('races', (store) => {
  const issue = async (subname: Subname) => {
    const domain = await findDomainById(store().db, subname.domainId, { includeDeleted: true })
    return issueSubname(store(), subname, domain?.workspaceId ?? '')
  }

  const countSubnames = async (domainId: string) => {
    const rows = await store()
      .db.selectFrom('subnames')
      .select('key')
      .where('domainKey', '=', keyOfDomain(domainId))
      .execute()
    return rows.length
  }

  const subnameCount = async (domainId: string) => (await findDomainById(store().db, domainId))?.subnameCount

  it('rule: of two hundred adds of one label, one succeeds', async () => {
    const { domain } = await onboardDomain(store())
    const outcomes = await times(200, () => issue(newSubname(domain, 'alice')))
    expect(outcomes.filter((outcome) => outcome === 'issued')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(199)
    expect(await countSubnames(domain.id)).toBe(1)
    expect(await subnameCount(domain.id)).toBe(1)
  })

  it('rule: two hundred concurrent adds stop exactly at the limit, and the count is that of the rows', async () => {
    const { domain } = await onboardDomain(store(), { userChosenLimit: 25 })
    const outcomes = await times(200, (index) => issue(newSubname(domain, `n${index}`)))
    expect(outcomes.filter((outcome) => outcome === 'issued')).toHaveLength(25)
    expect(outcomes.filter((outcome) => outcome === 'no-capacity')).toHaveLength(175)
    expect(await countSubnames(domain.id)).toBe(25)
    expect(await subnameCount(domain.id)).toBe(25)
  })

  it('rule: no name is added below a domain that was just purged', async () => {
    const { domain } = await onboardDomain(store())
    await store().db.deleteFrom('domains').where('id', '=', domain.id).execute()
    expect(await issue(newSubname(domain, 'alice'))).toBe('no-capacity')
  })

  it('rule: when the first add is rolled back, one that waited for it wins', async () => {
    const { domain } = await onboardDomain(store())
    const inserted = Promise.withResolvers<void>()
    const first = store().transaction(async (tx) => {
      await insertSubname(tx, newSubname(domain, 'alice'), domain)
      inserted.resolve()
      throw new Refused()
    })
    await inserted.promise
    const second = issue(newSubname(domain, 'alice'))
    await expect(first).rejects.toThrow(Refused)
    expect(await second).toBe('issued')
    expect(await subnameCount(domain.id)).toBe(1)
  })

  it('rule: of two hundred deletions of one subname, one succeeds', async () => {
    const { domain } = await onboardDomain(store())
    const subname = newSubname(domain, 'alice')
    await issue(subname)
    const outcomes = await times(200, () =>
      store().transaction(async (tx) => {
        if (!(await deleteSubname(tx, subname))) return false
        await decrementSubnameCount(tx, subname)
        return true
      }),
    )
    expect(countTrue(outcomes)).toBe(1)
    expect(await subnameCount(domain.id)).toBe(0)
  })

  it('rule: of a hundred updates of one version, one is written', async () => {
    const { domain } = await onboardDomain(store())
    const subname = newSubname(domain, 'alice')
    await addSubname(store(), subname)
    const outcomes = await times(100, (index) => write(subname, withText(subname.records, `n${index}`)))
    expect(countTrue(outcomes)).toBe(1)
    const found = await findSubname(store().db, domain.chainId, subname.name)
    expect(found?.version).toBe(2)
    expect(found?.records.texts).toHaveLength(1)
  })

  it('rule: retried merges all end up in the records', async () => {
    const { domain } = await onboardDomain(store())
    const { name, chainId } = newSubname(domain, 'alice')
    await addSubname(store(), newSubname(domain, 'alice'))
    await times(20, async (index) => {
      for (;;) {
        const read = await findSubname(store().db, chainId, name)
        if (!read) throw new Error('The subname is gone.')
        if (await write(read, withText(read.records, `n${index}`))) return
      }
    })
    const found = await findSubname(store().db, chainId, name)
    expect(found?.version).toBe(21)
    expect(new Set(found?.records.texts.map(({ key }) => key)).size).toBe(20)
  })

  it('rule: a failed transaction leaves nothing behind, and does not affect the next one', async () => {
    const { domain } = await onboardDomain(store())
    const failing = store().transaction(async (tx) => {
      await insertSubname(tx, newSubname(domain, 'alice'), domain)
      await insertSubname(tx, newSubname({ ...domain, id: 'nothing' }, 'bob'), domain)
    })
    await expect(failing).rejects.toThrow(/foreign key/i)
    expect(await countSubnames(domain.id)).toBe(0)
    expect(await issue(newSubname(domain, 'alice'))).toBe('issued')
  })

  const write = (read: Subname, records: Records) =>
    store().transaction((tx) => updateSubnameRecords(tx, { subname: read, records, updatedAt: 1 }))
})

function withText(records: Records, key: string): Records {
  return {
    ...records,
    texts: [...records.texts, { key, value: 'set' }],
  }
}
