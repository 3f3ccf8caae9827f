import { z } from 'zod'
import { registerContractName } from '../../core/subnames/register-contract-name.ts'
import { operation } from '../operation.ts'
import { administrators } from '../operation-auth.ts'
import { coinType } from '../schema/primitives.ts'
import { subnameAnswer } from '../schema/record.ts'
import { subnameKey } from '../schema/write.ts'

/** RPCs in one request. */
const maxNodes = 16

const nameEvmContract = operation({
  summary: 'Give a subname to a contract',
  description:
    'With an admin key. On the chain of each address, read through the given RPC, there must be a contract. The ' +
    'chains may be any EVM chains; where coin type 60 is not among them, the name is listed with the zero address for it.',
  auth: { accepts: administrators },
  loadClass: 'outbound',
  body: z.object({
    ...subnameKey,
    addresses: z
      .array(
        z.object({
          coinType,
          address: z
            .string()
            .min(1)
            .meta({ description: 'Address of the contract on the chain of the coin type.' }),
        }),
      )
      .min(1)
      .meta({
        description: 'The address on each chain, by the coin types of EVM chains.',
        example: [{ coinType: 60, address: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e' }],
      }),
    providerUrls: z
      .array(z.string().min(1).max(2000))
      .min(1)
      .max(maxNodes)
      .meta({
        description: 'A JSON-RPC endpoint for each chain, https and public.',
        example: ['https://rpc.example'],
      }),
  }),
  callsUpstream: true,
  errors: [
    'RpcUrlRejectedException',
    'InvalidRecordException',
    'DomainBlockedException',
    'SubscriptionLapsedException',
    'PolicyRefusedException',
    'EnsNotFound',
    'SubdomainAlreadyExistsException',
    'LimitReachedException',
  ],
  handle: ({ context, caller, body }) => {
    const { chainId, ensDomain: domain, username: label, addresses, providerUrls: rpcUrls } = body
    return registerContractName(context, { caller, chainId, domain, label, addresses, rpcUrls })
  },
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/subname/admin-name-evm-contract',
      id: 'v1NameEvmContract',
      tag: 'Subnames (v1)',
      answer: subnameAnswer,
    },
  ],
})

export const contractNames = [nameEvmContract].flat()
