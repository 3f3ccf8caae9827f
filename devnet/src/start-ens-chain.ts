import { getCode } from 'viem/actions'
import type { ChainId } from './addresses.ts'
import type { Chain, Generation } from './chain.ts'
import { connectChain } from './connect-chain.ts'
import { deployEns } from './deploy-ens.ts'
import { type ChainOptions, type RunningChain, startChain } from './start-chain.ts'

export interface EnsChainOptions extends Pick<ChainOptions, 'port' | 'stateDir'> {
  readonly chainId: ChainId
  readonly generation: Generation
}

export interface RunningEnsChain extends RunningChain {
  readonly chain: Chain
}

/** Starts a chain with ENS on it. Rejects like any chain, and when its state is of the other ENS version. */
export async function startEnsChain({ generation, ...options }: EnsChainOptions): Promise<RunningEnsChain> {
  const connect = (rpcUrl: string) => connectChain(options.chainId, rpcUrl, generation)
  const running = await startChain({
    ...options,
    prepare: async (rpcUrl, isRestored) => {
      const chain = connect(rpcUrl)
      await (isRestored ? assertGeneration(chain) : deployEns(chain))
    },
  })
  return { ...running, chain: connect(running.rpcUrl) }
}

async function assertGeneration({ chainId, generation, client, addresses }: Chain): Promise<void> {
  const v2 = await getCode(client, { address: addresses.v2Root })
  const found = v2 ? 'v2' : 'v1'
  if (found !== generation)
    throw new Error(`The state of chain ${chainId} is of ENS ${found}, not ${generation}.`)
}
