import type { FastifyBaseLogger as Logger } from 'fastify'
import { pino } from 'pino'
import { createChains } from './chain/chains.ts'
import type { Config, Secrets } from './config.ts'
import type { CoreContext } from './core/context.ts'
import { createSigner, type Signer } from './gateway/signer.ts'
import { openStore } from './store/open.ts'

/** Everything one running service holds. */
export interface Context extends CoreContext {
  readonly config: Config
  readonly log: Logger
  /** Gives back all that `createContext` opened; running queries finish first. */
  readonly close: () => Promise<void>
}

/** What a test or a command may bring itself. */
export interface Overrides {
  readonly clock?: () => number
  readonly log?: Logger
}

/** Opens the store (migrating it), connects the chains and loads the signers. */
export async function createContext(
  config: Config,
  secrets: Secrets,
  overrides: Overrides = {},
): Promise<Context> {
  const log = overrides.log ?? pino({ level: config.logLevel })
  const store = await openStore({ url: secrets.databaseUrl })
  return {
    config,
    log,
    store,
    chains: createChains({ rpcUrls: secrets.rpcUrls, timeout: config.rpcTimeout }),
    signers: createSigners(secrets.signerKeys),
    clock: overrides.clock ?? Date.now,
    rules: {
      limits: config.limits,
      messageLifetime: config.messageLifetime,
      answerLifetime: config.answerLifetime,
      verifyDomainControl: config.verifyDomainControl,
    },
    close: () => store.close(),
  }
}

function createSigners(keys: Secrets['signerKeys']): ReadonlyMap<number, Signer> {
  const signers = new Map<number, Signer>()
  for (const [chainId, key] of Object.entries(keys))
    if (key) signers.set(Number(chainId), createSigner(asHex(key)))
  return signers
}

/** Safe because the configuration's schema lets only `0x` and 64 hex digits through. */
const asHex = (key: string) => key as `0x${string}`
