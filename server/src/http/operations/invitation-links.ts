import { z } from 'zod'
import {
  createInvitationLinks,
  getInvitationLink,
  listInvitationLinks,
  maxCreatedLinks,
  readOpenLink,
  revokeInvitationLink,
} from '../../core/claims/invitation-links.ts'
import { needs } from '../credentials/operation-auth.ts'
import type { Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import {
  invitationErrors,
  invitationSecret,
  linkListResponse,
  linkResponse,
  newLinkResponse,
  newLinksResponse,
  openLinkResponse,
} from '../schema/invitation-link.ts'
import { listQuery } from '../schema/pages.ts'
import {
  chainId,
  domainName,
  domainParams,
  exampleId,
  integer,
  label,
  optional,
  optionalWithDefault,
  printable,
  queryBoolean,
  uuid,
} from '../schema/primitives.ts'

const tag: Tag = {
  name: 'Invitation links',
  description: 'Secret links whose bearers claim a name with any wallet.',
}
const collection = '/byname/v1/domains/:domain/invitation-links'
const item = `${collection}/:linkId`

const ofDomain = z.object({ domain: domainName })
const ofLink = {
  params: z.object({
    domain: domainName,
    linkId: uuid.meta({ description: 'Id of the link.', example: exampleId }),
  }),
  follows: { id: 'bynameCreateInvitationLink', params: { linkId: 'id' } },
} as const
const query = z.object({ chainId })

const labelOfLink = optional(label).meta({
  description: 'The only label that it is for, which it reserves; absent: its bearer chooses.',
  example: null,
})

const note = optional(printable.max(200)).meta({
  description: 'Words that only the workspace sees.',
  example: 'For the meetup',
})

const maxUses = optionalWithDefault(integer(1, 1_000_000), 1).meta({
  description: 'Names that can be claimed with it; 1 for a link with a label.',
  example: 1,
})

const expiresAt = z.iso
  .datetime({ offset: true })
  .nullish()
  .transform((text) => (text ? Date.parse(text) : null))
  .meta({
    description: 'Until when it can be used, ISO 8601; absent: without an end.',
    example: '2030-01-31T00:00:00Z',
  })

const createErrors = [
  'DomainBlockedException',
  'PolicyRefusedException',
  'EnsNotFound',
  'SubdomainAlreadyExistsException',
  'LimitReachedException',
] as const

const rules =
  'The bearer of the secret claims a name with any wallet, also where claims are closed, and without allow-list, token and approval. ' +
  'The rules about labels, the names of a wallet and the limit of the domain hold. The secret is returned only in this response.'

const create = operation({
  summary: 'Create an invitation link',
  description: rules,
  auth: needs('names:write'),
  returnsSecret: true,
  params: ofDomain,
  query,
  body: z.object({ label: labelOfLink, maxUses, expiresAt, note }),
  errors: createErrors,
  handle: async ({ context, caller, params, query, body: { label, note, ...terms }, urlOf }) => {
    const links = [{ label, note }]
    const [created] = await createInvitationLinks(context, { caller, ...params, ...query, links, ...terms })
    if (!created) throw new Error('No link was created.')
    return { created, urlOf }
  },
  mounts: [
    {
      method: 'POST',
      url: collection,
      id: 'bynameCreateInvitationLink',
      tag,
      status: 201,
      response: newLinkResponse,
    },
  ],
})

const createMany = operation({
  summary: 'Create many invitation links',
  description: `As many equal ones as \`count\` says, or one for each of \`items\`: at most ${maxCreatedLinks}, all or none. ${rules}`,
  auth: needs('names:write'),
  responseSize: 'batch',
  loadClass: 'batch',
  returnsSecret: true,
  params: ofDomain,
  query,
  body: z
    .object({
      count: optional(integer(1, maxCreatedLinks)).meta({
        description: 'Number of equal links without a label.',
        example: 50,
      }),
      items: optional(
        z
          .array(z.object({ label: labelOfLink, note }))
          .min(1)
          .max(maxCreatedLinks),
      ).meta({
        description: 'A link each, such as the lines of a CSV.',
        example: null,
      }),
      maxUses,
      expiresAt,
      note: note.meta({ description: 'Of each link of `count`.', example: 'For the meetup' }),
    })
    .refine(
      ({ count, items }) => (count === undefined) !== (items === undefined),
      'give either count or items',
    ),
  errors: createErrors,
  handle: async ({ context, caller, params, query, body, urlOf }) => {
    const { count, items, note, ...terms } = body
    const links = items ?? Array.from({ length: count ?? 0 }, () => ({ note }))
    return {
      created: await createInvitationLinks(context, { caller, ...params, ...query, links, ...terms }),
      urlOf,
    }
  },
  mounts: [
    {
      method: 'POST',
      url: `${collection}/batch`,
      id: 'bynameCreateInvitationLinks',
      tag,
      status: 201,
      response: newLinksResponse,
    },
  ],
})

const list = operation({
  summary: 'List the invitation links of a domain',
  description: 'The newest first, with those that ended within 30 days. Secrets are not stored.',
  auth: needs('read'),
  loadClass: 'listing',
  params: ofDomain,
  query: z.object({
    chainId,
    isOpen: queryBoolean.optional().meta({
      description: 'Only those that can be used (true), or that have ended (false); absent: both.',
      example: true,
    }),
    ...listQuery,
  }),
  errors: ['EnsNotFound'],
  handle: ({ context, caller, params, query }) =>
    listInvitationLinks(context, { caller, ...params, ...query }),
  mounts: [
    { method: 'GET', url: collection, id: 'bynameListInvitationLinks', tag, response: linkListResponse },
  ],
})

const get = operation({
  summary: 'Read an invitation link',
  auth: needs('read'),
  ...ofLink,
  query,
  errors: ['EnsNotFound', 'InvitationLinkNotFoundException'],
  handle: ({ context, caller, params, query }) => getInvitationLink(context, { caller, ...params, ...query }),
  mounts: [{ method: 'GET', url: item, id: 'bynameGetInvitationLink', tag, response: linkResponse }],
})

const revoke = operation({
  summary: 'Revoke an invitation link',
  description: 'Names that were claimed with it stay. A link that has ended stays as it is.',
  auth: needs('names:write'),
  ...ofLink,
  query,
  errors: ['DomainBlockedException', 'EnsNotFound', 'InvitationLinkNotFoundException'],
  handle: ({ context, caller, params, query }) =>
    revokeInvitationLink(context, { caller, ...params, ...query }),
  mounts: [{ method: 'DELETE', url: item, id: 'bynameRevokeInvitationLink', tag, response: linkResponse }],
})

const check = operation({
  summary: 'Read an invitation link by its secret',
  description:
    'For its bearer: the id is part of the message that the claim signs. 404 for an unknown secret, of which an address may try ten ' +
    'in a minute; 410 for a link that has ended.',
  auth: { accepts: [] },
  isSafe: true,
  ...domainParams,
  body: z.object({ invitation: invitationSecret }),
  errors: ['DomainBlockedException', 'EnsNotFound', ...invitationErrors],
  handle: ({ context, params, query, body: { invitation: secret }, quotas: { guesses } }) =>
    readOpenLink(context, { ...params, ...query, secret, guesses }),
  mounts: [
    {
      method: 'POST',
      url: `${collection}/check`,
      id: 'bynameCheckInvitationLink',
      tag,
      response: openLinkResponse,
    },
  ],
})

export const invitationLinks = [create, createMany, list, get, revoke, check].flat()
