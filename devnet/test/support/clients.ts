import { JsonRpcProvider } from 'ethers'
import {
  createPublicClient,
  createWalletClient,
  extractChain,
  http,
  type PublicClientConfig,
  publicActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as viemChains from 'viem/chains'
import { onTestFinished } from 'vitest'
import type { ChainId } from '../../src/addresses.ts'
import type { Devnet } from '../../src/devnet.ts'

/** The chain as viem describes it. */
function stockChain(chainId: ChainId): viemChains.Chain {
  return extractChain({ chains: Object.values(viemChains) as viemChains.Chain[], id: chainId })
}

/** A stock viem client: the chain, and nothing but the URL. */
export function viemClient(
  devnet: Devnet,
  chainId: ChainId,
  options: Pick<PublicClientConfig, 'batch'> = {},
) {
  return createPublicClient({
    chain: stockChain(chainId),
    transport: http(devnet.rpcUrl(chainId)),
    ...options,
  })
}

/** A stock ethers provider. */
export function ethersProvider(devnet: Devnet, chainId: ChainId): JsonRpcProvider {
  const provider = new JsonRpcProvider(devnet.rpcUrl(chainId))
  onTestFinished(() => provider.destroy())
  return provider
}

/** The account at `index`, which signs locally. */
export function account({ accounts }: Pick<Devnet, 'accounts'>, index: number) {
  const found = accounts.at(index)
  if (!found) throw new Error(`There is no account ${index}.`)
  return privateKeyToAccount(found.privateKey)
}

/** A viem client that sends transactions as the account at `index`. */
export function walletClient(devnet: Devnet, chainId: ChainId, index: number) {
  return createWalletClient({
    account: account(devnet, index),
    chain: stockChain(chainId),
    transport: http(devnet.rpcUrl(chainId)),
    pollingInterval: 10,
  }).extend(publicActions)
}
