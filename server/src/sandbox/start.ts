import { join } from 'node:path'
import { type Devnet, startDevnet } from '@byname/devnet'
import type { Base } from '@byname/devnet/base'
import type { Config, Secrets } from '../config.ts'
import { type Context, createContext, type Overrides } from '../context.ts'
import { type Service, startService } from '../service.ts'
import { watchSigners } from '../signer-watch.ts'
import { signerKeys } from './accounts.ts'
import { readSandboxFile, type SandboxFile, writeSandboxFile } from './file.ts'
import { catchUp, preparePayment, startPaymentChain } from './payment.ts'
import { seed } from './seed.ts'

/** A running sandbox: local chains, the service on them, and a domain to issue names under. */
export interface Sandbox {
  readonly file: Required<SandboxFile>
  readonly devnet: Devnet
  /** The chain on which the service is paid. */
  readonly base: Base
  readonly context: Context
  /** Whether its data folder was empty, so that its keys are new. */
  readonly isFirstStart: boolean
  /** Finishes requests in flight, then saves and ends the chains. */
  readonly stop: () => Promise<void>
}

/** Milliseconds between looks at its local chains, which cost nothing. */
const signerCheckInterval = 5_000

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
    const base = await startPaymentChain(config, devnet)
    opened.push(base.stop)
    const payment = preparePayment(base, config, previous)
    const onLocalChains = {
      ...secrets,
      payment: payment.secrets,
      rpcUrls: { 1: devnet.rpcUrl(1), 11155111: devnet.rpcUrl(11155111) },
      signerKeys: signerKeys(devnet),
    }
    const outboundOrigins = new Set([...config.outboundOrigins, ...Object.values(onLocalChains.rpcUrls)])
    // Its resolvers are deployed while it starts, with its signers; they are watched from then on.
    const local = { ...config, payment: payment.config, outboundOrigins, signerCheckInterval: 0 }
    const context = await createContext(local, onLocalChains, overrides)
    opened.push(context.close)
    await catchUp(base, context)
    const service: Service = await startService(context)
    opened.push(service.stop)
    outboundOrigins.add(service.url)
    const seeded = await seed(context, devnet, { url: service.url, previous, adminKey: secrets.adminKey })
    const file = { ...seeded, payment: payment.file }
    await writeSandboxFile(config.dataDir, file)
    const monitor = watchSigners({ ...context, config: { ...local, signerCheckInterval } })
    if (monitor) opened.push(monitor.stop)
    return { file, devnet, base, context, isFirstStart: previous === undefined, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
