import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { gatewayOperations } from './documentation.ts'
import { onGatewayError } from './gateway-error.ts'
import { callDataFromBody, handleLookup } from './handle-lookup.ts'

const [getLookup, ...postLookups] = gatewayOperations

/** Bytes of a POST body: the call data of a large multicall as hex, with room to spare. */
const bodyLimit = 262_144

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
    getLookup.url,
    { schema: getLookup.schema, ...noValidation },
    (request, reply) => send(request.params.resolverId, request.params.data, reply),
  )
  for (const { url, schema } of postLookups)
    app.post<{ Params: { resolverId: string } }>(
      url,
      { schema, ...noValidation, bodyLimit },
      (request, reply) => send(request.params.resolverId, callDataFromBody(request.body), reply),
    )
}
