import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { errorResponses } from '../openapi/route-schema.ts'
import { failure } from '../schema/envelope.ts'
import { uuid } from '../schema/primitives.ts'
import { onGatewayError } from './gateway-error.ts'
import { callDataFromBody, handleLookup } from './handle-lookup.ts'

/** Where lookups are taken, by their data in the path or in the body. */
const getRoute = { url: '/ccip/:resolverId/:sender/:data', method: 'GET' } as const
const postRoute = { url: '/ccip/:resolverId', method: 'POST' } as const
const postWithSenderRoute = { url: '/ccip/:resolverId/:sender', method: 'POST' } as const

export const gatewayRoutes = [getRoute, postRoute, postWithSenderRoute] as const

/** Bytes of a POST body: the call data of a large multicall as hex, with room to spare. */
const bodyLimit = 262_144

const gatewayErrorSchema = failure
  .extend({ message: z.string() })
  .meta({ id: 'GatewayFailure', description: 'What went wrong; clients of EIP-3668 show `message`.' })

const data = z
  .string()
  .meta({ description: 'Call data of `resolve(bytes,bytes)`, 0x hex.', example: '0x9061b923…' })
const sender = z
  .string()
  .meta({ description: 'Not read.', example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })

const lookupSchema = {
  tags: ['Gateway'],
  summary: 'Answer a CCIP-Read lookup',
  description:
    'EIP-3668. The resolver id in the path decides what is signed for; `sender` is not read, because clients send the ' +
    'address of whichever contract reverted. Absent names and records are 200 with a signed empty value. An answer ' +
    'takes at most 256 KiB; call data that asks for more is 400.',
  response: {
    200: z
      .object({ data: z.string().meta({ description: 'ABI-encoded (result, expires, signature).' }) })
      .describe('The signed answer.'),
    ...errorResponses(
      [
        'BadRequestException',
        'NotFoundException',
        'InternalServerErrorException',
        'ServiceUnavailableException',
      ],
      gatewayErrorSchema,
    ),
  },
}

/** Beyond those, what a body can be refused for. */
const lookupByBodySchema = {
  ...lookupSchema,
  body: z.object({ data, sender: sender.optional() }),
  response: {
    ...lookupSchema.response,
    ...errorResponses(['PayloadTooLargeException', 'UnsupportedMediaTypeException'], gatewayErrorSchema),
  },
}

/** Nothing here is validated by schema: the codec checks every byte itself. */
const noValidation = { validatorCompiler: () => () => true, serializerCompiler: () => JSON.stringify }

/**
 * Mounts the CCIP-Read gateway (EIP-3668), in both of its forms: GET with `{sender}` and `{data}` in the path, POST with
 * both in a JSON body. Open to everyone; an answer is valid by its signature, whoever asked for it. Lookups in their
 * usual form do not come this far: `answerAtTheDoor` takes them.
 */
export async function registerGateway(app: FastifyInstance, context: Context): Promise<void> {
  const send = async (resolverId: string, data: string, reply: FastifyReply) =>
    reply.type('application/json').send(await handleLookup(context, resolverId, data))

  app.setErrorHandler(onGatewayError)
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

  app.get<{ Params: { resolverId: string; sender: string; data: string } }>(
    getRoute.url,
    {
      schema: {
        ...lookupSchema,
        operationId: 'lookupByGet',
        params: z.object({ resolverId: uuid, sender, data }),
      },
      ...noValidation,
    },
    (request, reply) => send(request.params.resolverId, request.params.data, reply),
  )
  for (const [url, operationId, params] of [
    [postRoute.url, 'lookupByPost', z.object({ resolverId: uuid })],
    [postWithSenderRoute.url, 'lookupByPostToSender', z.object({ resolverId: uuid, sender })],
  ] as const)
    app.post<{ Params: { resolverId: string } }>(
      url,
      { schema: { ...lookupByBodySchema, operationId, params }, ...noValidation, bodyLimit },
      (request, reply) => send(request.params.resolverId, callDataFromBody(request.body), reply),
    )
}
