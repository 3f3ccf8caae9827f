import { z } from 'zod'
import { brandingLimits, textColorOn } from '../../core/domains/change.ts'
import { domainEtag } from '../../core/domains/rules.ts'
import { type Branding, directoryModes } from '../../model/branding.ts'
import { type Domain, maxSharedMaxAge } from '../../model/domain.ts'
import { optional, responseOf, toIsoTime, wireChainId, wireId, withEtag } from './primitives.ts'
import { contenthashUri, ownAddresses, serializeAddresses, text } from './records.ts'

const fields = {
  accent: z.string().meta({ maxLength: 7 }).nullable().meta({
    description: 'Colour of buttons, `#rrggbb`; null: that of this service.',
    example: '#1a56db',
  }),
  title: z.string().meta({ description: 'Shown in place of the name; empty: the name.', example: 'Acme' }),
  words: z.string().meta({
    description: "The owner's words to visitors, with line feeds; empty: none.",
    example: 'Names for members of Acme.',
  }),
  links: z
    .array(
      z.object({
        title: z.string().meta({
          description: 'Text of the link.',
          example: 'Website',
          maxLength: brandingLimits.linkTitle,
        }),
        url: z.string().meta({
          description: 'http(s), or `mailto:` with one address and nothing else.',
          example: 'https://acme.example/',
          maxLength: brandingLimits.url,
        }),
      }),
    )
    .meta({ description: 'Links, in order.', maxItems: brandingLimits.links }),
  offersPasskey: z.boolean().meta({
    description:
      'Whether its pages offer visitors without a wallet an account with a passkey (Base Account). Of a public page false, too, where ' +
      'the service does not offer it or has no RPC of the chain.',
    example: true,
  }),
  directory: z.enum(directoryModes).meta({
    description:
      'The public page with its names: `off`; `on`, which search engines are asked to leave out; `indexed`, which they may list.',
    example: 'on',
  }),
}

/** Bounds are those of `changeBranding`; these keep inputs small. */
export const brandingInput = optional(
  z.object({
    accent: fields.accent.optional(),
    title: optional(z.string().max(4 * brandingLimits.title)).meta({
      ...fields.title.meta(),
      description: `At most ${brandingLimits.title} characters; empty deletes it.`,
    }),
    words: optional(z.string().max(4 * brandingLimits.words)).meta({
      ...fields.words.meta(),
      description: `At most ${brandingLimits.words} characters, with line feeds; empty deletes them.`,
    }),
    links: optional(fields.links).meta({
      description: `At most ${brandingLimits.links}, http(s) or a mail address (mailto: may be left out), titles of at most ${brandingLimits.linkTitle} characters; replaces them all.`,
    }),
    offersPasskey: optional(fields.offersPasskey),
    directory: optional(fields.directory),
  }),
).meta({
  description:
    'How public pages present the domain, in plain text. `accent` needs a contrast of 4.5:1 with the light or the dark ground.',
})

export const branding = z
  .object({
    ...fields,
    accentText: z.enum(['#000000', '#ffffff']).nullable().meta({
      description: 'Colour of text on `accent`, with a contrast of at least 4.5:1; null without an accent.',
      example: '#ffffff',
    }),
  })
  .meta({ id: 'Branding', description: 'How public pages present a domain, in plain text.' })

export function serializeBranding({ accent, links, ...others }: Branding): z.output<typeof branding> {
  return {
    accent,
    accentText: accent === null ? null : textColorOn(accent),
    links: [...links],
    ...others,
  }
}

const limit = z.number().int().nullable()

/** How many names a domain has and may have, and until when. */
export const domainUse = {
  names: z.number().int().meta({ description: 'Its names, including reservations.', example: 41 }),
  claimedNames: z.number().int().meta({ description: 'Its names without reservations.', example: 40 }),
  userChosenLimit: limit.meta({ description: 'The most names, as set by its workspace.', example: null }),
  maxNames: limit.meta({ description: 'The most names, as set by an operator.', example: 1000 }),
  expiresAt: z.iso.datetime().nullable().meta({
    description: 'When its subscription ends, as set by an operator; null: never.',
    example: '2030-01-01T00:00:00.000Z',
  }),
  isBlocked: z.boolean().meta({
    description:
      'Whether an operator blocked it or a domain above it. Its counts and limits are true all the same.',
    example: false,
  }),
  blockReason: z.string().nullable().meta({
    description: "The operator's reason for the block; null: none given, or not blocked.",
    example: null,
  }),
  createdAt: z.iso
    .datetime()
    .meta({ description: 'When it was onboarded.', example: '2029-01-01T00:00:00.000Z' }),
}

export function serializeDomainUse(domain: Domain) {
  return {
    names: domain.subnameCount,
    claimedNames: domain.claimedCount,
    userChosenLimit: domain.userChosenLimit,
    maxNames: domain.plan.maxNames,
    expiresAt: toIsoTime(domain.plan.expiresAt),
    isBlocked: domain.isBlocked,
    blockReason: domain.blockReason,
    createdAt: toIsoTime(domain.createdAt),
  }
}

/** Of a domain; the bounds are those of inputs. */
export const sharedMaxAge = z.number().int().min(1).max(maxSharedMaxAge).nullable()

const bynameDomain = z
  .object({
    id: wireId('Id of the domain.'),
    name: z.string().meta({ description: 'The name, normalized (ENSIP-15).', example: 'demo.eth' }),
    chainId: wireChainId,
    workspaceId: wireId('The workspace that issues its subnames.'),
    allowedOrigins: z
      .array(z.string())
      .nullable()
      .meta({
        description:
          'Sites for which messages about the subnames may be signed: exact, or `*.example.com` for every host below ' +
          'example.com; null: any, but for claims, transfers and releases, which are then signed for this service.',
        example: ['app.example.com', '*.example.com'],
      }),
    sharedMaxAge: sharedMaxAge.meta({
      description:
        'Seconds for which shared caches may keep a response to a lookup of its names by GET (`s-maxage` of RFC 9111); null: never.',
      example: null,
    }),
    texts: z.array(text).meta({ description: 'Text records of the domain itself.', example: [] }),
    addresses: ownAddresses.meta({ description: 'Address records of the domain itself.', example: [] }),
    contentHash: z.string().nullable().meta({
      description: 'Content hash of the domain itself, in URI form; null without one.',
      example: null,
    }),
    branding,
    ...domainUse,
  })
  .meta({ id: 'Domain', description: 'A domain, its own records, its branding and its limits.' })

export function serializeBynameDomain(domain: Domain): z.output<typeof bynameDomain> {
  const { id, name, chainId, workspaceId, allowedOrigins, sharedMaxAge, branding } = domain
  const { texts, addresses, contenthash } = domain.records
  return {
    id,
    name,
    chainId,
    workspaceId,
    allowedOrigins: allowedOrigins && [...allowedOrigins],
    sharedMaxAge,
    texts: [...texts],
    addresses: serializeAddresses(addresses),
    contentHash: contenthash && contenthashUri(contenthash),
    branding: serializeBranding(branding),
    ...serializeDomainUse(domain),
  }
}

/** Limits and counts are no part of the state that PATCH replaces, nor of its entity tag. */
export const bynameDomainResponse = {
  ...withEtag(responseOf(bynameDomain, serializeBynameDomain), domainEtag),
  isRevalidated: false,
}
