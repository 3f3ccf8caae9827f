import { beforeAll, describe, expect, it } from 'vitest'
import {
  fromBase64,
  longestQuery,
  newOffer,
  payByMpp,
  payByX402,
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
import { readCredential } from './read-credential.ts'

const otherAddress = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const permit2 = { signature: '0x00', permit2Authorization: { from: otherAddress } }
const erc7710 = { delegationManager: otherAddress, permissionContext: '0x00', delegator: otherAddress }

function read(header: string, of = query) {
  return readCredential(settings, of, { 'payment-signature': header })
}
function refused(reason: string) {
  return expect.objectContaining({ name: 'PaymentRefusedError', reason })
}

describe('payment credentials of x402', () => {
  let header: string
  let payload: unknown
  const readChanged = (path: string, value: unknown) => read(toBase64(withValueAt(payload, path, value)))

  beforeAll(async () => {
    header = (await payByX402(newOffer()))['payment-signature'] ?? ''
    payload = fromBase64(header)
  })

  it('rule: the credential of the official client for our offer is accepted', () => {
    expect(read(header)).toEqual({
      protocol: 'x402',
      authorization: {
        chainId: 8453,
        asset: settings.terms.asset,
        from: lowerCaseHex(payer.address),
        to: settings.terms.payTo,
        value: 5000n,
        validAfter: 0n,
        validBefore: expect.any(BigInt),
        nonce: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
      },
      challengeId: null,
      challengeExpires: null,
    })
  })

  it('rule: the credential of the MPP client for our offer of x402 alone is accepted', async () => {
    const { 'payment-required': required = '' } = newOffer()
    const proof = await payByMpp({ 'payment-required': required })
    expect(readCredential(settings, query, proof)).toMatchObject({ protocol: 'x402' })
  })

  it('rule: a credential for the longest query is no longer than one for a short query', async () => {
    const proof = (await payByX402(newOffer(longestQuery)))['payment-signature'] ?? ''
    expect(read(proof, longestQuery)).toMatchObject({ protocol: 'x402' })
    expect(proof.length).toBeLessThan(2048)
  })

  it('rule: base64 is decoded in either alphabet, with and without padding', () => {
    const noted = withValueAt(payload, 'extensions', { note: '>>>???' })
    const encoded = toBase64Url(noted)
    expect(encoded).toMatch(/[-_]/)
    expect(read(encoded)).toEqual(read(header))
    expect(read(toBase64(noted).replace(/=*$/, ''))).toEqual(read(header))
  })

  it.each([
    ['extensions', { unknown: { info: {}, schema: {} } }],
    ['accepted.extra.nickname', 'mine'],
    ['resource', undefined],
    ['resource', null],
    ['accepted.asset', settings.terms.asset],
    ['accepted.payTo', settings.terms.payTo.toUpperCase().replace('X', 'x')],
    ['payload.authorization.from', lowerCaseHex(payer.address)],
    ['payload.authorization.to', settings.terms.payTo],
  ])('rule: %s may be %j and changes nothing', (path, value) => {
    expect(readChanged(path, value)).toEqual(read(header))
  })

  it('rule: hex in upper case is the same authorization', () => {
    const { nonce, signature } = read(header)?.authorization ?? {}
    const upperCase = (hex = '') => hex.toUpperCase().replace('X', 'x')
    expect(readChanged('payload.authorization.nonce', upperCase(nonce))).toEqual(read(header))
    expect(readChanged('payload.signature', upperCase(signature))).toEqual(read(header))
  })

  it.each(['%%%', 'e', '{}', toBase64('text'), toBase64(null), toBase64([]), toBase64({})])(
    'malformed: %s',
    (text) => {
      expect(() => read(text)).toThrow(refused('malformed'))
    },
  )

  it.each([
    ['malformed', 'x402Version', 1],
    ['malformed', 'accepted', undefined],
    ['malformed', 'payload', undefined],
    ['malformed', 'resource', 'https://names.example'],
    ['offer', 'accepted.scheme', 'upto'],
    ['offer', 'accepted.network', 'eip155:84532'],
    ['offer', 'accepted.amount', '1'],
    ['offer', 'accepted.amount', '05000'],
    ['offer', 'accepted.asset', otherAddress],
    ['offer', 'accepted.payTo', otherAddress],
    ['offer', 'accepted.maxTimeoutSeconds', 3600],
    ['offer', 'accepted.extra', undefined],
    ['offer', 'accepted.extra.name', 'USDC'],
    ['offer', 'accepted.extra.version', '1'],
    ['offer', 'accepted.extra.assetTransferMethod', 'permit2'],
    ['binding', 'resource.url', 'https://names.example/ens/v2/resolve?ens=carol.demo.eth'],
    ['binding', 'resource.url', 'https://other.example/ens/v2/resolve?ens=alice.demo.eth&ens=bob.demo.eth'],
    ['unsupported', 'payload', permit2],
    ['unsupported', 'payload', erc7710],
    ['unsupported', 'payload', {}],
    ['unsupported', 'payload.authorization', 'text'],
    ['malformed', 'payload.signature', undefined],
    ['malformed', 'payload.signature', '0xyz'],
    ['malformed', 'payload.authorization', {}],
    ['malformed', 'payload.authorization.from', '0x1234'],
    ['malformed', 'payload.authorization.to', undefined],
    ['malformed', 'payload.authorization.nonce', '0x1234'],
    ['malformed', 'payload.authorization.value', 5000],
    ['malformed', 'payload.authorization.value', '05000'],
    ['malformed', 'payload.authorization.validAfter', '-1'],
    ['malformed', 'payload.authorization.validBefore', '1e12'],
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
      const proof = readChanged(`payload.authorization.${field}`, value)
      expect(() => proof && assertPayable(proof.authorization, settings.terms)).toThrow(refused(reason))
    },
  )

  it('binding: a credential for another query', async () => {
    const other = await payByX402(newOffer(queryFor(['carol.demo.eth'])))
    expect(() => readCredential(settings, query, other)).toThrow(refused('binding'))
  })
})
