import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { JsonRpcProvider } from 'ethers'
import { createPublicClient, http, type PublicClient } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { mainnet, sepolia } from 'viem/chains'
import { onTestFinished } from 'vitest'
import { validAlertTargets } from '../../../src/alert/target.ts'
import { readConfig } from '../../../src/config/config.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/start.ts'
import { createMigratedSqlite } from '../databases/migrated-sqlite.ts'
import { createFolder } from '../folders.ts'
import { type ApiCall, createClient } from '../http/api-client.ts'
import { startDnsServer, type TestDnsServer } from '../http/dns-server.ts'

/** A sandbox in its own folder, a client of its interface, and a clock that tests may move. */
export interface TestSandbox extends Sandbox {
  readonly call: ApiCall
  /** Milliseconds by which the service's clock is ahead of the real one; negative: behind. */
  readonly clock: { offsetMs: number }
  /** The DNS that the service asks for TXT records. */
  readonly dns: TestDnsServer
}

/** None listens there: mails are accepted, and wait. */
const silentMailServer = { url: 'smtp://127.0.0.1:9', from: 'names@localhost' }

/** Beats nothing until an owner asks for it. */
const anchorKey = `0x${'a5'.repeat(32)}`

const alertTargets = validAlertTargets(['mailto:operator@localhost'])

/**
 * Starts the real sandbox on free ports, with further environment variables and a log, on chains that are not kept; `stop`
 * removes its folder too.
 */
export async function startTestSandbox(
  settings: Readonly<Record<string, string>> = {},
  options: SandboxOptions = {},
): Promise<TestSandbox> {
  const folder = await createFolder('sandbox')
  if (!('DATABASE_URL' in settings)) await createMigratedSqlite(join(folder, 'byname.db'))
  const dns = await startDnsServer()
  const environment = {
    DATA_DIR: folder,
    PORT: '0',
    SANDBOX_CHAIN_PORT: '0',
    LOG_LEVEL: 'silent',
    DNS_SERVERS: dns.address,
    MAX_EVENT_LOOP_DELAY_MS: '60000',
    ANCHOR_TARGETS: `${folder}=https://files.example`,
    ANCHOR_KEY_1: anchorKey,
    ANCHOR_KEY_11155111: anchorKey,
  }
  const { config, secrets } = readConfig({ ...environment, ...settings })
  const clock = { offsetMs: 0 }
  const sandbox = await startSandbox(
    config,
    { ...secrets, smtp: silentMailServer, alertTargets },
    {
      clock: () => Date.now() + clock.offsetMs,
      keepsChains: false,
      ...options,
    },
  )
  const stop = async () => {
    await sandbox.stop()
    await dns.close()
    await rm(folder, { recursive: true })
  }
  return { ...sandbox, call: await createClient(sandbox.file.url), clock, dns, stop }
}

export type ChainId = 1 | 11155111

/** A stock viem client: the chain, and nothing but the URL. */
export function viemClient({ devnet }: Sandbox, chainId: ChainId = 1): PublicClient {
  return createPublicClient({
    chain: chainId === 1 ? mainnet : sepolia,
    transport: http(devnet.rpcUrl(chainId)),
  })
}

/** A stock ethers provider. */
export function ethersProvider({ devnet }: Sandbox, chainId: ChainId = 1): JsonRpcProvider {
  const provider = new JsonRpcProvider(devnet.rpcUrl(chainId))
  onTestFinished(() => provider.destroy())
  return provider
}

/** A user of the sandbox; the first one owns its domain. */
export function user({ file }: Sandbox, index: number): PrivateKeyAccount {
  const account = file.accounts[index]
  if (!account) throw new Error(`The sandbox has no account ${index}.`)
  return privateKeyToAccount(account.privateKey)
}
