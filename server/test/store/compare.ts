import { expect } from 'vitest'
import { listIssuingDomains } from '../../src/store/domain-listing.ts'
import { type Domain, findDomainById, insertDomain } from '../../src/store/domains.ts'
import type { Store } from '../../src/store/open.ts'
import { readNames } from '../../src/store/read-subnames.ts'
import { insertResolver } from '../../src/store/resolvers.ts'
import type { SubnameFilter } from '../../src/store/subname-filter.ts'
import { countSubnames, listSubnames } from '../../src/store/subname-listing.ts'
import type { Slice } from '../../src/store/subname-order.ts'
import { type LabelSearch, searchLabelIds } from '../../src/store/subname-search.ts'
import { insertWorkspace } from '../../src/store/workspaces.ts'
import { newDomain, newResolver, newWorkspace } from './entities.ts'
import type { Model } from './model.ts'

/** Onboards domains into a store and its model, two to each moment. */
export const onboardInto = async (store: Store, model: Model, chainId: number, count: number) => {
  const workspace = newWorkspace()
  const resolver = newResolver({ chainId })
  await insertWorkspace(store.db, workspace)
  await insertResolver(store.db, resolver)
  for (let index = 0; index < count; index += 1) {
    const name = `club${index}-${chainId}.eth`
    const domain = newDomain(workspace.id, resolver.id, { chainId, name, createdAt: index >> 1 })
    await insertDomain(store.db, domain)
    model.domains.set(domain.id, domain)
  }
}

/** The domain as the store has it. */
export const storedDomain = async ({ db }: Store, { id }: Domain): Promise<Domain> => {
  const domain = await findDomainById(db, id, { includeDeleted: true })
  if (!domain) throw new Error('The domain is gone.')
  return domain
}

/** Expects that the store counts and lists what the model does, in each of the slices. */
export const expectSameSubnames = async (
  store: Store,
  model: Model,
  filter: SubnameFilter,
  slices: readonly Slice[],
): Promise<void> => {
  const domains =
    filter.domains && (await Promise.all(filter.domains.map((domain) => storedDomain(store, domain))))
  const matching = model.matching(filter)
  const question = `${JSON.stringify({ ...filter, domains: domains?.map(({ name }) => name) })}`
  expect(await countSubnames(store.db, { ...filter, domains }), question).toBe(matching.length)
  for (const slice of slices) {
    const { items: listed } = await listSubnames(store.db, { ...filter, domains }, slice)
    expect(
      listed.map(({ name }) => name),
      `${question} ${JSON.stringify(slice)}`,
    ).toEqual(model.names(matching, slice))
  }
}

/** Expects that a search for labels finds what the model does, in each of the parts. */
export const expectSameFound = async (
  store: Store,
  model: Model,
  search: LabelSearch,
  parts: readonly { readonly offset: number; readonly limit: number }[],
): Promise<void> => {
  for (const part of parts) {
    expect(
      await readNames(store.db, await searchLabelIds(store.db, search, part)),
      `${search.label} ${search.isClaimed} ${search.domains?.length} ${JSON.stringify(part)}`,
    ).toEqual(model.found(search, part))
  }
}

/** Expects that the store lists the domains as the model does. */
export const expectSameDomains = async (
  store: Store,
  model: Model,
  chainId: number,
  slice: Slice,
): Promise<void> => {
  const { items, totalCount } = await listIssuingDomains(store.db, chainId, slice)
  const listed = items.map(({ domain, newest }) => ({
    domain: domain.name,
    count: domain.subnameCount,
    newest: newest?.name,
  }))
  expect(listed).toEqual(model.issuing(chainId, slice))
  const all = model.issuing(chainId, { ...slice, offset: 0, limit: Number.MAX_SAFE_INTEGER })
  expect(totalCount).toBe(all.length)
}
