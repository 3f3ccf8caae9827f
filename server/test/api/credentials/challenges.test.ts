import { parseSiweMessage } from 'viem/siwe'
import { expect, it } from 'vitest'
import { createWallet, signMessage, toSignedHeaders } from '../../support/credentials/signed-headers.ts'
import { postAdd, seedSubname, subnameBody } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

const dayMs = 86_400_000

const v1 = {
  request: '/ens/v1/siwe/request-challenge',
  verify: '/ens/v1/siwe/verify-message',
  status: 201,
}
const v2 = { request: '/ens/v2/siwe/challenges', verify: '/ens/v2/siwe/verify', status: 200 }
const apiVersions = [v1, v2]

describeService(
  'Challenges',
  (service) => {
    const input = (changes: object = {}) => ({
      domain: 'justaname',
      address: createWallet().address,
      origin: 'http://localhost:3333/',
      chainId: 1,
      ...changes,
    })

    const request = async (body: object, { request: path, status } = v1) =>
      dataOf<{ challenge: string }>(await service().call('POST', path, { body }), status).challenge

    const verify = async (body: object, { verify: path, status } = v1) =>
      dataOf<{ verified: boolean }>(await service().call('POST', path, { body }), status).verified

    it.each(apiVersions)('$request: $status with an EIP-4361 message, which verifies', async (generation) => {
      const wallet = createWallet()
      const message = await request(input({ address: wallet.address }), generation)
      const { domain, address, uri, chainId, version, nonce, issuedAt, expirationTime } =
        parseSiweMessage(message)
      expect({ domain, address, uri, chainId, version }).toEqual({
        domain: 'justaname',
        address: wallet.address,
        uri: 'http://localhost:3333/',
        chainId: 1,
        version: '1',
      })
      expect(nonce).toMatch(/^[a-zA-Z0-9]{17,}$/)
      expect(Number(expirationTime) - Number(issuedAt)).toBe(120_000)
      const signature = await wallet.signMessage({ message })
      expect(await verify({ address: wallet.address, signature, message }, generation)).toBe(true)
    })

    it('rule: a challenge is accepted by every operation with signature headers, more than once', async () => {
      const { demo, key } = service()
      const wallet = createWallet()
      const message = await request(input({ address: wallet.address.toLowerCase(), chainId: '1' }))
      const signature = await wallet.signMessage({ message })
      const headers = {
        'x-api-key': key,
        ...toSignedHeaders({ address: wallet.address, message, signature }),
      }
      for (const label of ['challenged', 'challenged-again'])
        dataOf(await postAdd(service(), { headers, body: subnameBody(demo[1], label) }))
    })

    it.each(['localhost:3000', '127.0.0.1:8080', '[::1]:3000', 'app.example', 'my_app'])(
      'rule: a challenge for the domain %s verifies',
      async (domain) => {
        const wallet = createWallet()
        const message = await request(input({ domain, address: wallet.address }))
        expect(message.startsWith(`${domain} wants you to sign in`)).toBe(true)
        const signature = await wallet.signMessage({ message })
        expect(await verify({ address: wallet.address, signature, message })).toBe(true)
      },
    )

    it('rule: no two challenges have the same nonce', async () => {
      const messages = await Promise.all(Array.from({ length: 20 }, () => request(input())))
      expect(new Set(messages.map((message) => parseSiweMessage(message).nonce)).size).toBe(20)
    })

    it('rule: a domain or URI in Unicode is written in ASCII in the challenge', async () => {
      const message = await request(
        input({ domain: 'bücher.example', origin: 'https://bücher.example/größe' }),
      )
      expect(message).toMatch(/^[\n -~]+$/)
      expect(message).toContain('xn--bcher-kva.example wants you')
    })

    it.each([
      ['a ttl below a second', { ttl: 999 }],
      ['a ttl above a day', { ttl: dayMs + 1 }],
      ['a ttl that is no number', { ttl: 'soon' }],
      ['an address with a wrong checksum', { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79c8' }],
      ['no address', { address: undefined }],
      ['a line feed in the domain', { domain: 'app.example\nURI: https://evil.example' }],
      ['words in the domain', { domain: 'app.example wants you to sign in' }],
      ['a URL as the domain', { domain: 'https://app.example' }],
      ['a line feed in the origin', { origin: 'https://app.example/\nVersion: 2' }],
      ['an origin without a scheme', { origin: 'app.example' }],
      ['a body that is a list', []],
    ])('400 for %s', async (_title, changes) => {
      const body = Array.isArray(changes) ? changes : input(changes)
      for (const { request: path } of apiVersions)
        expectError(await service().call('POST', path, { body }), 400, 'BadRequestException')
    })

    it('400 for a chain that is not supported', async () => {
      for (const { request: path } of apiVersions)
        expectError(
          await service().call('POST', path, { body: input({ chainId: 8453 }) }),
          400,
          'UnsupportedChainException',
        )
    })

    it('rule: a ttl from a second to a day is accepted, and counted by the clock of the service', async () => {
      const wallet = createWallet()
      for (const ttl of [1000, dayMs]) {
        const message = await request(input({ address: wallet.address, ttl }))
        const { issuedAt, expirationTime } = parseSiweMessage(message)
        expect(Number(expirationTime) - Number(issuedAt)).toBe(ttl)
        const signed = { address: wallet.address, message, signature: await wallet.signMessage({ message }) }
        service().clock.offsetMs = ttl - 900
        expect(await verify(signed)).toBe(true)
        service().clock.offsetMs = ttl
        expect(await verify(signed)).toBe(false)
        service().clock.offsetMs = 0
      }
    })

    it.each(apiVersions)(
      '$verify: false for a message that does not prove the address now',
      async (generation) => {
        const wallet = createWallet()
        const signed = await signMessage(wallet, { chainId: 1 })
        const later = new Date(Date.now() + 3_600_000)
        const refused = {
          'another signer': { ...signed, signature: await createWallet().signMessage(signed) },
          'no signature': { ...signed, signature: '' },
          'no hex': { ...signed, signature: 'signed, Alice' },
          'another address': { ...signed, address: createWallet().address },
          'no address': { ...signed, address: 'alice' },
          'another text': { ...signed, message: signed.message.replace('may change', 'may not change') },
          'not yet': await signMessage(wallet, { chainId: 1, issuedAt: later }),
          'too long': await signMessage(wallet, {
            chainId: 1,
            expirationTime: new Date(Date.now() + 2 * dayMs),
          }),
        }
        for (const [title, body] of Object.entries(refused))
          expect([title, await verify(body, generation)]).toEqual([title, false])
      },
    )

    it.each(apiVersions)('$verify: 400 for a malformed message', async ({ verify: path }) => {
      const signed = await signMessage(createWallet(), { chainId: 1 })
      for (const message of [
        '',
        'I own this name',
        signed.message.replaceAll('\n', '\\n'),
        `${signed.message}\n`,
      ])
        expectError(
          await service().call('POST', path, { body: { ...signed, message } }),
          400,
          'BadRequestException',
        )
      expectError(await service().call('POST', path, { body: {} }), 400, 'BadRequestException')
    })

    it.each(apiVersions)('$verify: 400 for a chain that is not supported', async ({ verify: path }) => {
      const body = await signMessage(createWallet(), { chainId: 8453 })
      expectError(await service().call('POST', path, { body }), 400, 'UnsupportedChainException')
    })

    const mAppPaths = ['add-permission', 'append-field', 'revoke-permission'].map(
      (action) => `/ens/v1/siwe/mapp/${action}`,
    )

    it.each(mAppPaths)('%s: 201 with subname, mApp and action among the resources', async (path) => {
      const { ens } = await seedSubname(service(), service().demo[1], `m${path.split('/').at(-1)}`)
      const body = input({ subname: ens.toUpperCase(), mApp: 'Just\u{1F600}.eth' })
      const { challenge } = dataOf<{ challenge: string }>(await service().call('POST', path, { body }), 201)
      expect(challenge).toMatch(/^[\n -~]+$/)
      expect(parseSiweMessage(challenge).resources).toEqual([
        `byname:action/${path.split('/').at(-1)}`,
        `byname:subname/${ens}`,
        'byname:mapp/just%F0%9F%98%80.eth',
      ])
    })

    it.each(mAppPaths)('%s: error when the challenge is not allowed', async (path) => {
      const { call, demo } = service()
      const { ens } = await seedSubname(service(), demo[1], `n${path.split('/').at(-1)}`)
      const names = { subname: ens, mApp: 'app.eth' }
      const requestWith = (changes: object) => call('POST', path, { body: input({ ...names, ...changes }) })
      expectError(await requestWith({ mApp: undefined }), 400, 'BadRequestException')
      expectError(await requestWith({ mApp: 'app.eth\nURI: x' }), 400, 'InvalidNameException')
      expectError(await requestWith({ mApp: '_app.eth' }), 400, 'InvalidNameException')
      expectError(await requestWith({ mApp: 'eth' }), 400, 'InvalidNameException')
      expectError(await requestWith({ subname: `nobody.${demo[1].name}` }), 404, 'SubnameNotFoundException')
      expectError(await requestWith({ chainId: 11155111 }), 404, 'SubnameNotFoundException')
      expectError(await requestWith({ chainId: 5 }), 400, 'UnsupportedChainException')
      expectError(await requestWith({ ttl: dayMs + 1 }), 400, 'BadRequestException')
    })
  },
  { withNodes: true },
)
