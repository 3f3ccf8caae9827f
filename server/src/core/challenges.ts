import { randomBytes } from 'node:crypto'
import type { Address } from 'viem'
import type { ChainId } from '../ens/chains.ts'
import type { EnsName } from '../ens/names.ts'
import { AppError } from '../errors.ts'
import type { Challenge, ChallengeAction } from '../model/challenge.ts'
import {
  findChallenge,
  insertAndEvictChallenges,
  markChallengeUsed,
  purgeChallenges,
} from '../store/entities/challenges.ts'
import type { StoreTransaction } from '../store/tables.ts'
import {
  findSiteProblem,
  onboardingPurpose,
  type ParsedMessage,
  purposeUri,
  verifySignedMessage,
} from './auth/signed-message.ts'
import {
  formatSiweMessage,
  parseAuthority,
  parseOrigin,
  parseSiweMessage,
  type SiweMessage,
} from './auth/siwe.ts'
import type { Caller, CoreContext, SignedMessage } from './context.ts'
import { maxMessageAgeMs } from './domains/control.ts'
import { assertNotBlocked } from './domains/rules.ts'
import { parseMApp } from './mapps/grants.ts'
import { requireSupportedChain } from './require-supported-chain.ts'
import { requireSubname } from './subnames/rules.ts'
import { chargeWrite } from './write-budgets.ts'

/** Composes a sign-in message: reusable until it expires, not stored. */
export function requestChallenge(context: CoreContext, request: ChallengeRequest): string {
  return buildChallenge(context, request, {
    statement: 'Sign to prove that you control this account.',
    resources: [],
  }).text
}

interface ChallengeRequest {
  /** Host and port of the app. */
  readonly domain: string
  readonly address: Address
  readonly origin: string
  readonly chainId: ChainId
  /** Milliseconds. */
  readonly ttl: number
}

interface MessagePurpose {
  readonly statement: string
  readonly resources: readonly string[]
}

interface BuiltChallenge {
  readonly message: SiweMessage & { readonly expirationTime: number }
  readonly text: string
}

/** Composes ASCII, because clients put it into a header. No caller input can contain a line feed. */
function buildChallenge(
  { clock, rules }: CoreContext,
  request: ChallengeRequest,
  purpose: MessagePurpose,
): BuiltChallenge {
  const { address, chainId, ttl } = request
  if (ttl > rules.siweMaxTtlMs)
    throw new AppError('BadRequestException', `ttl: is more than ${rules.siweMaxTtlMs} milliseconds.`)
  const issuedAt = clock()
  const message = {
    domain: parseAuthority(request.domain),
    address,
    uri: parseOrigin(request.origin),
    chainId,
    nonce: randomBytes(16).toString('hex'),
    issuedAt,
    expirationTime: issuedAt + ttl,
    notBefore: null,
    ...purpose,
  }
  return { message, text: formatSiweMessage(message) }
}

interface OnboardingChallengeRequest extends ChallengeRequest {
  readonly ensDomain: EnsName
  readonly workspaceId: string
}

/**
 * Composes the single-use message for onboarding one domain into one workspace. Not stored until used, when control is
 * checked.
 */
export function requestOnboardingChallenge(
  context: CoreContext,
  { ensDomain, workspaceId, ...request }: OnboardingChallengeRequest,
): string {
  if (request.ttl > maxMessageAgeMs)
    throw new AppError('BadRequestException', `ttl: is more than ${maxMessageAgeMs} milliseconds.`)
  return buildChallenge(context, request, {
    statement: 'Let the workspace named below issue names under the domain named below.',
    resources: onboardingPurpose(ensDomain, workspaceId),
  }).text
}

interface MAppChallengeRequest extends ChallengeRequest {
  readonly action: ChallengeAction
  readonly subname: EnsName
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
  const problem = await findSiteProblem(context, message, domain, request.caller.ownOrigin)
  if (problem !== undefined) throw new AppError('OriginNotAllowedException', problem)
  // Not for the name or its domain, which others would exhaust: the bounds of `insertAndEvictChallenges` hold there.
  await chargeWrite(context, { bytes: 2 * text.length })
  await purgeChallenges(context.store.db, message.issuedAt - expiredRetentionMs, purgeBatchSize)
  const challenge = {
    nonce: message.nonce,
    action,
    chainId: request.chainId,
    subname: subname.name,
    mapp: mApp,
    message: text,
    createdAt: message.issuedAt,
    expiresAt: message.expirationTime,
    client: request.caller.client ?? null,
  }
  const bounds = { perSubname: maxPerSubname, perClient: maxPerClient, total: context.rules.maxChallenges }
  await insertAndEvictChallenges(context.store, challenge, bounds)
  return text
}

/** Rejects messages bound to one operation (`hasPurpose`). The caller must check domain and nonce. */
export async function isValidSignIn(context: CoreContext, signedMessage: SignedMessage): Promise<boolean> {
  const message = parseSiweMessage(signedMessage.message)
  if (!message)
    throw new AppError('BadRequestException', 'message: is not a Sign-In with Ethereum (EIP-4361) message.')
  try {
    await verifySignedMessage(
      context,
      { signedMessage },
      {
        chainId: requireSupportedChain(message.chainId),
        allowedOrigins: null,
      },
    )
    return true
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return false
    throw error
  }
}

/**
 * Finds a message's stored challenge. `verifySignedMessage` checks the signature, `consumeChallenge` that it is unused.
 */
export async function requireChallenge(
  { store }: CoreContext,
  { signedMessage, message }: ParsedMessage,
  action: ChallengeAction,
): Promise<Challenge> {
  const challenge = await findChallenge(store.db, message.nonce)
  if (challenge?.message === signedMessage.message && challenge.action === action) return challenge
  throw new AppError(
    'InvalidSignatureException',
    `The signed message is not a challenge of this service for ${action}; request one and sign it as it is.`,
  )
}

export async function consumeChallenge(
  { clock }: CoreContext,
  transaction: StoreTransaction,
  { nonce }: Challenge,
): Promise<void> {
  if (!(await markChallengeUsed(transaction, nonce, clock())))
    throw new AppError(
      'ChallengeExpiredException',
      'The challenge has been used already, or newer ones have replaced it. Request a new one.',
    )
}
