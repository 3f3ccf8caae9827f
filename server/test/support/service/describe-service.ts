import { startAnvil } from '@byname/devnet/anvil'
import { afterAll, beforeAll, describe } from 'vitest'
import { describeOnEachDatabase } from '../databases/stores.ts'
import type { ConfigOverrides } from './override-config.ts'
import { type Settings, startTestService, type TestService } from './service.ts'

export interface ServiceOptions {
  readonly settings?: Settings
  /** Rate limits that no setting changes. */
  readonly config?: ConfigOverrides
  /** Gives the service an RPC of each chain, with nothing deployed, so that it can reject a signature. */
  readonly withNodes?: boolean
}

/** A suite gets the service through a function, because it is started only when the first test runs. */
type Suite = (service: () => TestService) => void

/** Runs a suite against a service on SQLite and again on PostgreSQL. */
export function describeOnEachService(title: string, suite: Suite, options: ServiceOptions = {}): void {
  describeOnEachDatabase(title, (databases) => suite(useService(databases.createMigrated, options)))
}

/** Runs a suite against one service, on SQLite: for rules that do not depend on the database. */
export function describeService(title: string, suite: Suite, options: ServiceOptions = {}): void {
  describe(title, () => suite(useService(undefined, options)))
}

/** Chains that no test changes, for all suites of this process; they end with it. */
let emptyNodes: Promise<Settings> | undefined

function requestEmptyNodes(): Promise<Settings> {
  emptyNodes ??= startEmptyNodes()
  return emptyNodes
}

async function startEmptyNodes(): Promise<Settings> {
  const nodes = await Promise.all([startAnvil({ chainId: 1 }), startAnvil({ chainId: 11155111 })])
  return Object.fromEntries(nodes.map(({ chainId, rpcUrl }) => [`RPC_URL_${chainId}`, rpcUrl]))
}

function useService(
  createDatabase: (() => Promise<string>) | undefined,
  { settings, config, withNodes = false }: ServiceOptions,
): () => TestService {
  let service: TestService | undefined
  beforeAll(async () => {
    const nodes = withNodes ? await requestEmptyNodes() : {}
    service = await startTestService(await createDatabase?.(), { ...nodes, ...settings }, config)
  })
  afterAll(async () => {
    await service?.stop()
    // The finished suite stays in memory.
    service = undefined
  })
  return () => {
    if (!service) throw new Error('The service runs in tests and hooks only.')
    return service
  }
}
