import { z } from 'zod'
import { uploadForDomain } from '../../core/media/upload-for-domain.ts'
import { uploadForSubname } from '../../core/media/upload-for-subname.ts'
import { operation } from '../operation.ts'
import { anyCredential } from '../operation-auth.ts'
import { plainAnswer } from '../schema/answer.ts'
import { signedExample } from '../schema/examples.ts'
import { chainId, fullName, uuid } from '../schema/primitives.ts'

const tag = 'Media'

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
const signature = z.string().optional().meta({
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
      answer: plainAnswer(uploaded),
    },
  ],
})

const uploadDomainImage = operation({
  summary: 'Upload an image for a domain',
  description:
    'With scope `domains:write`. The image becomes the text `avatar` or `header` of the domain itself, which the gateway ' +
    `resolves. Another upload replaces it; no operation removes it. ${limits}`,
  auth: { accepts: anyCredential },
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
      answer: plainAnswer(uploaded),
    },
  ],
})

export const media = [uploadSubnameImage, uploadDomainImage].flat()
