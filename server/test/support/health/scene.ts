import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Devnet } from '@byname/devnet'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { readConfig } from '../../../src/config/config.ts'
import { type Context, createContext } from '../../../src/context.ts'
import { newId } from '../../../src/core/context.ts'
import { onboardDomain } from '../../../src/core/domains/onboard.ts'
import { createWorkspace } from '../../../src/core/workspaces.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { startService } from '../../../src/server.ts'
import { deployResolverOf } from '../chain/deploy-resolver.ts'
import { type FaultyRpc, startFaultyRpc } from '../chain/faulty-rpc.ts'
import { createLocalResolver } from '../chain/onboard-domain.ts'
import { createApiKey } from '../credentials/api-keys.ts'
import { createMigratedSqlite } from '../databases/migrated-sqlite.ts'
import { createFolder } from '../folders.ts'
import { createClient, dataOf } from '../http/api-client.ts'
import { runCommand, startCommand } from '../service/command.ts'
import { type Settings, testEnvironment } from '../service/service.ts'
import { type SwitchableGateway, startSwitchableGateway } from './switchable.ts'

/** A domain with a resolver contract and a gateway URL of its own. */
interface SceneDomain {
  readonly name: string
  readonly resolver: Address
  readonly gateway: SwitchableGateway
}

/** What gives health. */
export interface Watched {
  /** The codes of `/ready`. */
  readonly codes: () => Promise<readonly string[]>
  /** What a reason is about. */
  readonly subjects: (code: string) => Promise<readonly string[]>
  /** It has no reason, and has resolved its names. */
  readonly isWell: () => Promise<boolean>
}

/** A service with a clock, a node, gateways and a signer, each of which a test can break. */
export interface Scene extends Watched {
  readonly url: string
  readonly context: Context
  readonly clock: { offsetMs: number }
  readonly rpc: FaultyRpc
  readonly domains: readonly SceneDomain[]
  readonly signer: Address
  readonly stop: () => Promise<void>
}

export interface SceneOptions {
  readonly databaseUrl?: string
  /** Of the SQLite database; absent: a new folder. */
  readonly folder?: string
  /** Labels of its domains, and whether their gateways use TLS. */
  readonly domains: Readonly<Record<string, 'http' | 'https'>>
  /** Its socket, its address and how to start it for resolvers; absent: a key in the process. */
  readonly signer?: ScenesSigner
  /** In the process; beside `signer`, it is a second one that the contracts trust. Absent: a new one without `signer`. */
  readonly key?: Hex
  readonly settings?: Settings
}

interface ScenesSigner {
  readonly socket: string
  readonly address: Address
}

export async function startScene(devnet: Devnet, options: SceneOptions): Promise<Scene> {
  const folder = options.folder ?? (await createFolder('scene'))
  if (options.databaseUrl === undefined) await createMigratedSqlite(join(folder, 'byname.db'))
  const rpc = await startFaultyRpc(devnet.rpcUrl(1))
  const key = options.key ?? (options.signer ? undefined : generatePrivateKey())
  const own = key === undefined ? [] : [privateKeyToAddress(key)]
  const [signer, ...spares] = [...(options.signer ? [options.signer.address] : []), ...own]
  if (!signer) throw new Error('A scene has a signer.')
  const clock = { offsetMs: 0 }
  const gateways = await Promise.all(
    Object.values(options.domains).map((scheme) => startSwitchableGateway(scheme === 'https')),
  )
  const { config, secrets } = readConfig(
    testEnvironment(folder, options.databaseUrl, {
      RPC_URL_1: rpc.url,
      SIGNER_KEY: key ?? '',
      ...(options.signer && { SIGNER_SOCKET: options.signer.socket }),
      OUTBOUND_ALLOWED_ORIGINS: gateways.map(({ url }) => url).join(','),
      ...options.settings,
    }),
  )
  const context = await createContext(config, secrets, { clock: () => Date.now() + clock.offsetMs })
  const { id: workspaceId } = await createWorkspace(context, { name: 'Acme' })
  const { apiKey } = await createApiKey(context, { workspaceId, name: 'shop', scopes: ['domains:write'] })
  const domains: SceneDomain[] = []
  for (const [index, label] of Object.keys(options.domains).entries()) {
    const [id, gateway] = [newId(), gateways[index]]
    if (!gateway) throw new Error('Each domain has a gateway.')
    const url = `${gateway.url}/ccip/${id}`
    const signers = [signer, ...spares]
    const resolver = await deployResolverOf(devnet, { chainId: 1, scheme: 'merkle', url, signers })
    await createLocalResolver(context, devnet, { id, chainId: 1, address: resolver, signingScheme: 'merkle' })
    const owner = devnet.accounts[0]?.address ?? resolver
    await devnet.registerName(1, label, { owner, resolver })
    await onboardDomain(context, {
      caller: { apiKey },
      workspaceId,
      resolverId: id,
      name: normalizeName(`${label}.eth`),
    })
    domains.push({ name: `${label}.eth`, resolver, gateway })
  }
  const service = await startService(context)
  for (const gateway of gateways) gateway.target = service.url
  const call = await createClient(service.url)
  const codes = async () => {
    const { reasons } = dataOf<{ reasons: readonly { code: string }[] }>(await call('GET', '/ready'))
    return reasons.map(({ code }) => code)
  }
  return {
    ...{ url: service.url, context, clock, rpc, domains, signer, codes },
    subjects: async (code) => {
      const { reasons } = await context.health.read()
      return reasons.find((reason) => reason.code === code)?.subjects ?? []
    },
    isWell: async () => {
      const { probe } = await context.health.judge()
      return probe.checkedGateways === domains.length && (await codes()).length === 0
    },
    stop: async () => {
      await service.stop()
      for (const { close } of gateways) close()
      await rpc.close()
      if (options.folder === undefined) await rm(folder, { recursive: true })
    },
  }
}

/** `byname signer` with a new key. It signs for every contract of chain 1 that the service asks for, so it starts once these are known. */
export async function makeSigner(folder: string) {
  const socket = join(folder, 'signer.sock')
  const environment = { DATA_DIR: folder, SIGNER_SOCKET: socket }
  const made = await runCommand(['signers', 'new', '--chain', '1', '--json'], environment)
  const { address } = JSON.parse(made.output) as { address: Address }
  const start = (resolvers: readonly Address[]) =>
    startCommand(
      ['signer'],
      { ...environment, SIGNER_RESOLVERS: resolvers.map((resolver) => `1:${resolver}:merkle`).join(',') },
      /the signer is ready/,
    )
  return { socket, address, start }
}
