import type { Hex } from 'viem'
import { expect, it } from 'vitest'
import type { ErrorName } from '../../../src/errors.ts'
import {
  createWallet,
  escapeLineFeeds,
  type MessageFields,
  signedHeaders,
  signMessage,
  toSignedHeaders,
} from '../../support/credentials/signed-headers.ts'
import {
  ethereumAddress,
  expectUnchanged,
  postAdd,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

const hours = 3_600_000
function inOneMinute() {
  return new Date(Date.now() + 60_000)
}

/** The signature with one bit of its `r` flipped. */
function flipped(signature: Hex) {
  return `${signature.slice(0, 10)}${(Number.parseInt(signature.charAt(10), 16) ^ 1).toString(16)}${signature.slice(11)}`
}

describeService(
  'Signatures',
  (service) => {
    /** Expects that add and update reject these headers. */
    const refuse = async (
      headers: Readonly<Record<string, string>>,
      wireName: ErrorName = 'InvalidSignatureException',
      holder = createWallet(),
    ) => {
      const { call, key, onboard } = service()
      const domain = await onboard()
      await seedSubname(service(), domain, 'held', { addresses: [ethereumAddress(holder.address)] })
      await expectUnchanged(service(), domain, async () => {
        const addition = { headers: { 'x-api-key': key, ...headers }, body: subnameBody(domain, 'refused') }
        expectError(await postAdd(service(), addition), 401, wireName)
        const change = { ...subnameBody(domain, 'held'), text: [{ key: 'a', value: 'b' }] }
        expectError(await call('POST', '/ens/v1/subname/update', { headers, body: change }), 401, wireName)
      })
    }

    const refuseMessage = async (fields: Partial<MessageFields>, wireName?: ErrorName) => {
      const wallet = createWallet()
      await refuse(await signedHeaders(wallet, { chainId: 1, ...fields }), wireName, wallet)
    }

    it.each(['x-address', 'x-message', 'x-signature'] as const)(
      '401 without %s, and with an empty one',
      async (name) => {
        const wallet = createWallet()
        const { [name]: _, ...rest } = await signedHeaders(wallet, { chainId: 1 })
        await refuse(rest, 'MissingSignatureException', wallet)
        await refuse({ ...rest, [name]: '' }, 'MissingSignatureException', wallet)
      },
    )

    it('401 without any of the signature headers', async () => refuse({}, 'MissingSignatureException'))

    it.each([
      ['is no EIP-4361 text', () => 'I own this name'],
      ['lost its line feeds', (message: string) => message.replaceAll('\n', ' ')],
      ['is base64 of something else', () => Buffer.from('hello there').toString('base64')],
      ['has no nonce', (message: string) => escapeLineFeeds(message.replace(/^Nonce: .+\n/m, ''))],
      ['has no issued-at', (message: string) => escapeLineFeeds(message.replace(/^Issued At: .+\n/m, ''))],
      [
        'has an issued-at that is no time',
        (message: string) => escapeLineFeeds(message.replace(/^(Issued At: ).+/m, '$1yesterday')),
      ],
      [
        'is of another version',
        (message: string) => escapeLineFeeds(message.replace('Version: 1', 'Version: 2')),
      ],
    ])('401 for a message that %s', async (_title, encode) => {
      const wallet = createWallet()
      await refuse(toSignedHeaders(await signMessage(wallet, { chainId: 1 }), encode), undefined, wallet)
    })

    it('401 for an expired message', () =>
      refuseMessage(
        { issuedAt: new Date(Date.now() - hours), expirationTime: new Date(Date.now() - 1) },
        'ChallengeExpiredException',
      ))

    it('401 for a message without expiration that is older than a day', () =>
      refuseMessage(
        { issuedAt: new Date(Date.now() - 25 * hours), expirationTime: undefined },
        'ChallengeExpiredException',
      ))

    it('401 for a message issued in the far future', () =>
      refuseMessage({ issuedAt: new Date(Date.now() + hours) }))

    it('401 for a message that is not valid yet', () =>
      refuseMessage({
        notBefore: new Date(Date.now() + hours),
        expirationTime: new Date(Date.now() + 2 * hours),
      }))

    it('401 for a message with a lifetime above a day and a minute', () => {
      const issuedAt = new Date()
      return refuseMessage({ issuedAt, expirationTime: new Date(issuedAt.getTime() + 24 * hours + 60_001) })
    })

    it('401 for a message for the other chain', () => refuseMessage({ chainId: 11155111 }))

    it('401 when the message names another address than x-address', async () => {
      const wallet = createWallet()
      await refuse(
        { ...(await signedHeaders(wallet, { chainId: 1 })), 'x-address': createWallet().address },
        undefined,
        wallet,
      )
    })

    it('401 when x-address is no address', async () => {
      const headers = await signedHeaders(createWallet(), { chainId: 1 })
      await refuse({ ...headers, 'x-address': 'alice' })
    })

    it('401 for the signature of another key', async () => {
      const holder = createWallet()
      const headers = await signedHeaders(createWallet(), { chainId: 1, address: holder.address })
      await refuse(headers, undefined, holder)
    })

    it.each([
      ['has one bit turned', flipped],
      ['is cut short', (signature: Hex) => signature.slice(0, -4)],
      ['is empty hex', () => '0x'],
      ['is no hex', () => 'signed, Alice'],
    ])('401 when the signature %s', async (_title, damage) => {
      const wallet = createWallet()
      const { signature, ...message } = await signMessage(wallet, { chainId: 1 })
      await refuse(
        { ...toSignedHeaders({ ...message, signature }), 'x-signature': damage(signature) },
        undefined,
        wallet,
      )
    })

    it('401 when the message was changed after signing', async () => {
      const wallet = createWallet()
      const { message, ...rest } = await signMessage(wallet, { chainId: 1 })
      await refuse(
        toSignedHeaders({ ...rest, message: message.replace('may change', 'may never change') }),
        undefined,
        wallet,
      )
    })

    it('401, not 431, for a signature of 15,000 characters', async () => {
      const headers = await signedHeaders(createWallet(), { chainId: 1 })
      await refuse({ ...headers, 'x-signature': `0x${'ab'.repeat(7499)}` })
    })

    it('rule: where a domain restricts its origins, a message for any other is rejected', async () => {
      const { context, key, onboard } = service()
      const domain = await onboard()
      const allowedOrigins = ['https://app.example', '*.acme.example']
      await context.store.db
        .updateTable('domains')
        .set({ allowedOrigins })
        .where('id', '=', domain.id)
        .execute()
      const addFor = async (label: string, siweDomain: string) =>
        postAdd(service(), {
          headers: {
            'x-api-key': key,
            ...(await signedHeaders(createWallet(), { chainId: 1, domain: siweDomain })),
          },
          body: subnameBody(domain, label),
        })
      await expectUnchanged(service(), domain, async () => {
        for (const foreign of ['evil.example', 'app.example.evil.example', 'acme.example'])
          expectError(await addFor('refused', foreign), 401, 'InvalidSignatureException')
      })
      dataOf(await addFor('exact', 'app.example'))
      dataOf(await addFor('below', 'shop.acme.example:8443'))
    })

    it('200 for a message issued within the tolerated clock skew of a minute', async () => {
      const headers = await signedHeaders(createWallet(), {
        chainId: 1,
        issuedAt: new Date(inOneMinute().getTime() - 5_000),
      })
      const { key, demo } = service()
      dataOf(
        await postAdd(service(), {
          headers: { 'x-api-key': key, ...headers },
          body: subnameBody(demo[1], 'skewed'),
        }),
      )
    })

    it('rule: a header with characters beyond ASCII is read as UTF-8, else as ISO 8859-1', async () => {
      const { key, demo } = service()
      const add = async (label: string, statement: string, encode: (message: string) => string) => {
        const signed = await signMessage(createWallet(), { chainId: 1, statement })
        const headers = { 'x-api-key': key, ...toSignedHeaders(signed, encode) }
        return postAdd(service(), { headers, body: subnameBody(demo[1], label) })
      }
      const inUtf8 = (message: string) => Buffer.from(escapeLineFeeds(message)).toString('latin1')
      dataOf(await add('utf8', 'Willkommen – sprich „ja“, 日本 🦊', inUtf8))
      dataOf(await add('percent', 'Willkommen – 🦊', encodeURIComponent))
      dataOf(await add('latin1', 'Grüße, señor', escapeLineFeeds))
      // The bytes of Windows-1252, which has a dash where ISO 8859-1 has a control character.
      const inWindows = (message: string) => escapeLineFeeds(message).replace('–', '\u0096')
      const refused = await add('windows', 'Sign – in', inWindows)
      expectError(refused, 401, 'InvalidSignatureException')
      expect(JSON.stringify(refused.body)).toContain('UTF-8')
    })

    it('200 for a message with a lifetime of a day, whose two times may be read apart, and for one without expiration', async () => {
      const { key, demo } = service()
      const issuedAt = new Date()
      const wholeDay = { chainId: 1, issuedAt, expirationTime: new Date(issuedAt.getTime() + 24 * hours) }
      const readApart = { ...wholeDay, expirationTime: new Date(issuedAt.getTime() + 24 * hours + 60_000) }
      for (const [label, fields] of [
        ['a-day', wholeDay],
        ['read-apart', readApart],
        ['no-end', { ...wholeDay, expirationTime: undefined }],
      ] as const) {
        const headers = { 'x-api-key': key, ...(await signedHeaders(createWallet(), fields)) }
        dataOf(await postAdd(service(), { headers, body: subnameBody(demo[1], label) }))
      }
    })
  },
  { withNodes: true },
)
