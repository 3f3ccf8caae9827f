import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { openImage } from '../core/images/read.ts'
import { cacheControl, mediaContentTypes } from '../media/media-file.ts'
import { limitRead, type RouteDependencies } from './mount-route.ts'
import { errorResponses } from './openapi/route-schema.ts'
import { mediaTag } from './openapi/tags.ts'
import { tooManyRequests } from './schema/envelope.ts'

/** Browsers treat an image as the declared type, load nothing, and show it on any origin. */
export const imageHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

const bytes = z.string().meta({ format: 'binary' })

const schema = {
  security: [],
  operationId: 'getImage',
  tag: mediaTag,
  summary: 'Read an uploaded image',
  description: 'The image of a name never changes, so it may be cached indefinitely.',
  params: z.object({
    name: z.string().meta({
      maxLength: 1000,
      description: 'Name of the file: a hash and the type of the image.',
      example: `${'0123456789abcdef'.repeat(4)}.png`,
    }),
  }),
  response: {
    200: {
      description: 'The image.',
      content: Object.fromEntries(mediaContentTypes.map((type) => [type, { schema: bytes }])),
    },
    ...errorResponses([
      'BadRequestException',
      'NotFoundException',
      'InternalServerErrorException',
      'ServiceUnavailableException',
    ]),
    429: tooManyRequests,
  },
}

export const imageOperation = { method: 'GET', url: '/media/:name', schema } as const

export function addMedia(app: FastifyInstance, dependencies: RouteDependencies): void {
  app.get<{ Params: { name: string } }>(
    imageOperation.url,
    { schema, onRequest: limitRead(dependencies) },
    async ({ params: { name } }, reply) => {
      const { contentType, sizeBytes: size, stream } = await openImage(dependencies.context, name)
      return reply
        .headers({
          ...imageHeaders,
          'cache-control': cacheControl,
          'content-disposition': `inline; filename="${name}"`,
          'content-length': size,
        })
        .type(contentType)
        .send(stream)
    },
  )
}
