import { Challenge } from 'mppx'
import { Types } from 'mppx/evm'
import { keccak256, toBytes } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  fromBase64,
  longestQuery,
  newOffer,
  payByMpp,
  payer,
  query,
  queryFor,
  settings,
  toBase64,
  toBase64Url,
  withValueAt,
} from '../../../test/support/payments/wire.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { assertPayable } from '../rules/authorization.ts'
import { chargeRequest } from './description.ts'
import { type OfferSettings, offerHeaders } from './offers.ts'
import { readCredential } from './read-credential.ts'

const otherAddress = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const otherSecret = 'another secret of thirty-two bytes or more'
const request = chargeRequest(settings.terms)
const nested = Buffer.from(`{"amount":${'['.repeat(15_000)}${']'.repeat(15_000)}}`).toString('base64url')

function read(authorization: string, by: OfferSettings = settings) {
  return readCredential(by, query, { authorization })
}
function refused(reason: string) {
  return expect.objectContaining({ name: 'PaymentRefusedError', reason })
}
function challengeOf(headers: Record<string, string>) {
  return Challenge.deserialize(headers['www-authenticate'] ?? '')
}

describe('payment credentials of MPP', () => {
  const { 'www-authenticate': issued = '' } = newOffer()
  let header: string
  let credential: unknown
  const readChanged = (path: string, value: unknown) =>
    read(`Payment ${toBase64Url(withValueAt(credential, path, value))}`)

  beforeAll(async () => {
    header = (await payByMpp({ 'www-authenticate': issued })).authorization ?? ''
    credential = fromBase64(header.slice('Payment '.length))
  })

  it('rule: the credential of the official client for our challenge is accepted', () => {
    const { id, realm, expires = '' } = Challenge.deserialize(issued)
    expect(read(header)).toEqual({
      protocol: 'mpp',
      authorization: {
        chainId: 8453,
        asset: settings.terms.asset,
        from: lowerCaseHex(payer.address),
        to: settings.terms.payTo,
        value: 5000n,
        validAfter: 0n,
        validBefore: BigInt(Math.floor(Date.parse(expires) / 1000)),
        nonce: keccak256(toBytes(id + realm)),
        signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
      },
      challengeId: id,
      challengeExpires: Date.parse(expires),
    })
  })

  it('rule: a client that is offered both protocols pays by MPP', async () => {
    expect(readCredential(settings, query, await payByMpp(newOffer()))).toMatchObject({ protocol: 'mpp' })
  })

  it('rule: a credential for the longest query is no longer than one for a short query', async () => {
    const proof = await payByMpp(newOffer(longestQuery))
    expect(readCredential(settings, longestQuery, proof)).toMatchObject({ protocol: 'mpp' })
    expect(proof.authorization?.length).toBeLessThan(2048)
  })

  it('rule: the scheme is case-insensitive, and other schemes may be beside it', () => {
    const token = header.slice('Payment '.length)
    for (const authorization of [`payment ${token}`, `PAYMENT  ${token}`, `Bearer abc, Payment ${token}`])
      expect(read(authorization)).toEqual(read(header))
  })

  it('rule: base64 is decoded in either alphabet, with and without padding', () => {
    const noted = withValueAt(credential, 'note', '>>>???')
    for (const token of [toBase64(noted), toBase64Url(noted)])
      expect(read(`Payment ${token}`)).toEqual(read(header))
  })

  it.each([
    ['source', undefined],
    ['source', `did:pkh:eip155:8453:${lowerCaseHex(payer.address)}`],
    ['challenge.description', 'anything'],
    ['payload.from', lowerCaseHex(payer.address)],
    ['payload.to', settings.terms.payTo],
  ])('rule: %s may be %j and changes nothing', (path, value) => {
    expect(readChanged(path, value)).toEqual(read(header))
  })

  it('rule: a nonce in upper case is the same nonce', () => {
    const nonce = read(header)?.authorization.nonce.toUpperCase().replace('X', 'x')
    expect(readChanged('payload.nonce', nonce)).toEqual(read(header))
  })

  it('rule: the parser does not decide whether a challenge has expired', () => {
    const old = challengeOf(offerHeaders(settings, query, Date.UTC(2020, 0)))
    const echoed = { ...old, request: toBase64Url(old.request) }
    const proof = withValueAt(
      withValueAt(credential, 'challenge', echoed),
      'payload.nonce',
      Types.challengeHash(old),
    )
    expect(read(`Payment ${toBase64Url(proof)}`)).toMatchObject({
      challengeExpires: Date.UTC(2020, 0) + 60_000,
    })
  })

  it('rule: a challenge of the previous secret is accepted while that is configured', () => {
    const { secret } = settings
    const rotated = { ...settings, secret: otherSecret, previousSecret: secret }
    expect(read(header, rotated)).toEqual(read(header))
    expect(() => read(header, { ...rotated, previousSecret: undefined })).toThrow(refused('challenge'))
  })

  it.each(['Payment', 'Payment %%%', 'Payment e30', `Payment ${toBase64Url('text')}`, 'Payment bnVsbA'])(
    'malformed: %s',
    (text) => {
      expect(() => read(text)).toThrow(refused('malformed'))
    },
  )

  it.each([
    ['challenge', 'challenge.id', 'x'.repeat(43)],
    ['challenge', 'challenge.realm', 'other.example'],
    ['challenge', 'challenge.method', 'tempo'],
    ['challenge', 'challenge.intent', 'session'],
    ['challenge', 'challenge.request', toBase64Url({ ...request, amount: '1' })],
    ['challenge', 'challenge.request', toBase64Url({ ...request, currency: otherAddress })],
    ['challenge', 'challenge.request', toBase64Url({ ...request, recipient: otherAddress })],
    ['challenge', 'challenge.request', toBase64Url({ ...request, methodDetails: { chainId: 1 } })],
    ['challenge', 'challenge.request', toBase64Url({ ...request, externalId: '1' })],
    ['challenge', 'challenge.request', nested],
    ['challenge', 'challenge.expires', '2099-01-01T00:00:00.000Z'],
    ['challenge', 'challenge.expires', undefined],
    ['challenge', 'challenge.opaque', toBase64Url({ query: queryFor(['carol.demo.eth']).requestHash })],
    ['challenge', 'challenge.opaque', undefined],
    ['challenge', 'challenge.digest', 'sha-256=abc'],
    ['challenge', 'challenge.header', 'Payment-Authorization'],
    ['malformed', 'challenge', undefined],
    ['malformed', 'challenge.id', undefined],
    ['malformed', 'challenge.request', 'text'],
    ['malformed', 'challenge.expires', 'tomorrow'],
    ['unsupported', 'payload.type', 'permit2'],
    ['unsupported', 'payload.type', 'transaction'],
    ['unsupported', 'payload.type', 'hash'],
    ['malformed', 'payload', undefined],
    ['malformed', 'payload', 'text'],
    ['malformed', 'payload.type', undefined],
    ['malformed', 'payload.from', '0x1234'],
    ['malformed', 'payload.value', 5000],
    ['malformed', 'payload.validBefore', 'soon'],
    ['malformed', 'payload.signature', undefined],
    ['binding', 'payload.nonce', keccak256('0x')],
    ['malformed', 'payload.from', otherAddress],
    ['malformed', 'source', `did:pkh:eip155:8453:${otherAddress}`],
    ['malformed', 'source', `did:pkh:eip155:1:${payer.address}`],
    ['malformed', 'source', { toString: null }],
  ])('%s: %s is %j', (reason, path, value) => {
    expect(() => readChanged(path, value)).toThrow(refused(reason))
  })

  it.each([
    ['amount', 'value', '4999'],
    ['amount', 'value', '5001'],
    ['recipient', 'to', otherAddress],
  ])(
    'rule: an authorization is read as it was signed, so that a wrong %s is detected',
    (reason, field, value) => {
      const proof = readChanged(`payload.${field}`, value)
      expect(() => proof && assertPayable(proof.authorization, settings.terms)).toThrow(refused(reason))
    },
  )

  it('binding: a challenge for another query', async () => {
    const proof = await payByMpp(newOffer(queryFor(['carol.demo.eth'])))
    expect(() => readCredential(settings, query, proof)).toThrow(refused('binding'))
  })

  it.each([
    ['another service', { ...settings, secret: otherSecret }],
    ['another realm', { ...settings, realm: 'other.example' }],
    ['another price', { ...settings, terms: { ...settings.terms, amount: 4000n } }],
  ])('challenge: a challenge for %s', async (_, by) => {
    const proof = await payByMpp(newOffer(query, by))
    expect(() => readCredential(settings, query, proof)).toThrow(refused('challenge'))
  })
})
