import type { BegunDomain } from '../../model/workspace.ts'
import type { Queryable } from '../tables.ts'

export type BegunDomainKey = Omit<BegunDomain, 'begunAt'>

/** Those that are no domain of the workspace yet, by name and chain. */
export function selectBegunDomains(db: Queryable, workspaceId: string): Promise<readonly BegunDomain[]> {
  return db
    .selectFrom('begunDomains')
    .selectAll()
    .where('workspaceId', '=', workspaceId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('domains')
            .select('domains.key')
            .whereRef('domains.name', '=', 'begunDomains.domainName')
            .whereRef('domains.chainId', '=', 'begunDomains.chainId')
            .whereRef('domains.workspaceId', '=', 'begunDomains.workspaceId')
            .where('domains.deletedAt', 'is', null),
        ),
      ),
    )
    .orderBy('domainName')
    .orderBy('chainId')
    .execute()
}

/** All but the `kept` newest. */
export async function deleteOldestBegunDomains(
  tx: Queryable,
  workspaceId: string,
  kept: number,
): Promise<void> {
  const oldest = await tx
    .selectFrom('begunDomains')
    .selectAll()
    .where('workspaceId', '=', workspaceId)
    .orderBy('begunAt', 'desc')
    .orderBy('domainName')
    .orderBy('chainId')
    .execute()
  for (const begun of oldest.slice(kept)) await deleteBegunDomain(tx, begun)
}

/** With a new time, if it is there already. */
export async function writeBegunDomain(tx: Queryable, begun: BegunDomain): Promise<void> {
  await tx
    .insertInto('begunDomains')
    .values(begun)
    .onConflict((conflict) =>
      conflict.columns(['workspaceId', 'domainName', 'chainId']).doUpdateSet({ begunAt: begun.begunAt }),
    )
    .execute()
}

export async function deleteBegunDomain(
  tx: Queryable,
  { workspaceId, domainName, chainId }: BegunDomainKey,
): Promise<void> {
  await tx
    .deleteFrom('begunDomains')
    .where('workspaceId', '=', workspaceId)
    .where('domainName', '=', domainName)
    .where('chainId', '=', chainId)
    .execute()
}
