import { z } from 'zod'
import {
  type Directory,
  type DirectoryEntry,
  type DirectoryFaces,
  readDirectory,
} from '../../core/domains/directory.ts'
import { listDomainsWithOpenClaims } from '../../core/domains/list.ts'
import { type DomainPage, readDomainPage } from '../../core/domains/page.ts'
import type { CursorPage } from '../../core/page.ts'
import { bynameTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { branding, serializeBranding } from '../schema/byname-domain.ts'
import { listQuery, listShape, searchText, serializeList } from '../schema/pages.ts'
import { serializeVisitorPolicy, visitorPolicy } from '../schema/policy.ts'
import { chainId, domainParams, responseOf, wireChainId } from '../schema/primitives.ts'

const domainPage = z
  .object({
    name: z.string().meta({ description: 'The name, normalized (ENSIP-15).', example: 'demo.eth' }),
    chainId: wireChainId,
    branding,
    avatar: z.string().nullable().meta({
      description: 'URL of the avatar at this service, which re-encodes it; null without one.',
      example: 'https://names.example/byname/v1/names/demo.eth/avatar?chainId=1',
    }),
    banner: z.string().nullable().meta({
      description: 'URL of the banner (text record `header`) at this service; null without one.',
      example: 'https://names.example/byname/v1/names/demo.eth/banner?chainId=1',
    }),
    description: z
      .string()
      .nullable()
      .meta({ description: 'Text record `description`; null without one.', example: 'The demo domain.' }),
    url: z.string().nullable().meta({
      description: 'Text record `url`, any text; null without one.',
      example: 'https://acme.example',
    }),
    isFull: z.boolean().meta({
      description: 'Whether a limit is reached, or the subscription has ended: no name can be issued.',
      example: false,
    }),
    isSiteAllowed: z.boolean().optional().meta({
      description: 'Whether wallets may sign claims at the `site` of the query; absent without one.',
      example: true,
    }),
    policy: visitorPolicy,
  })
  .meta({ id: 'DomainPage', description: 'What the public page of a domain shows.' })

/** Makes a path a URL. */
interface UrlBuilder {
  readonly urlOf: (reference: string) => string
}

export const domainPageResponse = responseOf(
  domainPage,
  ({ page, urlOf }: { page: DomainPage } & UrlBuilder) => serializePage(page, urlOf),
)

export const openDomainsResponse = responseOf(
  listShape(domainPage, 'Oldest first; maybe fewer than `limit` before the last page.'),
  ({ urlOf, ...page }: CursorPage<DomainPage> & UrlBuilder) =>
    serializeList(page, (domain) => serializePage(domain, urlOf)),
)

function serializePage(
  { branding, hasAvatar, hasBanner, policy, ...page }: DomainPage,
  urlOf: UrlBuilder['urlOf'],
): z.output<typeof domainPage> {
  const imageUrl = (image: string) =>
    urlOf(`byname/v1/names/${encodeURIComponent(page.name)}/${image}?chainId=${page.chainId}`)
  return {
    ...page,
    branding: serializeBranding(branding),
    avatar: hasAvatar ? imageUrl('avatar') : null,
    banner: hasBanner ? imageUrl('banner') : null,
    policy: serializeVisitorPolicy(policy),
  }
}

const directoryEntry = z
  .object({
    name: z.string().meta({ description: 'The name, normalized (ENSIP-15).', example: 'alice.demo.eth' }),
    chainId: wireChainId,
    displayName: z.string().nullable().meta({
      description: 'Text record `name`; null without one.',
      example: 'Alice',
    }),
    description: z.string().nullable().meta({
      description:
        'The beginning of the text record `description`, at most 140 characters; null without one.',
      example: 'Writes about what grows by the sea.',
    }),
    avatar: z.string().nullable().meta({
      description: 'URL of the avatar at this service, which re-encodes it; null without one.',
      example: 'https://names.example/byname/v1/names/alice.demo.eth/avatar?chainId=1',
    }),
  })
  .meta({ id: 'DirectoryEntry', description: 'A name in the directory of its domain.' })

export const directoryResponse = responseOf(
  listShape(
    directoryEntry,
    'By label; of a search, first those whose label matches. Maybe fewer than `limit`, or none, before the last page.',
  ).extend({
    claimedNames: z.number().int().meta({
      description: 'Claimed names of the domain, with those that their holders keep out of the list.',
      example: 41,
    }),
  }),
  ({ claimedNames, urlOf, ...page }: Directory & UrlBuilder) => ({
    ...serializeList(page, (entry) => serializeEntry(entry, urlOf)),
    claimedNames,
  }),
)

/** For the claim page. */
export function serializeFaces({ claimedNames, faces }: DirectoryFaces, urlOf: UrlBuilder['urlOf']) {
  return {
    claimedNames,
    faces: faces.map((entry) => {
      const { name, avatar } = serializeEntry(entry, urlOf)
      return { name, avatar }
    }),
  }
}

function serializeEntry(
  { hasAvatar, ...entry }: DirectoryEntry,
  urlOf: UrlBuilder['urlOf'],
): z.output<typeof directoryEntry> {
  const avatar = `byname/v1/names/${encodeURIComponent(entry.name)}/avatar?chainId=${entry.chainId}`
  return { ...entry, avatar: hasAvatar ? urlOf(avatar) : null }
}

/** As a browser serializes it, such as in the header Origin. */
const site = z
  .string()
  .max(300)
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.origin === text, {
    message: 'is not the origin of a page, such as https://acme.example',
  })

const tag = bynameTag

const page = operation({
  summary: 'Read what the public page of a domain shows',
  description:
    'For everyone: the branding, some records, and who may claim which names; never lists of labels or addresses. A blocked domain ' +
    'has no page.',
  auth: { accepts: [] },
  params: domainParams.params,
  query: domainParams.query.extend({
    site: site.optional().meta({
      description: 'Origin of a page that would claim names, about which `isSiteAllowed` is returned.',
      example: 'https://acme.example',
    }),
  }),
  errors: ['EnsNotFound'],
  handle: async ({ context, caller: { ownOrigin }, params: { domain: name }, query, urlOf }) => ({
    page: await readDomainPage(context, { ...query, name, ownOrigin }),
    urlOf,
  }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/domains/:domain/page',
      id: 'bynameGetDomainPage',
      tag,
      response: domainPageResponse,
    },
  ],
})

const openDomains = operation({
  summary: 'List the domains whose names can be claimed',
  description: 'For everyone, oldest first: those that are open, full ones too, and those that open later.',
  auth: { accepts: [] },
  responseSize: 'page',
  loadClass: 'listing',
  query: z.object({
    chainId: chainId.optional().meta({ description: 'Only domains of this chain; absent: of all.' }),
    ...listQuery,
  }),
  handle: async ({ context, query, urlOf }) => ({
    ...(await listDomainsWithOpenClaims(context, query)),
    urlOf,
  }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/open-domains',
      id: 'bynameListOpenDomains',
      tag,
      response: openDomainsResponse,
    },
  ],
})

/** Beside the domain and the chain. */
export const directoryQuery = z.object({
  search: searchText.optional().meta({
    description:
      'Part of a label or of the text record `name`; of less than three characters, the beginning of a label.',
  }),
  ...listQuery,
})

const directory = operation({
  summary: 'List the directory of a domain',
  description:
    'For everyone, if the owner has switched it on (`branding.directory`): claimed names, without those whose text record ' +
    '`byname.directory` is `hidden`. Their holders set it, as any text. A domain without a directory, a blocked one too, is 404 as an unknown one.',
  auth: { accepts: [] },
  responseSize: 'page',
  loadClass: 'listing',
  params: domainParams.params,
  query: domainParams.query.extend(directoryQuery.shape),
  errors: ['EnsNotFound'],
  handle: async ({ context, params: { domain: name }, query, urlOf }) => ({
    ...(await readDirectory(context, { ...query, name })),
    urlOf,
  }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/domains/:domain/directory',
      id: 'bynameListDirectory',
      tag,
      response: directoryResponse,
    },
  ],
})

export const domainPages = [page, openDomains, directory].flat()
