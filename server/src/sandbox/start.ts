import { join } from 'node:path'
import { type Devnet, startDevnet } from '@byname/devnet'
import type { Config, Secrets } from '../config.ts'
import { type Context, createContext, type Overrides } from '../context.ts'
import { type Service, startService } from '../service.ts'
import { readSandboxFile, type SandboxFile, writeSandboxFile } from './file.ts'
import { seed } from './seed.ts'
import { signerKeys } from './signers.ts'

/** A running sandbox: local chains, the service on them, and a domain to issue names under. */
export interface Sandbox {
  readonly file: SandboxFile
  readonly devnet: Devnet
  readonly context: Context
  /** Whether its data folder was empty, so that its keys are new. */
  readonly isFirstStart: boolean
  /** Finishes requests in flight, then saves and ends the chains. */
  readonly stop: () => Promise<void>
}

/** Starts the sandbox in the configured data folder, going on with what is there. Rejects with nothing left running. */
export async function startSandbox(
  config: Config,
  secrets: Secrets,
  overrides: Overrides = {},
): Promise<Sandbox> {
  const previous = await readSandboxFile(config.dataDir)
  const devnet = await startDevnet({
    basePort: config.sandboxChainPort,
    stateDir: join(config.dataDir, 'chains'),
  })
  const opened: (() => Promise<void>)[] = [() => devnet.stop()]
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close()
  }
  try {
    const onLocalChains = {
      ...secrets,
      rpcUrls: { 1: devnet.rpcUrl(1), 11155111: devnet.rpcUrl(11155111) },
      signerKeys: signerKeys(devnet),
    }
    const outboundOrigins = new Set([...config.outboundOrigins, ...Object.values(onLocalChains.rpcUrls)])
    const context = await createContext({ ...config, outboundOrigins }, onLocalChains, overrides)
    opened.push(context.close)
    const service: Service = await startService(context)
    opened.push(service.stop)
    outboundOrigins.add(service.url)
    const file = await seed(context, devnet, { url: service.url, previous, adminKey: secrets.adminKey })
    await writeSandboxFile(config.dataDir, file)
    return { file, devnet, context, isFirstStart: previous === undefined, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
