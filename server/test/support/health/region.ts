import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Devnet } from '@byname/devnet'
import { pino } from 'pino'
import { generatePrivateKey } from 'viem/accounts'
import { readConfig } from '../../../src/config/config.ts'
import { startRegionalGateway } from '../../../src/regional-gateway.ts'
import { runStatements, startPostgresCluster } from '../databases/postgres.ts'
import { connectRaw } from '../databases/raw-sql.ts'
import { startLink } from '../databases/replication-link.ts'
import { createFolder } from '../folders.ts'
import type { Settings } from '../service/service.ts'
import { waitUntil } from '../wait-until.ts'
import { type Scene, startScene, type Watched } from './scene.ts'

/** A registry with a replica of its own, and a gateway in another region, by which its domain is resolved. */
interface Regions {
  readonly registry: Scene
  readonly gateway: Watched
  /** From now on the replica of the gateway gets nothing of the primary, and no connection ends. */
  readonly cutOff: () => void
  readonly mend: () => void
  /** Of the registry's own replica. */
  readonly pauseReplica: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** As `docs/operating/scale-out.md` advises for the replica of a gateway. */
const receiverTimeout = '10s'

export async function startRegions(devnet: Devnet, label: string, settings: Settings): Promise<Regions> {
  const folder = await createFolder('region')
  await chmod(folder, 0o755)
  const cluster = await startPostgresCluster(2)
  const databaseUrl = await cluster.primary.createDatabase()
  const database = new URL(databaseUrl).pathname.slice(1)
  const [own, remote] = cluster.replicas.map((replica) => replica.urlOf(database))
  if (own === undefined || remote === undefined) throw new Error('The cluster has two replicas.')
  const key = generatePrivateKey()
  await waitUntil('the replica of the registry has its database', () => hasRows(own, 'select 1'))
  const registry = await startScene(devnet, {
    ...{ domains: { [label]: 'http' }, databaseUrl, key },
    settings: { ...settings, DATABASE_REPLICA_URL: own },
  })
  const link = await startLink(join(folder, 'link'), new URL(databaseUrl))
  await runStatements(remote, [
    `alter system set primary_conninfo = 'host=${link.folder} user=postgres'`,
    `alter system set wal_receiver_timeout = '${receiverTimeout}'`,
    'select pg_reload_conf()',
  ])
  await waitUntil('the replica of the gateway has the domain', () =>
    hasRows(remote, 'select name from domains'),
  )
  const { config, secrets } = readConfig({
    ...{ DATA_DIR: folder, DATABASE_URL: remote, PORT: '0', SIGNER_KEY: key },
    ...{ LOG_REQUESTS: 'false', MAX_EVENT_LOOP_DELAY_MS: '60000' },
  })
  const gateway = await startRegionalGateway(config, secrets, pino({ level: 'silent' }))
  for (const each of registry.domains) each.gateway.target = gateway.url
  const codes = async () => {
    const ready = (await (await fetch(`${gateway.url}/ready`)).json()) as ReadyResponse
    return (ready.result.data?.reasons ?? []).map((reason) => reason.code)
  }
  return {
    registry,
    gateway: {
      codes,
      // Without a credential, `/ready` shows no more.
      subjects: codes,
      isWell: async () => (await codes()).length === 0,
    },
    cutOff: link.cut,
    mend: link.mend,
    pauseReplica: () => runStatements(own, ['select pg_wal_replay_pause()']),
    stop: async () => {
      await gateway.stop()
      await registry.stop()
      for (const server of [...cluster.replicas, cluster.primary]) await server.stop()
      link.close()
      await rm(folder, { recursive: true })
    },
  }
}

interface ReadyResponse {
  readonly result: { readonly data: { readonly reasons: readonly { readonly code: string }[] } | null }
}

/** False while the database or its tables are not replicated. */
async function hasRows(url: string, sql: string): Promise<boolean> {
  const raw = await connectRaw(url).catch(() => undefined)
  if (!raw) return false
  const rows = await raw
    .run(sql)
    .catch(() => [])
    .finally(() => raw.close())
  return rows.length > 0
}
