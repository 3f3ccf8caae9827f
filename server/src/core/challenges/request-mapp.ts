import { AppError, type ErrorName } from '../../errors.ts'
import type { ChallengeAction } from '../../model/challenge.ts'
import { insertAndEvictChallenges, purgeChallenges } from '../../store/entities/challenges.ts'
import { isOriginAllowed } from '../auth/allowed-origins.ts'
import { purposeUri } from '../auth/message-purpose.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { parseMApp } from '../mapps/grants.ts'
import { requireSubname } from '../subnames/require-subname.ts'
import { buildChallenge, type ChallengeRequest } from './build-challenge.ts'

export interface MAppChallengeRequest extends ChallengeRequest {
  readonly action: ChallengeAction
  readonly subname: string
  readonly mApp: string
  /** Who requests it, who need not be who is to sign it. */
  readonly caller: Caller
}

/** What the signer reads; the names stand under Resources, which can hold them percent-encoded. */
const statements: Record<ChallengeAction, string> = {
  'add-permission': 'Let the mApp named below write texts of its own to the subname named below.',
  'append-field': 'Write texts of the mApp named below to the subname named below.',
  'revoke-permission':
    'Take back what the mApp named below may write to the subname named below, and its texts.',
}

/** Milliseconds that a stored challenge lives at most: time to read and sign it, and no longer. */
const maxTtlMs = 600_000

/** Of one subname: more than its holder and its mApps have open at once. */
const maxPerSubname = 20

/** Milliseconds for which an expired challenge is still known, so that a late use is refused with the reason. */
export const expiredRetentionMs = 3_600_000

/** How many dead challenges one new one takes along: more than one, so that they cannot pile up. */
const purgeBatchSize = 10

/**
 * Composes the message that allows one mApp operation, once: for this action, mApp, subname and chain, signed by this
 * address. Whether that address may sign it is checked when it is used. Anybody may request one, so their number is
 * bounded, and a new one is never refused for it: see `insertAndEvictChallenges` for which one goes.
 */
export async function requestMAppChallenge(
  context: CoreContext,
  request: MAppChallengeRequest,
): Promise<string> {
  const { action, ttl } = request
  if (ttl > maxTtlMs) throw new AppError('BadRequestException', `ttl: is more than ${maxTtlMs} milliseconds.`)
  const { subname, domain } = await requireSubname(context, request.chainId, request.subname)
  assertNotBlocked(domain)
  const mApp = parseMApp(request.mApp)
  const { message, text } = buildChallenge(context, request, {
    statement: statements[action],
    resources: [purposeUri('action', action), purposeUri('subname', subname.name), purposeUri('mapp', mApp)],
  })
  if (!isOriginAllowed(message.domain, domain.allowedOrigins))
    throw new AppError(
      'OriginNotAllowedException',
      `${domain.name} allows no messages that are signed for ${message.domain}.`,
    )
  await purgeChallenges(context.store.db, message.issuedAt - expiredRetentionMs, purgeBatchSize)
  const challenge = {
    nonce: message.nonce,
    action,
    chainId: message.chainId,
    subname: subname.name,
    mapp: mApp,
    message: text,
    createdAt: message.issuedAt,
    expiresAt: message.expirationTime,
    client: request.caller.client ?? null,
  }
  const bounds = { perSubname: maxPerSubname, total: context.rules.maxChallenges }
  await insertAndEvictChallenges(context.store.db, challenge, bounds)
  return text
}

requestMAppChallenge.errors = [
  ...buildChallenge.errors,
  ...requireSubname.errors,
  ...assertNotBlocked.errors,
  'OriginNotAllowedException',
] as const satisfies readonly ErrorName[]
