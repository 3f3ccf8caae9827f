import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'
import { type Devnet, startDevnet } from '@byname/devnet'
import { type Address, createPublicClient, type Hex, http, type PublicClient, toHex } from 'viem'
import { mainnet } from 'viem/chains'
import { newId } from '../../../src/core/context.ts'
import { onboardDomain } from '../../../src/core/domains/onboard.ts'
import { type EnsName, normalizeName } from '../../../src/ens/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createLocalResolver } from '../chain/onboard-domain.ts'
import { newSubname } from '../databases/entities.ts'
import { insertSubnames } from '../databases/insert-subnames.ts'
import { createFolder } from '../folders.ts'
import { runCommand } from '../service/command.ts'
import { signerAddress, startTestService, type TestService } from '../service/service.ts'
import { type FileHost, startFileHost } from './file-host.ts'
import { fundAccount } from './fund.ts'

/** A domain whose contract is on a local chain, two hosts of files, and the commands about it. */
export interface AnchorScene {
  readonly devnet: Devnet
  readonly service: TestService
  readonly domain: Domain
  readonly contract: Address
  readonly hosts: readonly [FileHost, FileHost]
  /** Of the files of the domain, at each host. */
  readonly folders: readonly [string, string]
  readonly environment: Readonly<Record<string, string>>
  readonly client: PublicClient
  /** Runs `byname <args> --json`; returns its output parsed, with what it printed beside. */
  run(args: readonly string[], settings?: Readonly<Record<string, string>>): Promise<CommandOutcome>
  stopService(): Promise<void>
  stop(): Promise<void>
}

interface CommandOutcome {
  readonly code: number | null
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
  readonly printed: any
  readonly errors: string
}

export const graceSeconds = 604_800

interface SceneOptions {
  readonly name?: EnsName
  /** Absent: SQLite in the data folder. */
  readonly databaseUrl?: string
}

export async function startAnchorScene({
  name = normalizeName('acme.eth'),
  databaseUrl,
}: SceneOptions = {}): Promise<AnchorScene> {
  const folder = await createFolder('anchor')
  const roots = [join(folder, 'one'), join(folder, 'two')] as const
  for (const root of roots) await mkdir(root)
  const [devnet, ...hosts] = await Promise.all([
    startDevnet({ chains: [1] }),
    ...roots.map((root) => startFileHost(root)),
  ])
  const [first, second] = hosts
  if (!first || !second) throw new Error('There are two hosts.')
  const service = await startTestService(databaseUrl, { RPC_URL_1: devnet.rpcUrl(1) })
  const owner = devnet.accounts[0]
  if (!owner) throw new Error('The chain has accounts.')
  const contract = await devnet.deployResolver(1, {
    urls: [`${service.url}/ccip/none`],
    signers: [signerAddress],
    owner: owner.address,
    grace: BigInt(graceSeconds),
  })
  const resolverId = newId()
  await devnet.setResolverUrls(1, contract, [`${service.url}/ccip/${resolverId}`])
  await devnet.registerName(1, name.replace(/\.eth$/, ''), { owner: owner.address, resolver: contract })
  await createLocalResolver(service.context, devnet, {
    id: resolverId,
    chainId: 1,
    address: contract,
    signingScheme: 'merkle',
  })
  const { apiKey, workspaceId } = service
  const domain = await onboardDomain(service.context, { caller: { apiKey }, workspaceId, resolverId, name })
  const environment = {
    DATA_DIR: service.context.config.dataDir,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    LOG_LEVEL: 'silent',
    RPC_URL_1: devnet.rpcUrl(1),
    OWNER_KEY: owner.privateKey,
    ANCHOR_TARGETS: roots.map((root, index) => `${root}=${hosts[index]?.url}`).join(','),
    OUTBOUND_ALLOWED_ORIGINS: hosts.map(({ url }) => url).join(','),
  }
  let isServing = true
  const stopService = async () => {
    if (isServing) await service.stop()
    isServing = false
  }
  return {
    devnet,
    service,
    domain,
    contract,
    hosts: [first, second],
    folders: [join(roots[0], '1', name), join(roots[1], '1', name)],
    environment,
    client: createPublicClient({ chain: mainnet, transport: http(devnet.rpcUrl(1)) }),
    run: async (args, settings = {}) => {
      const { code, output, errors } = await runCommand([...args, '--json'], { ...environment, ...settings })
      return {
        code,
        printed: output.startsWith('{') || output.startsWith('[') ? JSON.parse(output) : output,
        errors,
      }
    },
    stopService,
    stop: async () => {
      await stopService()
      await Promise.all([first.close(), second.close(), devnet.stop()])
      await rm(folder, { recursive: true })
    },
  }
}

/** Makes the key of the anchor, with ether, and sends what the owner has to; returns the address. */
export async function prepareAnchor({ run, devnet, domain }: AnchorScene): Promise<Hex> {
  const { printed: key, errors } = await run(['anchor', 'new-key'])
  if (!key.anchor) throw new Error(errors)
  await fundAccount(devnet.rpcUrl(1), key.anchor)
  const setup = await run(['anchor', 'setup', domain.name, '--key-from', 'OWNER_KEY'])
  if (setup.code !== 0) throw new Error(setup.errors)
  return key.anchor
}

/** Names `n<number>` of the domain, each with an address of its own. */
export function addNumberedNames(
  { domain, service }: AnchorScene,
  from: number,
  count: number,
): Promise<void> {
  const names = Array.from({ length: count }, (_, index) =>
    newSubname(domain, `n${from + index}`, {
      records: {
        addresses: [{ coinType: 60, address: toHex(from + index + 1, { size: 20 }) }],
        texts: [],
        contenthash: null,
      },
    }),
  )
  return insertSubnames(service.context.store, names)
}

/** Beats that the chain has. */
export async function countBeats({ client, contract }: AnchorScene): Promise<number> {
  return (await client.getContractEvents({ abi, address: contract, eventName: 'Beat', fromBlock: 0n })).length
}
