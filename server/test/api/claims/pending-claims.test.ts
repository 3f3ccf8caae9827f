import { getAddress, type Hex, toHex } from 'viem'
import { expect, it } from 'vitest'
import { purgeExpired } from '../../../src/core/retention.ts'
import { eraseName } from '../../../src/core/subnames/remove.ts'
import { createWorkspace } from '../../../src/core/workspaces.ts'
import { normalizeName, parseLabel } from '../../../src/ens/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createApiKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { createWallet, type Signer, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { ownHost, purposeOf } from '../../support/credentials/single-use.ts'
import {
  claim,
  claimsPath,
  openClaims,
  sendClaim,
  type WireClaim,
  type WireClaimOutcome,
} from '../../support/entities/claims.ts'
import { expectUnchanged, seedSubname } from '../../support/entities/subnames.ts'
import { readEventLog } from '../../support/events/event-log.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const dayMs = 86_400_000

function addressOf(number: number): Hex {
  return toHex(number, { size: 20 })
}

describeOnEachService(
  'Claims that need approval',
  (service) => {
    const open = async (policy: object = {}): Promise<Domain> => {
      const domain = await service().onboard()
      await openClaims(service(), domain, { needsApproval: true, ...policy })
      return domain
    }

    const withKey = (key = service().key) => ({ 'x-api-key': key })

    const request = async (domain: Domain, label: string, wallet: Signer, records?: object) => {
      const response = await claim(service(), domain, label, wallet, records)
      const { id } = dataOf<WireClaimOutcome>(response, 201)
      if (id === null) throw new Error('The claim is pending.')
      return id
    }

    const decide = (domain: Domain, id: string, verb: 'approve' | 'decline', headers: object = withKey()) =>
      service().call('POST', `${claimsPath(domain)}/${id}/${verb}?chainId=1`, { headers: { ...headers } })

    const withdraw = async (domain: Domain, id: string, signer: Signer, resources?: string[]) =>
      service().call('DELETE', `${claimsPath(domain)}/${id}?chainId=1`, {
        headers: {
          ...ownHost,
          ...(await signedHeaders(signer, {
            chainId: 1,
            resources: resources ?? purposeOf('withdraw-claim', { claim: id }),
          })),
        },
      })

    const read = async (domain: Domain, id: string) =>
      dataOf<WireClaim>(await service().call('GET', `${claimsPath(domain)}/${id}?chainId=1`))

    const list = (domain: Domain, query = '', key?: string): Promise<ApiResponse> =>
      service().call('GET', `${claimsPath(domain)}?chainId=1${query}`, { headers: withKey(key) })

    const listed = async (domain: Domain, query = '') =>
      dataOf<{ data: readonly WireClaim[]; next: string | null }>(await list(domain, query))

    const eventsOf = async (name: string) =>
      dataOf<{
        data: { type: string; actor: { type: string; address: string | null }; changes: object[] }[]
      }>(await service().call('GET', `/byname/v1/events?name=${name}`, { headers: withKey() })).data

    const purgeAt = (time: number) =>
      purgeExpired(
        { ...service().context, clock: () => time },
        { events: 0, deliveries: dayMs, lookupCounts: 0 },
      )

    it('rule: a claim is pending, holds its label, and is listed with its records; its id shows the state', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      const text = [{ key: 'description', value: 'hello' }]
      const outcome = dataOf<WireClaimOutcome>(await claim(service(), domain, 'alice', wallet, { text }), 201)
      const name = `alice.${domain.name}`
      expect(outcome).toEqual({
        state: 'pending',
        name,
        id: expect.any(String),
        record: null,
        noticeToken: expect.any(String),
      })
      expectError(
        await service().call('GET', `/byname/v1/names/${name}?chainId=1`),
        404,
        'SubnameNotFoundException',
      )
      for (const other of [wallet, createWallet()])
        expectError(await claim(service(), domain, 'alice', other), 403, 'PolicyRefusedException')
      expect(await read(domain, outcome.id ?? '')).toEqual({
        id: outcome.id,
        name,
        state: 'pending',
        reason: null,
      })
      expect((await listed(domain)).data).toMatchObject([
        {
          id: outcome.id,
          name,
          state: 'pending',
          claimant: wallet.address,
          texts: text,
          addresses: [{ coinType: 60, address: wallet.address }],
        },
      ])
      expect(await eventsOf(name)).toMatchObject([
        {
          type: 'claim.requested',
          actor: { type: 'wallet', address: wallet.address },
          changes: [
            { field: 'state', key: outcome.id, before: null, after: 'pending' },
            { field: 'claimant', after: wallet.address },
            { field: 'expiresAt', after: expect.stringMatching(/Z$/) },
          ],
        },
      ])
    })

    it('rule: an approval issues the name to the claimant with the records, and is decided once', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      const text = [{ key: 'description', value: 'hello' }]
      const id = await request(domain, 'alice', wallet, { text })
      const name = dataOf(await decide(domain, id, 'approve'))
      expect(name).toMatchObject({
        ens: `alice.${domain.name}`,
        holder: wallet.address,
        state: 'claimed',
        records: { texts: text, addresses: [{ id: 60, value: wallet.address }] },
      })
      expect((await read(domain, id)).state).toBe('approved')
      expect((await listed(domain)).data).toEqual([])
      expect((await listed(domain, '&state=approved')).data).toMatchObject([{ id, texts: [] }])
      for (const verb of ['approve', 'decline'] as const)
        expectError(await decide(domain, id, verb), 409, 'ClaimNotPendingException')
      expectError(await withdraw(domain, id, wallet), 409, 'ClaimNotPendingException')
      expect((await eventsOf(`alice.${domain.name}`)).map(({ type, actor }) => [type, actor.type])).toEqual([
        ['claim.requested', 'wallet'],
        ['subname.issued', 'key'],
      ])
    })

    it('rule: a declined or withdrawn claim frees the label, with an event', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      const declined = await request(domain, 'alice', wallet)
      expect(dataOf(await decide(domain, declined, 'decline'))).toMatchObject({ state: 'declined' })
      const withdrawn = await request(domain, 'alice', wallet)
      expect(dataOf(await withdraw(domain, withdrawn, wallet))).toMatchObject({ state: 'withdrawn' })
      await request(domain, 'alice', wallet)
      const events = await eventsOf(`alice.${domain.name}`)
      expect(events.map(({ type, actor }) => [type, actor.type])).toEqual([
        ['claim.requested', 'wallet'],
        ['claim.declined', 'key'],
        ['claim.requested', 'wallet'],
        ['claim.withdrawn', 'wallet'],
        ['claim.requested', 'wallet'],
      ])
    })

    it('401 and 403 for a withdrawal by another wallet, with another message, or with one that was used', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      const id = await request(domain, 'alice', wallet)
      const other = await request(domain, 'bob', wallet)
      expectError(await withdraw(domain, id, createWallet()), 403, 'NotHolderException')
      for (const resources of [
        [],
        purposeOf('withdraw-claim', { claim: other }),
        purposeOf('claim', { name: `alice.${domain.name}` }),
      ])
        expectError(await withdraw(domain, id, wallet, resources), 401, 'InvalidSignatureException')
      expect((await read(domain, id)).state).toBe('pending')
    })

    it("404 and 403 for another domain's claim and for keys of other workspaces or scopes", async () => {
      const [domain, other] = [await open(), await open()]
      const id = await request(domain, 'alice', createWallet())
      expectError(await decide(other, id, 'approve'), 404, 'ClaimNotFoundException')
      expectError(
        await service().call('GET', `${claimsPath(other)}/${id}?chainId=1`),
        404,
        'ClaimNotFoundException',
      )
      const { key: foreign } = await createWorkspaceWithKey(service())
      for (const verb of ['approve', 'decline'] as const)
        expectError(await decide(domain, id, verb, withKey(foreign)), 403, 'ForbiddenException')
      expectError(await list(domain, '', foreign), 403, 'ForbiddenException')
      expect((await read(domain, id)).state).toBe('pending')
    })

    it('rule: a page of claims continues behind its last one', async () => {
      const domain = await open()
      const ids: string[] = []
      for (const label of ['one', 'two', 'three']) ids.push(await request(domain, label, createWallet()))
      const first = await listed(domain, '&limit=2')
      const last = await listed(domain, `&limit=2&after=${first.next}`)
      expect([...first.data, ...last.data].map(({ id }) => id)).toEqual(ids)
      expect(last.next).toBeNull()
    })

    it('rule: pending claims count for the wallet, and end to count when declined', async () => {
      const [domain, wallet] = [await open({ namesPerWallet: 1 }), createWallet()]
      const id = await request(domain, 'alice', wallet)
      expectError(await claim(service(), domain, 'bob', wallet), 403, 'PolicyRefusedException')
      dataOf(await decide(domain, id, 'decline'))
      const second = await request(domain, 'bob', wallet)
      dataOf(await decide(domain, second, 'approve'))
      expectError(await claim(service(), domain, 'carol', wallet), 403, 'PolicyRefusedException')
    })

    it('rule: a claim that looks like a pending one is refused where look-alikes are', async () => {
      const domain = await open({ refuseLookalikes: true })
      await request(domain, 'paypal', createWallet())
      for (const label of ['paypa1', 'pay-pal'])
        expectError(await claim(service(), domain, label, createWallet()), 403, 'PolicyRefusedException')
    })

    it('409 for the eleventh pending claim of a wallet, 400 for more than 4 KiB of records', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      for (let index = 0; index < 10; index++) await request(domain, `name-${index}`, wallet)
      expectError(await claim(service(), domain, 'eleventh', wallet), 409, 'LimitReachedException')
      const text = [{ key: 'description', value: 'x'.repeat(4100) }]
      expectError(
        await claim(service(), domain, 'large', createWallet(), { text }),
        400,
        'InvalidRecordException',
      )
      expect((await listed(domain, '&limit=100')).data).toHaveLength(10)
    })

    it('409 for the approval of a name that was issued meanwhile, or of a domain that is full', async () => {
      const domain = await open()
      const [alice, bob] = [
        await request(domain, 'alice', createWallet()),
        await request(domain, 'bob', createWallet()),
      ]
      await seedSubname(service(), domain, 'alice')
      await expectUnchanged(service(), domain, async () =>
        expectError(await decide(domain, alice, 'approve'), 409, 'SubdomainAlreadyExistsException'),
      )
      dataOf(
        await service().call('POST', '/ens/v1/ens/update-user-chosen-limit', {
          headers: withKey(),
          body: { ensId: domain.id, userChosenLimit: 1 },
        }),
      )
      await expectUnchanged(service(), domain, async () =>
        expectError(await decide(domain, bob, 'approve'), 409, 'LimitReachedException'),
      )
      for (const id of [alice, bob]) expect((await read(domain, id)).state).toBe('pending')
    })

    it('rule: of concurrent approvals, refusals and withdrawals of a claim one succeeds', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      for (let round = 0; round < 4; round++) {
        const id = await request(domain, `name-${round}`, wallet)
        const responses = await Promise.all([
          decide(domain, id, 'approve'),
          decide(domain, id, 'decline'),
          withdraw(domain, id, wallet),
          decide(domain, id, 'approve'),
        ])
        expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
        for (const response of responses.filter(({ status }) => status !== 200))
          expect(response.status).toBe(409)
      }
    })

    it('rule: after 30 days a claim expires, and after 90 more it is forgotten', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      const id = await request(domain, 'alice', wallet)
      const { createdAt } = await service()
        .context.store.db.selectFrom('claims')
        .select('createdAt')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await purgeAt(createdAt + 30 * dayMs - 1)
      expect((await read(domain, id)).state).toBe('pending')
      await purgeAt(createdAt + 30 * dayMs)
      expect((await read(domain, id)).state).toBe('expired')
      expectError(await decide(domain, id, 'approve'), 409, 'ClaimNotPendingException')
      await purgeAt(createdAt + 120 * dayMs)
      expect((await read(domain, id)).state).toBe('expired')
      await purgeAt(createdAt + 120 * dayMs + 1)
      expectError(
        await service().call('GET', `${claimsPath(domain)}/${id}?chainId=1`),
        404,
        'ClaimNotFoundException',
      )
      await request(domain, 'alice', wallet)
    })

    it('409 for a claim of a domain with ten thousand pending ones', async () => {
      const domain = await open()
      const { store } = service().context
      const now = Date.now()
      for (let start = 0; start < 10_000; start += 1000)
        await store.db
          .insertInto('claims')
          .values(
            Array.from({ length: 1000 }, (_, index) => ({
              ...{
                id: crypto.randomUUID(),
                domainKey: domain.key,
                label: parseLabel(`n${start + index}`),
                skeleton: start + index,
              },
              ...{
                claimant: addressOf(start + index),
                records: '[]',
                largeTexts: null,
                state: 'pending' as const,
              },
              ...{ createdAt: now, expiresAt: now + dayMs, decidedAt: null },
            })),
          )
          .execute()
      expectError(await claim(service(), domain, 'alice', createWallet()), 409, 'LimitReachedException')
    })

    it('rule: an erasure of the name deletes its claims', async () => {
      const domain = await open()
      const id = await request(domain, 'alice', createWallet())
      const other = await request(domain, 'bob', createWallet())
      await eraseName(service().context, { chainId: 1, name: normalizeName(`alice.${domain.name}`) })
      expectError(
        await service().call('GET', `${claimsPath(domain)}/${id}?chainId=1`),
        404,
        'ClaimNotFoundException',
      )
      expect((await read(domain, other)).state).toBe('pending')
    })

    const declineMany = (domain: Domain, selection: object, headers: object = withKey()) =>
      service().call('POST', `${claimsPath(domain)}/decline?chainId=1`, {
        headers: { ...headers },
        body: selection,
      })

    it('rule: many claims are declined by id, by wallet, or all, with an event each; others stay pending', async () => {
      const [domain, other] = [await open(), await open()]
      const [wallet, flooder] = [createWallet(), createWallet()]
      const ids = await Promise.all(['a', 'b', 'c'].map((label) => request(domain, label, wallet)))
      const [first = '', second = '', third = ''] = ids
      const flood = await Promise.all(['d', 'e', 'f'].map((label) => request(domain, label, flooder)))
      const foreign = await request(other, 'a', flooder)
      dataOf(await decide(domain, third, 'approve'))
      const byId = { ids: [first, third, foreign, first] }
      expect(dataOf(await declineMany(domain, byId))).toEqual({ declined: 1, remaining: 0 })
      const byWallet = { claimant: getAddress(flooder.address) }
      expect(dataOf(await declineMany(domain, byWallet))).toEqual({ declined: 3, remaining: 0 })
      const states = async () =>
        Promise.all([...ids, ...flood].map(async (id) => (await read(domain, id)).state))
      const decided = ['declined', 'pending', 'approved', 'declined', 'declined', 'declined']
      expect(await states()).toEqual(decided)
      expect(dataOf(await declineMany(domain, { all: true }))).toEqual({ declined: 1, remaining: 0 })
      expect((await read(domain, second)).state).toBe('declined')
      expect((await read(other, foreign)).state).toBe('pending')
      const log = await readEventLog(service().context.store)
      const declined = log.filter(({ type, domainId }) => type === 'claim.declined' && domainId === domain.id)
      expect(declined.map(({ changes }) => changes[0]?.key).toSorted()).toEqual(
        [first, second, ...flood].toSorted(),
      )
      await request(domain, 'a', createWallet())
    })

    it('400, 401 and 403 of a decline of many, which changes nothing', async () => {
      const domain = await open()
      const id = await request(domain, 'alice', createWallet())
      for (const selection of [{}, { ids: [] }, { ids: [id], all: true }, { all: false }])
        expectError(await declineMany(domain, selection), 400, 'BadRequestException')
      expectError(await declineMany(domain, { all: true }, {}), 401, 'InvalidApiKeyException')
      const { id: workspaceId } = await createWorkspace(service().context, { name: 'Other' })
      const scopes = ['names:write'] as const
      const foreign = await createApiKey(service().context, { workspaceId, name: 'k', scopes })
      expectError(await declineMany(domain, { all: true }, withKey(foreign.key)), 403, 'ForbiddenException')
      expect((await read(domain, id)).state).toBe('pending')
    })

    it('rule: a message of a claim is consumed by a pending claim too', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      const resources = purposeOf('claim', { name: `alice.${domain.name}` })
      const headers = await signedHeaders(wallet, { chainId: 1, resources })
      const { id } = dataOf<WireClaimOutcome>(await sendClaim(service(), domain, 'alice', headers), 201)
      dataOf(await decide(domain, id ?? '', 'decline'))
      expectError(await sendClaim(service(), domain, 'alice', headers), 401, 'ChallengeExpiredException')
    })
  },
  { settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '0' } },
)
