import { parseSiweMessage } from 'viem/siwe'
import { expect, it } from 'vitest'
import { dataOf, expectFailure } from '../support/api-client.ts'
import { describeOnEachService } from '../support/describe-service.ts'
import { add, issue, subnameIn } from '../support/names.ts'
import { headersOf, newWallet, signMessage } from '../support/signed-headers.ts'

const day = 86_400_000

const first = {
  request: '/ens/v1/siwe/request-challenge',
  verify: '/ens/v1/siwe/verify-message',
  status: 201,
}
const second = { request: '/ens/v2/siwe/challenges', verify: '/ens/v2/siwe/verify', status: 200 }
const generations = [first, second]

describeOnEachService(
  'Challenges',
  (service) => {
    const input = (changes: object = {}) => ({
      domain: 'justaname',
      address: newWallet().address,
      origin: 'http://localhost:3333/',
      chainId: 1,
      ...changes,
    })

    const request = async (body: object, { request: path, status } = first) =>
      dataOf<{ challenge: string }>(await service().call('POST', path, { body }), status).challenge

    const verify = async (body: object, { verify: path, status } = first) =>
      dataOf<{ verified: boolean }>(await service().call('POST', path, { body }), status).verified

    it.each(generations)('$request: $status with an EIP-4361 message, which verifies', async (generation) => {
      const wallet = newWallet()
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

    it('rule: a challenge works wherever signature headers are asked for, more than once', async () => {
      const { demo, key } = service()
      const wallet = newWallet()
      const message = await request(input({ address: wallet.address.toLowerCase(), chainId: '1' }))
      const signature = await wallet.signMessage({ message })
      const headers = { 'x-api-key': key, ...headersOf({ address: wallet.address, message, signature }) }
      for (const label of ['challenged', 'challenged-again'])
        dataOf(await add(service(), { headers, body: subnameIn(demo[1], label) }))
    })

    it.each(['localhost:3000', '127.0.0.1:8080', '[::1]:3000', 'app.example', 'my_app'])(
      'rule: a challenge for the domain %s verifies',
      async (domain) => {
        const wallet = newWallet()
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

    it('rule: what comes in Unicode leaves in ASCII', async () => {
      const message = await request(
        input({ domain: 'bücher.example', origin: 'https://bücher.example/größe' }),
      )
      expect(message).toMatch(/^[\n -~]+$/)
      expect(message).toContain('xn--bcher-kva.example wants you')
    })

    it.each([
      ['a ttl below a second', { ttl: 999 }],
      ['a ttl above a day', { ttl: day + 1 }],
      ['a ttl that is no number', { ttl: 'soon' }],
      ['an address with a wrong checksum', { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79c8' }],
      ['no address', { address: undefined }],
      ['a line feed in the domain', { domain: 'app.example\nURI: https://evil.example' }],
      ['words in the domain', { domain: 'app.example wants you to sign in' }],
      ['a URL as the domain', { domain: 'https://app.example' }],
      ['a line feed in the origin', { origin: 'https://app.example/\nVersion: 2' }],
      ['an origin that is not http', { origin: 'javascript:alert(1)' }],
      ['a body that is a list', []],
    ])('400 for %s', async (_title, changes) => {
      const body = Array.isArray(changes) ? changes : input(changes)
      for (const { request: path } of generations)
        expectFailure(await service().call('POST', path, { body }), 400, 'BadRequestException')
    })

    it('400 for a chain that is not supported', async () => {
      for (const { request: path } of generations)
        expectFailure(
          await service().call('POST', path, { body: input({ chainId: 8453 }) }),
          400,
          'UnsupportedChainException',
        )
    })

    it('rule: a ttl of a second to a day is taken, and holds by the clock of the service', async () => {
      const wallet = newWallet()
      for (const ttl of [1000, day]) {
        const message = await request(input({ address: wallet.address, ttl }))
        const { issuedAt, expirationTime } = parseSiweMessage(message)
        expect(Number(expirationTime) - Number(issuedAt)).toBe(ttl)
        const signed = { address: wallet.address, message, signature: await wallet.signMessage({ message }) }
        service().clock.ahead = ttl - 900
        expect(await verify(signed)).toBe(true)
        service().clock.ahead = ttl
        expect(await verify(signed)).toBe(false)
        service().clock.ahead = 0
      }
    })

    it.each(generations)('$verify: false for what does not prove the address now', async (generation) => {
      const wallet = newWallet()
      const signed = await signMessage(wallet, { chainId: 1 })
      const later = new Date(Date.now() + 3_600_000)
      const refused = {
        'another signer': { ...signed, signature: await newWallet().signMessage(signed) },
        'no signature': { ...signed, signature: '' },
        'no hex': { ...signed, signature: 'signed, Alice' },
        'another address': { ...signed, address: newWallet().address },
        'no address': { ...signed, address: 'alice' },
        'another text': { ...signed, message: signed.message.replace('may change', 'may not change') },
        'not yet': await signMessage(wallet, { chainId: 1, issuedAt: later }),
        'too long': await signMessage(wallet, { chainId: 1, expirationTime: new Date(Date.now() + 2 * day) }),
      }
      for (const [title, body] of Object.entries(refused))
        expect([title, await verify(body, generation)]).toEqual([title, false])
    })

    it.each(generations)('$verify: 400 for what is no message', async ({ verify: path }) => {
      const signed = await signMessage(newWallet(), { chainId: 1 })
      for (const message of [
        '',
        'I own this name',
        signed.message.replaceAll('\n', '\\n'),
        `${signed.message}\n`,
      ])
        expectFailure(
          await service().call('POST', path, { body: { ...signed, message } }),
          400,
          'BadRequestException',
        )
      expectFailure(await service().call('POST', path, { body: {} }), 400, 'BadRequestException')
    })

    it.each(generations)('$verify: 400 for a chain that is not supported', async ({ verify: path }) => {
      const body = await signMessage(newWallet(), { chainId: 8453 })
      expectFailure(await service().call('POST', path, { body }), 400, 'UnsupportedChainException')
    })

    const mAppPaths = ['add-permission', 'append-field', 'revoke-permission'].map(
      (action) => `/ens/v1/siwe/mapp/${action}`,
    )

    it.each(mAppPaths)('%s: 201 with subname, mApp and action among the resources', async (path) => {
      const { ens } = await issue(service(), service().demo[1], `m${path.split('/').at(-1)}`)
      const body = input({ subname: ens.toUpperCase(), mApp: 'Just\u{1F600}.eth' })
      const { challenge } = dataOf<{ challenge: string }>(await service().call('POST', path, { body }), 201)
      expect(challenge).toMatch(/^[\n -~]+$/)
      expect(parseSiweMessage(challenge).resources).toEqual([
        `byname:action/${path.split('/').at(-1)}`,
        `byname:subname/${ens}`,
        'byname:mapp/just%F0%9F%98%80.eth',
      ])
    })

    it.each(mAppPaths)('%s: fails for what cannot be challenged', async (path) => {
      const { call, demo } = service()
      const { ens } = await issue(service(), demo[1], `n${path.split('/').at(-1)}`)
      const names = { subname: ens, mApp: 'app.eth' }
      const ask = (changes: object) => call('POST', path, { body: input({ ...names, ...changes }) })
      expectFailure(await ask({ mApp: undefined }), 400, 'BadRequestException')
      expectFailure(await ask({ mApp: 'app.eth\nURI: x' }), 400, 'InvalidNameException')
      expectFailure(await ask({ mApp: '_app.eth' }), 400, 'InvalidNameException')
      expectFailure(await ask({ mApp: 'eth' }), 400, 'InvalidNameException')
      expectFailure(await ask({ subname: `nobody.${demo[1].name}` }), 404, 'SubnameNotFoundException')
      expectFailure(await ask({ chainId: 11155111 }), 404, 'SubnameNotFoundException')
      expectFailure(await ask({ chainId: 5 }), 400, 'UnsupportedChainException')
      expectFailure(await ask({ ttl: day + 1 }), 400, 'BadRequestException')
    })
  },
  { withNodes: true },
)
