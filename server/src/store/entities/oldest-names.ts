import type { Hex } from 'viem'
import type { SigningScheme } from '../../gateway/digest.ts'
import type { Queryable } from '../tables.ts'

/** A name in use, and the resolver that it has. */
export interface ServedName {
  readonly name: string
  readonly resolverId: string
  readonly chainId: number
  readonly resolver: Hex
  readonly scheme: SigningScheme
}

/** The domains and the names of each that are there longest, at most `count` of both together. */
export async function findOldestNames(db: Queryable, count: number): Promise<readonly ServedName[]> {
  const domains = await db
    .selectFrom('domains')
    .innerJoin('resolvers', 'resolvers.id', 'domains.resolverId')
    .where('domains.deletedAt', 'is', null)
    .select(['domains.key', 'domains.name', 'resolvers.id', 'resolvers.chainId', 'address', 'signingScheme'])
    .orderBy('domains.key')
    .limit(count)
    .execute()
  const found: ServedName[] = []
  for (const { key, name: domain, id: resolverId, chainId, address, signingScheme } of domains) {
    const names = await db
      .selectFrom('subnames')
      .where('domainKey', '=', key)
      .select('label')
      .orderBy('key')
      .limit(Math.ceil(count / domains.length))
      .execute()
    const served = { resolverId, chainId, resolver: address, scheme: signingScheme }
    found.push(
      { name: domain, ...served },
      ...names.map(({ label }) => ({ name: `${label}.${domain}`, ...served })),
    )
  }
  return found.slice(0, count)
}
