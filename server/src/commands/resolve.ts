import { createPublicClient, http, type PublicClient } from 'viem'
import { mainnet, sepolia } from 'viem/chains'
import { readConfig } from '../config.ts'
import { normalizeName } from '../ens/name.ts'
import { readSandboxFile, type SandboxFile } from '../sandbox/file.ts'
import { type ProfileRow, readProfile } from './read-profile.ts'
import { UsageError } from './usage-error.ts'

const chains = { '1': mainnet, '11155111': sepolia }

/** Resolves a name on the running sandbox's chains with an unmodified viem client and prints what it has. */
export async function resolve(name: string, chainId: string): Promise<void> {
  if (chainId !== '1' && chainId !== '11155111') throw new UsageError('The chain is 1 or 11155111.')
  const { config } = readConfig()
  const sandbox = await readSandboxFile(config.dataDir)
  if (!sandbox) throw new UsageError(`There is no sandbox in ${config.dataDir}: start one with npm start.`)
  const client: PublicClient = createPublicClient({
    chain: chains[chainId],
    transport: http(rpcUrl(sandbox, chainId)),
  })
  await assertRunning(client)
  print(await readProfile(client, normalizeName(name)))
}

const rpcUrl = (sandbox: SandboxFile, chainId: keyof typeof chains): string => sandbox.chains[chainId].rpcUrl

async function assertRunning(client: PublicClient): Promise<void> {
  try {
    await client.getChainId()
  } catch {
    throw new UsageError('The sandbox does not answer: start it with npm start.')
  }
}

function print(rows: readonly ProfileRow[]): void {
  const width = Math.max(...rows.map(([record]) => record.length))
  for (const [record, value] of rows) console.log(`${record.padEnd(width)}  ${value}`)
}
