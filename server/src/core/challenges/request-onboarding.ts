import { parseDomain } from '../../ens/name.ts'
import { AppError } from '../../errors.ts'
import { onboardingPurpose } from '../auth/message-purpose.ts'
import type { CoreContext } from '../context.ts'
import { maxMessageAgeMs } from '../domains/prove-control.ts'
import { buildChallenge, type ChallengeRequest } from './build-challenge.ts'

export interface OnboardingChallengeRequest extends ChallengeRequest {
  /** In any spelling. */
  readonly ensDomain: string
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
    resources: onboardingPurpose(parseDomain(ensDomain), workspaceId),
  }).text
}
