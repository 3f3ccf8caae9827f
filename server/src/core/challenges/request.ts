import type { CoreContext } from '../context.ts'
import { buildChallenge, type ChallengeRequest } from './build-challenge.ts'

/** Composes a sign-in message: reusable until it expires, not stored. */
export function requestChallenge(context: CoreContext, request: ChallengeRequest): string {
  return buildChallenge(context, request, {
    statement: 'Sign to prove that you control this account.',
    resources: [],
  }).text
}
