import { z } from 'zod'
import type { ImagePreset } from '../../core/media/image-presets.ts'
import { maxRenderedSize, readImage } from '../../core/media/read-image.ts'
import type { MediaFile } from '../../media/media-file.ts'
import { imageHeaders } from '../media.ts'
import { operation } from '../operation.ts'
import { answer, withEtag } from '../schema/answer.ts'
import { chainId, fullName, integer, optional, optionalWithDefault, printable } from '../schema/primitives.ts'

const tag = 'Media'

/** Soon enough for an owner who has changed a record. */
const cacheControl = 'public, max-age=300, stale-while-revalidate=86400'

const bytes = z.string().meta({ format: 'binary' })

const imageAnswer = withEtag(
  // `respond` sends the bytes.
  answer(z.unknown(), (image: MediaFile) => image),
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
    mounts: [{ method: 'GET', url: `/byname/v1/names/:name/${preset}`, id, tag, answer: imageAnswer }],
  })
}

export const nameImages = [
  imageOperation('avatar', 'avatar', 256, 'bynameGetAvatar'),
  imageOperation('banner', 'header', 1536, 'bynameGetBanner'),
].flat()
