import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accentScale } from '../../appearance/accent-scale.ts'
import { generatedAvatar } from '../../appearance/generated-avatar.ts'
import { withTimeout } from '../../async/time.ts'
import { readDomainPage } from '../../core/domains/page.ts'
import { readImage } from '../../core/images/read.ts'
import { getSubname } from '../../core/subnames/read.ts'
import type { ChainId } from '../../ens/chains.ts'
import { type EnsName, namehash } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { Branding } from '../../model/branding.ts'
import { loadSubjectOf } from '../load-shedding/admission-control.ts'
import { imageHeaders } from '../media.ts'
import { limitRead, type RouteDependencies } from '../mount-route.ts'
import { clientKey } from '../rate-limit/client-key.ts'
import { isNotModified } from '../requests/conditional-requests.ts'
import { baseUrl } from '../requests/url.ts'
import type { OwnHostLookup } from './own-hosts.ts'
import { firstChainWith, parseNameRequest } from './read-documents.ts'

/** A name, and what its card says. */
interface CardSubject {
  readonly chainId: ChainId
  readonly name: EnsName
  readonly headline: string
  readonly detail: string
  /** Of the name, or itself. */
  readonly domain: string
  readonly hasAvatar: boolean
  readonly accent: Branding['accent']
}

type ReadSubject = (
  context: RouteDependencies['context'],
  ref: { readonly chainId: ChainId; readonly name: EnsName },
) => Promise<CardSubject>

const readName: ReadSubject = async (context, ref) => {
  const { subname, domain } = await getSubname(context, ref)
  return {
    chainId: subname.chainId,
    name: subname.name,
    headline: subname.label,
    detail: `.${domain.name}`,
    domain: domain.name,
    hasAvatar: subname.isClaimed && subname.records.texts.some(({ key }) => key === 'avatar'),
    accent: domain.branding.accent,
  }
}

const readDomain: ReadSubject = async (context, ref) => {
  const { chainId, name, branding, hasAvatar } = await readDomainPage(context, ref)
  return {
    ...{ chainId, name, domain: name, hasAvatar, accent: branding.accent },
    headline: branding.title || name,
    detail: branding.title ? `Claim your name under ${name}` : 'Claim your name',
  }
}

/** Without an accent of the owner: the darkest ground of the tokens. */
const plain = { ground: '#15171b', ink: '#ffffff' } as const

/** Of the largest picture on a card, in pixels. */
const pictureSize = 256

/** For an avatar that another server has: the generated picture is shown instead. */
const avatarTimeoutMs = 3_000

/** Soon enough for a holder who has changed a record. */
const cacheControl = 'public, max-age=300, stale-while-revalidate=86400'

/** Pictures of names and claim pages for previews of links. Their URL has the path of the page. */
export function addCards(
  app: FastifyInstance,
  dependencies: RouteDependencies,
  findOwnHost: OwnHostLookup,
): void {
  const cards = { '/n/:name/card.png': readName, '/claim/:name/card.png': readDomain }
  for (const [url, read] of Object.entries(cards)) addCard(app, dependencies, { url, findOwnHost, read })
}

interface CardRoute {
  readonly url: string
  readonly findOwnHost: OwnHostLookup
  readonly read: ReadSubject
}

function addCard(
  app: FastifyInstance,
  dependencies: RouteDependencies,
  { url, findOwnHost, read }: CardRoute,
): void {
  const { context, rateLimits, admission } = dependencies
  app.route<{ Params: { readonly name: string }; Querystring: { readonly chainId?: unknown } }>({
    method: 'GET',
    url,
    onRequest: limitRead(dependencies),
    handler: async (request, reply) => {
      const { name, chainId: given } = parseNameRequest(request.params.name, request.query.chainId)
      const ownHost = (await findOwnHost(request.headers.host))?.domain
      const chain = ownHost?.chainId ?? given
      const subject = await firstChainWith(chain, (chainId) => read(context, { chainId, name }))
      if (ownHost && ownHost.name !== subject.domain)
        throw new AppError('NotFoundException', 'This host has no such card.')
      const { headline, detail, accent } = subject
      const colors = accent === null ? plain : { ground: accent, ink: accentScale(accent).light.onAccent }
      const picture = await readPicture(app, dependencies, { subject, request, reply })
      const content = { headline, detail, picture, ...colors }
      reply.headers({
        ...imageHeaders,
        'cache-control': cacheControl,
        etag: `"${context.cards.keyOf(content)}"`,
      })
      if (isNotModified(request, reply.getHeader('etag'))) return reply.code(304).send()
      const quotas = rateLimits.quotasFor(request, reply)
      const png = await admission.runWithinLimits(undefined, loadSubjectOf(request, false), () =>
        context.cards.render(content, quotas.expensive.consume),
      )
      return reply.type('image/png').send(png)
    },
  })
}

interface PictureRequest {
  readonly subject: CardSubject
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The avatar, if it can be read in time; else the generated picture. */
async function readPicture(
  app: FastifyInstance,
  { context, rateLimits, admission }: RouteDependencies,
  { subject: { name, chainId, hasAvatar, accent }, request, reply }: PictureRequest,
): Promise<{ readonly svg: string } | { readonly png: Uint8Array }> {
  const generated = { svg: generatedAvatar(namehash(name), accent ?? undefined) }
  if (!hasAvatar) return generated
  const quotas = rateLimits.quotasFor(request, reply)
  const [loadSubject, client] = [loadSubjectOf(request, false), clientKey(request.ip)]
  const cdnLoop = request.headers['cdn-loop']?.toString()
  const image = readImage(
    { ...context, outbound: context.outboundFor({ key: loadSubject.client, cdnLoop }) },
    {
      ...{ chainId, name, preset: 'avatar', size: pictureSize, client, cdnLoop },
      mediaUrl: `${baseUrl(context, app)}/media/`,
      decodingQuota: quotas.decoding,
      admit: async (work) => {
        await quotas.expensive.consume()
        return admission.runWithinLimits('outbound', loadSubject, work)
      },
    },
  )
  const converted = image.then(({ bytes }) => context.media.toPng(bytes, pictureSize))
  // Whatever the reason, such as a server that does not respond: the card has a picture.
  return withTimeout(converted, avatarTimeoutMs).then(
    (png) => ({ png }),
    () => generated,
  )
}
