import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { answerLookup } from '../core/lookup/answer.ts'
import { AppError } from '../errors.ts'
import { parseGatewayData } from '../gateway/gateway-data.ts'
import { failureResponses } from './kit.ts'
import { toAppError } from './on-error.ts'
import { failure, failureEnvelope } from './schema/envelope.ts'
import { uuid } from './schema/wire.ts'

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
    'address of whichever contract reverted. Absent names and records are 200 with a signed empty value.',
  response: {
    200: z.object({ data: z.string().meta({ description: 'ABI-encoded (result, expires, signature).' }) }),
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

/** What an id can be; anything else is kept from the database. */
const isId = /^[\w-]{1,100}$/

/** Nothing here is validated by schema: the codec checks every byte itself, and each lookup pays for each step. */
const unchecked = { validatorCompiler: () => () => true, serializerCompiler: () => JSON.stringify }

/**
 * Mounts the CCIP-Read gateway (EIP-3668), in both of its forms: GET with `{sender}` and `{data}` in the path, POST with
 * both in a JSON body. Open to everyone; an answer is valid by its signature, whoever asked for it.
 */
export async function gateway(app: FastifyInstance, context: Context): Promise<void> {
  const answer = async (resolverId: string, data: string, reply: FastifyReply) => {
    if (!isId.test(resolverId))
      throw new AppError('NotFoundException', 'No resolver of that id is served here.')
    const response = await answerLookup(context, { resolverId, callData: parseGatewayData(data) })
    return reply.type('application/json').send(`{"data":"${response}"}`)
  }

  app.setErrorHandler(onGatewayError)
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

  app.get<{ Params: { resolverId: string; sender: string; data: string } }>(
    '/ccip/:resolverId/:sender/:data',
    {
      schema: {
        ...lookupSchema,
        operationId: 'lookupByGet',
        params: z.object({ resolverId: uuid, sender, data }),
      },
      ...unchecked,
    },
    (request, reply) => answer(request.params.resolverId, request.params.data, reply),
  )
  for (const [url, operationId, params] of [
    ['/ccip/:resolverId', 'lookupByPost', z.object({ resolverId: uuid })],
    ['/ccip/:resolverId/:sender', 'lookupByPostToSender', z.object({ resolverId: uuid, sender })],
  ] as const)
    app.post<{ Params: { resolverId: string } }>(
      url,
      { schema: { ...lookupByBodySchema, operationId, params }, ...unchecked, bodyLimit },
      (request, reply) => answer(request.params.resolverId, dataOf(request.body), reply),
    )
}

function dataOf(body: unknown): string {
  const isObject = typeof body === 'object' && body !== null
  if (isObject && 'data' in body && typeof body.data === 'string') return body.data
  throw new AppError('BadRequestException', 'The body is not {"data": "0x…", "sender": "0x…"}.')
}

/** Whether a path is one of the gateway's, also when it cannot be decoded. */
export const isLookup = (path: string): boolean => path.startsWith('/ccip/')

/** EIP-3668 clients read `message`; everyone else finds the envelope. */
export function onGatewayError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toAppError(thrown)
  if (error.status === 500) request.log.error({ err: error.cause }, 'lookup failed')
  return reply
    .code(error.status)
    .type('application/json')
    .send(JSON.stringify({ message: error.message, ...failureEnvelope(error) }))
}
