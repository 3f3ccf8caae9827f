import { decodePaymentRequiredHeader } from '@x402/core/http'
import { parsePaymentRequired } from '@x402/core/schemas'
import { Challenge, PaymentRequest } from 'mppx'
import { Methods } from 'mppx/evm'
import { describe, expect, it } from 'vitest'
import { longestQuery, query, queryFor, settings } from '../../../test/support/payments/wire.ts'
import { offerHeaders, type Query } from './offers.ts'

const now = Date.UTC(2026, 0, 2, 3, 4, 5)
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const payee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function headersOf(of: Query) {
  return offerHeaders(settings, of, now)
}
function x402OfferOf(of: Query) {
  return decodePaymentRequiredHeader(headersOf(of)['payment-required'] ?? '')
}
function challengeOf(of: Query) {
  return Challenge.deserialize(headersOf(of)['www-authenticate'] ?? '')
}

/** A query whose URL has so many characters. */
function queryOfUrl(length: number): Query {
  const { target } = queryFor([''])
  return queryFor(['a'.repeat(length - settings.baseUrl.length - target.length)])
}

describe('offers', () => {
  it('rule: an x402 offer is one requirement of scheme exact', () => {
    const offer = x402OfferOf(query)
    expect(parsePaymentRequired(offer).success).toBe(true)
    expect(offer).toEqual({
      x402Version: 2,
      resource: {
        url: 'https://names.example/ens/v2/resolve?ens=alice.demo.eth&ens=bob.demo.eth',
        description: expect.any(String),
        mimeType: 'application/json',
      },
      accepts: [
        {
          scheme: 'exact',
          network: 'eip155:8453',
          amount: '5000',
          asset: usdc,
          payTo: payee,
          maxTimeoutSeconds: 60,
          extra: { name: 'USD Coin', version: '2', assetTransferMethod: 'eip3009' },
        },
      ],
    })
  })

  it('rule: an offer that follows a rejection has its reason for x402', () => {
    const headers = offerHeaders(settings, query, now, 'invalid_exact_evm_signature')
    expect(decodePaymentRequiredHeader(headers['payment-required'] ?? '').error).toBe(
      'invalid_exact_evm_signature',
    )
  })

  it('rule: an MPP offer is one charge, bound to service and query, for 60 seconds', () => {
    const challenge = challengeOf(query)
    expect(challenge).toEqual({
      id: expect.stringMatching(/^[\w-]{43}$/),
      realm: 'names.example',
      method: 'evm',
      intent: 'charge',
      request: {
        amount: '5000',
        currency: usdc,
        recipient: payee,
        methodDetails: { chainId: 8453, credentialTypes: ['authorization'], decimals: 6 },
      },
      expires: '2026-01-02T03:05:05.000Z',
      opaque: expect.any(String),
    })
    expect(PaymentRequest.deserialize(challenge.opaque ?? '')).toMatchObject({ query: query.requestHash })
    expect(Challenge.verify(challenge, { secretKey: settings.secret })).toBe(true)
  })

  it('rule: no two challenges are equal, even for one query at one moment: each is paid once', () => {
    expect(challengeOf(query).id).not.toBe(challengeOf(query).id)
  })

  it('rule: the request of a challenge is what the library makes of the same price', () => {
    const { terms } = settings
    expect(challengeOf(query).request).toEqual(
      PaymentRequest.fromMethod(Methods.charge, {
        amount: '0.005',
        chainId: 8453,
        currency: terms.asset,
        decimals: 6,
        recipient: terms.payTo,
      }),
    )
  })

  it('rule: offers are not cached', () => {
    expect(headersOf(query)['cache-control']).toBe('no-store')
  })

  it('rule: a URL of more than 1024 bytes is offered by its hash', () => {
    const [whole, long] = [queryOfUrl(1024), queryOfUrl(1025)]
    expect(x402OfferOf(whole).resource.url).toBe(settings.baseUrl + whole.target)
    expect(x402OfferOf(long).resource.url).toBe(
      `https://names.example/ens/v2/resolve?query=${long.requestHash}`,
    )
  })

  it.each([
    ['50 names of 240 characters', longestQuery],
    ['the longest URL that is offered whole', queryOfUrl(1024)],
  ])('rule: offers stay below 3 KiB for %s', (_, of) => {
    expect(JSON.stringify(headersOf(of)).length).toBeLessThan(3072)
  })
})
