import { z } from 'zod'
import { requestOnboardingChallenge } from '../../core/challenges/request-onboarding.ts'
import { route } from '../route.ts'
import { challengeData, onboardingChallengeInput } from '../schema/challenge.ts'
import { chainId, domainName } from '../schema/primitives.ts'

const onboarding = route({
  method: 'POST',
  url: '/byname/v1/domains/:domain/challenges',
  id: 'bynameRequestOnboardingChallenge',
  tag: 'Byname',
  summary: 'Compose a message to onboard a domain with',
  description:
    'An address that owns or manages the domain on chain signs it, and a key of the workspace presents it to ' +
    '`POST /ens/v1/ens/add`. It is good for this domain, workspace and chain, for one use and at most ten minutes, and for ' +
    'no other operation. With it, the address may also take the domain out of another workspace for which it proved ' +
    'control before. Clients may compose it themselves: it has the resources `byname:action/onboard-domain`, ' +
    '`byname:domain/{domain}` and `byname:workspace/{workspaceId}`, percent-encoded, in this order and no others.',
  auth: 'none',
  expensive: true,
  params: z.object({ domain: domainName }),
  query: z.object({ chainId }),
  body: onboardingChallengeInput,
  data: challengeData,
  errors: ['UnsupportedChainException', 'InvalidNameException'],
  handle: async ({ context, params, query, body }) => ({
    challenge: requestOnboardingChallenge(context, { ...body, ...query, ensDomain: params.domain }),
  }),
})

export const challenges = [onboarding]
