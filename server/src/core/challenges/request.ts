import type { CoreContext } from '../context.ts'
import { buildChallenge, type ChallengeRequest } from './build-challenge.ts'

/**
 * Composes a message by which an address signs in. It may be used for any operation that takes a signature, as often as
 * wanted until it expires; nothing of it is kept.
 */
export function requestChallenge(context: CoreContext, request: ChallengeRequest): string {
  return buildChallenge(context, request, {
    statement: 'Sign to prove that you control this account.',
    resources: [],
  }).text
}

requestChallenge.errors = buildChallenge.errors
