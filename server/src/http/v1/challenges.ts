import { requestChallenge } from '../../core/challenges/request.ts'
import { requestMAppChallenge } from '../../core/challenges/request-mapp.ts'
import { isValidSignIn } from '../../core/challenges/verify.ts'
import { route } from '../route.ts'
import {
  challengeData,
  challengeInput,
  mAppChallengeInput,
  signedMessage,
  verifiedData,
} from '../schema/challenge.ts'
import { documentedErrors } from '../schema/documented-errors.ts'

const tag = 'Challenges (v1)'

const request = route({
  method: 'POST',
  url: '/ens/v1/siwe/request-challenge',
  id: 'v1RequestChallenge',
  tag,
  summary: 'Compose a message to sign in with',
  description:
    'For clients that do not compose one themselves. The signed message works for every operation that takes signature ' +
    'headers, until it expires.',
  auth: 'none',
  expensive: true,
  body: challengeInput,
  status: 201,
  data: challengeData,
  errors: ['UnsupportedChainException'],
  handle: async ({ context, body }) => ({ challenge: requestChallenge(context, body) }),
})

/** A challenge for one mApp operation; `action` is also the last part of its path. */
function mAppChallenge(
  action: 'add-permission' | 'append-field' | 'revoke-permission',
  id: string,
  summary: string,
  signer: string,
) {
  return route({
    method: 'POST',
    url: `/ens/v1/siwe/mapp/${action}`,
    id,
    tag,
    summary,
    description:
      'The message is good for this subname, mApp, action and chain, for one use and at most ten minutes. Of one subname, ' +
      `20 are kept; used, expired and old ones make room for new ones. ${signer}`,
    auth: 'none',
    expensive: true,
    body: mAppChallengeInput,
    status: 201,
    data: challengeData,
    errors: documentedErrors.requestMAppChallenge,
    handle: async ({ context, caller, body }) => ({
      challenge: await requestMAppChallenge(context, { ...body, action, caller }),
    }),
  })
}

const verify = route({
  method: 'POST',
  url: '/ens/v1/siwe/verify-message',
  id: 'v1VerifyMessage',
  tag,
  summary: 'Verify a signed message',
  description:
    'Whether the message is signed by the address, valid now and not too long-lived. A wrong signature or an expired ' +
    'message is `verified: false`, and so is a challenge of `siwe/mapp`, which allows one operation and is no sign-in; a ' +
    'text that is not an EIP-4361 message is a failure. Domain and nonce are for the caller to check: a message ' +
    'verifies as often as it is presented.',
  auth: 'none',
  body: signedMessage,
  status: 201,
  data: verifiedData,
  errors: documentedErrors.verifyMessage,
  handle: async ({ context, body, admit }) => ({
    verified: await isValidSignIn(context, { ...body, admit }),
  }),
})

const holderSigns = 'The holder of the subname signs it, or its address of coin type 60.'

export const challenges = [
  request,
  mAppChallenge('add-permission', 'v1RequestAddPermission', 'Compose the grant of a permission', holderSigns),
  mAppChallenge(
    'append-field',
    'v1RequestAppendField',
    "Compose the signature under an mApp's fields",
    'The mApp signs it, with the address that its name resolves to.',
  ),
  mAppChallenge(
    'revoke-permission',
    'v1RequestRevokePermission',
    'Compose the revocation of a permission',
    holderSigns,
  ),
  verify,
]
