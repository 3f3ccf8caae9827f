import type { Route } from '../kit.ts'
import { invitations } from './invitations.ts'
import { subnames } from './subnames.ts'

/** Every operation below /ens/v2. */
export const v2Routes: readonly Route[] = [...subnames, ...invitations]
