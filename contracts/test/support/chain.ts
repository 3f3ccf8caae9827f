import { type AnvilOptions, startAnvil } from '@byname/devnet/anvil'
import { createClient, defineChain, http, publicActions, testActions, walletActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'

/** The nth of the accounts that a fresh anvil funds. */
function account(addressIndex: number) {
  return mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex })
}

/** Deploys and owns the resolver. */
export const owner = account(0)
/** Neither an owner nor a signer at first. */
export const otherAccount = account(1)

function createLocalClient(chainId: number, rpcUrl: string) {
  const chain = defineChain({
    id: chainId,
    name: 'local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  return createClient({ chain, transport: http(), account: owner, ccipRead: false, pollingInterval: 10 })
    .extend(testActions({ mode: 'anvil' }))
    .extend(publicActions)
    .extend(walletActions)
}

/**
 * A running local chain and a client that reads, sends as `owner`, moves the clock, and does not follow OffchainLookup.
 */
export interface Chain {
  readonly client: ReturnType<typeof createLocalClient>
  stop(): Promise<void>
}

/** Starts a local chain; `stop` ends it. A hardfork is one of those of Ethereum; absent: the newest that the node knows. */
export async function startChain(
  chainId: number,
  options: Pick<AnvilOptions, 'hardfork'> = {},
): Promise<Chain> {
  const { rpcUrl, stop } = await startAnvil({ chainId, ...options })
  return { client: createLocalClient(chainId, rpcUrl), stop }
}

/** The chain's clock in Unix seconds, as a view call sees it. */
export async function getChainTime({ client }: Chain): Promise<bigint> {
  return (await client.getBlock()).timestamp
}

/** Sets the chain's clock to exactly `timestamp`, in Unix seconds. */
export async function setTime({ client }: Chain, timestamp: bigint): Promise<void> {
  await client.setNextBlockTimestamp({ timestamp })
  await client.mine({ blocks: 1 })
}
