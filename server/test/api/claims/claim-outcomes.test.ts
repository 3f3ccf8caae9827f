import { expect, it } from 'vitest'
import { eraseName } from '../../../src/core/subnames/remove.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createAdminKey, createApiKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { createWallet, type Signer, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { ownHost, purposeOf } from '../../support/credentials/single-use.ts'
import {
  claim,
  claimsPath,
  openClaims,
  type WireClaim,
  type WireClaimOutcome,
} from '../../support/entities/claims.ts'
import type { OnChain } from '../../support/entities/on-chain.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface WireChange {
  readonly field: string
  readonly key: string | null
  readonly before: unknown
  readonly after: unknown
}

interface WireEvent {
  readonly type: string
  readonly changes: readonly WireChange[]
}

interface DecidedClaim extends WireClaim {
  readonly comment: string | null
  readonly decidedBy: object | null
  readonly decidedAt: string | null
}

describeOnEachService(
  'Outcomes of claims',
  (service) => {
    const open = async (): Promise<Domain> => {
      const domain = await service().onboard()
      await openClaims(service(), domain, { needsApproval: true })
      return domain
    }

    const withKey = (key = service().key) => ({ 'x-api-key': key })

    const request = async (domain: OnChain, label: string, wallet: Signer = createWallet()) => {
      const { id } = dataOf<WireClaimOutcome>(await claim(service(), domain, label, wallet), 201)
      if (id === null) throw new Error('The claim is pending.')
      return id
    }

    const decide = (domain: Domain, path: string, body?: object, headers: object = withKey()) =>
      service().call('POST', `${claimsPath(domain)}/${path}?chainId=1`, {
        headers: { ...headers },
        ...(body && { body }),
      })

    const decided = async (domain: Domain, query = '') =>
      dataOf<{ data: readonly DecidedClaim[]; next: string | null }>(
        await service().call('GET', `${claimsPath(domain)}?chainId=1&state=decided${query}`, {
          headers: withKey(),
        }),
      )

    const eventsOf = async (name: string) =>
      dataOf<{ data: readonly WireEvent[] }>(
        await service().call('GET', `/byname/v1/events?name=${name}`, { headers: withKey() }),
      ).data

    const commentIn = ({ changes }: WireEvent) => changes.find(({ field }) => field === 'comment')

    it('rule: a decision keeps who made it and its comment, in the list and in the event', async () => {
      const domain = await open()
      const names = ['ada', 'bob', 'cleo', 'dan'].map((label) => `${label}.${domain.name}`)
      const [ada = '', bob = '', cleo = '', dan = ''] = await Promise.all(
        ['ada', 'bob', 'cleo', 'dan'].map((label) => request(domain, label)),
      )
      dataOf(await decide(domain, `${ada}/approve`, { comment: 'Welcome' }))
      dataOf(await decide(domain, `${bob}/decline`, { comment: '0xabcdef' }))
      dataOf(await decide(domain, `${cleo}/approve`))
      dataOf(await decide(domain, `${dan}/decline`, { comment: ' \u00a0 ' }))
      const by = { type: 'key', keyId: expect.any(String), address: null }
      const time = expect.stringMatching(/Z$/)
      expect((await decided(domain)).data).toMatchObject([
        { id: dan, state: 'declined', comment: null, decidedBy: by, decidedAt: time },
        { id: cleo, state: 'approved', comment: null, decidedBy: by },
        { id: bob, state: 'declined', comment: '0xabcdef', decidedBy: by },
        { id: ada, state: 'approved', comment: 'Welcome', decidedBy: by, texts: [], addresses: [] },
      ])
      const lastEvents = await Promise.all(names.map(async (name) => (await eventsOf(name)).at(-1)))
      expect(lastEvents.map((event) => event && [event.type, commentIn(event)])).toEqual([
        ['subname.issued', { field: 'comment', key: ada, before: null, after: 'Welcome' }],
        ['claim.declined', { field: 'comment', key: bob, before: null, after: '0xabcdef' }],
        ['subname.issued', undefined],
        ['claim.declined', undefined],
      ])
    })

    it('rule: a comment is one line in NFC, with single spaces', async () => {
      const domain = await open()
      const texts = [
        ['  Bitte\u00a0 mit  vollem Namen. ', 'Bitte mit vollem Namen.'],
        ['Cafe\u0301', 'Caf\u00e9'],
        ['two\u2028lines', 'two lines'],
        ['x'.repeat(500), 'x'.repeat(500)],
        ['\u{1f44d}'.repeat(250), '\u{1f44d}'.repeat(250)],
        ['<b>not</b> & "HTML"', '<b>not</b> & "HTML"'],
      ] as const
      for (const [index, [comment, stored]] of texts.entries()) {
        dataOf(await decide(domain, `${await request(domain, `name-${index}`)}/decline`, { comment }))
        expect((await decided(domain, '&limit=1')).data[0]?.comment).toBe(stored)
      }
    })

    it('400 for a comment with control characters, too long or no text, which decides nothing', async () => {
      const domain = await open()
      const id = await request(domain, 'ada')
      for (const comment of ['a\nb', 'a\tb', '\u0000', '\u009b', 'x'.repeat(501), 7, ['a'], {}])
        for (const path of [`${id}/approve`, `${id}/decline`])
          expectError(await decide(domain, path, { comment }), 400, 'BadRequestException')
      expectError(await decide(domain, 'decline', { ids: [id], comment: 'a\rb' }), 400, 'BadRequestException')
      expect((await decided(domain)).data).toEqual([])
    })

    it('rule: a comment of a decline of many is that of each', async () => {
      const [domain, other] = [await open(), await open()]
      const ids = await Promise.all(['a', 'b', 'c'].map((label) => request(domain, label)))
      await request(other, 'a')
      const body = { ids: ids.slice(0, 2), comment: 'The list is full.' }
      expect(dataOf(await decide(domain, 'decline', body))).toEqual({ declined: 2, remaining: 0 })
      const { data } = await decided(domain)
      expect(data.map(({ id, comment }) => [id, comment]).toSorted()).toEqual(
        ids
          .slice(0, 2)
          .map((id) => [id, 'The list is full.'])
          .toSorted(),
      )
      const event = (await eventsOf(`a.${domain.name}`)).at(-1)
      expect(event && commentIn(event)).toMatchObject({ after: 'The list is full.' })
      expect((await decided(other)).data).toEqual([])
    })

    it('rule: a page of decided claims continues behind its last one, also where many were decided at once', async () => {
      const domain = await open()
      for (const label of ['a', 'b', 'c', 'd', 'e']) await request(domain, label)
      dataOf(await decide(domain, 'decline', { all: true }))
      const seen: string[] = []
      let after = ''
      for (;;) {
        const { data, next } = await decided(domain, `&limit=2${after}`)
        seen.push(...data.map(({ name }) => name))
        if (next === null) break
        after = `&after=${next}`
      }
      expect(seen).toEqual(['e', 'd', 'c', 'b', 'a'].map((label) => `${label}.${domain.name}`))
    })

    it('rule: a retry of a decision with its Idempotency-Key has one outcome and one event; another comment is refused', async () => {
      const domain = await open()
      const id = await request(domain, 'ada')
      const headers = { ...withKey(), 'idempotency-key': crypto.randomUUID() }
      const send = (comment: string) => decide(domain, `${id}/decline`, { comment }, headers)
      const first = dataOf(await send('No'))
      expect(dataOf(await send('No'))).toEqual(first)
      expectError(await send('Never'), 422, 'IdempotencyKeyReusedException')
      const events = await eventsOf(`ada.${domain.name}`)
      expect(events.map(({ type }) => type)).toEqual(['claim.requested', 'claim.declined'])
      expect((await decided(domain)).data.map(({ comment }) => comment)).toEqual(['No'])
    })

    it('403 and 404 for the list and decisions of keys without the right', async () => {
      const domain = await open()
      const id = await request(domain, 'ada')
      const { key: foreign } = await createWorkspaceWithKey(service())
      const { workspaceId } = domain
      const exporter = await createApiKey(service().context, {
        ...{ workspaceId, name: 'export' },
        scopes: ['names:export'],
      })
      for (const key of [foreign, exporter.key])
        expectError(
          await decide(domain, `${id}/decline`, { comment: 'No' }, withKey(key)),
          403,
          'ForbiddenException',
        )
      expectError(
        await service().call('GET', `${claimsPath(domain)}?chainId=1&state=decided`, {
          headers: withKey(foreign),
        }),
        403,
        'ForbiddenException',
      )
      expect((await decided(domain)).data).toEqual([])
    })

    interface OwnClaim extends Pick<DecidedClaim, 'id' | 'name' | 'state' | 'comment' | 'decidedAt'> {
      readonly domain: string
      readonly chainId: number
    }

    const own = async (
      wallet: Signer,
      { query = '', fields = {}, headers = {} }: { query?: string; fields?: object; headers?: object } = {},
    ) =>
      service().call('GET', `/byname/v1/claims?chainId=1${query}`, {
        headers: {
          ...ownHost,
          ...(await signedHeaders(wallet, {
            chainId: 1,
            resources: purposeOf('read-claims', {}),
            ...fields,
          })),
          ...headers,
        },
      })

    const ownClaims = async (...input: Parameters<typeof own>) =>
      dataOf<{ data: readonly OwnClaim[]; next: string | null }>(await own(...input))

    it('rule: a wallet reads its claims and their comments on any device, the newest first, in all domains and chains', async () => {
      const [domain, other, wallet] = [await open(), await open(), createWallet()]
      const sepolia = service().demo[11155111]
      await openClaims(service(), sepolia, { needsApproval: true })
      const [ada, bob] = [await request(domain, 'ada', wallet), await request(other, 'bob', wallet)]
      const label = `s${wallet.address.slice(2, 12).toLowerCase()}`
      const far = await request(sepolia, label, wallet)
      await request(domain, 'foreign')
      dataOf(await decide(domain, `${ada}/decline`, { comment: 'Ask with your full name.' }))
      dataOf(await decide(other, `${bob}/approve`))
      const { data, next } = await ownClaims(wallet)
      expect(next).toBeNull()
      expect(data).toEqual([
        expect.objectContaining({ id: far, chainId: 11155111, state: 'pending', decidedAt: null }),
        expect.objectContaining({ id: bob, name: `bob.${other.name}`, state: 'approved', comment: null }),
        {
          ...{ id: ada, name: `ada.${domain.name}`, domain: domain.name, chainId: 1, state: 'declined' },
          ...{ reason: null, comment: 'Ask with your full name.', title: null, noticeToken: null },
          createdAt: expect.stringMatching(/Z$/),
          expiresAt: expect.stringMatching(/Z$/),
          decidedAt: expect.stringMatching(/Z$/),
        },
      ])
      const ofDomain = await ownClaims(wallet, { query: `&domain=${domain.name}` })
      expect(ofDomain.data.map(({ id }) => id)).toEqual([ada])
      const first = await ownClaims(wallet, { query: '&limit=2' })
      const last = await ownClaims(wallet, { query: `&limit=2&after=${first.next}` })
      expect([...first.data, ...last.data].map(({ id }) => id)).toEqual([far, bob, ada])
    })

    it('rule: a message to read is good for reading only, again and again; one of an edit reads, too', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      const id = await request(domain, 'ada', wallet)
      const headers = await signedHeaders(wallet, { chainId: 1, resources: purposeOf('read-claims', {}) })
      for (let reads = 0; reads < 2; reads++)
        expect((await ownClaims(wallet, { headers })).data.map((claim) => claim.id)).toEqual([id])
      expect((await ownClaims(wallet, { fields: { resources: undefined } })).data).toHaveLength(1)
      expectError(
        await service().call('DELETE', `${claimsPath(domain)}/${id}?chainId=1`, {
          headers: { ...ownHost, ...headers },
        }),
        401,
        'InvalidSignatureException',
      )
    })

    it('401 for another purpose, another site, no signature, and keys; another wallet reads nothing of it', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      const id = await request(domain, 'ada', wallet)
      dataOf(await decide(domain, `${id}/decline`, { comment: 'No' }))
      expect((await ownClaims(createWallet())).data).toEqual([])
      const { key: foreign } = await createWorkspaceWithKey(service())
      for (const key of [foreign, service().key, await createAdminKey(service()), 'revoked'])
        expectError(
          await service().call('GET', '/byname/v1/claims?chainId=1', { headers: withKey(key) }),
          401,
          'MissingSignatureException',
        )
      for (const fields of [
        { resources: purposeOf('withdraw-claim', { claim: id }) },
        { resources: purposeOf('sign-in', {}) },
        { domain: 'evil.example' },
        { chainId: 11155111 },
      ])
        expectError(await own(wallet, { fields }), 401, 'InvalidSignatureException')
      const impostor = { 'x-address': wallet.address }
      expectError(await own(createWallet(), { headers: impostor }), 401, 'InvalidSignatureException')
      expectError(await own(wallet, { query: '&domain=unknown.eth' }), ...([404, 'EnsNotFound'] as const))
    })

    it('rule: claims of a blocked or deleted domain are not listed, and come back with it; withdrawn ones say so', async () => {
      const [domain, other, wallet] = [await open(), await open(), createWallet()]
      const [ada, bob] = [await request(domain, 'ada', wallet), await request(other, 'bob', wallet)]
      const block = async (isBlocked: boolean) =>
        dataOf(
          await service().call('POST', '/ens/v1/ens/update-ens-is-blocked', {
            headers: withKey(await createAdminKey(service())),
            body: { ens: domain.name, chainId: 1, isBlocked },
          }),
          201,
        )
      const ids = async () => (await ownClaims(wallet)).data.map(({ id, state }) => [id, state])
      await block(true)
      expect(await ids()).toEqual([[bob, 'pending']])
      expectError(await own(wallet, { query: `&domain=${domain.name}` }), 403, 'DomainBlockedException')
      await block(false)
      dataOf(
        await service().call('DELETE', `${claimsPath(other)}/${bob}?chainId=1`, {
          headers: {
            ...ownHost,
            ...(await signedHeaders(wallet, {
              chainId: 1,
              resources: purposeOf('withdraw-claim', { claim: bob }),
            })),
          },
        }),
      )
      expect(await ids()).toEqual([
        [bob, 'withdrawn'],
        [ada, 'pending'],
      ])
      await eraseName(service().context, { chainId: 1, name: normalizeName(`ada.${domain.name}`) })
      expect(await ids()).toEqual([[bob, 'withdrawn']])
    })
  },
  { settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '0' } },
)
