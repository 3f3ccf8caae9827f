import type { Claim } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import type { IssuedName } from '../subnames/issued-name.ts'
import { changeGrants } from './change-grants.ts'

/**
 * Takes an mApp's permission back and deletes its fields. Of an mApp without permission nothing is deleted: what looks
 * like its fields is the holder's.
 *
 * @throws AppError those of `changeGrants`.
 */
export const revokePermission = (context: CoreContext, claim: Claim): Promise<IssuedName> =>
  changeGrants(context, {
    claim,
    action: 'revoke-permission',
    change: (grants, mApp) => grants.filter((granted) => granted !== mApp),
  })
