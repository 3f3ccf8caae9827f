import { decodePaymentRequiredHeader } from '@x402/core/http'
import { Challenge } from 'mppx'
import { PaymentInfo, validate } from 'mppx/discovery'
import { describe, expect, it } from 'vitest'
import { newOffer, settings } from '../../../test/support/payments/wire.ts'
import {
  buildX402Manifest,
  documentPayment,
  listPrices,
  paymentInfo,
  price,
  x402Manifest,
} from './description.ts'

const { terms, baseUrl } = settings
const headers = newOffer()
const { resource, accepts } = decodePaymentRequiredHeader(headers['payment-required'] ?? '')
const { method, intent, request } = Challenge.deserialize(headers['www-authenticate'] ?? '')

describe('price information', () => {
  it('rule: the price list agrees with the offers', () => {
    const [requirements] = accepts
    const prices = listPrices(terms)
    expect(price.array().parse(prices)).toEqual(prices)
    expect(prices).toEqual([
      {
        method: 'GET',
        path: '/ens/v2/resolve',
        priceUsd: '0.005',
        amount: requirements?.amount,
        asset: requirements?.asset,
        network: requirements?.network,
        payTo: requirements?.payTo,
        protocols: ['x402', 'mpp'],
      },
    ])
  })

  it('rule: the manifest of x402 agrees with the offers', () => {
    const manifest = buildX402Manifest(terms, baseUrl)
    const url = 'https://names.example/ens/v2/resolve'
    expect(x402Manifest.parse(manifest)).toEqual(manifest)
    expect(manifest.resources).toEqual([url])
    expect(manifest.items).toMatchObject([{ resource: { ...resource, url }, accepts }])
  })

  it('rule: a service that takes no payment lists no price', () => {
    expect(listPrices(undefined)).toEqual([])
    expect(buildX402Manifest(undefined, baseUrl)).toEqual({
      version: 1,
      x402Version: 2,
      resources: [],
      items: [],
    })
  })

  it('rule: payment information of the OpenAPI document agrees with the offers', () => {
    const info = paymentInfo(terms)
    const { amount, currency, recipient } = request
    expect(PaymentInfo.parse(info).offers).toMatchObject([{ method, intent, amount, currency, recipient }])
    expect(info.price).toEqual({ mode: 'fixed', currency: 'USD', amount: '0.005' })
    expect(info.protocols).toEqual([{ x402: {} }, { mpp: { method, intent, currency } }])
  })
})

describe('the OpenAPI document', () => {
  const answer = (description: string) => ({ description })
  const documentOf = () => ({
    openapi: '3.1.0',
    info: { title: 'Byname', version: '0.1.0' },
    paths: {
      '/ens/v2/resolve': {
        get: { responses: { 200: answer('Records'), 402: answer('Offers'), 502: answer('Unconfirmed') } },
      },
      '/health': { get: { responses: { 200: answer('Well') } } },
    },
  })

  it('rule: the paid operation has its price and its headers, in the form that clients validate', () => {
    const document = documentPayment(documentOf(), terms)
    const read = document.paths?.['/ens/v2/resolve']?.get
    expect(read).toMatchObject({
      'x-payment-info': paymentInfo(terms),
      responses: {
        200: { headers: { 'PAYMENT-RESPONSE': {}, 'Payment-Receipt': {} } },
        402: { headers: { 'PAYMENT-REQUIRED': {}, 'WWW-Authenticate': {} } },
        502: { headers: { 'PAYMENT-RESPONSE': {} } },
      },
    })
    expect(validate(document)).toEqual([])
    expect(document.paths?.['/health']).toEqual(documentOf().paths['/health'])
  })

  it('rule: without payment the document has no price', () => {
    const document = documentPayment(documentOf(), undefined)
    expect(document.paths?.['/ens/v2/resolve']?.get).not.toHaveProperty('x-payment-info')
  })
})
