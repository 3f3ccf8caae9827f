import { expect } from 'vitest'
import type { Domain } from '../../../src/model/domain.ts'
import { findDomainById } from '../../../src/store/entities/domains.ts'
import { insertWorkspace } from '../../../src/store/entities/members.ts'
import { findDomainsWithLatestSubname } from '../../../src/store/listing/domains.ts'
import { maxCountOf, type SubnameFilter } from '../../../src/store/listing/filter.ts'
import type { PageQuery } from '../../../src/store/listing/order.ts'
import { type LabelSearch, searchLabels } from '../../../src/store/listing/search.ts'
import { countSubnames, readNames, selectSubnamesInOrder } from '../../../src/store/listing/subnames.ts'
import type { Store } from '../../../src/store/store.ts'
import {
  addDomain,
  addResolver,
  newDomain,
  newResolver,
  newWorkspace,
} from '../../support/databases/entities.ts'
import type { Model } from './model.ts'

/** Onboards domains into a store and its model, two with each timestamp. */
export async function onboardDomains(store: Store, model: Model, chainId: number, count: number) {
  const workspace = newWorkspace()
  const resolver = newResolver({ chainId })
  await insertWorkspace(store.db, workspace)
  await addResolver(store, resolver)
  for (let index = 0; index < count; index += 1) {
    const name = `club${index}-${chainId}.eth`
    const domain = newDomain(workspace.id, resolver.id, { chainId, name, createdAt: index >> 1 })
    await addDomain(store, domain)
    model.domains.set(domain.id, domain)
  }
}

/** The domain as the store has it. */
export async function storedDomain({ db }: Store, { id }: Domain): Promise<Domain> {
  const domain = await findDomainById(db, id, { includeDeleted: true })
  if (!domain) throw new Error('The domain is gone.')
  return domain
}

/** Expects that the store counts and lists what the model does, in each of the slices. */
export async function expectSameSubnames(
  store: Store,
  model: Model,
  filter: SubnameFilter,
  queries: readonly PageQuery[],
): Promise<void> {
  const domains =
    filter.domains && (await Promise.all(filter.domains.map((domain) => storedDomain(store, domain))))
  const matching = model.matching(filter)
  const description = `${JSON.stringify({ ...filter, domains: domains?.map(({ name }) => name) })}`
  const maxCount = maxCountOf(filter)
  expect(await countSubnames(store.db, { ...filter, domains }), description).toEqual({
    count: Math.min(matching.length, maxCount),
    isExact: matching.length <= maxCount,
  })
  for (const query of queries) {
    const { items: listed } = await selectSubnamesInOrder(store.db, { ...filter, domains }, query)
    expect(
      listed.map(({ name }) => name),
      `${description} ${JSON.stringify(query)}`,
    ).toEqual(model.names(matching, query))
  }
}

/** Expects that a search for labels finds what the model does, in each of the pages. */
export async function expectSameSearch(
  store: Store,
  model: Model,
  search: LabelSearch,
  pages: readonly { readonly offset: number; readonly limit: number }[],
): Promise<void> {
  const expected = model.search(search)
  for (const page of pages) {
    expect(
      await readNames(store.db, await searchLabels(store.db, search, page)),
      `${search.label} ${search.isClaimed} ${search.domains?.length} ${JSON.stringify(page)}`,
    ).toEqual(expected.slice(page.offset, page.offset + page.limit))
  }
}

/** Expects that the store lists the domains as the model does. */
export async function expectSameDomains(
  store: Store,
  model: Model,
  chainId: number,
  query: Omit<PageQuery, 'after'>,
): Promise<void> {
  const { items, totalCount } = await findDomainsWithLatestSubname(store.db, chainId, query)
  const listed = items.map(({ domain, latestSubname }) => ({
    domain: domain.name,
    count: domain.subnameCount,
    newest: latestSubname?.name,
  }))
  expect(listed).toEqual(model.domainsWithLatestSubname(chainId, query))
  expect(totalCount).toBe(model.visibleDomains(chainId).length)
}
