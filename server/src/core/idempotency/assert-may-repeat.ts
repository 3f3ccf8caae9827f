import { AppError } from '../../errors.ts'
import type { Role } from '../../model/member.ts'
import { permissionsOfRole } from '../auth/permissions.ts'
import { verifySignedMessage } from '../auth/verify-signed-message.ts'
import type { Credential, SignedMessage } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import type { CallerRights, StoredResponse } from './encrypt-response.ts'

export function rightsOf({ apiKey, session }: Credential): CallerRights {
  return {
    isOperator: session?.isOperator ?? false,
    roles: [...(session?.roles ?? [])],
    scopes: apiKey?.scopes ?? [],
    domainIds: apiKey?.domainIds ?? null,
  }
}

/**
 * The right to the response of an earlier request: the caller still has the rights with which it was made, and the signed
 * message, which may be another one, is accepted where that of the earlier request was. What state decides, such as who the holder
 * is, is not decided again: the request itself may have changed it.
 */
export async function assertMayRepeat(
  context: CoreContext,
  { rights, audience }: StoredResponse,
  {
    credential,
    signedMessage,
  }: { readonly credential: Credential; readonly signedMessage: SignedMessage | undefined },
): Promise<void> {
  if (!covers(rightsOf(credential), rights))
    throw new AppError(
      'ForbiddenException',
      'The key or session had rights that it no longer has when the request with this Idempotency-Key was made.',
    )
  if (audience) await verifySignedMessage(context, signedMessage, audience)
}

function covers(now: CallerRights, then: CallerRights): boolean {
  const roles = new Map(now.roles)
  return (
    (now.isOperator || !then.isOperator) &&
    (now.isOperator ||
      then.roles.every(([workspaceId, role]) => includesRole(roles.get(workspaceId), role))) &&
    then.scopes.every((scope) => now.scopes.includes(scope)) &&
    (now.domainIds === null || then.domainIds?.every((id) => now.domainIds?.includes(id)) === true)
  )
}

function includesRole(now: Role | undefined, then: Role): boolean {
  return now !== undefined && permissionsOfRole[then].every((each) => permissionsOfRole[now].includes(each))
}
