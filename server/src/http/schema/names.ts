import { zeroAddress } from 'viem'
import { z } from 'zod'
import type { DomainWithLatestSubname } from '../../core/domains/list.ts'
import { entityTagOf } from '../../core/if-match.ts'
import type { OwnNameResolution } from '../../core/names.ts'
import type { ReadNameResult } from '../../core/resolution/read-name.ts'
import type { SealableName } from '../../core/seals/read-set.ts'
import type { SubnameDetailsList } from '../../core/subnames/list.ts'
import type { FoundSubname, SubnamesAfter } from '../../core/subnames/list-names.ts'
import { type SubnameDetails, subnameEtag } from '../../core/subnames/rules.ts'
import type { WorkspaceMatches } from '../../core/subnames/search-workspace.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { withEthAddress } from '../../ens/stored-records.ts'
import { noNotes } from '../../model/name-notes.ts'
import { isTruncated, listQuery, listShape, searchText, serializeList, truncationFlag } from './pages.ts'
import {
  chainId,
  coinTypeParameter,
  queryBoolean,
  responseOf,
  toIsoTime,
  wireChainId,
  wireDomainName,
  withEtag,
} from './primitives.ts'
import { records, serializeRecords } from './records.ts'
import { nullableSeal, serializeSeal } from './seals.ts'

export const subnameRecord = z
  .object({
    ens: z.string().meta({ description: 'The name, normalized (ENSIP-15).', example: 'alice.demo.eth' }),
    isClaimed: z.boolean().meta({ description: 'False for a reservation, which resolves to nothing.' }),
    claimedAt: z.iso.datetime().nullable().meta({
      description: 'When it was claimed; null for a reservation.',
      example: '2030-01-01T00:00:00.000Z',
    }),
    isJAN: z.boolean().meta({ description: "Whether the name's resolver on chain is this service's." }),
    records,
  })
  .meta({ id: 'Subname', description: 'A subname and its records.' })

export type WireRecord = z.output<typeof subnameRecord>

/** In v2, and below /byname. */
const recordWithHolder = subnameRecord
  .extend({
    holder: z
      .string()
      .nullable()
      .meta({
        description:
          'The address that it belongs to, EIP-55; of a reservation, the address that may accept it. The ' +
          'address of coin type 60 may also sign for a claimed name. Null for a name without a holder.',
        example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      }),
  })
  .meta({ id: 'HeldSubname', description: 'A subname, its records and its holder.' })

export type WireRecordWithHolder = z.output<typeof recordWithHolder>

export const onchainRecord = subnameRecord
  .omit({ isClaimed: true, claimedAt: true })
  .meta({ id: 'ReadName', description: 'A name without a resolver has the zero address as its resolver.' })

export type WireOnchainRecord = z.output<typeof onchainRecord>

/** In v1. */
export function serializeRecord({ subname, domain, resolver }: SubnameDetails): WireRecord {
  return {
    ens: subname.name,
    isClaimed: subname.isClaimed,
    claimedAt: toIsoTime(subname.claimedAt),
    isJAN: domain.onchainResolver === resolver.address,
    records: serializeRecords(resolver.address, subname.records),
  }
}

/** In v2, and below /byname. The zero address as a holder is null. */
function serializeRecordWithHolder(details: SubnameDetails): WireRecordWithHolder {
  return {
    ...serializeRecord(details),
    holder: details.subname.holder === zeroAddress ? null : checksumAddress(details.subname.holder),
  }
}

/** A domain without subnames: clients fail on an entry without a record. */
function serializeDomainAsRecord(
  { name, onchainResolver, records }: SubnameDetails['domain'],
  { address }: SubnameDetails['resolver'],
): WireRecord {
  return {
    ens: name,
    isClaimed: false,
    claimedAt: null,
    isJAN: onchainResolver === address,
    records: serializeRecords(address, withEthAddress(records)),
  }
}

/** Only a name without a resolver has the zero address as its resolver. */
export function serializeOnchainRecord({
  name,
  resolver,
  isServedByUs,
  records,
}: ReadNameResult): WireOnchainRecord {
  return {
    ens: name,
    isJAN: isServedByUs,
    records: serializeRecords(resolver ?? zeroAddress, records),
  }
}

/** The last state: what does not exist has no entity tag. */
export const removedSubnameResponse = responseOf(subnameRecord, serializeRecord)
export const removedSubnameWithHolderResponse = responseOf(recordWithHolder, serializeRecordWithHolder)
export const subnameResponse = withEtag(removedSubnameResponse, subnameEtag)
export const subnameWithHolderResponse = withEtag(removedSubnameWithHolderResponse, subnameEtag)
export const onchainNameResponse = responseOf(onchainRecord, serializeOnchainRecord)

export const subnameListResponse = responseOf(
  z.object({ subnames: z.array(subnameRecord).meta({ description: 'The subnames.' }), isTruncated }),
  (found: SubnameDetailsList) => ({
    subnames: found.items.map(serializeRecord),
    ...truncationFlag(found),
  }),
)

export const domainWithSubnameResponse = responseOf(
  z.object({
    ensDomain: wireDomainName,
    subnameCount: z.number().int().meta({ description: 'The number of its subnames.', example: 1024 }),
    ensSubname: subnameRecord.meta({
      description: 'The newest subname; the domain itself without one.',
    }),
  }),
  ({ domain, resolver, latestSubname: subname }: DomainWithLatestSubname) => ({
    ensDomain: domain.name,
    subnameCount: domain.subnameCount,
    ensSubname: subname
      ? serializeRecord({ subname, domain, resolver })
      : serializeDomainAsRecord(domain, resolver),
  }),
)

const bynameName = recordWithHolder
  .extend({
    chainId: wireChainId,
    domain: z.string().meta({ description: 'The domain that it was issued under.', example: 'demo.eth' }),
    state: z.enum(['claimed', 'reserved']).meta({
      description: 'A reserved name resolves to nothing until it is accepted.',
      example: 'claimed',
    }),
  })
  .meta({ id: 'Name', description: 'A name, its records, its holder and its domain.' })

/** The last state: what does not exist has no entity tag. */
export const removedNameResponse = responseOf(bynameName, serializeBynameName)

function serializeBynameName(details: SubnameDetails): z.output<typeof bynameName> {
  return {
    ...serializeRecordWithHolder(details),
    chainId: details.subname.chainId,
    domain: details.domain.name,
    state: details.subname.isClaimed ? 'claimed' : 'reserved',
  }
}

export const nameResponse = withEtag(removedNameResponse, subnameEtag)

const sealableName = bynameName.extend({ sealed: nullableSeal }).meta({
  id: 'SealableName',
  description: 'A name, its records, its holder and its domain, and who signs its records.',
})

/** Changes with each set, and when it ends. */
export function sealableNameEtag({ seal, ...details }: SealableName): string {
  return seal ? entityTagOf([subnameEtag(details), serializeSeal(seal)]) : subnameEtag(details)
}

export const sealableNameResponse = withEtag(
  responseOf(sealableName, ({ seal, ...details }: SealableName) => ({
    ...serializeBynameName(details),
    sealed: serializeSeal(seal),
  })),
  sealableNameEtag,
)

const resolution = onchainRecord
  .extend({
    chainId: wireChainId,
    durationMs: z
      .number()
      .int()
      .meta({ description: 'Milliseconds that the resolution took.', example: 240 }),
  })
  .meta({
    id: 'Resolution',
    description:
      'A name as a wallet resolves it. Without a resolver on chain, its resolver is the zero address.',
  })

export const resolutionResponse = responseOf(
  resolution,
  ({ chainId, durationMs, ...resolved }: OwnNameResolution) => ({
    ...serializeOnchainRecord(resolved),
    chainId,
    durationMs,
  }),
)

/** `isClaimed` by `state`. */
const claimStates = { all: undefined, claimed: true, reserved: false } as const

/** `address:<coin type>`, `text:<key>` or `contenthash`. */
const recordFilter = z
  .string()
  .max(1000)
  .transform((text, { addIssue }) => {
    const [, kind, value = ''] = /^(\w+)(?::(.+))?$/s.exec(text) ?? []
    if (kind === 'contenthash' && value === '') return { kind } as const
    if (kind === 'text' && value !== '') return { kind, key: value } as const
    const coin = kind === 'address' ? coinTypeParameter.safeParse(value) : undefined
    if (coin?.success) return { kind: 'address', coinType: coin.data } as const
    addIssue(
      coin
        ? `${value.slice(0, 40)} ${coin.error.issues[0]?.message}`
        : 'is not address:<coin type>, text:<key> or contenthash',
    )
    return z.NEVER
  })

export const nameListQuery = z.object({
  chainId,
  ...listQuery,
  search: searchText.optional().meta({
    description:
      'Part of a label, in any spelling; of less than three characters: its beginning. Text behind a dot is the beginning of ' +
      'the domain. The label itself comes first, then labels that begin with the text by label, ' +
      'then those that contain it elsewhere, newest first. An address, or its beginning from `0x` and four digits on, also finds ' +
      'the names of such holders, newest first. Then follow names with a text that contains the search (of three characters or more) ' +
      'in its value, if profiles show it: `name`, `description`, `url`, `email`, `location` and those of services, newest first.',
    example: 'ali',
  }),
  state: z
    .enum(['all', 'claimed', 'reserved'])
    .prefault('all')
    .transform((value) => claimStates[value])
    .meta({ description: 'Claimed names, reservations, or both.' }),
  has: recordFilter.optional().meta({
    description:
      'Only names that have such a record: `address:` and a coin type, `text:` and a key, or `contenthash`.',
    example: 'address:60',
  }),
  order: z.enum(['oldest', 'newest', 'label']).optional().meta({
    description:
      'Oldest first (the default), newest first or by label, in the order of its bytes in UTF-8. Not with `search`.',
    example: 'newest',
  }),
  count: queryBoolean.prefault(false).meta({
    description:
      'Whether to count the names that `search` and `has` match, which may take longer than a page.',
  }),
})

const matched = z.enum(['label', 'name', 'owner', 'tag', 'text']).meta({
  description:
    'Why the name is found: by a part of its label, by label and domain (`name`), by the address of its holder (`owner`), by a tag ' +
    'of the owner of the domain, or by the value of a text that profiles show.',
  example: 'label',
})

const foundName = recordWithHolder
  .extend({
    matched: matched.optional().meta({ description: 'Present with `search`: why the name is found.' }),
  })
  .meta({ id: 'FoundSubname', description: 'A subname of a list, and why a search finds it.' })

function serializeFoundName({ matched, ...details }: FoundSubname): z.output<typeof foundName> {
  return { ...serializeRecordWithHolder(details), ...(matched && { matched }) }
}

const managedName = foundName
  .extend({
    tags: z.array(z.string()).meta({ description: 'Of the owner, in alphabetical order.', example: ['vip'] }),
    hasNote: z.boolean().meta({ description: 'Whether the owner has a note about it.', example: false }),
  })
  .meta({ id: 'ManagedName', description: 'A subname of a list, with the tags of its owner.' })

function serializeManagedName(found: FoundSubname): z.output<typeof managedName> {
  const { tags, note } = found.notes ?? noNotes
  return { ...serializeFoundName(found), tags: [...tags], hasNote: note !== '' }
}

export const nameListResponse = listOfNames(foundName, serializeFoundName)
export const managedNameListResponse = listOfNames(managedName, serializeManagedName)

function listOfNames<Name extends z.ZodType>(name: Name, serialize: (found: FoundSubname) => z.input<Name>) {
  return responseOf(
    listShape(
      name,
      'There may be fewer than `limit`, or none, before the last page: a page has at most 4 MiB of records, and looks through a ' +
        'bounded number of names for those that match.',
    ).extend({
      total: z
        .object({
          count: z
            .number()
            .int()
            .meta({ description: 'The number of names, at most 10,000 of a filter.', example: 41 }),
          isExact: z
            .boolean()
            .meta({ description: 'False if there may be more than `count`.', example: true }),
        })
        .nullable()
        .meta({
          description:
            'Names on all pages. With `search` or `has` null unless `count` is true, and always null for `has=text:…`.',
        }),
    }),
    ({ total, ...page }: SubnamesAfter) => ({
      ...serializeList(page, serialize),
      total: total ?? null,
    }),
  )
}

/** `isClaimed` by `state`; see `nameListQuery`. */
export const workspaceSearchQuery = z.object({
  search: searchText.meta({
    description:
      'Part of a label, in any spelling (of less than three characters: its beginning); a name, whose text behind the first dot is ' +
      'the beginning of the domain; an address of a holder, or its beginning from `0x` and four digits on; or an ENS name that ' +
      'resolves to a holder; a part of a tag, or of a text that profiles show (of three characters or more). Surrounding white space is ' +
      'ignored.',
    example: 'ali',
  }),
  chainId: chainId
    .optional()
    .meta({ description: 'Only domains of this chain; absent: of both.', example: 1 }),
  state: nameListQuery.shape.state,
  limit: listQuery.limit,
})

export const workspaceSearchResponse = responseOf(
  z.object({
    data: z
      .array(
        bynameName.extend({ matched }).meta({
          id: 'FoundName',
          description: 'A name that a search finds, and why.',
        }),
      )
      .meta({
        description:
          'The label itself first, then labels that begin with the text, by label, then those that contain it elsewhere, names of ' +
          'holders, those with a tag and those with a text, newest first each.',
      }),
    hasMore: z.boolean().meta({
      description: 'Whether there are, or may be, more: search for more of the text, or list the domain.',
      example: false,
    }),
    resolved: z
      .object({
        name: z.string().meta({ description: 'The ENS name, normalized.', example: 'holder.eth' }),
        address: z.string().nullable().meta({
          description: 'The address that it resolves to, EIP-55; null without one.',
          example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        }),
        problem: z
          .string()
          .nullable()
          .meta({ description: 'Why there is no address, as a sentence; null with one.', example: null }),
      })
      .nullable()
      .meta({
        description: 'Of a text that is a complete name of no domain of the workspace; null for others.',
      }),
  }),
  ({ items, hasMore, resolved }: WorkspaceMatches) => ({
    data: items.map(({ matched: reason, ...details }) => ({
      ...serializeBynameName(details),
      matched: reason ?? 'label',
    })),
    hasMore,
    resolved: resolved && { ...resolved, address: resolved.address && checksumAddress(resolved.address) },
  }),
)
