import { z } from 'zod'
import { isNameRegistered } from '../../core/domains/is-registered.ts'
import {
  type DomainWithLatestSubname,
  listDomainsWithSubnames,
} from '../../core/domains/list-with-subnames.ts'
import { countSubnames } from '../../core/subnames/count.ts'
import type { SubnameDetailsList } from '../../core/subnames/details-of-subnames.ts'
import { listSubnamesOfAddress, maxSubnamesPerAddress } from '../../core/subnames/list-of-address.ts'
import { listSubnamesOfDomain } from '../../core/subnames/list-of-domain.ts'
import { searchNames, searchSubnames } from '../../core/subnames/search.ts'
import { route } from '../route.ts'
import { documentedErrors } from '../schema/documented-errors.ts'
import { coinType, orderQuery, searchText } from '../schema/listing.ts'
import { chainId, domainName, integer, pageQuery, queryBoolean, repeatable } from '../schema/primitives.ts'
import { isTruncated, pageOf, subnameRecord } from '../schema/record.ts'
import { serializePage, truncationFlag } from '../serializers/page.ts'
import { serializeDomainAsRecord, serializeRecord } from '../serializers/record.ts'

const tag = 'Subnames (v1)'

const isClaimed = queryBoolean
  .optional()
  .meta({ description: 'Only claimed ones (true) or only reservations (false); absent: both.' })

const listByDomain = route({
  method: 'GET',
  url: '/ens/v1/subname/ens',
  id: 'v1ListSubnamesOfDomain',
  tag,
  summary: 'List the subnames of a domain',
  description:
    'Newest first. Names that are added while the pages are read move the others on by as many; the listing of the ' +
    'second generation, oldest first, is exact then too.',
  auth: 'none',
  loadClass: 'listing',
  query: z.object({
    ensDomain: domainName,
    chainId,
    isClaimed,
    coinType: coinType
      .optional()
      .meta({ description: 'Only subnames that have an address of this coin type.' }),
    ...pageQuery,
  }),
  data: pageOf(subnameRecord),
  errors: documentedErrors.ofDomain,
  handle: async ({ context, query }) => {
    const request = { ...query, domain: query.ensDomain, orderBy: 'createdAt', direction: 'desc' } as const
    return serializePage(await listSubnamesOfDomain(context, request), serializeRecord)
  },
})

const listByAddress = route({
  method: 'GET',
  url: '/ens/v1/subname/address',
  id: 'v1ListSubnamesOfAddress',
  tag,
  summary: 'List the subnames of an address',
  description:
    'Those whose address of the coin type is this one, newest first; with `isClaimed=false` the reservations that ' +
    `wait for it. At most the newest ${maxSubnamesPerAddress}; the listing of the second generation has all, page by page.`,
  auth: 'none',
  loadClass: 'listing',
  query: z.object({
    address: z.string().meta({
      description: 'In the text form of its coin.',
      example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    }),
    chainId,
    isClaimed,
    ensDomains: repeatable(100)
      .optional()
      .meta({ description: 'Only below these domains; repeat it for more than one.', example: ['demo.eth'] }),
    coinType: coinType.prefault(60).meta({ description: 'Coin type of `address` (SLIP-44, ENSIP-11).' }),
  }),
  data: z.object({ subnames: z.array(subnameRecord), isTruncated }),
  errors: documentedErrors.ofAddress,
  handle: async ({ context, query }) => {
    const found = await listSubnamesOfAddress(context, { ...query, domains: query.ensDomains })
    return { subnames: found.items.map(serializeRecord), ...truncationFlag(found) }
  },
})

const count = route({
  method: 'GET',
  url: '/ens/v1/subname/count',
  id: 'v1CountSubnames',
  tag,
  summary: 'Count all subnames',
  description: 'On both chains, reservations too, below every domain that is neither blocked nor deleted.',
  auth: 'none',
  data: z.object({ count: z.number().int().meta({ example: 1024 }) }),
  errors: [],
  handle: async ({ context }) => ({ count: await countSubnames(context) }),
})

function serializeFound(found: SubnameDetailsList) {
  return {
    domains: found.items.map(serializeRecord),
    ...truncationFlag(found),
  }
}

const search = route({
  method: 'GET',
  url: '/ens/v1/subname/search',
  id: 'v1SearchSubnames',
  tag,
  summary: 'Search subnames',
  description:
    'Finds names by their label: first those whose label is the text, then those whose label begins with it, by name, ' +
    'then, for three characters or more, those whose label contains it, newest first. Behind a dot the text says how ' +
    'the domain begins: `ali.demo.eth`; `.demo.eth` finds all names of the domain, newest first. Of very many names ' +
    'that fit, not all are found: 20,000 by their beginning, and inside labels those among the newest 20,000 of the ' +
    'chain. `registered` is there when `ensRegistered=true` asks for it and the chain can be read; asking for it is ' +
    'limited further.',
  auth: 'none',
  loadClass: 'listing',
  selfLimited: true,
  query: z.object({
    name: searchText,
    chainId,
    skip: integer(0, 10_000).prefault(0).meta({ description: 'Matches to leave out.' }),
    take: integer(1, 100).prefault(10).meta({ description: 'Matches to answer, at most 100.' }),
    data: queryBoolean.prefault(true).meta({ description: 'Whole records (true) or names alone (false).' }),
    ensRegistered: queryBoolean
      .prefault(false)
      .meta({ description: 'Also say whether the text, as a name ending in .eth, is registered in ENS.' }),
    isClaimed,
  }),
  data: z.object({
    domains: z.union([z.array(subnameRecord), z.array(z.string())]),
    registered: z
      .boolean()
      .optional()
      .meta({ description: 'Registered, in its grace period, or reserved in ENSv2.' }),
    isTruncated,
  }),
  errors: ['UnsupportedChainException'],
  handle: async ({ context, query, quotas, listing, outbound }) => {
    const input = { ...query, text: query.name }
    if (query.ensRegistered) await quotas.expensive.consume()
    const found = await listing(async () =>
      query.data
        ? serializeFound(await searchSubnames(context, input))
        : { domains: [...(await searchNames(context, input))] },
    )
    return {
      ...found,
      registered: query.ensRegistered ? await outbound(() => isNameRegistered(context, input)) : undefined,
    }
  },
})

function serializeDomainWithLatestSubname({
  domain,
  resolver,
  latestSubname: subname,
}: DomainWithLatestSubname) {
  return {
    ensDomain: domain.name,
    subnameCount: domain.subnameCount,
    ensSubname: subname
      ? serializeRecord({ subname, domain, resolver })
      : serializeDomainAsRecord(domain, resolver),
  }
}

const listDomainsWithCount = route({
  method: 'GET',
  url: '/ens/v1/subname/ens-list',
  id: 'v1ListDomainsWithCount',
  tag,
  summary: 'List the domains',
  description:
    'Each with the count of its subnames and the newest of them. A domain without any stands there for itself: its own ' +
    'name, not claimed, with its own records and the zero address, because clients need coin type 60.',
  auth: 'none',
  loadClass: 'listing',
  query: z.object({ chainId, ...pageQuery, ...orderQuery }),
  data: pageOf(
    z.object({ ensDomain: domainName, subnameCount: z.number().int(), ensSubname: subnameRecord }),
  ),
  errors: ['UnsupportedChainException'],
  handle: async ({ context, query }) => {
    const page = await listDomainsWithSubnames(context, { ...query, direction: query.orderDirection })
    return serializePage(page, serializeDomainWithLatestSubname)
  },
})

export const subnameLists = [listByDomain, listByAddress, count, search, listDomainsWithCount]
