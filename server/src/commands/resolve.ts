import { createPublicClient, http, type PublicClient } from 'viem'
import { readConfig } from '../config.ts'
import { normalizeName } from '../ens/name.ts'
import { findRunningSandbox } from '../sandbox/find-running.ts'
import { command, defaulted, flag } from './command.ts'
import { printOne } from './print.ts'
import { readChain } from './read-option.ts'
import { readProfile } from './read-profile.ts'

export const resolve = command({
  name: 'resolve',
  summary: 'resolve a name of the running sandbox as any ENS client would, on mainnet (1) or Sepolia',
  operands: ['name'],
  options: { chain: defaulted('id', '1'), json: flag },
  run: async ({ operands: [name], options }) => {
    const chainId = readChain(options.chain)
    const { config } = readConfig()
    const sandbox = await findRunningSandbox(config)
    const transport = http(sandbox.chains[chainId].rpcUrl)
    // Every chain that viem knows comes with it, so no other command loads it.
    const { mainnet, sepolia } = await import('viem/chains')
    const chain = chainId === 1 ? mainnet : sepolia
    const client: PublicClient = createPublicClient({ chain, transport })
    printOne(Object.fromEntries(await readProfile(client, normalizeName(name))), options.json)
  },
})
