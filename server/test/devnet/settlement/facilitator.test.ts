import type { RequestListener } from 'node:http'
import { PaymentPayloadV2Schema, PaymentRequirementsV2Schema } from '@x402/core/schemas'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openFacilitator } from '../../../src/payments/settlement/facilitator.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { signOwnTransfer, signTransfer, terms, transferFrom } from '../../support/payments/authorizations.ts'
import { type PaymentChain, startPaymentChain } from '../../support/payments/chain.ts'
import { startFacilitator, type TestFacilitator } from '../../support/payments/facilitator.ts'

let chain: PaymentChain
let official: TestFacilitator
let servers: TestServer[] = []

beforeAll(async () => {
  chain = await startPaymentChain()
  const [, second] = chain.base.accounts
  if (!second) throw new Error('The chain has no second account.')
  official = await startFacilitator({
    rpcUrl: chain.node.url,
    key: second.privateKey,
    confirmationTimeoutMs: 500,
  })
})
afterAll(async () => {
  await official.close()
  await chain.stop()
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  servers = []
})

/** The official one, as the service uses it. */
function throughOfficial() {
  return openFacilitator({ url: official.url, terms })
}

/** A facilitator that responds as `listener`. */
async function startFacilitatorWith(listener: RequestListener, timeout = 1_000) {
  const server = await startHttpServer(listener)
  servers.push(server)
  return openFacilitator({ url: server.url, terms, timeoutMs: timeout })
}

test('rule: the official facilitator verifies a payment and makes it, once', async () => {
  const authorization = await signOwnTransfer(await chain.newPayer())
  const before = await chain.base.balanceOf(terms.payTo)
  expect(await throughOfficial().verify(authorization)).toEqual({ isValid: true })
  expect(await chain.base.balanceOf(terms.payTo)).toBe(before)

  const outcome = await throughOfficial().settle(authorization)
  expect(outcome).toEqual({ kind: 'settled', hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  expect(await chain.base.balanceOf(terms.payTo)).toBe(before + terms.amount)
  expect(await chain.token.findTransfer(authorization, 0)).toMatchObject({
    hash: outcome.kind === 'settled' && outcome.hash,
  })
})

test('rule: requests to the facilitator are x402, version 2', async () => {
  const shape = z.object({
    x402Version: z.literal(2),
    paymentPayload: z.unknown(),
    paymentRequirements: z.unknown(),
  })
  const authorization = await signOwnTransfer(await chain.newPayer())
  await throughOfficial().verify(authorization)
  const { path, body } = official.requests.at(-1) ?? {}
  expect(path).toBe('/verify')
  const { paymentPayload, paymentRequirements } = shape.parse(body)
  expect(PaymentRequirementsV2Schema.parse(paymentRequirements)).toMatchObject({
    scheme: 'exact',
    network: 'eip155:8453',
    amount: '5000',
    asset: terms.asset,
    payTo: terms.payTo,
    maxTimeoutSeconds: 60,
    extra: { name: 'USD Coin', version: '2', assetTransferMethod: 'eip3009' },
  })
  const { value, validAfter, validBefore, nonce, from, to, signature } = authorization
  expect(PaymentPayloadV2Schema.parse(paymentPayload).payload).toEqual({
    signature,
    authorization: {
      from,
      to,
      value: `${value}`,
      validAfter: `${validAfter}`,
      validBefore: `${validBefore}`,
      nonce,
    },
  })
})

test.each([
  ['expired', { validBefore: 1n }, 'invalid_exact_evm_payload_authorization_valid_before'],
  [
    'for another payee',
    { to: '0x00000000000000000000000000000000000000ff' },
    'invalid_exact_evm_recipient_mismatch',
  ],
  ['of too little', { value: 1n }, 'invalid_exact_evm_payload_authorization_value_mismatch'],
] as const)('rule: a payment that is %s is rejected, and nothing is sent', async (_, given, reason) => {
  const authorization = await signOwnTransfer(await chain.newPayer(), given)
  const called = chain.node.methods.length
  expect(await throughOfficial().verify(authorization)).toEqual({ isValid: false, reason })
  expect(await throughOfficial().settle(authorization)).toEqual({ kind: 'refused', reason })
  expect(chain.node.methods.slice(called)).not.toContain('eth_sendRawTransaction')
})

test('rule: a payment that another key signed is rejected', async () => {
  const payer = await chain.newPayer()
  const authorization = await signTransfer(await chain.newPayer(), transferFrom(payer.address))
  expect(await throughOfficial().settle(authorization)).toMatchObject({ kind: 'refused' })
})

test('rule: a payment that is sent and not mined is pending, with its hash', async () => {
  const authorization = await signOwnTransfer(await chain.newPayer())
  await chain.control.setAutomine(false)
  try {
    const outcome = await throughOfficial().settle(authorization)
    expect(outcome).toEqual({ kind: 'pending', hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  } finally {
    await chain.control.mine({ blocks: 1 })
    await chain.control.setAutomine(true)
  }
  expect(await chain.token.isUsed(authorization)).toMatchObject({ isUsed: true })
})

test("rule: a payment is unknown when the facilitator's RPC lost its response", async () => {
  const authorization = await signOwnTransfer(await chain.newPayer())
  const undo = chain.node.addFault({
    kind: 'error',
    code: -32000,
    message: 'lost',
    method: 'eth_sendRawTransaction',
  })
  try {
    expect(await throughOfficial().settle(authorization)).toEqual({ kind: 'unknown' })
  } finally {
    undo()
  }
})

const success = JSON.stringify({ success: true, transaction: `0x${'ab'.repeat(32)}`, network: 'eip155:8453' })

const responses: readonly (readonly [string, RequestListener])[] = [
  ['does not respond in time', () => {}],
  ['begins a response and never ends it', (_, response) => response.writeHead(200).write('{"success":')],
  ['ends the connection', (_, response) => response.destroy()],
  ['responds without JSON', (_, response) => response.end('<html>')],
  ['responds with an error status', (_, response) => response.writeHead(502).end(success)],
  [
    'sends a response without end',
    (_, response) => response.end(success.replace('}', `,"x":"${'x'.repeat(70_000)}"}`)),
  ],
]

test.each(responses)(
  '503 for a check, and an unknown outcome for a payment, when the facilitator %s',
  async (_, listener) => {
    const authorization = await signOwnTransfer(await chain.newPayer())
    const facilitator = await startFacilitatorWith(listener)
    const [check, payment] = await Promise.allSettled([
      facilitator.verify(authorization),
      facilitator.settle(authorization),
    ])
    expect(check).toMatchObject({ reason: { name: 'ServiceUnavailableException' } })
    expect(payment).toEqual({ status: 'fulfilled', value: { kind: 'unknown' } })
  },
)

test('rule: a redirect of the facilitator is not followed', async () => {
  const requests: (string | undefined)[] = []
  const elsewhere = await startHttpServer((request, response) => {
    requests.push(request.url)
    response.end(success)
  })
  servers.push(elsewhere)
  const facilitator = await startFacilitatorWith((_, response) =>
    response.writeHead(307, { location: elsewhere.url }).end(),
  )
  expect(await facilitator.settle(await signOwnTransfer(await chain.newPayer()))).toEqual({ kind: 'unknown' })
  expect(requests).toEqual([])
})

test('rule: a payment is requested once, with any outcome', async () => {
  let requests = 0
  const facilitator = await startFacilitatorWith((_, response) => {
    requests += 1
    response.writeHead(503).end()
  })
  await facilitator.settle(await signOwnTransfer(await chain.newPayer()))
  expect(requests).toBe(1)
})

test('rule: path and query of the URL are kept, its credentials become a header, and no error shows them', async () => {
  const seen: (string | undefined)[] = []
  const server = await startHttpServer((request, response) => {
    seen.push(request.url, request.headers.authorization)
    response.writeHead(500).end('a-secret-key')
  })
  servers.push(server)
  const url = new URL('/v2/x402/?key=a-secret-key', server.url)
  url.username = 'user'
  url.password = 'a-secret-key'
  const facilitator = openFacilitator({ url: url.href, terms })
  const authorization = await signOwnTransfer(await chain.newPayer())
  const failure = await facilitator.verify(authorization).catch((error: unknown) => error)
  expect(seen).toEqual([
    '/v2/x402/verify?key=a-secret-key',
    `Basic ${Buffer.from('user:a-secret-key').toString('base64')}`,
  ])
  const { message, stack, cause } = failure as Error
  expect(`${message} ${stack} ${cause}`).not.toContain('a-secret-key')
})
