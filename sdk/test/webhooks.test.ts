import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from '../src/index.ts'

const secret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`
const other = `whsec_${btoa('another secret of a webhook, 32 b')}`
const body = JSON.stringify({
  type: 'subname.issued',
  timestamp: '2030-01-01T00:00:00.000Z',
  data: { name: 'ä.demo.eth' },
})
const now = 1_900_000_000_000

/** As an implementation of the standard signs it. */
function headersOf(by = secret, at = now): Record<string, string> {
  const signature = new Webhook(by).sign('evt_1', new Date(at), body)
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': `${at / 1000}`, 'webhook-signature': signature }
}

const verify = (options: Partial<Parameters<typeof verifyWebhook>[0]> = {}) =>
  verifyWebhook({ body, headers: headersOf(), secret, now, ...options })

it('rule: a delivery is verified from the headers of Node and of fetch, as text and as bytes', async () => {
  const expected = { id: 'evt_1', message: JSON.parse(body) }
  expect(await verify()).toEqual(expected)
  expect(await verify({ headers: new Headers(headersOf()), body: new TextEncoder().encode(body) })).toEqual(
    expected,
  )
})

it('rule: while a secret is replaced, one of two secrets and one of two signatures are enough', async () => {
  const both = {
    ...headersOf(other),
    'webhook-signature': `${headersOf(other)['webhook-signature']} ${headersOf()['webhook-signature']}`,
  }
  expect(await verify({ headers: both })).toMatchObject({ id: 'evt_1' })
  expect(await verify({ secret: [other, secret] })).toMatchObject({ id: 'evt_1' })
  expect(await verify({ secret: secret.slice('whsec_'.length) })).toMatchObject({ id: 'evt_1' })
})

it.each([
  ['another body', { body: `${body} ` }],
  ['another secret', { secret: other }],
  ['another id', { headers: { ...headersOf(), 'webhook-id': 'evt_2' } }],
  ['another time', { headers: { ...headersOf(), 'webhook-timestamp': `${now / 1000 + 1}` } }],
  [
    'a signature of another scheme',
    {
      headers: {
        ...headersOf(),
        'webhook-signature': headersOf()['webhook-signature']?.replace('v1,', 'v1a,'),
      },
    },
  ],
  ['a signature that is not base64', { headers: { ...headersOf(), 'webhook-signature': 'v1,*' } }],
  ['a missing header', { headers: { ...headersOf(), 'webhook-id': undefined } }],
  ['a time with other characters', { headers: { ...headersOf(), 'webhook-timestamp': `${now / 1000}x` } }],
  ['a signature that is too old', { headers: headersOf(secret, now - 301_000) }],
  ['a signature of the future', { headers: headersOf(secret, now + 301_000) }],
])('rule: %s is refused', async (_title, options) => {
  await expect(verify(options)).rejects.toBeInstanceOf(WebhookVerificationError)
})

it('rule: a secret of another form is a fault of the program', async () => {
  await expect(verify({ secret: 'whsec_***' })).rejects.toThrow(TypeError)
  await expect(verify({ secret: '' })).rejects.toThrow(TypeError)
})
