import { z } from 'zod'
import { isNameRegistered } from '../../core/domains/is-registered.ts'
import type { SubnameDetailsList } from '../../core/subnames/details-of-subnames.ts'
import { searchNames, searchSubnames } from '../../core/subnames/search.ts'
import { operation } from '../operation.ts'
import { plainAnswer } from '../schema/answer.ts'
import { isClaimed, searchText } from '../schema/listing.ts'
import { isTruncated, truncationFlag } from '../schema/page.ts'
import { chainId, integer, queryBoolean } from '../schema/primitives.ts'
import { serializeRecord, subnameRecord } from '../schema/record.ts'

const tag = 'Subnames (v1)'

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
      answer: plainAnswer(
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
