import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { failureResponses } from '../kit.ts'
import { failure } from '../schema/envelope.ts'
import { uuid } from '../schema/wire.ts'
import { answer, dataOf } from './answer.ts'
import { onGatewayError } from './failure.ts'

/** Where lookups are taken, by their data in the path or in the body. */
const byPath = { url: '/ccip/:resolverId/:sender/:data', method: 'GET' } as const
const byBody = { url: '/ccip/:resolverId', method: 'POST' } as const
const byBodyToSender = { url: '/ccip/:resolverId/:sender', method: 'POST' } as const

export const gatewayPaths = [byPath, byBody, byBodyToSender] as const

/** Bytes of a POST body: the call data of a large multicall as hex, with room to spare. */
const bodyLimit = 262_144

const gatewayFailure = failure
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
    ...failureResponses(
      [
        'BadRequestException',
        'NotFoundException',
        'InternalServerErrorException',
        'ServiceUnavailableException',
      ],
      gatewayFailure,
    ),
  },
}

/** Beyond those, what a body can be refused for. */
const lookupByBodySchema = {
  ...lookupSchema,
  body: z.object({ data, sender: sender.optional() }),
  response: {
    ...lookupSchema.response,
    ...failureResponses(['PayloadTooLargeException', 'UnsupportedMediaTypeException'], gatewayFailure),
  },
}

/** Nothing here is validated by schema: the codec checks every byte itself. */
const unchecked = { validatorCompiler: () => () => true, serializerCompiler: () => JSON.stringify }

/**
 * Mounts the CCIP-Read gateway (EIP-3668), in both of its forms: GET with `{sender}` and `{data}` in the path, POST with
 * both in a JSON body. Open to everyone; an answer is valid by its signature, whoever asked for it. Lookups in their
 * usual form do not come this far: `answerAtTheDoor` takes them.
 */
export async function gateway(app: FastifyInstance, context: Context): Promise<void> {
  const send = async (resolverId: string, data: string, reply: FastifyReply) =>
    reply.type('application/json').send(await answer(context, resolverId, data))

  app.setErrorHandler(onGatewayError)
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

  app.get<{ Params: { resolverId: string; sender: string; data: string } }>(
    byPath.url,
    {
      schema: {
        ...lookupSchema,
        operationId: 'lookupByGet',
        params: z.object({ resolverId: uuid, sender, data }),
      },
      ...unchecked,
    },
    (request, reply) => send(request.params.resolverId, request.params.data, reply),
  )
  for (const [url, operationId, params] of [
    [byBody.url, 'lookupByPost', z.object({ resolverId: uuid })],
    [byBodyToSender.url, 'lookupByPostToSender', z.object({ resolverId: uuid, sender })],
  ] as const)
    app.post<{ Params: { resolverId: string } }>(
      url,
      { schema: { ...lookupByBodySchema, operationId, params }, ...unchecked, bodyLimit },
      (request, reply) => send(request.params.resolverId, dataOf(request.body), reply),
    )
}
