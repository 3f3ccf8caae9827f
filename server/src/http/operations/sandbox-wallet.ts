import { z } from 'zod'
import { forwardWalletRpc, type WalletResponse, walletMethods } from '../../core/sandbox-wallet.ts'
import { chainIds } from '../../ens/chains.ts'
import { assertFromOwnPage } from '../credentials/own-origin.ts'
import { systemTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { chainId, plainResponse, responseOf } from '../schema/primitives.ts'

const tag = systemTag

const accounts = operation({
  summary: 'List the accounts of the sandbox',
  description: 'Funded on every local chain, which signs with them.',
  auth: { accepts: [] },
  handle: async ({ context }) => ({
    accounts: [...(context.sandboxAccounts ?? [])],
    chainIds: [...chainIds],
  }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/sandbox/wallet',
      id: 'bynameGetSandboxWallet',
      tag,
      response: plainResponse(z.object({ accounts: z.array(z.string()), chainIds: z.array(z.number()) })),
    },
  ],
})

const rpcId = z.union([z.number(), z.string().max(100)])

const rpcResponse = z.looseObject({ jsonrpc: z.literal('2.0'), id: rpcId })

const rpc = operation({
  summary: 'Call a local chain as a wallet',
  description: 'JSON-RPC 2.0, one call a request, from pages of this service on this machine.',
  auth: { accepts: [] },
  loadClass: 'outbound',
  isSafe: true,
  params: z.object({ chainId }),
  headers: z.looseObject({ host: z.string().optional(), origin: z.string().optional() }),
  body: z.object({
    jsonrpc: z.literal('2.0'),
    id: rpcId,
    method: z.enum(walletMethods),
    params: z.array(z.unknown()).max(8).default([]),
  }),
  callsUpstream: true,
  errors: ['OriginNotAllowedException'],
  handle: async ({ context, params, headers: { origin, host }, body: { id, ...request } }) => {
    assertFromOwnPage({ origin, protocol: 'http', host, publicUrl: context.config.publicUrl })
    return { id, ...(await forwardWalletRpc(context, { ...params, ...request })) }
  },
  respond: async ({ reply }, _envelope, data) =>
    reply.type('application/json; charset=utf-8').serializer(String).send(JSON.stringify(data)),
  mounts: [
    {
      method: 'POST',
      url: '/byname/v1/sandbox/rpc/:chainId',
      id: 'bynameCallSandboxChain',
      tag,
      response: responseOf(rpcResponse, (response: WalletResponse & { id: z.output<typeof rpcId> }) => ({
        jsonrpc: '2.0' as const,
        ...response,
      })),
    },
  ],
})

/** For pages of the sandbox alone; `serve` has no such path. */
export const sandboxWallet = [accounts, rpc].flat()
