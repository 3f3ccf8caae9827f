import { createPublicClient, http, type PublicClient } from 'viem'
import { mainnet, sepolia } from 'viem/chains'
import { readConfig } from '../config.ts'
import { normalizeName } from '../ens/name.ts'
import { findRunningSandbox } from '../sandbox/find-running.ts'
import { UsageError } from '../usage-error.ts'
import { type ProfileRow, readProfile } from './read-profile.ts'

const chains = { '1': mainnet, '11155111': sepolia }

/** Resolves a name on the running sandbox's chains with an unmodified viem client and prints what it has. */
export async function resolve(name: string, chainId: string): Promise<void> {
  if (chainId !== '1' && chainId !== '11155111') throw new UsageError('The chain is 1 or 11155111.')
  const { config } = readConfig()
  const sandbox = await findRunningSandbox(config)
  const transport = http(sandbox.chains[chainId].rpcUrl)
  const client: PublicClient = createPublicClient({ chain: chains[chainId], transport })
  print(await readProfile(client, normalizeName(name)))
}

function print(rows: readonly ProfileRow[]): void {
  const width = Math.max(...rows.map(([record]) => record.length))
  for (const [record, value] of rows) console.log(`${record.padEnd(width)}  ${value}`)
}
