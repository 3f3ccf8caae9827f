import type { Route } from '../route.ts'
import { apiKeys } from './api-keys.ts'
import { challenges } from './challenges.ts'
import { contractNames } from './contract-names.ts'
import { domainChainReads } from './domain-chain-reads.ts'
import { domainReads } from './domain-reads.ts'
import { domains } from './domains.ts'
import { invitations } from './invitations.ts'
import { mApps } from './mapps.ts'
import { media } from './media.ts'
import { primaryNames } from './primary-names.ts'
import { records } from './records.ts'
import { resolvers } from './resolvers.ts'
import { subnameLists } from './subname-lists.ts'
import { subnameReads } from './subname-reads.ts'
import { subnameWrites } from './subname-writes.ts'
import { workspaces } from './workspaces.ts'

/** Every operation below /ens/v1. */
export const v1Routes: readonly Route[] = [
  ...subnameWrites,
  ...invitations,
  ...contractNames,
  ...subnameReads,
  ...subnameLists,
  ...domains,
  ...resolvers,
  ...workspaces,
  ...domainReads,
  ...domainChainReads,
  ...records,
  ...apiKeys,
  ...challenges,
  ...mApps,
  ...primaryNames,
  ...media,
]
