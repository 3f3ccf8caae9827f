import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import { hashSkeleton, skeletonOf } from '../../../src/ens/skeleton.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { lockPolicyRequest } from '../../../src/store/entities/policies.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { describeOnEveryMode } from '../../support/databases/stores.ts'
import {
  claim,
  claimHeaders,
  claimsPath,
  openClaims,
  sendClaim,
  type WireClaim,
  type WireClaimOutcome,
} from '../../support/entities/claims.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'
import { startTestService } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const batchSize = 100

describeOnEachService(
  'Concurrent claims',
  (service) => {
    const open = async (policy: object = {}): Promise<Domain> => {
      const domain = await service().onboard()
      await openClaims(service(), domain, policy)
      return domain
    }

    const limitTo = async ({ id: ensId }: Domain, userChosenLimit: number) =>
      dataOf(
        await service().call('POST', '/ens/v1/ens/update-user-chosen-limit', {
          headers: { 'x-api-key': service().key },
          body: { ensId, userChosenLimit },
        }),
      )

    const holdersOf = async ({ name }: Domain): Promise<readonly string[]> => {
      const holders: string[] = []
      for (let after = ''; ; ) {
        const page = dataOf<{ data: readonly { holder: string }[]; next: string | null }>(
          await service().call(
            'GET',
            `/byname/v1/domains/${name}/names?chainId=1&limit=100${after && `&after=${after}`}`,
          ),
        )
        holders.push(...page.data.map(({ holder }) => holder))
        if (page.next === null) return holders
        after = page.next
      }
    }

    const countOf = async ({ id }: Domain) =>
      service()
        .context.store.db.selectFrom('domains')
        .select(['subnameCount', 'claimedCount'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()

    /** Sends many at a time, in the order of `sends`. */
    const sendAll = async (sends: readonly (() => Promise<ApiResponse>)[]) => {
      const responses: ApiResponse[] = []
      for (let start = 0; start < sends.length; start += batchSize)
        responses.push(...(await Promise.all(sends.slice(start, start + batchSize).map((send) => send()))))
      return responses
    }

    it('rule: of two hundred wallets that claim one label at once exactly one gets it', async () => {
      const domain = await open()
      const wallets = Array.from({ length: 200 }, createWallet)
      const headers = await Promise.all(wallets.map((wallet) => claimHeaders(wallet, domain, 'alice')))
      const responses = await Promise.all(headers.map((one) => sendClaim(service(), domain, 'alice', one)))
      const winners = wallets.filter((_, index) => responses[index]?.status === 201)
      expect(winners).toHaveLength(1)
      for (const response of responses.filter(({ status }) => status !== 201))
        expectError(response, 409, 'SubdomainAlreadyExistsException')
      expect(await holdersOf(domain)).toEqual([winners[0]?.address])
      expect(await countOf(domain)).toEqual({ subnameCount: 1, claimedCount: 1 })
    })

    it('rule: of five hundred wallets with three claims each, as many as the limit get one name each', async () => {
      const [domain, limit] = [await open({ namesPerWallet: 1 }), 437]
      await limitTo(domain, limit)
      const wallets = Array.from({ length: 500 }, createWallet)
      const sends = wallets.flatMap((wallet, index) =>
        ['a', 'b', 'c'].map((letter) => () => claim(service(), domain, `${letter}${index}`, wallet)),
      )
      const responses = await sendAll(sends)
      const issued = responses.filter(({ status }) => status === 201)
      expect(issued).toHaveLength(limit)
      for (const { status } of responses) expect([201, 403, 409]).toContain(status)
      const holders = await holdersOf(domain)
      expect(holders).toHaveLength(limit)
      expect(new Set(holders).size).toBe(limit)
      expect(await countOf(domain)).toEqual({ subnameCount: limit, claimedCount: limit })
    })

    it('rule: of two hundred wallets that claim look-alikes at once exactly one gets a name', async () => {
      const domain = await open({ refuseLookalikes: true })
      const labels = ['paypal', 'paypa1', 'pay-pal', 'p-aypal']
      const sends = Array.from({ length: 200 }, (_, index) => {
        const label = labels[index % labels.length] ?? ''
        return () => claim(service(), domain, label, createWallet())
      })
      const responses = await Promise.all(sends.map((send) => send()))
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(await holdersOf(domain)).toHaveLength(1)
    })

    it('rule: of fifty claims that need approval, by one wallet that may have one name, one is pending', async () => {
      const [domain, wallet] = [await open({ needsApproval: true, namesPerWallet: 1 }), createWallet()]
      const labels = Array.from({ length: 50 }, (_, index) => `name-${index}`)
      const responses = await Promise.all(labels.map((label) => claim(service(), domain, label, wallet)))
      const pending = responses.filter(({ status }) => status === 201)
      expect(pending).toHaveLength(1)
      for (const response of responses.filter(({ status }) => status !== 201))
        expectError(response, 403, 'PolicyRefusedException')
      expect(await holdersOf(domain)).toEqual([])
    })

    it('rule: an approval during further claims of the wallet does not let it have two names', async () => {
      const domain = await open({ needsApproval: true, namesPerWallet: 1 })
      for (let round = 0; round < 10; round++) {
        const wallet = createWallet()
        const first = await claim(service(), domain, `first-${round}`, wallet)
        const { id } = dataOf<WireClaimOutcome>(first, 201)
        const [approved, ...others] = await Promise.all([
          service().call('POST', `${claimsPath(domain)}/${id}/approve?chainId=1`, {
            headers: { 'x-api-key': service().key },
          }),
          ...Array.from({ length: 5 }, (_, index) =>
            claim(service(), domain, `more-${round}-${index}`, wallet),
          ),
        ])
        dataOf(approved)
        for (const response of others) expectError(response, 403, 'PolicyRefusedException')
      }
    })

    it('rule: a message is used once, by fifty requests at once', async () => {
      const [domain, wallet] = [await open(), createWallet()]
      const headers = await claimHeaders(wallet, domain, 'alice')
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => sendClaim(service(), domain, 'alice', headers)),
      )
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
      for (const { status } of responses) expect([201, 401, 409]).toContain(status)
    })
  },
  { settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '0', RATE_LIMIT_PER_IP: '0' } },
)

/** SQLite has one writer at a time. */
describeOnEveryMode('The approval of a claim', ({ dialect, createMigrated }) => {
  it.runIf(dialect === 'postgres')(
    'race: it waits for a transaction that counts the names and claims of the wallet',
    async () => {
      const service = await startTestService(await createMigrated())
      const { store } = service.context
      const [domain, wallet] = [await service.onboard(), createWallet()]
      await openClaims(service, domain, { needsApproval: true, namesPerWallet: 1 })
      const { id } = dataOf<WireClaimOutcome>(await claim(service, domain, 'alice', wallet), 201)
      const path = `${claimsPath(domain)}/${id}`
      const state = async () => dataOf<WireClaim>(await service.call('GET', `${path}?chainId=1`)).state
      const isWaiting = async () => {
        const { rows } = await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        `.execute(store.db)
        return rows.length > 0
      }
      let approval: Promise<ApiResponse> | undefined
      await store.transaction(async (tx) => {
        const address = lowerCaseHex(wallet.address)
        await lockPolicyRequest(tx, domain, { skeleton: hashSkeleton(skeletonOf('bob')), address })
        approval = service.call('POST', `${path}/approve?chainId=1`, {
          headers: { 'x-api-key': service.key },
        })
        await waitUntil(
          'The approval waits or is over',
          async () => (await isWaiting()) || (await state()) !== 'pending',
        )
        expect(await state()).toBe('pending')
      })
      if (approval) dataOf(await approval)
      expect(await state()).toBe('approved')
      await service.stop()
    },
  )
})
