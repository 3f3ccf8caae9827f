import { parseDomain } from '../../ens/name.ts'
import { AppError, type ErrorName } from '../../errors.ts'
import { onboardingPurpose } from '../auth/message-purpose.ts'
import type { CoreContext } from '../context.ts'
import { maxMessageAgeMs } from '../domains/prove-control.ts'
import { buildChallenge, type ChallengeRequest } from './build-challenge.ts'

export interface OnboardingChallengeRequest extends ChallengeRequest {
  /** The domain to be onboarded, in any spelling. */
  readonly ensDomain: string
  /** The workspace into which it is onboarded. */
  readonly workspaceId: string
}

/**
 * Composes the message with which an address allows one workspace to onboard one domain, once. Nothing is stored until it is
 * used; control of the domain is checked then.
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

requestOnboardingChallenge.errors = [
  ...buildChallenge.errors,
  'InvalidNameException',
] as const satisfies readonly ErrorName[]
