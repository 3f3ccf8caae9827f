import { z } from 'zod'
import type { CreatedLink, LinkDetails } from '../../core/claims/invitation-links.ts'
import { chainIds } from '../../ens/chains.ts'
import type { ErrorName } from '../../errors.ts'
import { invitationLinkStates } from '../../model/invitation-link.ts'
import { listResponse } from './pages.ts'
import { responseOf, toIsoTime, wireId } from './primitives.ts'

const exampleSecret = 'Wm1h5pYvS0m3kq7dQ2n8xT4rJ6bL9cHf'

/** In bodies only: addresses of requests are logged by proxies. */
export const invitationSecret = z
  .string()
  .regex(/^[\w-]{1,100}$/, 'is not the secret of an invitation link')
  .meta({
    description: 'The secret of an invitation link: what its URL has behind `#invite=`.',
    example: exampleSecret,
  })

/** Of operations that take a secret. */
export const invitationErrors = [
  'InvitationLinkNotFoundException',
  'InvitationLinkRevokedException',
  'InvitationLinkUsedUpException',
  'InvitationLinkExpiredException',
] as const satisfies readonly ErrorName[]

const label = z.string().nullable().meta({
  description: 'The only label that it is for, normalized; null: its bearer chooses.',
  example: null,
})

const expiresAt = z.iso.datetime().nullable().meta({
  description: 'Until when it can be used; null: without an end.',
  example: '2030-01-31T00:00:00.000Z',
})

const wireLink = z
  .object({
    id: wireId('Id of the link; it is no secret.'),
    state: z
      .enum(invitationLinkStates)
      .meta({ description: 'Only an `open` one can be used.', example: 'open' }),
    label,
    maxUses: z.number().int().meta({ description: 'Names that can be claimed with it.', example: 1 }),
    uses: z.number().int().meta({ description: 'Names that have been claimed with it.', example: 0 }),
    note: z.string().meta({ description: 'The words of its maker; empty: none.', example: 'For the meetup' }),
    createdAt: z.iso
      .datetime()
      .meta({ description: 'When it was made.', example: '2030-01-01T00:00:00.000Z' }),
    expiresAt,
    revokedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it was revoked; null: it is not.', example: null }),
  })
  .meta({ id: 'InvitationLink', description: 'An invitation link, without its secret.' })

function serializeLink({ link, state }: LinkDetails): z.output<typeof wireLink> {
  const { id, label, maxUses, uses, note, createdAt, expiresAt, revokedAt } = link
  return {
    ...{ id, state, label, maxUses, uses, note, createdAt: toIsoTime(createdAt) },
    ...{ expiresAt: toIsoTime(expiresAt), revokedAt: toIsoTime(revokedAt) },
  }
}

export const linkResponse = responseOf(wireLink, serializeLink)

export const linkListResponse = listResponse(linkResponse, 'The newest first.')

const wireNewLink = wireLink
  .extend({
    secret: z.string().meta({
      description: 'Returned only once, and not stored. Its bearer can use the link.',
      example: exampleSecret,
    }),
    url: z.url().meta({
      description: 'Of the claim page. Browsers do not send the part behind `#`.',
      example: `https://names.example/claim/demo.eth#invite=${exampleSecret}`,
    }),
  })
  .meta({ id: 'NewInvitationLink', description: 'An invitation link and its secret.' })

/** `urlOf` makes a path a URL. */
interface Created<Links> {
  readonly created: Links
  readonly urlOf: (reference: string) => string
}

function serializeNewLink(
  created: CreatedLink,
  urlOf: (reference: string) => string,
): z.output<typeof wireNewLink> {
  const { secret, domain } = created
  const [firstChain] = chainIds
  const chain = domain.chainId === firstChain ? '' : `?chainId=${domain.chainId}`
  const url = urlOf(`claim/${encodeURIComponent(domain.name)}${chain}#invite=${secret}`)
  return { ...serializeLink(created), secret, url }
}

export const newLinkResponse = responseOf(wireNewLink, ({ created, urlOf }: Created<CreatedLink>) =>
  serializeNewLink(created, urlOf),
)

export const newLinksResponse = responseOf(
  z
    .object({ links: z.array(wireNewLink).meta({ description: 'In the order of the request.' }) })
    .meta({ id: 'NewInvitationLinks', description: 'The links that one request has made.' }),
  ({ created, urlOf }: Created<readonly CreatedLink[]>) => ({
    links: created.map((link) => serializeNewLink(link, urlOf)),
  }),
)

export const openLinkResponse = responseOf(
  z
    .object({ id: wireId('Id of the link, which the message of a claim names.'), label, expiresAt })
    .meta({ id: 'OpenInvitationLink', description: 'An invitation link, for its bearer.' }),
  ({ link: { id, label, expiresAt } }: LinkDetails) => ({ id, label, expiresAt: toIsoTime(expiresAt) }),
)
