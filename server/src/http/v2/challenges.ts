import { requestChallenge } from '../../core/challenges/request.ts'
import { isValidSignIn } from '../../core/challenges/verify.ts'
import { route } from '../route.ts'
import { challengeData, challengeInput, signedMessage, verifiedData } from '../schema/challenge.ts'
import { documentedErrors } from '../schema/documented-errors.ts'

const tag = 'Challenges (v2)'

const request = route({
  method: 'POST',
  url: '/ens/v2/siwe/challenges',
  id: 'v2RequestChallenge',
  tag,
  summary: 'Compose a message to sign in with',
  description:
    'For clients that do not compose one themselves. The signed message works for every operation that takes signature ' +
    'headers, until it expires.',
  auth: 'none',
  expensive: true,
  body: challengeInput,
  data: challengeData,
  errors: ['UnsupportedChainException'],
  handle: async ({ context, body }) => ({ challenge: requestChallenge(context, body) }),
})

const verify = route({
  method: 'POST',
  url: '/ens/v2/siwe/verify',
  id: 'v2VerifyMessage',
  tag,
  summary: 'Verify a signed message',
  description:
    'As in the first generation: a wrong signature, an expired message and a challenge of `siwe/mapp` are ' +
    '`verified: false`, a text that is not an EIP-4361 message is a failure.',
  auth: 'none',
  body: signedMessage,
  data: verifiedData,
  errors: documentedErrors.verifyMessage,
  handle: async ({ context, body, admit }) => ({
    verified: await isValidSignIn(context, { ...body, admit }),
  }),
})

export const challenges = [request, verify]
