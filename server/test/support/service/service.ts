import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Address, getAddress, type Hex, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { readConfig } from '../../../src/config/config.ts'
import { type Context, createContext } from '../../../src/context.ts'
import { onboardDomain } from '../../../src/core/domains/onboard.ts'
import { createResolver } from '../../../src/core/resolvers/resolvers.ts'
import { createWorkspace } from '../../../src/core/workspaces.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import type { ApiKey } from '../../../src/model/api-key.ts'
import type { Domain } from '../../../src/model/domain.ts'
import type { Resolver } from '../../../src/model/resolver.ts'
import { startService } from '../../../src/server.ts'
import { createApiKey } from '../credentials/api-keys.ts'
import { createMigratedSqlite } from '../databases/migrated-sqlite.ts'
import { createFolder } from '../folders.ts'
import { type ApiCall, createClient } from '../http/api-client.ts'
import { type ConfigOverrides, overrideConfig } from './override-config.ts'

/** Environment variables of the service under test, beyond those it always gets. */
export type Settings = Readonly<Record<string, string>>

/** The chains on which tests have a domain. */
type TestedChainId = 1 | 11155111

/** What a service needs before names can be added, as its operator would have created it. */
export interface Tenant {
  readonly workspaceId: string
  readonly apiKey: ApiKey
  /** The API key, for x-api-key. */
  readonly key: string
  readonly resolvers: Readonly<Record<TestedChainId, Readonly<Record<TestedScheme, Resolver>>>>
  /** demo.eth, on both chains through the resolvers of the chain-bound digest. */
  readonly demo: Readonly<Record<TestedChainId, Domain>>
}

/** A running service, and its context for what no operation does yet. */
export interface TestService extends Tenant {
  readonly url: string
  readonly context: Context
  readonly call: ApiCall
  /** Milliseconds by which the service's clock is ahead of the real one. */
  readonly clock: { offsetMs: number }
  /** Onboards a new domain of the workspace; absent parts are a new name, mainnet, the chain-bound digest. */
  onboard(options?: { name?: string; chainId?: TestedChainId; scheme?: TestedScheme }): Promise<Domain>
  /** Starts another service on the same database, as another process or machine would, for `use`. */
  withSecondService(
    use: (other: Pick<TestService, 'url' | 'call' | 'context'>) => Promise<void>,
  ): Promise<void>
  stop(): Promise<void>
}

/** Signs the gateway's responses in every test. */
const signerKey: Hex = toHex(randomBytes(32))
export const signerAddress: Address = privateKeyToAddress(signerKey)

/**
 * The environment that tests give to a service: a new folder, a free port, no proof on chain. Without a database URL it
 * has an SQLite database in the folder.
 */
export function testEnvironment(
  folder: string,
  databaseUrl: string | undefined,
  settings: Settings = {},
): Settings {
  return {
    DATA_DIR: folder,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    PORT: '0',
    LOG_LEVEL: 'silent',
    // The tests run in the process of the service, and delay its event loop.
    MAX_EVENT_LOOP_DELAY_MS: '60000',
    SIGNER_KEY: signerKey,
    REQUIRE_ONCHAIN_RESOLVER: 'false',
    ...settings,
  }
}

/** Runs `use` on a new context, for a database that no service has open. */
export async function withContext<Result>(
  environment: Settings,
  use: (context: Context) => Promise<Result>,
): Promise<Result> {
  const { config, secrets } = readConfig(environment)
  const context = await createContext(config, secrets)
  return use(context).finally(context.close)
}

/** Starts the real service on an empty database; without its URL, on a new SQLite database. */
export async function startTestService(
  databaseUrl?: string,
  settings: Settings = {},
  overrides: ConfigOverrides = {},
): Promise<TestService> {
  const folder = await createFolder('api')
  if (databaseUrl === undefined) await createMigratedSqlite(join(folder, 'byname.db'))
  const { config: configured, secrets } = readConfig(testEnvironment(folder, databaseUrl, settings))
  const config = overrideConfig(configured, overrides)
  const clock = { offsetMs: 0 }
  const context = await createContext(config, secrets, { clock: () => Date.now() + clock.offsetMs })
  const service = await startService(context)
  const tenant = await createTenant(context)
  return {
    ...tenant,
    url: service.url,
    context,
    call: await createClient(service.url),
    clock,
    onboard: ({ name = uniqueName(), chainId = 1, scheme = 'chain-bound' } = {}) =>
      onboard(context, tenant, tenant.resolvers[chainId][scheme], name),
    withSecondService: async (use) => {
      const context = await createContext(config, secrets)
      const { url, stop } = await startService(context)
      await use({ url, context, call: await createClient(url) }).finally(stop)
    },
    stop: async () => {
      await service.stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** `merkle` needs a contract of ours on a chain. */
type TestedScheme = 'published' | 'chain-bound'

/** Creates a workspace with a key, four resolver entries and demo.eth on both chains. */
export async function createTenant(context: Context): Promise<Tenant> {
  const { id: workspaceId } = await createWorkspace(context, { name: 'Acme' })
  const { apiKey, key } = await createApiKey(context, {
    workspaceId,
    name: 'shop',
    scopes: ['names:write', 'domains:write'],
  })
  const resolvers = {
    1: await createResolvers(context, 1),
    11155111: await createResolvers(context, 11155111),
  }
  const owner = { workspaceId, apiKey }
  const demo = {
    1: await onboard(context, owner, resolvers[1]['chain-bound'], 'demo.eth'),
    11155111: await onboard(context, owner, resolvers[11155111]['chain-bound'], 'demo.eth'),
  }
  return { ...owner, key, resolvers, demo }
}

function uniqueName() {
  return `d${randomBytes(8).toString('hex')}.eth`
}

function onboard(
  context: Context,
  { apiKey, workspaceId }: Pick<Tenant, 'apiKey' | 'workspaceId'>,
  { id: resolverId }: Resolver,
  name: string,
) {
  return onboardDomain(context, { caller: { apiKey }, workspaceId, resolverId, name: normalizeName(name) })
}

async function createResolvers(context: Context, chainId: TestedChainId) {
  const create = (signingScheme: TestedScheme) =>
    createResolver(context, {
      chainId,
      address: getAddress(toHex(randomBytes(20))),
      registryAddress: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
      nodeProvider: 'https://rpc.example',
      chainName: chainId === 1 ? 'mainnet' : 'sepolia',
      environment: 'production',
      signingScheme,
    })
  return { 'chain-bound': await create('chain-bound'), published: await create('published') }
}
