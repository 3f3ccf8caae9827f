import { readConfig } from '../../server/src/config.ts'
import { type Context, createContext } from '../../server/src/context.ts'
import { createApiKey } from '../../server/src/core/api-keys/create.ts'
import { onboardDomain } from '../../server/src/core/domains/onboard.ts'
import { createResolver } from '../../server/src/core/resolvers/create.ts'
import { addSubname } from '../../server/src/core/subnames/add.ts'
import { createWorkspace } from '../../server/src/core/workspaces/create.ts'
import { serviceEnvironment } from './service-environment.ts'
import { chainId, domain, profiles, resolverAddress, users } from './zone.ts'

export interface Seeded {
  /** Resolver id in the gateway's URL. */
  readonly resolverId: string
  /** Whether the service signs natively or in JavaScript. */
  readonly signing: string
}

/** Creates a database in `folder` and issues every name of the zone in it, as callers would. */
export async function seed(folder: string): Promise<Seeded> {
  const { config, secrets } = readConfig(serviceEnvironment(folder))
  const context = await createContext(config, secrets)
  try {
    const workspace = await createWorkspace(context, { name: 'bench' })
    const { apiKey } = await createApiKey(context, {
      workspaceId: workspace.id,
      name: 'bench',
      scopes: ['names:write', 'domains:write'],
    })
    const resolver = await createResolver(context, {
      chainId,
      address: resolverAddress,
      registryAddress: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
      nodeProvider: 'http://127.0.0.1',
      chainName: 'mainnet',
      environment: 'bench',
      signingScheme: 'chain-bound',
    })
    const caller = { apiKey }
    await onboardDomain(context, {
      caller,
      workspaceId: workspace.id,
      resolverId: resolver.id,
      name: domain,
    })
    await inOneTransaction(context, async (context) => {
      for (const { label, ...records } of [...users, ...profiles])
        await addSubname(context, { caller, chainId, domain, label, records, overrideSignature: true })
    })
    return { resolverId: resolver.id, signing: context.signers.get(chainId)?.backend ?? 'absent' }
  } finally {
    await context.close()
  }
}

/** Runs operations that each would have a transaction of their own in a single one, to wait for the disk only once. */
const inOneTransaction = (context: Context, run: (context: Context) => Promise<void>): Promise<void> =>
  context.store.transaction((transaction) =>
    run({
      ...context,
      store: { ...context.store, db: transaction, transaction: (operation) => operation(transaction) },
    }),
  )
