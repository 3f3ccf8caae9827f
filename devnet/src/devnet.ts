import type { Address } from 'viem'
import { getCode } from 'viem/actions'
import { type DevnetAccount, deployerAddress, deriveAccounts } from './accounts.ts'
import { type Addresses, type ChainId, chainIds } from './addresses.ts'
import type { Chain, Generation } from './chain.ts'
import { type RunningEnsChain, startEnsChain } from './start-ens-chain.ts'
import {
  deployPublishedResolver,
  deployResolver,
  type PublishedResolverOptions,
  type ResolverOptions,
  setResolverUrls,
} from './verbs/deploy-resolver.ts'
import { increaseTime } from './verbs/increase-time.ts'
import { type PointNameOptions, pointName } from './verbs/point-name.ts'
import { type Registration, registerName } from './verbs/register-name.ts'
import { setResolver } from './verbs/set-resolver.ts'
import { setReverseName } from './verbs/set-reverse-name.ts'
import { grantV2Roles, registerV2, reserveV2, type V2Registration } from './verbs/v2.ts'
import { wrapName } from './verbs/wrap-name.ts'

export interface DevnetOptions {
  /** Absent: all. */
  readonly chains?: readonly ChainId[]
  /** Per chain; absent: `v1`. */
  readonly generations?: Partial<Record<ChainId, Generation>>
  /** Port of the first chain; each further one has the next port. Absent or 0: free ones. */
  readonly basePort?: number
  /** Folder in which the chains are kept over restarts; absent: they are not kept. */
  readonly stateDir?: string
}

/**
 * Local chains with ENS on them. When the promise of a change resolves, it is in the state file, if there is one;
 * changes of one chain are made one after the other. A chain that does not run here is an error.
 */
export interface Devnet {
  /** Ten accounts with 10,000 ether on each chain; the last one is the deployer. */
  readonly accounts: readonly DevnetAccount[]
  /** Owns the root of ENS and, by default, the resolvers. */
  readonly deployer: Address
  rpcUrl(chainId: number): string
  addresses(chainId: number): Addresses
  isContract(chainId: number, address: Address): Promise<boolean>
  /** Whether the chain continues from an earlier start. */
  isRestored(chainId: number): boolean

  registerName(chainId: number, label: string, registration: Registration): Promise<void>
  pointName(chainId: number, name: string, pointing: PointNameOptions): Promise<void>
  wrapName(chainId: number, label: string, owner?: Address): Promise<void>
  setResolver(chainId: number, name: string, resolver: Address): Promise<void>
  setReverseName(chainId: number, account: Address, name: string): Promise<void>
  deployResolver(chainId: number, options: ResolverOptions): Promise<Address>
  setResolverUrls(chainId: number, resolver: Address, urls: readonly string[]): Promise<void>
  deployPublishedResolver(chainId: number, options: PublishedResolverOptions): Promise<Address>
  registerV2(chainId: number, label: string, registration: V2Registration): Promise<void>
  reserveV2(chainId: number, label: string): Promise<void>
  grantV2Roles(chainId: number, label: string, account: Address, roles: bigint): Promise<void>
  increaseTime(chainId: number, seconds: number): Promise<void>

  /** Saves the chains that are kept, and stops them. */
  stop(): Promise<void>
}

/** Starts the local chains. Rejects, with nothing left running, when one of them does not start. */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const { chains = chainIds, generations = {}, basePort = 0, stateDir } = options
  const starting = chains.map((chainId) =>
    startEnsChain({
      chainId,
      port: basePort && basePort + chains.indexOf(chainId),
      generation: generations[chainId] ?? 'v1',
      stateDir,
    }),
  )
  const accounts = deriveAccounts()
  return createDevnet(accounts, await allOrStop(starting))
}

/** Waits for every chain; if one failed, stops the others and throws its error. */
async function allOrStop(starting: readonly Promise<RunningEnsChain>[]): Promise<RunningEnsChain[]> {
  const outcomes = await Promise.allSettled(starting)
  const running = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (!failure) return running
  await Promise.all(running.map(({ stop }) => stop()))
  throw failure.reason
}

function createDevnet(accounts: readonly DevnetAccount[], running: readonly RunningEnsChain[]): Devnet {
  const find = (chainId: number): RunningEnsChain => {
    const found = running.find(({ chain }) => chain.chainId === chainId)
    if (!found) throw new Error(`Chain ${chainId} does not run here.`)
    return found
  }
  const bindVerb =
    <Arguments extends unknown[], T>(verb: (chain: Chain, ...args: Arguments) => Promise<T>) =>
    async (chainId: number, ...args: Arguments): Promise<T> => {
      const { chain, runExclusive } = find(chainId)
      return runExclusive(() => verb(chain, ...args))
    }

  return {
    accounts,
    deployer: deployerAddress,
    rpcUrl: (chainId) => find(chainId).rpcUrl,
    addresses: (chainId) => find(chainId).chain.addresses,
    isContract: async (chainId, address) =>
      (await getCode(find(chainId).chain.client, { address })) !== undefined,
    isRestored: (chainId) => find(chainId).isRestored,
    registerName: bindVerb(registerName),
    pointName: bindVerb(pointName),
    wrapName: bindVerb(wrapName),
    setResolver: bindVerb(setResolver),
    setReverseName: bindVerb(setReverseName),
    deployResolver: bindVerb(deployResolver),
    setResolverUrls: bindVerb(setResolverUrls),
    deployPublishedResolver: bindVerb(deployPublishedResolver),
    registerV2: bindVerb(registerV2),
    reserveV2: bindVerb(reserveV2),
    grantV2Roles: bindVerb(grantV2Roles),
    increaseTime: bindVerb(increaseTime),
    stop: async () => {
      await Promise.all(running.map(({ stop }) => stop()))
    },
  }
}
