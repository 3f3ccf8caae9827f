import { insertChallenge, purgeChallenges } from '../../store/challenges.ts'
import type { ChallengeAction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { parseMApp } from '../mapps/grants.ts'
import { requireSubname } from '../subnames/require-subname.ts'
import { type ChallengeRequest, composeChallenge } from './compose.ts'

export interface MAppChallengeRequest extends ChallengeRequest {
  readonly action: ChallengeAction
  readonly subname: string
  readonly mApp: string
}

/** What the signer reads; the names stand under Resources, which can hold them percent-encoded. */
const statements: Record<ChallengeAction, string> = {
  'add-permission': 'Let the mApp named below write texts of its own to the subname named below.',
  'append-field': 'Write texts of the mApp named below to the subname named below.',
  'revoke-permission':
    'Take back what the mApp named below may write to the subname named below, and its texts.',
}

/** Milliseconds for which an expired challenge is still known, so that whoever comes late hears why it fails. */
const afterlife = 3_600_000

/** How many dead challenges one new one takes along: more than one, so that they cannot pile up. */
const purgedAtOnce = 10

/**
 * Composes the message that allows one mApp operation, once: for this action, mApp, subname and chain, signed by this
 * address. Whether that address may sign it is checked when it is used.
 *
 * @throws AppError those of `composeChallenge`, `InvalidNameException`, `SubnameNotFoundException`,
 * `DomainBlockedException`.
 */
export async function requestMAppChallenge(
  context: CoreContext,
  request: MAppChallengeRequest,
): Promise<string> {
  const { action } = request
  const { subname, domain } = await requireSubname(context, request.chainId, request.subname)
  assertNotBlocked(domain)
  const mApp = parseMApp(request.mApp)
  const { message, text } = composeChallenge(context, request, {
    statement: statements[action],
    resources: [uriOf('action', action), uriOf('subname', subname.name), uriOf('mapp', mApp)],
  })
  await purgeChallenges(context.store.db, message.issuedAt - afterlife, purgedAtOnce)
  await insertChallenge(context.store.db, {
    nonce: message.nonce,
    action,
    chainId: message.chainId,
    subname: subname.name,
    mApp,
    message: text,
    createdAt: message.issuedAt,
    expiresAt: message.expirationTime,
  })
  return text
}

/** A resource of the message (RFC 3986), in ASCII whatever the name is written in. */
const uriOf = (kind: string, value: string): string => `byname:${kind}/${encodeURIComponent(value)}`
