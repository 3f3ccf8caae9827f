import type { Route } from '../route.ts'
import { challenges } from './challenges.ts'
import { invitations } from './invitations.ts'
import { pricing } from './pricing.ts'
import { records } from './records.ts'
import { resolve } from './resolve.ts'
import { resolvers } from './resolvers.ts'
import { reverse } from './reverse.ts'
import { subnameLists } from './subname-lists.ts'
import { subnames } from './subnames.ts'

/** Every operation below /ens/v2. */
export const v2Routes: readonly Route[] = [
  ...subnames,
  ...subnameLists,
  ...invitations,
  ...resolvers,
  ...records,
  ...pricing,
  ...challenges,
  ...reverse,
  ...resolve,
]
