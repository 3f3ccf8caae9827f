import { z } from 'zod'
import { type ImagePreset, maxRenderedSize, readImage } from '../../core/images/read.ts'
import { uploadForDomain, uploadForSubname } from '../../core/images/upload.ts'
import type { MediaFile } from '../../media/media-file.ts'
import { needs } from '../credentials/operation-auth.ts'
import { imageHeaders } from '../media.ts'
import { mediaTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import {
  chainId,
  fullName,
  integer,
  optional,
  optionalWithDefault,
  plainResponse,
  printable,
  responseOf,
  signedExample,
  uuid,
  withEtag,
} from '../schema/primitives.ts'
import { signatureText } from '../schema/records.ts'

const tag = mediaTag

const maxImageBytes = 5 * 2 ** 20

const limits =
  'The file is png, jpeg, gif, webp or avif, under any name: at most 5 MiB, 40 megapixels (all frames together), ' +
  '16,384 pixels on a side, 120 frames. The stored image is re-encoded without metadata, scaled to fit 512 × 512 (avatar) or ' +
  '1500 × 500 (banner); animations stay animated. The same image gets the same URL. An image that no record names is ' +
  'deleted after seven days; 50 of one name or domain are stored.'

/** The specified status is 201, but existing clients ignore the URL unless `statusCode` is 200. */
const created = { status: 201, statusCode: 200 } as const

const purpose = z
  .enum(['avatar', 'banner'])
  .default('avatar')
  .meta({ description: 'The use of the image, which determines its size.' })
/** A form has no null. */
const signature = signatureText.optional().meta({
  description: 'Replaces the header x-signature, for a signature that is too long for it.',
  example: signedExample.signature,
})
const file = z.file().meta({ description: 'The image.' })
const uploaded = z.object({
  url: z.url().meta({
    description: 'The public URL of the image.',
    example: `https://names.example/media/${'0123456789abcdef'.repeat(4)}.png`,
  }),
})

const uploadSubnameImage = operation({
  summary: 'Upload an image for a subname',
  description:
    'Signed by the holder or by the address of coin type 60. No record changes: write the URL into the text `avatar` or ' +
    `\`header\`. ${limits}`,
  auth: { accepts: [], signature: 'required' },
  expensive: true,
  multipart: { maxFileBytes: maxImageBytes },
  query: z.object({ ens: fullName, type: purpose, chainId: chainId.prefault(1) }),
  body: z.object({ file, signature }),
  errors: [
    'NotHolderException',
    'DomainBlockedException',
    'SubnameNotFoundException',
    'LimitReachedException',
  ],
  handle: async ({ context, caller, query, body, urlOf, quotas: { decoding: decodingQuota } }) => {
    const { chainId, ens: name, type: purpose } = query
    const image = await body.file.bytes()
    const upload = { caller, chainId, name, preset: purpose, image, decodingQuota }
    return { url: urlOf(await uploadForSubname(context, upload)) }
  },
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/subname/upload-to-cdn',
      id: 'v1UploadSubnameImage',
      tag,
      ...created,
      response: plainResponse(uploaded),
    },
  ],
})

const uploadDomainImage = operation({
  summary: 'Upload an image for a domain',
  description:
    'The image becomes the text `avatar` or `header` of the domain itself, which the gateway ' +
    `resolves. Another upload replaces it; no operation removes it. ${limits}`,
  auth: needs('claim-page:write'),
  expensive: true,
  multipart: { maxFileBytes: maxImageBytes },
  query: z.object({ ensId: uuid, type: purpose }),
  body: z.object({ file }),
  errors: ['InvalidRecordException', 'DomainBlockedException', 'EnsNotFound', 'LimitReachedException'],
  handle: async ({ context, caller, query, body, urlOf, quotas: { decoding: decodingQuota } }) => {
    const { ensId: domainId, type: purpose } = query
    const image = await body.file.bytes()
    const upload = { caller, domainId, preset: purpose, image, decodingQuota, toAbsoluteUrl: urlOf }
    return { url: await uploadForDomain(context, upload) }
  },
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/ens/upload-to-cdn',
      id: 'v1UploadEnsImage',
      tag,
      ...created,
      response: plainResponse(uploaded),
    },
  ],
})

export const media = [uploadSubnameImage, uploadDomainImage].flat()

/** Soon enough for an owner who has changed a record. */
const cacheControl = 'public, max-age=300, stale-while-revalidate=86400'

const bytes = z.string().meta({ format: 'binary' })

const imageResponse = withEtag(
  // `respond` sends the bytes.
  responseOf(z.unknown(), (image: MediaFile) => image),
  ({ name }) => `"${name}"`,
)

function imageOperation(preset: ImagePreset, key: string, defaultSize: number, id: string) {
  return operation({
    summary: `Read the ${preset} of a name`,
    description:
      `The image that the text record \`${key}\` of a name or domain of this service points to, as webp: an upload, https, ipfs ` +
      'or ipns (through a gateway), data, or an NFT (eip155, on the chains of names) of the address of the name. Of an animation, ' +
      'the first frame. At most 5 MiB and 20 megapixels, of data 4 megapixels; SVG is not read. 502 when the image cannot be read. A changed image of the same URL shows within an hour.',
    auth: { accepts: [] },
    responseSize: 'file',
    params: z.object({ name: fullName }),
    query: z.object({
      chainId,
      size: optionalWithDefault(integer(1, maxRenderedSize), defaultSize).meta({
        description:
          'Pixels of the longer side; rounded up to 64, 128, 256, 512, 1024 or 1536, and never enlarged.',
        example: defaultSize,
      }),
      version: optional(printable.max(100)).meta({
        description:
          'Of the name, such as its entity tag. It changes nothing but the URL, so that no cache has an earlier image.',
        example: '2',
      }),
    }),
    callsUpstream: true,
    errors: ['NotFoundException', 'SubnameNotFoundException'],
    responses: {
      200: { description: 'The image.', content: { 'image/webp': { schema: bytes } } },
    },
    handle: async ({ context, caller, params, query: { chainId, size }, ...request }) => {
      const { quotas, outbound, urlOf, cdnLoop, setHeaders } = request
      const image = await readImage(context, {
        ...params,
        chainId,
        size,
        preset,
        mediaUrl: urlOf('media/'),
        client: caller.client ?? '',
        cdnLoop,
        decodingQuota: quotas.decoding,
        admit: async (work) => {
          await quotas.expensive.consume()
          return outbound(work)
        },
      })
      setHeaders({ ...imageHeaders, 'cache-control': cacheControl })
      return image
    },
    respond: async ({ reply }, _envelope, data) => {
      // Safe because `imageAnswer` passes the image on.
      const { contentType, bytes } = data as MediaFile
      return reply.type(contentType).send(bytes)
    },
    mounts: [{ method: 'GET', url: `/byname/v1/names/:name/${preset}`, id, tag, response: imageResponse }],
  })
}

export const nameImages = [
  imageOperation('avatar', 'avatar', 256, 'bynameGetAvatar'),
  imageOperation('banner', 'header', 1536, 'bynameGetBanner'),
].flat()
