import { z } from 'zod'
import {
  isValidSignIn,
  requestChallenge,
  requestMAppChallenge,
  requestOnboardingChallenge,
} from '../../core/challenges.ts'
import { bynameTag, type Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import {
  chainId,
  domainParams,
  evmAddress,
  fullName,
  integer,
  optionalWithDefault,
  plainResponse,
  signedExample,
  uuid,
} from '../schema/primitives.ts'
import { signatureText } from '../schema/records.ts'

const ttl = optionalWithDefault(integer(1000, Number.MAX_SAFE_INTEGER), 120_000)

const challengeInput = z.object({
  domain: z.string().min(1).max(255).meta({
    description: 'Host and port of the app that requests the signature.',
    example: 'localhost:3000',
  }),
  address: evmAddress.meta({ description: 'The intended signer.' }),
  origin: z.string().max(2000).meta({
    description: 'URI of the app, with its scheme: http(s), or that of an app outside of browsers.',
    example: 'http://localhost:3000',
  }),
  chainId,
  ttl: ttl.meta({
    description:
      'Milliseconds until the challenge expires: one second to a day, or what the operator allows.',
  }),
})

const mAppChallengeInput = challengeInput.extend({
  ttl: ttl.meta({ description: 'Milliseconds until the challenge expires: one second to ten minutes.' }),
  subname: fullName,
  mApp: z.string().min(1).max(1000).meta({
    description: 'Name of the mApp.',
    example: 'justverified.eth',
  }),
})

const onboardingChallengeInput = challengeInput.omit({ chainId: true }).extend({
  ttl: ttl.meta({ description: 'Milliseconds until the challenge expires: one second to ten minutes.' }),
  workspaceId: uuid.meta({ description: 'The workspace into which the domain is onboarded.' }),
})

const challengeData = z.object({
  challenge: z.string().meta({
    description: 'EIP-4361 text in ASCII, to be signed unchanged (EIP-191).',
    example: signedExample.message,
  }),
})

export const signedMessage = z.object({
  address: z.string().max(100).meta({ description: 'The signer.', example: signedExample.address }),
  signature: signatureText.meta({
    description: 'EIP-191, ERC-1271, ERC-6492 or ERC-8010; 0x hex.',
    example: signedExample.signature,
  }),
  message: z.string().max(10_000).meta({
    description: 'The EIP-4361 text that was signed, with its line feeds.',
    example: signedExample.message,
  }),
})

const verifiedData = z.object({
  verified: z.boolean().meta({ description: 'Whether the message is signed by the address and valid now.' }),
})

const description = 'EIP-4361 messages to sign, and their verification.'
const tag: Tag = { name: 'Challenges (v1)', description }
const v2Tag: Tag = { name: 'Challenges (v2)', description }

const challengeResponse = plainResponse(challengeData)

const request = operation({
  summary: 'Compose a sign-in message',
  description:
    'For clients that do not compose one themselves. The signed message is valid for every operation with signature ' +
    'headers, until it expires.',
  auth: { accepts: [] },
  isSafe: true,
  expensive: true,
  body: challengeInput,
  handle: async ({ context, body }) => ({ challenge: requestChallenge(context, body) }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/siwe/request-challenge',
      id: 'v1RequestChallenge',
      tag,
      status: 201,
      response: challengeResponse,
    },
    {
      method: 'POST',
      url: '/ens/v2/siwe/challenges',
      id: 'v2RequestChallenge',
      tag: v2Tag,
      response: challengeResponse,
    },
  ],
})

/** `action` is also the last part of the path. */
function mAppChallenge(
  action: 'add-permission' | 'append-field' | 'revoke-permission',
  id: string,
  summary: string,
  signer: string,
) {
  return operation({
    summary,
    description:
      'The message is valid for this subname, mApp, action and chain, once and for at most ten minutes. Of one subname, ' +
      `20 are kept; new ones replace used, expired and old ones. ${signer}`,
    auth: { accepts: [] },
    expensive: true,
    body: mAppChallengeInput,
    errors: ['DomainBlockedException', 'OriginNotAllowedException', 'SubnameNotFoundException'],
    handle: async ({ context, caller, body }) => ({
      challenge: await requestMAppChallenge(context, { ...body, action, caller }),
    }),
    mounts: [
      {
        method: 'POST',
        url: `/ens/v1/siwe/mapp/${action}`,
        id,
        tag,
        status: 201,
        response: challengeResponse,
      },
    ],
  })
}

const verify = operation({
  summary: 'Verify a signed message',
  description:
    'Whether the message is signed by the address, valid now and within the maximum lifetime. A wrong signature or an expired ' +
    'message is `verified: false`, and so is a challenge of `siwe/mapp`, which allows one operation and is no sign-in; a ' +
    'text that is not an EIP-4361 message is an error. The caller must check domain and nonce: a message ' +
    'verifies each time it is presented.',
  auth: { accepts: [] },
  isSafe: true,
  body: signedMessage,
  callsUpstream: true,
  errors: ['UnsupportedChainException'],
  handle: async ({ context, body, admit }) => ({
    verified: await isValidSignIn(context, { ...body, admit }),
  }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/siwe/verify-message',
      id: 'v1VerifyMessage',
      tag,
      status: 201,
      response: plainResponse(verifiedData),
    },
    {
      method: 'POST',
      url: '/ens/v2/siwe/verify',
      id: 'v2VerifyMessage',
      tag: v2Tag,
      response: plainResponse(verifiedData),
    },
  ],
})

const onboarding = operation({
  summary: 'Compose an onboarding message',
  description:
    'An address that owns or manages the domain on chain signs it, and a key of the workspace presents it to ' +
    '`POST /ens/v1/ens/add`. It is valid for this domain, workspace and chain, once and for at most ten minutes, and for ' +
    'no other operation. With it, the address can also take the domain over from a workspace for which it proved ' +
    'control before. Clients may compose it themselves: it has the resources `byname:action/onboard-domain`, ' +
    '`byname:domain/{domain}` and `byname:workspace/{workspaceId}`, percent-encoded, in this order and no others.',
  auth: { accepts: [] },
  isSafe: true,
  expensive: true,
  ...domainParams,
  body: onboardingChallengeInput,
  handle: async ({ context, params, query, body }) => ({
    challenge: requestOnboardingChallenge(context, { ...body, ...query, ensDomain: params.domain }),
  }),
  mounts: [
    {
      method: 'POST',
      url: '/byname/v1/domains/:domain/challenges',
      id: 'bynameRequestOnboardingChallenge',
      tag: bynameTag,
      response: challengeResponse,
    },
  ],
})

const holderSigns = 'The holder of the subname signs it, or its address of coin type 60.'

export const challenges = [
  request,
  mAppChallenge('add-permission', 'v1RequestAddPermission', 'Compose the grant of a permission', holderSigns),
  mAppChallenge(
    'append-field',
    'v1RequestAppendField',
    "Compose the signature for an mApp's fields",
    'The mApp signs it, with the address that its name resolves to.',
  ),
  mAppChallenge(
    'revoke-permission',
    'v1RequestRevokePermission',
    'Compose the revocation of a permission',
    holderSigns,
  ),
  verify,
  onboarding,
].flat()
