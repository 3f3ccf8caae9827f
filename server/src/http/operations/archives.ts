import { Readable } from 'node:stream'
import { z } from 'zod'
import { type DomainExport, exportDomain } from '../../core/archives/export.ts'
import { type ImportResult, maxImportedNames } from '../../core/archives/import.ts'
import { importEffects, importRules } from '../../core/archives/import-item.ts'
import { importNamesWithNotes } from '../../core/archives/import-notes.ts'
import { type ListingPart, readListing } from '../../core/archives/listing.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { AppError } from '../../errors.ts'
import { services } from '../../listings/services.ts'
import { archiveLines } from '../archive-lines.ts'
import { needs } from '../credentials/operation-auth.ts'
import { bynameTag } from '../openapi/tags.ts'
import { operation, type Respond } from '../operation.ts'
import { archivedNameInput, archiveLine, exampleArchivedName } from '../schema/archive.ts'
import {
  domainParams,
  evmAddress,
  optional,
  plainResponse,
  queryBoolean,
  responseOf,
  singleLine,
} from '../schema/primitives.ts'
import { overrideFormer, ownAddresses, text } from '../schema/records.ts'

const tag = bynameTag
const contentType = 'application/jsonl'

/** A client that takes nothing for as long loses the connection, and with it the last line. */
const idleMs = 60_000

const sendArchive: Respond = async ({ context, request, reply }, _envelope, data) => {
  // Safe: the operation returns what `exportDomain` read.
  const { domain, ...archive } = data as DomainExport
  reply
    .type(`${contentType}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${encodeURIComponent(domain.name)}.jsonl"`)
    .header('cache-control', 'no-store')
  if (request.method === 'HEAD') return reply.send()
  reply.raw.setTimeout(idleMs, () => reply.raw.destroy())
  const body = Readable.from(archiveLines({ domain, ...archive }), { signal: context.shutdown })
  return reply.send(body)
}

const exportOperation = operation({
  summary: 'Export a domain',
  description:
    'The domain, its policy and allow-list, and all of its names as JSON Lines, in the order of labels, and its events if asked ' +
    'for; a file without the last line, which has the counts and hashes, is incomplete. An image that this service stores is at ' +
    'the URL that a text record has; `images` has its hash. With the scope `names:export`, or, without the events, a message for ' +
    'it by an address that controls the domain on chain: of the last ten minutes, for this service, an own host or an allowed origin of the ' +
    'domain, with the resources `byname:action/export` and `byname:domain/{domain}`, valid once. A name that changes meanwhile is there as it was ' +
    'before or after.',
  auth: needs('names:export', { signature: 'instead' }),
  responseSize: 'file',
  loadClass: 'stream',
  params: domainParams.params,
  query: domainParams.query.extend({
    history: queryBoolean.prefault(false).meta({
      description: 'Whether the events of the domain follow its names.',
      example: true,
    }),
  }),
  errors: ['DomainBlockedException', 'EnsNotFound', 'NotHolderException'],
  responses: { 200: { description: 'The file.', content: { [contentType]: { schema: archiveLine } } } },
  respond: sendArchive,
  handle: ({ context, caller, params, query: { chainId, history } }) =>
    exportDomain(context, { caller, ...params, chainId, withHistory: history }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/domains/:domain/export',
      id: 'bynameExportDomain',
      tag,
      response: plainResponse(z.any()),
    },
  ],
})

const importResult = z.object({
  row: z.number().int().meta({ description: 'Of the name in `names`, counted from 1.', example: 1 }),
  label: z.string().meta({ description: 'As it was sent.', example: 'alice' }),
  outcome: z.enum([...importEffects, 'refused']).meta({
    description:
      '`unchanged`: it exists with equal content. `kept`: with other content, which stays by `rule`.',
    example: 'added',
  }),
  reason: z.string().nullable().meta({ description: 'Why it was refused; null otherwise.', example: null }),
  notes: z.array(z.string()).meta({ description: 'What differs from what was sent.', example: [] }),
})

const replacedHolder = z.string().nullable().meta({
  description: 'Of a name that another one with the same label replaces: its holder; null otherwise.',
  example: null,
})

const importResponse = responseOf(
  z.object({
    counts: z
      .object(
        Object.fromEntries(
          [...importEffects, 'refused'].map((key) => [
            key,
            z
              .number()
              .int()
              .meta({ description: `Names that were ${key}.`, example: 0 }),
          ]),
        ),
      )
      .meta({
        description: 'Names by outcome.',
        example: { added: 1, changed: 0, unchanged: 0, kept: 0, refused: 0 },
      }),
    results: z
      .array(importResult.extend({ replacedHolder }))
      .meta({ description: 'One for each name, in their order.' }),
  }),
  (results: readonly ImportResult[]) => {
    const wire = results.map((result) => ({
      ...serializeImportResult(result),
      replacedHolder: result.replacedHolder && checksumAddress(result.replacedHolder),
    }))
    return {
      counts: Object.fromEntries(
        [...importEffects, 'refused'].map((key) => [
          key,
          wire.filter(({ outcome }) => outcome === key).length,
        ]),
      ),
      results: wire,
    }
  },
)

/** Also for reports of commands. */
export function serializeImportResult({
  row,
  label,
  outcome,
  notes,
}: ImportResult): z.output<typeof importResult> {
  const isRefused = outcome instanceof AppError
  return {
    row,
    label,
    outcome: isRefused ? 'refused' : outcome,
    reason: isRefused ? outcome.message : null,
    notes: [...notes],
  }
}

const maxListingUrlLength = 2_000
const maxListingKeyLength = 4_096

/** A name costs about a tenth of a single request, in processor time. */
const namesPerRequest = 10

/** In UTF-16, as in a label of an import. */
const maxPlannedLabelChars = 1000

const planned = z.object({
  names: z
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .meta({ description: 'Names that earlier requests would add.', example: 1000 }),
  holders: z
    .array(
      z.object({
        address: evmAddress,
        names: z
          .number()
          .int()
          .min(-1_000_000_000)
          .max(1_000_000_000)
          .meta({ description: 'More than now; negative: fewer.', example: 1 }),
      }),
    )
    .max(maxImportedNames)
    .prefault([])
    .meta({
      description: 'How many names more, or fewer, a holder that this request has would have.',
      example: [],
    }),
  labels: z
    .array(singleLine(maxPlannedLabelChars))
    .max(maxImportedNames)
    .prefault([])
    .meta({ description: 'Labels of these that look like one of this request.', example: [] }),
})

const importOperation = operation({
  summary: 'Import names into a domain',
  description:
    'Up to 1,000 names in one transaction, in the form of the lines of an export: with their times, holders and reservations. Equal ' +
    'names are left alone, so a request can be repeated. A rule other than `keep` needs an admin key or ' +
    'a session that may revoke names. Ten names count as a request of the API key.',
  auth: needs('names:write'),
  loadClass: 'batch',
  ...domainParams,
  body: z.object({
    rule: z.enum(importRules).prefault('keep').meta({
      description:
        'For a name that exists with other content: it stays, is replaced, or the one whose records changed last counts.',
      example: 'keep',
    }),
    dryRun: z.boolean().prefault(false).meta({ description: 'Finds the results without writing anything.' }),
    planned: planned.optional().meta({
      description:
        'Of a dry run in several requests, what those before it would add; without `dryRun` it counts for nothing.',
    }),
    overrideFormer,
    names: z
      .array(archivedNameInput)
      .min(1)
      .max(maxImportedNames)
      .meta({ description: 'As in an export; the times may be absent.', example: [exampleArchivedName] }),
  }),
  errors: ['DomainBlockedException', 'EnsNotFound'],
  handle: async ({ context, caller, params, query, body, quotas }) => {
    const { rule, dryRun: isDryRun, planned, names, overrideFormer: overridesFormer } = body
    quotas.key.consume(Math.ceil(names.length / namesPerRequest) - 1)
    const numbered = names.map((name, index) => ({ row: index + 1, ...name }))
    const settings = { rule, isDryRun, planned, overridesFormer }
    return importNamesWithNotes(context, { caller, ...params, ...query, ...settings, names: numbered })
  },
  mounts: [
    {
      method: 'POST',
      url: '/byname/v1/domains/:domain/import',
      id: 'bynameImportNames',
      tag,
      response: importResponse,
    },
  ],
})

const readTime = (description: string) =>
  z.string().nullable().meta({ description, example: '2026-01-01T00:00:00.000Z' })

const listedName = z
  .object({
    label: z.string().meta({ description: 'As the service has it.', example: 'alice' }),
    state: z
      .enum(['claimed', 'reserved'])
      .meta({ description: 'Whether it has a holder, or waits for one.', example: 'claimed' }),
    holder: z
      .string()
      .nullable()
      .meta({
        description: 'The address that it belongs to; null: that of coin type 60.',
        example: exampleArchivedName.addresses[0]?.address ?? null,
      }),
    createdAt: readTime('When it was issued; null: unknown.'),
    updatedAt: readTime('When its records changed last; null: unknown.'),
    claimedAt: readTime('When it was claimed; null: unknown.'),
    addresses: ownAddresses.meta({ description: 'Address records.', example: exampleArchivedName.addresses }),
    texts: z.array(text).meta({ description: 'Text records.' }),
    contentHash: z.string().nullable().meta({ description: 'As a URI; null without one.', example: null }),
  })
  .meta({ id: 'ListedName', description: 'A name of another service, in the form that an import takes.' })

const listingResponse = responseOf(
  z.object({
    names: z
      .array(
        z.object({
          row: z.number().int().meta({ description: 'Of the whole list, counted from 1.', example: 1 }),
          label: z
            .string()
            .meta({ description: 'As the service has it; empty without one.', example: 'alice' }),
          name: listedName.nullable().meta({ description: 'For an import; null: it cannot be read.' }),
          problem: z
            .string()
            .nullable()
            .meta({ description: 'Why it cannot be read; null otherwise.', example: null }),
          doubts: z
            .array(z.string())
            .meta({ description: 'What may be meant otherwise than it was read.', example: [] }),
        }),
      )
      .meta({ description: 'One for each entry of the page, in their order.' }),
    next: z
      .string()
      .nullable()
      .meta({ description: 'For `after` of the next page; null after the last one.', example: '1-1000' }),
  }),
  ({ names, next }: ListingPart) => ({
    names: names.map(({ name, doubts, ...entry }) => ({
      ...entry,
      name: name && { ...name, addresses: [...name.addresses], texts: [...name.texts] },
      doubts: [...doubts],
    })),
    next,
  }),
)

const listingOperation = operation({
  summary: 'Read the names that another service lists',
  description:
    'A page of the list of NameStone, Namespace or JustaName, or of a service with the same interface, in the form that an import ' +
    'takes. The URL must be https, of a public host. The key is sent there, and neither kept nor logged. With the scope ' +
    '`names:write`. Nothing is written. A service is sent at most 120 requests a minute.',
  auth: needs('names:write'),
  isSafe: true,
  loadClass: 'outbound',
  ...domainParams,
  body: z.object({
    service: z.enum(services).meta({ description: 'Whose interface the URL has.', example: 'namestone' }),
    url: singleLine(maxListingUrlLength).meta({
      description: 'Where the API of the service is, without its own path.',
      example: 'https://namestone.example',
    }),
    key: optional(singleLine(maxListingKeyLength)).meta({
      description: 'Of that service; absent: what it shows without one.',
      example: '0123456789abcdef',
    }),
    after: optional(singleLine(40)).meta({
      description: '`next` of the page before; absent: the first page.',
      example: '1-1000',
    }),
  }),
  callsUpstream: true,
  errors: ['DomainBlockedException', 'EnsNotFound'],
  handle: ({ context, caller, params, query, body, quotas, cdnLoop }) =>
    readListing(context, {
      ...{ caller, ...params, ...query, ...body, cdnLoop },
      countRequest: (host) => quotas.target.consume(host),
    }),
  mounts: [
    {
      method: 'POST',
      url: '/byname/v1/domains/:domain/import/listing',
      id: 'bynameReadListing',
      tag,
      response: listingResponse,
    },
  ],
})

export const archives = [exportOperation, importOperation, listingOperation].flat()
