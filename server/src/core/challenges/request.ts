import type { CoreContext } from '../context.ts'
import { buildChallenge, type ChallengeRequest } from './build-challenge.ts'

/**
 * Composes a message by which an address signs in. It is valid for any operation that accepts a signature, repeatedly until it
 * expires; it is not stored.
 */
export function requestChallenge(context: CoreContext, request: ChallengeRequest): string {
  return buildChallenge(context, request, {
    statement: 'Sign to prove that you control this account.',
    resources: [],
  }).text
}

requestChallenge.errors = buildChallenge.errors
