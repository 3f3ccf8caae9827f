import { join } from 'node:path'
import { type Devnet, startDevnet } from '@byname/devnet'
import { anvilBinary } from '@byname/devnet/anvil-binary'
import type { Base } from '@byname/devnet/base'
import type { Config, Secrets } from '../config/config.ts'
import { type Context, createContext, type Overrides } from '../context.ts'
import { lowerCaseHex } from '../crypto/hex.ts'
import { chainIds, mapChains } from '../ens/chains.ts'
import { OperatorError } from '../errors.ts'
import { startJobs } from '../job.ts'
import { surveyHealth } from '../jobs.ts'
import type { Service } from '../listen.ts'
import { startService } from '../server.ts'
import { isFree } from './free-ports.ts'
import { readSandboxFile, type SandboxFile, writeSandboxFile } from './sandbox-file.ts'
import {
  configurePayment,
  domainOwner,
  seed,
  signerKeys,
  startPaymentChain,
  syncRelayerNonceOnChain,
  userAccounts,
} from './seed.ts'

export interface Sandbox {
  readonly file: Required<SandboxFile>
  readonly devnet: Devnet
  readonly base: Base
  readonly context: Context
  readonly isFirstStart: boolean
  /** Completes requests in flight, then saves and stops the chains. */
  readonly stop: () => Promise<void>
}

/** Milliseconds; local checks cost nothing. */
const signerCheckInterval = 5_000

export interface SandboxOptions extends Overrides {
  /** Whether a restart continues the chains; absent: true. */
  readonly keepsChains?: boolean
}

/** Where the chains are kept. */
export function chainFolder(dataDir: string): string {
  return join(dataDir, 'chains')
}

/** @throws OperatorError when a port of the local chains is taken. */
async function assertPortsFree(first: number): Promise<void> {
  if (first === 0) return
  const ports = Array.from({ length: chainIds.length + 1 }, (_, index) => first + index)
  for (const port of ports) {
    if (!(await isFree(port)))
      throw new OperatorError(
        `Port ${port} is taken, and the local chains need ${first} to ${ports.at(-1)}: set SANDBOX_CHAIN_PORT to the first of ` +
          'three free ports, or to 0, which takes any.',
      )
  }
}

/** An optional dependency of the package. @throws OperatorError when it is not installed. */
function assertAnvilInstalled(): void {
  try {
    anvilBinary()
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : `${error}`)
  }
}

/** Keeps existing data. Rejects with nothing left running. */
export async function startSandbox(
  config: Config,
  secrets: Secrets,
  { keepsChains = true, ...overrides }: SandboxOptions = {},
): Promise<Sandbox> {
  assertAnvilInstalled()
  const previous = await readSandboxFile(config.dataDir)
  await assertPortsFree(config.sandboxChainPort)
  const stateDir = keepsChains ? chainFolder(config.dataDir) : undefined
  const devnet = await startDevnet({
    chains: chainIds,
    basePort: config.sandboxChainPort,
    ...(stateDir && { stateDir }),
  })
  const cleanups: (() => Promise<void>)[] = [() => devnet.stop()]
  const stop = async () => {
    for (const close of cleanups.splice(0).reverse()) await close()
  }
  try {
    const base = await startPaymentChain(config, devnet, stateDir)
    cleanups.push(base.stop)
    const payment = configurePayment(base, config, previous)
    const localSecrets = {
      ...secrets,
      payment: payment.secrets,
      rpcUrls: mapChains(({ id }) => devnet.rpcUrl(id)),
      signerKeys: mapChains(({ id }) => [signerKeys(devnet)[id]]),
    }
    const outboundOrigins = new Set([
      ...config.outboundAllowedOrigins,
      ...Object.values(localSecrets.rpcUrls),
    ])
    // The start deploys the resolvers with their signers; the monitor starts afterwards.
    const localConfig = {
      ...config,
      payment: payment.config,
      outboundAllowedOrigins: outboundOrigins,
      signerMonitorIntervalMs: 0,
      operators:
        config.operators.size > 0 ? config.operators : new Set([lowerCaseHex(domainOwner(devnet).address)]),
      workspaceCreation: 'domain-controllers' as const,
      facades: { nameStone: true, namespace: true },
      mcp: true,
    }
    const context = await createContext(localConfig, localSecrets, {
      ...overrides,
      sandboxAccounts: userAccounts(devnet).map(({ address }) => address),
    })
    cleanups.push(context.close)
    await syncRelayerNonceOnChain(base, context)
    const service: Service = await startService(context)
    cleanups.push(service.stop)
    outboundOrigins.add(service.url)
    const seeded = await seed(context, devnet, { url: service.url, previous, adminKey: secrets.adminApiKey })
    const file = { ...seeded, payment: payment.file }
    await writeSandboxFile(config.dataDir, file)
    cleanups.push(startJobs(context, surveyHealth(context, signerCheckInterval)))
    return { file, devnet, base, context, isFirstStart: previous === undefined, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
