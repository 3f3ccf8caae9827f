import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ifNoneMatchOfReads } from '../openapi/headers.ts'
import { errorResponses } from '../openapi/route-schema.ts'
import type { Tag } from '../openapi/tags.ts'
import { failure } from '../schema/envelope.ts'
import { uuid } from '../schema/primitives.ts'

/** A 32-byte ABI word, right-aligned. */
function word(digits: string): string {
  return digits.padStart(64, '0')
}

/** A left-aligned word, as for bytes. */
function bytesWord(digits: string): string {
  return digits.padEnd(64, '0')
}

/** `resolve(dnsEncode('alice.demo.eth'), addr(namehash('alice.demo.eth')))`. */
const lookupExample = [
  '0x9061b923',
  word('40'),
  word('80'),
  word('10'),
  bytesWord('05616c6963650464656d6f0365746800'),
  word('24'),
  bytesWord('3b3b57de47e38f2811e9f6080c9d87e87422f3f24857efe9b3829495d2956483'),
  bytesWord('e59623e9'),
].join('')

/** `(result, expires, signature)`: an address, and a signature of 65 bytes. */
const responseExample = [
  '0x',
  word('60'),
  word('70dbd8f8'),
  word('a0'),
  word('20'),
  word('70997970c51812dc3a010c7d01b50e0d17dc79c8'),
  word('41'),
  'e78dbcae4abb40370bd940b4f02f8b4933aed525d9e2aeec6a259212cae086fb',
  '063a8b39c160351662c7ea915c2569f8671a36d54f240ee4289fc9dd26340284',
  bytesWord('1c'),
].join('')

const gatewayErrorSchema = failure
  .extend({
    message: z
      .string()
      .meta({ description: 'The sentence of `error`, without its name.', example: 'There is no resolver.' }),
  })
  .meta({ id: 'GatewayFailure', description: 'The reason; clients of EIP-3668 show `message`.' })

const data = z.string().meta({
  description: 'Call data of `resolve(bytes,bytes)`, 0x hex.',
  example: lookupExample,
  maxLength: 262_144,
})
const sender = z.string().meta({
  description: 'Not read.',
  example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  maxLength: 262_144,
})

const tag: Tag = {
  name: 'Gateway',
  description: 'CCIP-Read (EIP-3668): signed responses for resolver contracts.',
}

const lookupSchema = {
  tag,
  maxBytes: 262_144,
  security: [],
  summary: 'Answer a CCIP-Read lookup',
  description:
    'EIP-3668. The resolver id in the path decides for which contract the response is signed; `sender` is ignored, because ' +
    'clients send the address of the contract that reverted. Absent names and records are 200 with a signed empty value. A ' +
    'response takes at most 256 KiB; call data for more is 400. Names that a domain does not hold are asked of its former ' +
    'gateway, if it has one; without a valid answer of it, they are 502.',
  response: {
    200: z
      .object({
        data: z
          .string()
          .meta({ description: 'ABI-encoded (result, expires, signature).', example: responseExample }),
      })
      .describe('The signed response.'),
    ...errorResponses(
      [
        'BadRequestException',
        'NotFoundException',
        'InternalServerErrorException',
        'UpstreamException',
        'ServiceUnavailableException',
      ],
      gatewayErrorSchema,
    ),
  },
}

const lookupByBodySchema = {
  ...lookupSchema,
  body: z.object({ data, sender: sender.optional() }),
  response: {
    ...lookupSchema.response,
    ...errorResponses(['PayloadTooLargeException', 'UnsupportedMediaTypeException'], gatewayErrorSchema),
  },
}

export const gatewayOperations = [
  {
    method: 'GET',
    url: '/ccip/:resolverId/:sender/:callData',
    schema: {
      ...lookupSchema,
      description:
        `${lookupSchema.description} Shared caches may keep a response where the domain of the name has \`sharedMaxAge\`, for that ` +
        'long and while its signature is valid: it then has an `ETag`.',
      operationId: 'lookupByGet',
      params: z.object({ resolverId: uuid, sender, callData: data }),
      headers: z.object({ 'if-none-match': ifNoneMatchOfReads }),
      response: {
        ...lookupSchema.response,
        304: {
          description: 'The response of which `If-None-Match` has the entity tag is still the one.',
          content: {},
        },
      },
    },
  },
  {
    method: 'POST',
    url: '/ccip/:resolverId',
    schema: { ...lookupByBodySchema, operationId: 'lookupByPost', params: z.object({ resolverId: uuid }) },
  },
  {
    method: 'POST',
    url: '/ccip/:resolverId/:sender',
    schema: {
      ...lookupByBodySchema,
      operationId: 'lookupByPostToSender',
      params: z.object({ resolverId: uuid, sender }),
    },
  },
] as const

/** Only documents: `createHttpServer` routes lookups to the gateway. */
export function documentGateway(app: FastifyInstance): void {
  const handler = (_request: FastifyRequest, reply: FastifyReply) => reply.callNotFound()
  for (const operation of gatewayOperations) app.route({ ...operation, handler })
}
