import { x402Client, x402HTTPClient } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { evm, Mppx } from 'mppx/client'
import { type Hex, sha256, toBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { type OfferSettings, offerHeaders, type Query } from '../../../src/payments/http/offers.ts'
import type { CredentialHeaders } from '../../../src/payments/http/read-credential.ts'

/** A service that charges 5000 base units of USDC on Base. */
export const settings: OfferSettings = {
  terms: {
    chainId: 8453,
    asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    tokenName: 'USD Coin',
    tokenVersion: '2',
    decimals: 6,
    amount: 5000n,
    payTo: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    offerLifetimeSeconds: 60,
  },
  baseUrl: 'https://names.example',
  realm: 'names.example',
  secret: 'a secret of at least thirty-two bytes',
  previousSecret: undefined,
}

/** A query for names. */
export function queryFor(names: readonly string[]): Query {
  const target = `/ens/v2/resolve?${names.map((name) => `ens=${encodeURIComponent(name)}`).join('&')}`
  return { target, requestHash: sha256(toBytes(target)) }
}

/** A typical query. */
export const query = queryFor(['alice.demo.eth', 'bob.demo.eth'])

/** 50 names of 240 characters, the longest possible query. */
export const longestQuery = queryFor(Array(50).fill(`${'a'.repeat(231)}.demo.eth`))

const key: Hex = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
/** The payer. */
export const payer = privateKeyToAccount(key)

/** The payment of an offer by the official client of x402. */
export async function payByX402(headers: Record<string, string>): Promise<CredentialHeaders> {
  const client = new x402HTTPClient(new x402Client().register('eip155:8453', new ExactEvmScheme(payer)))
  const requirements = client.getPaymentRequiredResponse((name) => headers[name.toLowerCase()])
  const sent = new Headers(
    client.encodePaymentSignatureHeader(await client.createPaymentPayload(requirements)),
  )
  return { 'payment-signature': sent.get('payment-signature') ?? '' }
}

/** The payment of an offer by the official client of MPP. Given one of x402 alone, it pays that. */
export async function payByMpp(headers: Record<string, string>): Promise<CredentialHeaders> {
  const method = evm.charge({ account: payer, currencies: [evm.assets.base.USDC], maxAmount: '0.01' })
  const client = Mppx.create({ methods: [method], polyfill: false })
  const url = settings.baseUrl + query.target
  const response = new Response('{}', { status: 402, headers })
  Object.defineProperty(response, 'url', { value: url })
  const payment = await client.preparePayment(response)
  const sent = new Headers(payment.setCredential({}, await payment.createCredential()).headers)
  const [authorization, signature] = [sent.get('authorization'), sent.get('payment-signature')]
  return { ...(authorization && { authorization }), ...(signature && { 'payment-signature': signature }) }
}

/** An offer as it is sent now. */
export function newOffer(of: Query = query, by: OfferSettings = settings): Record<string, string> {
  return offerHeaders(by, of, Date.now())
}

/** The JSON in base64, of either alphabet. */
export function fromBase64(text: string): unknown {
  return JSON.parse(Buffer.from(text, 'base64').toString())
}
export function toBase64(json: unknown): string {
  return Buffer.from(JSON.stringify(json)).toString('base64')
}
export function toBase64Url(json: unknown): string {
  return Buffer.from(JSON.stringify(json)).toString('base64url')
}

/** JSON with the value at a path such as `payload.nonce` replaced, or removed when that is undefined. */
export function withValueAt(json: unknown, path: string, value: unknown): unknown {
  const [key = '', ...rest] = path.split('.')
  const object = anyObject.parse(json ?? {})
  return { ...object, [key]: rest.length === 0 ? value : withValueAt(object[key], rest.join('.'), value) }
}

const anyObject = z.record(z.string(), z.unknown())
