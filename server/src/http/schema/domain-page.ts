import { z } from 'zod'
import type { CursorPage } from '../../core/cursor.ts'
import type { DomainPage } from '../../core/domains/page.ts'
import { answer } from './answer.ts'
import { listShape, serializeList } from './list.ts'
import { look, serializeLook } from './look.ts'
import { serializeVisitorPolicy, visitorPolicy } from './policy.ts'
import { wireChainId } from './primitives.ts'

const domainPage = z
  .object({
    name: z.string().meta({ description: 'The name, normalized (ENSIP-15).', example: 'demo.eth' }),
    chainId: wireChainId,
    look,
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
    policy: visitorPolicy,
  })
  .meta({ id: 'DomainPage', description: 'What the public page of a domain shows.' })

/** Makes a path a URL. */
interface UrlBuilder {
  readonly urlOf: (reference: string) => string
}

export const domainPageAnswer = answer(domainPage, ({ page, urlOf }: { page: DomainPage } & UrlBuilder) =>
  serializePage(page, urlOf),
)

export const openDomainsAnswer = answer(
  listShape(domainPage, 'Oldest first; maybe fewer than `limit` before the last page.'),
  ({ urlOf, ...page }: CursorPage<DomainPage> & UrlBuilder) =>
    serializeList(page, (domain) => serializePage(domain, urlOf)),
)

function serializePage(
  { look, hasAvatar, hasBanner, policy, ...page }: DomainPage,
  urlOf: UrlBuilder['urlOf'],
): z.output<typeof domainPage> {
  const imageUrl = (image: string) =>
    urlOf(`byname/v1/names/${encodeURIComponent(page.name)}/${image}?chainId=${page.chainId}`)
  return {
    ...page,
    look: serializeLook(look),
    avatar: hasAvatar ? imageUrl('avatar') : null,
    banner: hasBanner ? imageUrl('banner') : null,
    policy: serializeVisitorPolicy(policy),
  }
}
