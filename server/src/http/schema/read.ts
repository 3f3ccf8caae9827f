import { z } from 'zod'
import { ensChains } from '../../ens/chains.ts'

function rpcUrlSchema(schemes: string) {
  return z
    .string()
    .min(1)
    .max(2048)
    .meta({
      description:
        `Your JSON-RPC endpoint for ${ensChains.map(({ title }) => title).join(' or ')}: ${schemes}, on a public host, without credentials before the host. It ` +
        'is neither stored nor logged.',
      example: 'https://rpc.example/your-key',
    })
}

export const rpcUrl = rpcUrlSchema('https')

/** Takes precedence over the query, and stays out of proxies' logs. Empty means absent. */
export const rpcUrlHeaders = z.looseObject({
  'x-rpc-url': z.string().max(2048).optional().meta({
    description: 'As `rpcUrl`, over which it takes precedence.',
    example: 'https://rpc.example/your-key',
  }),
})

export const readNameQuery = z.object({
  ens: z
    .string()
    .min(1)
    .max(1200)
    .meta({
      description:
        'Any ENS name. `<name>@<chain>` (ERC-7828) reads the address on one chain only; the chain is an id, ' +
        '`eip155:<id>` or a label such as `base`. A `#<checksum>` after it is verified.',
      example: 'alice.demo.eth',
    }),
  providerUrl: rpcUrlSchema('https or http'),
})
