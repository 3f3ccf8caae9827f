import { AppError } from '../../errors.ts'
import type { ChallengeAction } from '../../model/challenge.ts'
import { insertAndEvictChallenges, purgeChallenges } from '../../store/entities/challenges.ts'
import { isOriginAllowed } from '../auth/allowed-origins.ts'
import { purposeUri } from '../auth/message-purpose.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { parseMApp } from '../mapps/grants.ts'
import { requireSubname } from '../subnames/require-subname.ts'
import { chargeWrite } from '../write-budget/charge.ts'
import { buildChallenge, type ChallengeRequest } from './build-challenge.ts'

export interface MAppChallengeRequest extends ChallengeRequest {
  readonly action: ChallengeAction
  readonly subname: string
  readonly mApp: string
  /** Not necessarily the signer. */
  readonly caller: Caller
}

/** Shown to the signer; the names are percent-encoded under Resources. */
const statements: Record<ChallengeAction, string> = {
  'add-permission': 'Let the mApp named below write texts of its own to the subname named below.',
  'append-field': 'Write texts of the mApp named below to the subname named below.',
  'revoke-permission':
    'Revoke the right of the mApp named below to write to the subname named below, and delete its texts.',
}

const maxTtlMs = 600_000

/** Exceeds what a holder and its mApps have open at a time. */
const maxPerSubname = 20

/** The wallets behind one address of the network. */
const maxPerClient = 500

/** A late use is rejected as expired for this time. */
export const expiredRetentionMs = 3_600_000

/** Expired challenges deleted with each insert; more than one, so that they do not accumulate. */
const purgeBatchSize = 10

/**
 * Composes a single-use message bound to action, mApp, subname, chain and signer, whose right is checked at use. Anyone
 * may request one, so eviction (`insertAndEvictChallenges`) bounds the number.
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
  // Not for the name or its domain, which others would exhaust: the bounds of `insertAndEvictChallenges` hold there.
  await chargeWrite(context, { bytes: 2 * text.length })
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
  const bounds = { perSubname: maxPerSubname, perClient: maxPerClient, total: context.rules.maxChallenges }
  await insertAndEvictChallenges(context.store.db, challenge, bounds)
  return text
}
