import { zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import type { ErrorName } from '../../../src/errors.ts'
import type { Domain } from '../../../src/model/domain.ts'
import {
  createWallet,
  type MessageFields,
  type Signer,
  signedHeaders,
} from '../../support/credentials/signed-headers.ts'
import { ownHost, purposeOf, releaseHeaders, sendRelease } from '../../support/credentials/single-use.ts'
import {
  claim,
  claimHeaders,
  openClaims,
  sendClaim,
  type WireClaimOutcome,
} from '../../support/entities/claims.ts'
import {
  ethereumAddress,
  expectUnchanged,
  getSubname,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService, describeService } from '../../support/service/describe-service.ts'

describeOnEachService(
  'Claims of a name',
  (service) => {
    const open = async (policy: object = {}): Promise<Domain> => {
      const domain = await service().onboard()
      await openClaims(service(), domain, policy)
      return domain
    }

    const refused = (
      domain: Domain,
      status: number,
      error: ErrorName,
      action: () => Promise<ApiResponse>,
    ): Promise<void> =>
      expectUnchanged(service(), domain, async () => expectError(await action(), status, error))

    const reserve = async (domain: Domain, label: string, ethAddress: string) =>
      dataOf(
        await service().call('POST', '/ens/v1/subname/reserve', {
          headers: { 'x-api-key': service().key },
          body: { ...subnameBody(domain, label), ethAddress },
        }),
      )

    const allowOrigins = async ({ name }: Domain, allowedOrigins: readonly string[]) =>
      dataOf(
        await service().call('PATCH', `/byname/v1/domains/${name}?chainId=1`, {
          headers: { 'x-api-key': service().key },
          body: { allowedOrigins },
        }),
      )

    it('rule: a wallet gets the name and its records with one signature and no key', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      const records = { text: [{ key: 'description', value: 'hello' }] }
      const outcome = dataOf<WireClaimOutcome>(await claim(service(), domain, 'alice', wallet, records), 201)
      const name = `alice.${domain.name}`
      expect(outcome).toMatchObject({ state: 'issued', name, id: null })
      expect(outcome.record).toMatchObject({
        ens: name,
        holder: wallet.address,
        state: 'claimed',
        records: { texts: records.text, addresses: [{ id: 60, value: wallet.address }] },
      })
      const read = await service().call('GET', `/byname/v1/names/${name}?chainId=1`)
      expect(dataOf(read)).toEqual({ ...outcome.record, sealed: null })
      const { data: events } = dataOf<{ data: { type: string; actor: object }[] }>(
        await service().call('GET', `/byname/v1/events?name=${name}`, {
          headers: { 'x-api-key': service().key },
        }),
      )
      expect(events).toMatchObject([
        { type: 'subname.issued', actor: { type: 'wallet', address: wallet.address } },
      ])
    })

    it('rule: a label in another spelling is claimed in its normal form, which the message has', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      const headers = await claimHeaders(wallet, domain, 'bücher')
      const { name } = dataOf<WireClaimOutcome>(await sendClaim(service(), domain, 'Bücher', headers), 201)
      expect(name).toBe(`bücher.${domain.name}`)
    })

    it('403 where claims are closed, which is the default', async () => {
      for (const domain of [await service().onboard(), await open({ claims: 'closed' })])
        await refused(domain, 403, 'PolicyRefusedException', () =>
          claim(service(), domain, 'alice', createWallet()),
        )
    })

    it('403 for a label or a time that the policy refuses', async () => {
      const now = Date.now()
      const policies = [
        { minLength: 6 },
        { maxLength: 3 },
        { opensAt: new Date(now + 3_600_000).toISOString() },
        { closesAt: new Date(now - 3_600_000).toISOString() },
        { isAllowListed: true },
      ]
      for (const policy of policies) {
        const domain = await open(policy)
        await refused(domain, 403, 'PolicyRefusedException', () =>
          claim(service(), domain, 'alice', createWallet()),
        )
      }
    })

    it('409 for a name that is taken or reserved for another wallet, and where the domain is full', async () => {
      const domain = await open()
      await seedSubname(service(), domain, 'taken')
      await reserve(domain, 'reserved', createWallet().address)
      for (const label of ['taken', 'reserved'])
        await refused(domain, 409, 'SubdomainAlreadyExistsException', () =>
          claim(service(), domain, label, createWallet()),
        )
      await service()
        .context.store.db.updateTable('domains')
        .set({ userChosenLimit: 2 })
        .where('id', '=', domain.id)
        .execute()
      await refused(domain, 409, 'LimitReachedException', () =>
        claim(service(), domain, 'third', createWallet()),
      )
    })

    it('rule: a claim of a name that is reserved for the wallet accepts it, also where claims are closed', async () => {
      const [domain, wallet] = [await open({ claims: 'closed', minLength: 20 }), createWallet()]
      await reserve(domain, 'invited', wallet.address)
      const records = { text: [{ key: 'description', value: 'hello' }] }
      const outcome = dataOf<WireClaimOutcome>(
        await claim(service(), domain, 'invited', wallet, records),
        201,
      )
      expect(outcome).toMatchObject({ state: 'issued', record: { holder: wallet.address, state: 'claimed' } })
      expect(outcome.record?.records.texts).toEqual(records.text)
    })

    it('400 for an address of coin type 60 other than the signer, and for invalid records', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      await reserve(domain, 'invited', wallet.address)
      const invalid = [
        { addresses: [ethereumAddress(createWallet().address)] },
        { addresses: [ethereumAddress(zeroAddress)] },
        { text: [{ key: 'a', value: 'x'.repeat(20_000) }] },
      ]
      for (const records of invalid)
        for (const label of ['alice', 'invited'])
          await refused(domain, 400, 'InvalidRecordException', () =>
            claim(service(), domain, label, wallet, records),
          )
      const own = { addresses: [ethereumAddress(wallet.address), { coinType: 60, address: '' }] }
      dataOf(await claim(service(), domain, 'alice', wallet, { addresses: own.addresses.slice(0, 1) }), 201)
    })

    it('401 when the message is used again, also after the name was released', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      const headers = await claimHeaders(wallet, domain, 'alice')
      const { name } = dataOf<WireClaimOutcome>(await sendClaim(service(), domain, 'alice', headers), 201)
      await refused(domain, 409, 'SubdomainAlreadyExistsException', () =>
        sendClaim(service(), domain, 'alice', headers),
      )
      dataOf(await sendRelease(service(), name, await releaseHeaders(wallet, name)))
      await refused(domain, 401, 'ChallengeExpiredException', () =>
        sendClaim(service(), domain, 'alice', headers),
      )
      dataOf(await claim(service(), domain, 'alice', wallet), 201)
    })

    it('401 for a sign-in message and for one of another purpose, name, domain, chain or age', async () => {
      const [domain, other, wallet] = [await open(), await open(), createWallet()]
      const name = `alice.${domain.name}`
      const valid = purposeOf('claim', { name })
      const [issuedAt, expirationTime] = [new Date(Date.now() - 600_000), new Date(Date.now() + 3_600_000)]
      const messages: readonly (readonly [Partial<MessageFields>, ErrorName])[] = [
        [{ resources: [] }, 'InvalidSignatureException'],
        [{ resources: purposeOf('release', { name }) }, 'InvalidSignatureException'],
        [{ resources: purposeOf('claim', { name: `bob.${domain.name}` }) }, 'InvalidSignatureException'],
        [{ resources: purposeOf('claim', { name: `alice.${other.name}` }) }, 'InvalidSignatureException'],
        [{ resources: purposeOf('claim', { name: 'alice' }) }, 'InvalidSignatureException'],
        [{ resources: [...valid, 'https://example.com'] }, 'InvalidSignatureException'],
        [{ chainId: 11155111 }, 'InvalidSignatureException'],
        [{ issuedAt, expirationTime }, 'ChallengeExpiredException'],
        [{ expirationTime: new Date(Date.now() - 1000) }, 'ChallengeExpiredException'],
      ]
      for (const [fields, error] of messages)
        await refused(domain, 401, error, async () =>
          sendClaim(service(), domain, 'alice', await claimHeaders(wallet, domain, 'alice', fields)),
        )
    })

    it("401 without a signature, and for another wallet's", async () => {
      const [domain, wallet] = [await open(), createWallet()]
      await refused(domain, 401, 'MissingSignatureException', () => sendClaim(service(), domain, 'alice', {}))
      const headers = await claimHeaders(wallet, domain, 'alice')
      for (const changed of [
        { 'x-address': createWallet().address },
        { 'x-signature': (await claimHeaders(createWallet(), domain, 'alice'))['x-signature'] ?? '' },
      ])
        await refused(domain, 401, 'InvalidSignatureException', () =>
          sendClaim(service(), domain, 'alice', { ...headers, ...changed }),
        )
    })

    it('rule: a message is for an allowed origin or this service, and sent by a page of that site or by no page', async () => {
      const domain = await open()
      await allowOrigins(domain, ['https://shop.example', '*.acme.example'])
      const own = ownHost.host
      let labels = 0
      const send = async (site: string, more: Readonly<Record<string, string>> = {}) => {
        const label = `name-${labels++}`
        const headers = await claimHeaders(createWallet(), domain, label, { domain: site })
        return sendClaim(service(), domain, label, { ...headers, ...more })
      }
      dataOf(await send('shop.example'), 201)
      dataOf(await send('shop.example', { origin: 'https://shop.example' }), 201)
      dataOf(await send('shop.example', { origin: 'https://SHOP.example' }), 201)
      dataOf(await send('a.acme.example', { origin: 'https://a.acme.example' }), 201)
      dataOf(await send(own, { origin: `http://${own}` }), 201)
      const foreign = [
        'https://evil.example',
        'https://a.acme.example',
        'null',
        'https://shop.example:8443',
        'http://shop.example',
        'x',
      ]
      for (const origin of foreign)
        await refused(domain, 403, 'OriginNotAllowedException', () => send('shop.example', { origin }))
      await refused(domain, 403, 'OriginNotAllowedException', () => send(own, { origin: `https://${own}` }))
      for (const site of ['evil.example', 'localhost:1', 'acme.example', 'names.example'])
        await refused(domain, 401, 'InvalidSignatureException', () =>
          send(site, { 'x-forwarded-host': site, forwarded: `host=${site}` }),
        )
    })

    it('403 for a domain that is blocked, 404 for one that is deleted', async () => {
      const [blocked, deleted] = [await open(), await open()]
      const { db } = service().context.store
      await db.updateTable('domains').set({ isBlocked: true }).where('id', '=', blocked.id).execute()
      await db.updateTable('domains').set({ deletedAt: 1 }).where('id', '=', deleted.id).execute()
      expectError(await claim(service(), blocked, 'alice', createWallet()), 403, 'DomainBlockedException')
      expectError(await claim(service(), deleted, 'alice', createWallet()), 404, 'EnsNotFound')
    })

    it('403 for the second name of a wallet where it may have one', async () => {
      const [domain, wallet] = [await open({ namesPerWallet: 1 }), createWallet()]
      dataOf(await claim(service(), domain, 'first', wallet), 201)
      await refused(domain, 403, 'PolicyRefusedException', () => claim(service(), domain, 'second', wallet))
      const { status } = await getSubname(service(), domain, 'second')
      expect(status).toBe(404)
    })

    it('502 when the node of a token gate returns garbage: the claim is refused, and its message stays valid', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      // There is no code at the address.
      const tokenGate = { chainId: 1, standard: 'ERC-721', contract: createWallet().address }
      await openClaims(service(), domain, { tokenGate })
      const headers = await claimHeaders(wallet, domain, 'alice')
      await refused(domain, 502, 'UpstreamException', () => sendClaim(service(), domain, 'alice', headers))
      await openClaims(service(), domain, { tokenGate: null })
      dataOf(await sendClaim(service(), domain, 'alice', headers), 201)
    })

    it('rule: with an Idempotency-Key a retry gets the same response', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      const headers = {
        ...(await claimHeaders(wallet, domain, 'alice')),
        'idempotency-key': crypto.randomUUID(),
      }
      const first = await sendClaim(service(), domain, 'alice', headers)
      const second = await sendClaim(service(), domain, 'alice', headers)
      expect(dataOf(second, 201)).toEqual(dataOf(first, 201))
      expect(second.headers.get('idempotent-replayed')).toBe('true')
    })

    it('rule: a claim is no sign-in, and a sign-in changes the claimed name', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      const headers = await claimHeaders(wallet, domain, 'alice')
      dataOf(await sendClaim(service(), domain, 'alice', headers), 201)
      const update = (signed: Readonly<Record<string, string>>) =>
        service().call('PATCH', `/ens/v2/subnames/alice.${domain.name}?chainId=1`, {
          headers: signed,
          body: { text: [{ key: 'url', value: 'https://example.com' }] },
        })
      expectError(await update(headers), 401, 'InvalidSignatureException')
      const signer: Signer = wallet
      dataOf(await update(await signedHeaders(signer, { chainId: 1 })))
    })
  },
  { withNodes: true, settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '0' } },
)

describeService('Claims that need approval, from one address', (service) => {
  it('429 for the thirty-first in an hour in one domain; other domains have their own count', async () => {
    const [domain, other] = [await service().onboard(), await service().onboard()]
    for (const each of [domain, other]) await openClaims(service(), each, { needsApproval: true })
    const id = `claims ${domain.id} 127.0.0.1`
    const expiresAt = Date.now() + 3_600_000
    await service().context.store.db.insertInto('rateCounts').values({ id, count: 29, expiresAt }).execute()
    dataOf(await claim(service(), domain, 'last', createWallet()), 201)
    const refused = await claim(service(), domain, 'further', createWallet())
    expectError(refused, 429, 'TooManyRequestsException')
    dataOf(await claim(service(), other, 'further', createWallet()), 201)
  })
})
