import { type Address, zeroAddress } from 'viem'
import { z } from 'zod'
import { addressesPerPage, type DomainExport, type ExportedName } from '../../core/archives/export.ts'
import type { ImportedName } from '../../core/archives/import.ts'
import type { ReadableEvent } from '../../core/events/event-cursor.ts'
import type { RecordImage } from '../../core/images/record-images.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { defaultRecordLimits, maxRecordsInRequest } from '../../ens/record-limits.ts'
import { maxTagsOfName } from '../../model/note-limits.ts'
import { brandingInput, bynameDomainResponse, serializeBynameDomain, sharedMaxAge } from './byname-domain.ts'
import { serializeEvent, wireEvent } from './event.ts'
import { noteText, tagText } from './name-notes.ts'
import { policyInput, policyResponse } from './policy.ts'
import { optional, signedExample, toIsoTime } from './primitives.ts'
import {
  addressText,
  contentHashText,
  contenthashUri,
  ownAddresses,
  serializeAddresses,
  text,
} from './records.ts'
import { signedSets } from './seals.ts'

/** Of the file of a domain, JSON Lines: the domain, its allow-list, its names in the order of their labels, its history if asked, the end. */
export const archiveFormat = 'byname-domain'

/** Incremented with a change that an older reader would misread. */
export const archiveVersion = 1

const time = z.iso.datetime().transform((text) => Date.parse(text))

const readTime = (description: string) =>
  time.nullish().meta({ description, example: '2030-01-01T00:00:00.000Z' })

const wireTime = (description: string) =>
  z.iso.datetime().meta({ description, example: '2030-01-01T00:00:00.000Z' })

const archivedImage = z
  .object({
    key: z.string().meta({
      description: 'Of the text record whose value is the URL of the image.',
      example: 'avatar',
    }),
    file: z.string().meta({
      description:
        'SHA-256 of the image in hexadecimal digits, and its type. In a folder, it is in `images`.',
      example: `${'0123456789abcdef'.repeat(4)}.png`,
    }),
    bytes: z.number().int().meta({ description: 'Of the image.', example: 2048 }),
  })
  .meta({ id: 'ArchivedImage', description: 'An image that the service of the export stores.' })

const archivedImages = z
  .array(archivedImage)
  .optional()
  .meta({ description: 'Images of its text records that the service stores; absent without one.' })

const archivedDomain = z
  .object({
    type: z.literal('domain').meta({ description: 'The kind of line.' }),
    format: z.literal(archiveFormat).meta({ description: 'Of the file.' }),
    version: z
      .literal(archiveVersion)
      .meta({ description: 'Of the format; higher with a change that an older reader would misread.' }),
    exportedAt: wireTime('When the export began.'),
    domain: bynameDomainResponse.data,
    policy: policyResponse.data,
    images: archivedImages,
  })
  .meta({ id: 'ArchivedDomain', description: 'The first line: the domain and its policy.' })

const archivedAllowList = z
  .object({
    type: z.literal('allowList').meta({ description: 'The kind of line.' }),
    addresses: z.array(z.string()).meta({
      description: 'EIP-55, in ascending order.',
      example: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    }),
  })
  .meta({
    id: 'ArchivedAllowList',
    description: `Up to ${addressesPerPage.toLocaleString('en')} addresses of the allow-list; further lines have the others.`,
  })

const archivedName = z
  .object({
    type: z.literal('name').meta({ description: 'The kind of line.' }),
    label: z.string().meta({ description: 'Normalized (ENSIP-15).', example: 'alice' }),
    state: z.enum(['claimed', 'reserved']).meta({ description: 'A reserved name resolves to nothing.' }),
    holder: z.string().nullable().meta({
      description: 'The address that it belongs to, EIP-55; null for a name without a holder.',
      example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    }),
    createdAt: wireTime('When it was issued or reserved.'),
    updatedAt: wireTime('When its records changed last.'),
    claimedAt: wireTime('When it was claimed; null for a reservation.').nullable(),
    addresses: ownAddresses.meta({ description: 'Address records.' }),
    texts: z.array(text).meta({ description: 'Text records.' }),
    contentHash: z.string().nullable().meta({ description: 'As a URI; null without one.', example: null }),
    tags: z
      .array(z.string())
      .optional()
      .meta({
        description: 'Of the workspace; absent without one, and for the signature of an owner.',
        example: ['team'],
      }),
    note: z.string().optional().meta({ description: 'As `tags`.', example: 'Met in Lisbon.' }),
    sealedSet: z.string().optional().meta({
      description: 'Of a sealed name, what its resolver is answered, in hex; absent: nothing is signed.',
      example: '0x',
    }),
    images: archivedImages,
  })
  .meta({ id: 'ArchivedName', description: 'A line for each name.' })

const archivedEvent = z
  .object({
    type: z.literal('event').meta({ description: 'The kind of line.' }),
    event: wireEvent,
  })
  .meta({ id: 'ArchivedEvent', description: 'A line for each event of the history, the oldest first.' })

const sha256 = (of: string) =>
  z.string().meta({
    description: `SHA-256 of the lines of ${of}, with their line feeds, in hexadecimal digits.`,
    example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  })

const archiveEnd = z
  .object({
    type: z.literal('end').meta({ description: 'The kind of line.' }),
    names: z.number().int().meta({ description: 'Lines of names.', example: 41 }),
    claimed: z.number().int().meta({ description: 'Claimed names among them.', example: 40 }),
    sha256: sha256('names'),
    allowed: z.number().int().meta({ description: 'Addresses of the allow-list.', example: 0 }),
    settingsSha256: sha256('the domain and its allow-list'),
    events: z
      .number()
      .int()
      .optional()
      .meta({ description: 'Lines of events; absent without the history.', example: 120 }),
    eventsSha256: sha256('events').optional(),
  })
  .meta({ id: 'ArchiveEnd', description: 'The last line. A file without it is incomplete.' })

/** JSON, one a line. */
export const archiveLine = z
  .union([archivedDomain, archivedAllowList, archivedName, archivedEvent, archiveEnd])
  .meta({ id: 'ArchiveLine', description: 'A line of an export.' })

export type ArchivedName = z.output<typeof archivedName>

export type ArchiveEnd = z.output<typeof archiveEnd>

/** With its line feed. */
export function archiveDomainLine({
  exportedAt,
  images,
  ...settings
}: Omit<DomainExport, 'names' | 'allowList' | 'events'>): string {
  return toLine({
    type: 'domain',
    format: archiveFormat,
    version: archiveVersion,
    exportedAt: toIsoTime(exportedAt),
    domain: serializeBynameDomain(settings.domain),
    policy: policyResponse.serialize(settings),
    ...toImages(images),
  } satisfies z.input<typeof archivedDomain>)
}

function toImages(images: readonly RecordImage[]): Pick<z.input<typeof archivedName>, 'images'> {
  return images.length > 0 ? { images: images.map((image) => ({ ...image })) } : {}
}

export function archiveAllowListLine(addresses: readonly Address[]): string {
  return toLine({ type: 'allowList', addresses: [...addresses] } satisfies z.input<typeof archivedAllowList>)
}

export function archiveEventLine(event: ReadableEvent): string {
  return toLine({ type: 'event', event: serializeEvent(event) } satisfies z.input<typeof archivedEvent>)
}

export function archiveNameLine({
  label,
  holder,
  isClaimed,
  records,
  tags,
  note,
  images,
  sealedSet,
  ...times
}: ExportedName): string {
  return toLine({
    type: 'name',
    label,
    state: isClaimed ? 'claimed' : 'reserved',
    holder: holder === zeroAddress ? null : checksumAddress(holder),
    createdAt: toIsoTime(times.createdAt),
    updatedAt: toIsoTime(times.updatedAt),
    claimedAt: toIsoTime(times.claimedAt),
    addresses: serializeAddresses(records.addresses),
    texts: [...records.texts],
    contentHash: records.contenthash === null ? null : contenthashUri(records.contenthash),
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(note !== '' && { note }),
    ...(sealedSet && { sealedSet }),
    ...toImages(images),
  } satisfies z.input<typeof archivedName>)
}

export function archiveEndLine(end: Omit<ArchiveEnd, 'type'>): string {
  return toLine({ type: 'end', ...end } satisfies z.input<typeof archiveEnd>)
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}

/** What is read of a name, of a request or a file: times may be absent, and further fields are ignored. */
export const archivedNameInput = archivedName
  .pick({ label: true, state: true, addresses: true })
  .extend({
    label: z.string().meta({ description: 'In any spelling (ENSIP-15).', example: 'alice', maxLength: 1000 }),
    addresses: z
      .array(
        z.object({
          coinType: z.number().int().meta({ description: 'Coin type (SLIP-44, ENSIP-11).', example: 60 }),
          address: addressText.meta({
            description: 'In the text form of its coin.',
            example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
          }),
        }),
      )
      .meta({ description: 'Address records.', maxItems: maxRecordsInRequest }),
    holder: addressText.nullish().meta({
      description: 'The address that it belongs to; absent: that of coin type 60.',
      example: signedExample.address,
    }),
    createdAt: readTime('When it was issued or reserved; absent: now.'),
    updatedAt: readTime('When its records changed last; absent: unknown.'),
    claimedAt: readTime('When it was claimed; absent: when it was issued.'),
    texts: z
      .array(
        z.object({
          key: z.string().meta({
            description: 'Key (ENSIP-5, ENSIP-18).',
            example: 'url',
            maxLength: defaultRecordLimits.textKey,
          }),
          value: z.string().meta({
            description: 'Value.',
            example: 'https://example.com',
            maxLength: defaultRecordLimits.textValue,
          }),
        }),
      )
      .prefault([])
      .meta({ description: 'Text records.', example: [], maxItems: maxRecordsInRequest }),
    contentHash: contentHashText.nullish().meta({ description: 'As a URI; absent: none.', example: null }),
    tags: z
      .array(tagText)
      .max(maxTagsOfName)
      .prefault([])
      .meta({ description: 'That the name gets beside those that it has.', example: [] }),
    note: noteText.prefault('').meta({
      description:
        'Plain text; empty: none. With the rule `keep` for names without one, else in the place of the one that is there.',
      example: '',
    }),
    sealedSet: optional(signedSets).meta({
      description: 'Of a sealed name, what its holder has signed. It counts if the resolver here accepts it.',
    }),
  })
  .transform(
    ({
      label,
      state,
      holder,
      addresses,
      texts,
      contentHash,
      tags,
      note,
      sealedSet,
      ...times
    }): Omit<ImportedName, 'row'> => ({
      label,
      isClaimed: state === 'claimed',
      holder: holder ?? undefined,
      createdAt: times.createdAt ?? undefined,
      updatedAt: times.updatedAt ?? undefined,
      claimedAt: times.claimedAt ?? undefined,
      records: { addresses, texts, contenthash: contentHash ?? undefined },
      tags,
      note,
      sealedSet,
    }),
  )

export const exampleArchivedName: z.input<typeof archivedNameInput> = {
  label: 'alice',
  state: 'claimed',
  holder: signedExample.address,
  createdAt: '2026-01-01T00:00:00.000Z',
  addresses: [{ coinType: 60, address: signedExample.address }],
  texts: [{ key: 'url', value: 'https://example.com' }],
  contentHash: null,
}

/** What is read of the first line of a file: settings that can be applied. */
export const archivedSettingsInput = z
  .object({
    domain: z.object({
      allowedOrigins: z.array(z.string()).nullable(),
      sharedMaxAge: sharedMaxAge.optional(),
      texts: z.array(text),
      addresses: ownAddresses,
      contentHash: z.string().nullable(),
      branding: brandingInput,
      userChosenLimit: z.number().int().min(0).nullable(),
    }),
    policy: policyInput,
  })
  .transform(({ policy, domain: { texts, addresses, contentHash, ...settings } }) => ({
    ...settings,
    policy,
    records: { texts, addresses, contenthash: contentHash ?? '' },
  }))
