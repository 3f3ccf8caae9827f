import { readConfig } from '../../../server/src/config/config.ts'
import { createContext } from '../../../server/src/context.ts'
import { createApiKey } from '../../../server/src/core/api-keys.ts'
import { operatorCaller } from '../../../server/src/core/auth/sessions.ts'
import { onboardDomain } from '../../../server/src/core/domains/onboard.ts'
import { createResolver } from '../../../server/src/core/resolvers/resolvers.ts'
import { createWorkspace } from '../../../server/src/core/workspaces.ts'
import { parseDomain } from '../../../server/src/ens/names.ts'
import type { Domain } from '../../../server/src/model/domain.ts'
import { type ServiceData, serviceEnvironment } from '../servers/service-environment.ts'
import { apiKey, chainId, cursorSecret, domain, resolverAddress, resolverId } from './zone.ts'

/**
 * Creates the tables with a workspace, its key, a resolver and the domain, all by the service's own operations.
 * Resolves to the domain.
 */
export async function createRegistry(location: ServiceData): Promise<Domain> {
  const { config, secrets } = readConfig(serviceEnvironment(location))
  const context = await createContext(config, secrets)
  try {
    await context.store.db
      .updateTable('instanceSecrets')
      .set({ secret: cursorSecret })
      .where('purpose', '=', 'cursors')
      .execute()
    const workspace = await createWorkspace(context, { name: 'bench' })
    const created = await createApiKey(context, {
      caller: operatorCaller(context),
      workspaceId: workspace.id,
      name: 'bench',
      scopes: ['names:write', 'domains:write'],
      key: apiKey,
    })
    await createResolver(context, {
      id: resolverId,
      chainId,
      address: resolverAddress,
      registryAddress: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
      nodeProvider: 'http://127.0.0.1',
      chainName: 'mainnet',
      environment: 'bench',
      signingScheme: 'merkle',
    })
    return await onboardDomain(context, {
      caller: { apiKey: created.apiKey },
      workspaceId: workspace.id,
      resolverId,
      name: parseDomain(domain),
    })
  } finally {
    await context.close()
  }
}
