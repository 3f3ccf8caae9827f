import { z } from 'zod'
import { nameContract } from '../../core/subnames/name-contract.ts'
import { route } from '../kit.ts'
import { presentRecord } from '../present/record.ts'
import { failuresOf } from '../schema/failures.ts'
import { subnameRecord } from '../schema/record.ts'
import { coinType } from '../schema/wire.ts'
import { subnameKey } from '../schema/write.ts'

/** Nodes that one request may name. */
const maxNodes = 16

const nameEvmContract = route({
  method: 'POST',
  url: '/ens/v1/subname/admin-name-evm-contract',
  id: 'v1NameEvmContract',
  tag: 'Subnames, first generation',
  summary: 'Give a subname to a contract',
  description:
    'On an admin key. On the chain of each address, read through the node given for it, a contract has to stand there. The ' +
    'chains may be any EVM chains; where coin type 60 is not among them, the name is listed with the zero address for it.',
  credentials: 'admin',
  load: 'outbound',
  body: z.object({
    ...subnameKey,
    addresses: z
      .array(z.object({ coinType, address: z.string().min(1) }))
      .min(1)
      .meta({ example: [{ coinType: 60, address: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e' }] }),
    providerUrls: z
      .array(z.string().min(1).max(2000))
      .min(1)
      .max(maxNodes)
      .meta({
        description: 'A JSON-RPC node for each chain, https and public.',
        example: ['https://rpc.example'],
      }),
  }),
  data: subnameRecord,
  errors: [
    ...failuresOf.add,
    'RpcUrlRejectedException',
    'UpstreamException',
    'UpstreamTimeoutException',
    'ServiceUnavailableException',
  ],
  handle: async ({ context, caller, body }) => {
    const { chainId, ensDomain: domain, username: label, addresses, providerUrls: rpcUrls } = body
    return presentRecord(await nameContract(context, { caller, chainId, domain, label, addresses, rpcUrls }))
  },
})

export const contractNames = [nameEvmContract]
