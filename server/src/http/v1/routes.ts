import type { Route } from '../kit.ts'
import { domains } from './domains.ts'
import { invitations } from './invitations.ts'
import { resolvers } from './resolvers.ts'
import { subnameReads } from './subname-reads.ts'
import { subnameWrites } from './subname-writes.ts'

/** Every operation below /ens/v1. */
export const v1Routes: readonly Route[] = [
  ...subnameWrites,
  ...invitations,
  ...subnameReads,
  ...domains,
  ...resolvers,
]
