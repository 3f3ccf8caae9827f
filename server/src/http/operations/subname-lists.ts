import { z } from 'zod'
import { isNameRegistered } from '../../core/domains/control.ts'
import { listDomainsWithSubnames } from '../../core/domains/list.ts'
import { readName } from '../../core/resolution/read-name.ts'
import {
  listSubnames,
  listSubnamesOfAddress,
  listSubnamesOfDomain,
  maxSubnamesPerAddress,
  type SubnameDetailsList,
  searchNames,
  searchSubnames,
} from '../../core/subnames/list.ts'
import { countSubnames } from '../../core/subnames/read.ts'
import { subnamesV1Tag, subnamesV2Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import {
  domainWithSubnameResponse,
  onchainNameResponse,
  serializeRecord,
  subnameListResponse,
  subnameRecord,
  subnameResponse,
  subnameWithHolderResponse,
} from '../schema/names.ts'
import {
  isClaimed,
  isTruncated,
  orderQuery,
  pageQuery,
  pageResponse,
  searchText,
  truncationFlag,
} from '../schema/pages.ts'
import {
  chainId,
  coinTypeParameter,
  domainName,
  integer,
  plainResponse,
  queryBoolean,
  repeatable,
  uuid,
} from '../schema/primitives.ts'
import { readNameQuery } from '../schema/read.ts'
import { addressText } from '../schema/records.ts'

const tag = subnamesV1Tag

const unstablePages =
  'Pages by number are counted anew with each request: names that are added or removed between two pages make the next one repeat or ' +
  'skip some. `pagination.next`, sent as `after`, continues behind the last name instead, and neither repeats nor skips one while they exist; with `orderBy=subnameCount`, as long as the domains keep their order.'

const listByDomain = operation({
  summary: 'List the subnames of a domain',
  description: `Newest first, unless \`orderBy\` and \`orderDirection\` say otherwise. A domain that is unknown, deleted or blocked lists none. ${unstablePages}`,
  auth: { accepts: [] },
  responseSize: 'page',
  loadClass: 'listing',
  query: z.object({
    ensDomain: domainName,
    chainId,
    isClaimed,
    coinType: coinTypeParameter
      .optional()
      .meta({ description: 'Only subnames that have an address of this coin type.' }),
    ...pageQuery,
    ...orderQuery,
  }),
  handle: ({ context, query }) =>
    listSubnamesOfDomain(context, {
      ...query,
      domain: query.ensDomain,
      direction: query.orderDirection,
    }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/subname/ens',
      id: 'v1ListSubnamesOfDomain',
      tag,
      response: pageResponse(subnameResponse),
    },
  ],
})

const listByAddress = operation({
  summary: 'List the subnames of an address',
  description:
    'Those with this address of the coin type, newest first; with `isClaimed=false` the reservations ' +
    `for it. At most the newest ${maxSubnamesPerAddress}; the v2 listing has all, page by page.`,
  auth: { accepts: [] },
  responseSize: 'page',
  loadClass: 'listing',
  query: z.object({
    address: addressText.meta({
      description: 'In the text form of its coin.',
      example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    }),
    chainId,
    isClaimed,
    ensDomains: repeatable(100)
      .optional()
      .meta({ description: 'Only below these domains; repeat it for more than one.', example: ['demo.eth'] }),
    coinType: coinTypeParameter
      .prefault(60)
      .meta({ description: 'Coin type of `address` (SLIP-44, ENSIP-11).' }),
  }),
  errors: ['InvalidNameException', 'InvalidRecordException'],
  handle: ({ context, query }) => listSubnamesOfAddress(context, { ...query, domains: query.ensDomains }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/subname/address',
      id: 'v1ListSubnamesOfAddress',
      tag,
      response: subnameListResponse,
    },
  ],
})

const count = operation({
  summary: 'Count all subnames',
  description:
    'On both chains, including reservations, below every domain that is neither blocked nor deleted.',
  auth: { accepts: [] },
  handle: async ({ context }) => ({ count: await countSubnames(context) }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/subname/count',
      id: 'v1CountSubnames',
      tag,
      response: plainResponse(
        z.object({
          count: z.number().int().meta({ description: 'The number of subnames.', example: 1024 }),
        }),
      ),
    },
  ],
})

const listDomainsWithCount = operation({
  summary: 'List the domains',
  description:
    'Each with the count of its subnames and the newest of them. A domain without subnames is listed itself: its own ' +
    'name, not claimed, with its own records and the zero address, because clients need coin type 60.',
  auth: { accepts: [] },
  responseSize: 'page',
  loadClass: 'listing',
  query: z.object({ chainId, ...pageQuery, ...orderQuery }),
  handle: ({ context, query }) =>
    listDomainsWithSubnames(context, { ...query, direction: query.orderDirection }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/subname/ens-list',
      id: 'v1ListDomainsWithCount',
      tag,
      response: pageResponse(domainWithSubnameResponse),
    },
  ],
})

const listAll = operation({
  summary: 'List subnames',
  description:
    'Those of a workspace, of some domains or of an address: at least one of `workspaceId`, `ensDomains` and `address` ' +
    `is required, and all filters apply together. ${unstablePages}`,
  auth: { accepts: [] },
  responseSize: 'page',
  loadClass: 'listing',
  query: z.object({
    ...pageQuery,
    ...orderQuery,
    chainId,
    search: searchText.optional(),
    workspaceId: uuid.optional(),
    ensDomains: repeatable(100)
      .optional()
      .meta({ description: 'Only below these domains; repeat it for more than one.', example: ['demo.eth'] }),
    address: addressText.optional().meta({
      description: 'Only those with this address, in the text form of its coin.',
      example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    }),
    coinType: coinTypeParameter.optional().meta({
      description:
        'Coin type of `address`, 60 if absent; without an address: only those with an address of it.',
    }),
    isClaimed: queryBoolean
      .prefault(true)
      .meta({ description: 'Claimed ones (true) or reservations (false).' }),
  }),
  errors: ['InvalidNameException', 'ScopeRequiredException', 'InvalidRecordException'],
  handle: ({ context, query }) =>
    listSubnames(context, { ...query, domains: query.ensDomains, direction: query.orderDirection }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v2/subnames/all',
      id: 'v2ListSubnames',
      tag: subnamesV2Tag,
      response: pageResponse(subnameWithHolderResponse),
    },
    {
      method: 'GET',
      url: '/ens/v2/subname/all',
      id: 'v2ListSubnamesSingular',
      tag: subnamesV2Tag,
      response: pageResponse(subnameWithHolderResponse),
    },
  ],
})

export const subnameLists = [listAll, listByDomain, listByAddress, count, listDomainsWithCount].flat()

function serializeFound(found: SubnameDetailsList) {
  return {
    domains: found.items.map(serializeRecord),
    ...truncationFlag(found),
  }
}

export const subnameSearch = operation({
  summary: 'Search subnames',
  description:
    'Finds names by their label: first those whose label is the text, then those whose label begins with it, by name, ' +
    'then, for three characters or more, those whose label contains it, newest first. Text behind a dot is the beginning of ' +
    'the domain: `ali.demo.eth`; `.demo.eth` finds all names of the domain, newest first. With very many ' +
    'matches, not all are found: 20,000 by their beginning, and inside labels those among the newest 20,000 of the ' +
    'chain. `registered` is present with `ensRegistered=true` if the chain can be read; this ' +
    'has a lower limit.',
  auth: { accepts: [] },
  responseSize: 'page',
  loadClass: 'listing',
  selfLimited: true,
  query: z.object({
    name: searchText,
    chainId,
    skip: integer(0, 10_000).prefault(0).meta({ description: 'Number of matches to skip.' }),
    take: integer(1, 100).prefault(10).meta({ description: 'Number of matches to return, at most 100.' }),
    data: queryBoolean.prefault(true).meta({ description: 'Whole records (true) or names alone (false).' }),
    ensRegistered: queryBoolean.prefault(false).meta({
      description: 'Whether to check that the text, as a name ending in .eth, is registered in ENS.',
    }),
    isClaimed,
  }),
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
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/subname/search',
      id: 'v1SearchSubnames',
      tag,
      response: plainResponse(
        z.object({
          domains: z
            .union([z.array(subnameRecord), z.array(z.string())])
            .meta({ description: 'The matches: records, or names with `data=false`.' }),
          registered: z
            .boolean()
            .optional()
            .meta({ description: 'Registered, in its grace period, or reserved in ENSv2.' }),
          isTruncated,
        }),
      ),
    },
  ],
})

export const records = operation({
  summary: 'Read the records of any name through CCIP-Read',
  description:
    'Resolves the name as an ENS client does, on the chain of the given RPC, gateways included. Where a ' +
    'resolver lists its records, as ours does, all are read; else the common ones. An unregistered name ' +
    'has empty records and the zero address as its resolver. With `<name>@<chain>` only the address for ' +
    'that chain is read.',
  auth: { accepts: [] },
  loadClass: 'outbound',
  expensive: true,
  query: readNameQuery,
  callsUpstream: true,
  errors: ['UnsupportedChainException', 'InvalidNameException', 'RpcUrlRejectedException', 'EnsNotFound'],
  handle: ({ context, query }) => readName(context, { name: query.ens, rpcUrl: query.providerUrl }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/subname/records',
      id: 'v1ReadRecords',
      tag: subnamesV1Tag,
      response: onchainNameResponse,
    },
    {
      method: 'GET',
      url: '/ens/v2/subnames/records',
      id: 'v2ReadRecords',
      tag: subnamesV2Tag,
      response: onchainNameResponse,
    },
  ],
})
