import { type Address, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { createTakenClaimsEnder } from '../../../src/core/claims/end-taken.ts'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import { storedLabel } from '../../../src/ens/names.ts'
import { hashSkeleton, skeletonOf } from '../../../src/ens/skeleton.ts'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { insertClaim } from '../../../src/store/entities/claims.ts'
import { insertClaimedToken } from '../../../src/store/entities/quotas.ts'
import { findSubnames } from '../../../src/store/entities/subnames.ts'
import { createWallet, type Signer, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { ownHost, purposeOf } from '../../support/credentials/single-use.ts'
import {
  claim,
  claimsPath,
  endTakenClaims,
  openClaims,
  type WireClaim,
  type WireClaimOutcome,
} from '../../support/entities/claims.ts'
import { checkLabel, setPolicy } from '../../support/entities/policies.ts'
import { writeSeal } from '../../support/entities/seals.ts'
import { blockOrDelete, ethereumAddress, seedSubname, subnameBody } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface WireDecided extends WireClaim {
  readonly reason: string | null
  readonly decidedAt: string | null
  readonly decidedBy: { readonly type: string } | null
  readonly comment: string | null
}

describeOnEachService(
  'A claim whose name is given while it waits',
  (service) => {
    const headers = () => ({ 'x-api-key': service().key })

    const open = async (policy: object = {}): Promise<Domain> => {
      const domain = await service().onboard()
      await openClaims(service(), domain, { needsApproval: true, ...policy })
      return domain
    }

    const request = async (domain: Domain, label: string, wallet: Signer) => {
      const { id } = dataOf<WireClaimOutcome>(await claim(service(), domain, label, wallet), 201)
      if (id === null) throw new Error('The claim is pending.')
      return id
    }

    const decide = (domain: Domain, id: string, verb: 'approve' | 'decline') =>
      service().call('POST', `${claimsPath(domain)}/${id}/${verb}?chainId=1`, { headers: headers() })

    const read = async (domain: Domain, id: string) =>
      dataOf<WireDecided>(await service().call('GET', `${claimsPath(domain)}/${id}?chainId=1`))

    const decided = async (domain: Domain) =>
      dataOf<{ data: readonly WireDecided[] }>(
        await service().call('GET', `${claimsPath(domain)}?chainId=1&state=decided`, { headers: headers() }),
      ).data

    const ownClaims = async (wallet: Signer) =>
      dataOf<{ data: readonly WireDecided[] }>(
        await service().call('GET', '/byname/v1/claims?chainId=1', {
          headers: { ...ownHost, ...(await signedHeaders(wallet, { chainId: 1 })) },
        }),
      ).data

    const eventsOf = async (name: string) =>
      dataOf<{ data: { type: string; actor: { type: string }; changes: object[] }[] }>(
        await service().call('GET', `/byname/v1/events?name=${name}`, { headers: headers() }),
      ).data

    const holderOf = async (name: string) =>
      dataOf<{ holder: Address }>(await service().call('GET', `/byname/v1/names/${name}?chainId=1`)).holder

    const withdraw = async (domain: Domain, id: string, signer: Signer) =>
      service().call('DELETE', `${claimsPath(domain)}/${id}?chainId=1`, {
        headers: {
          ...ownHost,
          ...(await signedHeaders(signer, {
            chainId: 1,
            resources: purposeOf('withdraw-claim', { claim: id }),
          })),
        },
      })

    const endTaken = () => endTakenClaims(service().context)

    const reserve = async (domain: Domain, label: string, ethAddress: Address) =>
      dataOf(
        await service().call('POST', '/ens/v1/subname/reserve', {
          headers: headers(),
          body: { ...subnameBody(domain, label), ethAddress },
        }),
      )

    type Given = 'free' | 'reserved' | 'issued'
    type Wallet = 'none' | 'claimant' | 'other'

    const give = async (domain: Domain, label: string, given: Given, address: Address) => {
      if (given === 'reserved') await reserve(domain, label, address)
      if (given === 'issued')
        await seedSubname(service(), domain, label, { addresses: [ethereumAddress(address)] })
    }

    describe('rule: it ends when it cannot be approved any more', () => {
      const ended = ['declined', 'taken'] as const
      const granted = ['approved', null] as const
      const waits = ['pending', null] as const
      it.each([
        ['free', 'none', 'none', waits],
        ['free', 'none', 'claimant', waits],
        ['free', 'none', 'other', ended],
        ['reserved', 'claimant', 'none', waits],
        ['reserved', 'claimant', 'claimant', waits],
        ['reserved', 'claimant', 'other', ended],
        ['reserved', 'other', 'none', ended],
        ['reserved', 'other', 'claimant', ended],
        ['reserved', 'other', 'other', ended],
        ['issued', 'claimant', 'none', granted],
        ['issued', 'claimant', 'claimant', granted],
        ['issued', 'claimant', 'other', granted],
        ['issued', 'other', 'none', ended],
        ['issued', 'other', 'claimant', ended],
        ['issued', 'other', 'other', ended],
      ] as const)('%s for %s, sealed for %s', async (given, to, sealedFor, [state, reason]) => {
        const [domain, claimant, other] = [await open(), createWallet(), createWallet()]
        const addressOf = (wallet: Wallet) => (wallet === 'claimant' ? claimant : other).address
        const id = await request(domain, 'ada', claimant)
        await give(domain, 'ada', given, addressOf(to))
        if (sealedFor !== 'none')
          await writeSeal(service(), domain, { label: 'ada', holder: addressOf(sealedFor) })
        for (let time = 0; time < 2; time++) {
          await endTaken()
          expect(await read(domain, id)).toEqual({ id, name: `ada.${domain.name}`, state, reason })
        }
        const { status } = await decide(domain, id, 'approve')
        expect(status).toBe(given === 'free' && state === 'pending' ? 200 : 409)
      })

      it('while another one waits on whose label is only blocked or reserved by the policy, or was sealed before', async () => {
        const [domain, wallet] = [await open(), createWallet()]
        const [listed, kept, unsealed] = [
          await request(domain, 'ada', wallet),
          await request(domain, 'bob', wallet),
          await request(domain, 'cleo', wallet),
        ]
        await setPolicy(service(), domain, { blockedLabels: ['ada'], reservedLabels: ['bob'] })
        await writeSeal(service(), domain, { label: 'cleo', holder: zeroAddress, kind: 'open' })
        await endTaken()
        for (const id of [listed, kept, unsealed]) dataOf(await decide(domain, id, 'approve'))
      })
    })

    it('rule: its end says why and by whom, to the owner, to the claimant, and once in an event', async () => {
      const [domain, wallet, other] = [await open(), createWallet(), createWallet()]
      const id = await request(domain, 'ada', wallet)
      await writeSeal(service(), domain, { label: 'ada', holder: other.address })
      await Promise.all([endTaken(), endTaken(), endTaken()])
      const end = { id, state: 'declined', reason: 'taken', comment: null, decidedAt: expect.any(String) }
      expect(await decided(domain)).toMatchObject([{ ...end, decidedBy: { type: 'system' }, addresses: [] }])
      expect(await ownClaims(wallet)).toMatchObject([end])
      const [, ...events] = await eventsOf(`ada.${domain.name}`)
      expect(events).toMatchObject([
        {
          type: 'claim.declined',
          actor: { type: 'system', address: null, keyId: null },
          changes: [
            { field: 'state', key: id, before: 'pending', after: 'declined' },
            { field: 'reason', key: id, before: null, after: 'taken' },
          ],
        },
      ])
      for (const verb of ['approve', 'decline'] as const)
        expectError(await decide(domain, id, verb), 409, 'ClaimNotPendingException')
      const declined = await request(domain, 'bob', wallet)
      dataOf(await decide(domain, declined, 'decline'))
      expect(await read(domain, declined)).toMatchObject({ state: 'declined', reason: null })
    })

    it('rule: it counts for its wallet no more, and the wallet may claim the label once the seal has gone', async () => {
      const [domain, wallet] = [await open({ namesPerWallet: 1 }), createWallet()]
      await request(domain, 'ada', wallet)
      await writeSeal(service(), domain, { label: 'ada', holder: createWallet().address })
      expectError(await claim(service(), domain, 'bob', wallet), 403, 'PolicyRefusedException')
      await endTaken()
      const second = await request(domain, 'bob', wallet)
      dataOf(await withdraw(domain, second, wallet))
      await writeSeal(service(), domain, { label: 'ada', holder: zeroAddress, kind: 'open' })
      dataOf(await decide(domain, await request(domain, 'ada', wallet), 'approve'))
    })

    it('rule: a claim of a label that is sealed for another wallet cannot be approved, and the error says why', async () => {
      const [domain, holder] = [await open(), createWallet()]
      const id = await request(domain, 'ada', createWallet())
      await writeSeal(service(), domain, { label: 'ada', holder: holder.address })
      const refused = await decide(domain, id, 'approve')
      expectError(refused, 409, 'SealedNameException')
      expect(JSON.stringify(refused.body)).toContain(`sealed on chain for ${holder.address.toLowerCase()}`)
      expect(await read(domain, id)).toMatchObject({ state: 'pending' })
    })

    it.each([
      ['issues the name', false],
      ['waits for approval itself', true],
    ])(
      'rule: it does not stand before the holder of a seal, whose claim ends it where it %s',
      async (_, needsApproval) => {
        const [domain, wallet, holder] = [await open(), createWallet(), createWallet()]
        const id = await request(domain, 'ada', wallet)
        await setPolicy(service(), domain, { needsApproval })
        expect(await checkLabel(service(), domain, 'ada', holder.address)).toMatchObject({ rule: 'pending' })
        await writeSeal(service(), domain, { label: 'ada', holder: holder.address })
        expect(await checkLabel(service(), domain, 'ada', holder.address)).toMatchObject({ rule: null })
        expect(await checkLabel(service(), domain, 'ada', wallet.address)).toMatchObject({ rule: 'reserved' })
        const outcome = dataOf<WireClaimOutcome>(await claim(service(), domain, 'ada', holder), 201)
        expect(await read(domain, id)).toMatchObject({ state: 'declined', reason: 'taken' })
        if (needsApproval) dataOf(await decide(domain, outcome.id ?? '', 'approve'))
        expect(await holderOf(`ada.${domain.name}`)).toBe(holder.address)
        const types = (await eventsOf(`ada.${domain.name}`)).map(({ type }) => type)
        expect(types).toEqual([
          ...['claim.requested', 'claim.declined'],
          ...(needsApproval ? ['claim.requested'] : []),
          'subname.issued',
        ])
      },
    )

    it('rule: a claim of the holder that is refused ends no other', async () => {
      const [domain, wallet, holder] = [await open(), createWallet(), createWallet()]
      const id = await request(domain, 'ada', wallet)
      await writeSeal(service(), domain, { label: 'ada', holder: holder.address })
      const { id: ensId } = domain
      const setLimit = async (userChosenLimit: number) =>
        dataOf(
          await service().call('POST', '/ens/v1/ens/update-user-chosen-limit', {
            headers: headers(),
            body: { ensId, userChosenLimit },
          }),
        )
      await setPolicy(service(), domain, { needsApproval: false })
      await setPolicy(service(), domain, { claims: 'closed' })
      expectError(await claim(service(), domain, 'ada', holder), 403, 'PolicyRefusedException')
      await setPolicy(service(), domain, { claims: 'open' })
      await setLimit(0)
      expectError(await claim(service(), domain, 'ada', holder), 409, 'LimitReachedException')
      expect((await eventsOf(`ada.${domain.name}`)).map(({ type }) => type)).toEqual(['claim.requested'])
      await endTaken()
      expect(await read(domain, id)).toMatchObject({ state: 'declined' })
    })

    it('rule: a claim of the holder waits as any, keeps a second one of theirs waiting, and can be approved', async () => {
      const [domain, holder] = [await open(), createWallet()]
      const id = await request(domain, 'ada', holder)
      await writeSeal(service(), domain, { label: 'ada', holder: holder.address })
      await endTaken()
      await setPolicy(service(), domain, { needsApproval: false })
      expectError(await claim(service(), domain, 'ada', holder), 403, 'PolicyRefusedException')
      dataOf(await decide(domain, id, 'approve'))
      expect(await read(domain, id)).toMatchObject({ state: 'approved', reason: null })
    })

    it('rule: it keeps no key from issuing the name to the holder, nor a name that looks like it', async () => {
      const [domain, holder] = [await open({ appliesToKeys: true, refuseLookalikes: true }), createWallet()]
      const id = await request(domain, 'paypal', createWallet())
      expect(await checkLabel(service(), domain, 'paypa1', holder.address)).toMatchObject({
        rule: 'look-alike',
        reason: `"paypa1" looks like paypal.${domain.name}, of which a claim waits for approval.`,
      })
      await writeSeal(service(), domain, { label: 'paypal', holder: holder.address })
      expect(await checkLabel(service(), domain, 'paypa1', holder.address)).toMatchObject({ rule: null })
      await seedSubname(service(), domain, 'paypal', { addresses: [ethereumAddress(holder.address)] })
      await endTaken()
      expect(await read(domain, id)).toMatchObject({ state: 'declined', reason: 'taken' })
    })

    it('rule: a wallet that accepts its reservation meanwhile has its claim approved', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      const id = await request(domain, 'ada', wallet)
      await reserve(domain, 'ada', wallet.address)
      await endTaken()
      expect(await read(domain, id)).toMatchObject({ state: 'pending' })
      dataOf(await claim(service(), domain, 'ada', wallet), 201)
      await endTaken()
      expect(await read(domain, id)).toMatchObject({ state: 'approved', reason: null })
    })

    it('rule: a token that it uses up is free again, or is that of the name which was issued to its wallet', async () => {
      const { store } = service().context
      const token = { chainId: 1, contract: lowerCaseHex(createWallet().address), tokenId: '7' } as const
      for (const isOwn of [true, false]) {
        const [domain, wallet] = [await open(), createWallet()]
        const id = await request(domain, 'ada', wallet)
        await store.transaction((tx) => insertClaimedToken(tx, domain, token, id))
        await give(domain, 'ada', 'issued', isOwn ? wallet.address : createWallet().address)
        await endTaken()
        const subnames = await findSubnames(store.db, domain, ['ada'])
        const owners = await store.db
          .selectFrom('claimedTokens')
          .select('ownerId')
          .where('domainKey', '=', domain.key)
          .execute()
        expect(owners).toEqual(isOwn ? [{ ownerId: subnames.get('ada')?.id }] : [])
      }
    })

    it("rule: of what happens at once, the name is the holder's and the claim ends once", async () => {
      for (let round = 0; round < 8; round++) {
        const [domain, wallet, holder] = [await open(), createWallet(), createWallet()]
        const id = await request(domain, 'ada', wallet)
        await setPolicy(service(), domain, { needsApproval: false })
        await writeSeal(service(), domain, { label: 'ada', holder: holder.address })
        const [approved, claimed] = await Promise.all([
          decide(domain, id, 'approve'),
          claim(service(), domain, 'ada', holder),
          endTaken(),
          round % 2 ? withdraw(domain, id, wallet) : decide(domain, id, 'decline'),
          endTaken(),
        ])
        expect(approved.status).toBe(409)
        dataOf(claimed, 201)
        expect(await holderOf(`ada.${domain.name}`)).toBe(holder.address)
        const types = (await eventsOf(`ada.${domain.name}`)).map(({ type }) => type).toSorted()
        expect(types).toHaveLength(3)
        expect(types.at(-1)).toBe('subname.issued')
        expect(['declined', 'withdrawn']).toContain((await read(domain, id)).state)
      }
    })

    it('rule: claims of a blocked domain stay as they are until it is not blocked any more', async () => {
      const domain = await open()
      const id = await request(domain, 'ada', createWallet())
      await writeSeal(service(), domain, { label: 'ada', holder: createWallet().address })
      await blockOrDelete(service(), domain, 'blocked')
      await endTaken()
      const { db } = service().context.store
      const states = await db.selectFrom('claims').select('state').where('id', '=', id).execute()
      expect(states).toEqual([{ state: 'pending' }])
    })

    it('rule: a run reads 2,000 claims, the next goes on behind them, and the ones after begin anew', async () => {
      const { context } = service()
      await context.store.db.deleteFrom('claims').execute()
      const domains = [await open(), await open()]
      const label = (index: number) => storedLabel(`claim-${index}`)
      await context.store.transaction(async (tx) => {
        for (let index = 0; index < 2600; index++)
          await insertClaim(tx, {
            ...{ id: crypto.randomUUID(), domainKey: domains[index % 2]?.key ?? 0, label: label(index) },
            ...{
              skeleton: hashSkeleton(skeletonOf(label(index))),
              claimant: lowerCaseHex(createWallet().address),
            },
            // Many expire at the same time.
            ...{ records: emptyRecords, createdAt: 1, expiresAt: Date.now() + 86_400_000 + (index % 3) },
          })
      })
      for (const [index, domain] of domains.entries())
        for (const at of [index, 1300 + index, 2598 + index])
          await reserve(domain, label(at), createWallet().address)
      const left = async () => {
        const rows = await context.store.db
          .selectFrom('claims')
          .select('label')
          .where('state', '=', 'declined')
          .execute()
        return 6 - rows.length
      }
      const run = createTakenClaimsEnder(context)
      await run(new AbortController().signal)
      expect(await left()).toBeGreaterThan(0)
      await run(new AbortController().signal)
      expect(await left()).toBe(0)
      const [first] = domains
      if (first) await reserve(first, label(2), createWallet().address)
      await run(new AbortController().signal)
      expect(await left()).toBe(-1)
    })
  },
  { settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '0' } },
)
