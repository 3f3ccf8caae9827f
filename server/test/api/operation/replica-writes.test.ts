import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { markApiKeyRevoked } from '../../../src/store/entities/api-keys.ts'
import { setBlocked } from '../../../src/store/entities/blocks.ts'
import { deleteMember } from '../../../src/store/entities/members.ts'
import { createKey } from '../../support/credentials/api-keys.ts'
import { signInAs } from '../../support/credentials/sessions.ts'
import { createWallet, type Signer, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { releaseHeaders, sendRelease, transfer } from '../../support/credentials/single-use.ts'
import { type PostgresPair, startPostgresPair } from '../../support/databases/postgres.ts'
import { connectRaw } from '../../support/databases/raw-sql.ts'
import { postBatch } from '../../support/entities/batches.ts'
import {
  claim,
  claimHeaders,
  openClaims,
  sendClaim,
  type WireClaimOutcome,
} from '../../support/entities/claims.ts'
import { patchPolicy, postAllowList, setPolicy } from '../../support/entities/policies.ts'
import {
  blockOrDelete,
  ethereumAddress,
  getSubname,
  postAdd,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** A replica may serve lists that lack all that the tests write. */
const maxLag = 600_000

/** Rules that a replica could break: it has the state from before each test, and counts as fresh. */
describe('Decisions about writes with a replica that has stopped', () => {
  let pair: PostgresPair
  let service: TestService
  let databaseUrl: string

  beforeAll(async () => {
    pair = await startPostgresPair()
    databaseUrl = await pair.primary.createDatabase()
    const settings = {
      DATABASE_REPLICA_URL: pair.replicaUrl(databaseUrl),
      RATE_LIMIT_PER_IP: '0',
      RATE_LIMIT_EXPENSIVE_PER_IP: '0',
    }
    service = await startTestService(databaseUrl, settings, { databaseReplicaMaxLagMs: maxLag })
  })
  afterAll(async () => {
    await service.stop()
    await pair.replica.stop()
    await pair.primary.stop()
  })

  const labelsOn = async ({ name }: Domain) => {
    const path = `/ens/v1/subname/ens?ensDomain=${name}&chainId=1&limit=100`
    const listed = dataOf<{ data: readonly { ens: string }[] }>(await service.call('GET', path))
    return listed.data.map(({ ens }) => ens.split('.')[0])
  }

  /** Opens claims of a new domain with a name, and stops the replica when it has both. */
  const openAndPause = async (policy: object = {}) => {
    const domain = await service.onboard()
    await openClaims(service, domain, policy)
    await seedSubname(service, domain, 'before')
    const raw = await connectRaw(pair.replicaUrl(databaseUrl))
    const isFresh = () => service.context.store.replicaStates().every((replica) => replica.isFresh)
    await waitUntil('the replica has the name', async () => {
      const rows = await raw.run(`select 1 from domains where name = '${domain.name}' and subname_count = 1`)
      return isFresh() && rows.length === 1
    })
    await raw.run('select pg_wal_replay_pause()')
    onTestFinished(async () => {
      const listed = await labelsOn(domain)
      await raw.run('select pg_wal_replay_resume()')
      await raw.close()
      expect(listed, 'the replica is read').toEqual(['before'])
    })
    return domain
  }

  const take = async (domain: Domain, label: string, wallet: Signer) =>
    dataOf<WireClaimOutcome>(await claim(service, domain, label, wallet), 201)

  const refuseClaim = async (domain: Domain, label: string, wallet: Signer) =>
    expectError(await claim(service, domain, label, wallet), 403, 'PolicyRefusedException')

  const addWithKey = (domain: Domain, label: string, headers: Readonly<Record<string, string>>) =>
    postAdd(service, {
      headers,
      body: {
        ...subnameBody(domain, label),
        addresses: [ethereumAddress(createWallet().address)],
        overrideSignatureCheck: true,
      },
    })

  const setText = async (domain: Domain, label: string, wallet: Signer, key: string) =>
    service.call('POST', '/ens/v1/subname/update', {
      headers: await signedHeaders(wallet, { chainId: 1 }),
      body: { ...subnameBody(domain, label), text: [{ key, value: 'set' }] },
    })

  it('rule: of forty wallets that claim one label through two services exactly one gets it', async () => {
    const domain = await openAndPause()
    await service.withSecondService(async (other) => {
      const sends = Array.from({ length: 40 }, (_, index) =>
        claim(index % 2 === 0 ? service : other, domain, 'alice', createWallet()),
      )
      const responses = await Promise.all(sends)
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
      for (const response of responses.filter(({ status }) => status !== 201))
        expectError(response, 409, 'SubdomainAlreadyExistsException')
      expectError(await claim(other, domain, 'alice', createWallet()), 409, 'SubdomainAlreadyExistsException')
    })
  })

  it('rule: a name that was taken, given away or released a moment ago counts for its wallet', async () => {
    const domain = await openAndPause({ namesPerWallet: 2 })
    const [wallet, friend] = [createWallet(), createWallet()]
    await take(domain, 'first', wallet)
    await take(domain, 'second', wallet)
    await refuseClaim(domain, 'third', wallet)
    dataOf(await transfer(service, wallet, `first.${domain.name}`, friend.address))
    await refuseClaim(domain, 'third', wallet)
    const second = `second.${domain.name}`
    dataOf(await sendRelease(service, second, await releaseHeaders(wallet, second)))
    await refuseClaim(domain, 'third', wallet)
    await take(domain, 'third', friend)
  })

  it('rule: forty claims at once by a wallet that may have three names give it three', async () => {
    const domain = await openAndPause({ namesPerWallet: 3 })
    const wallet = createWallet()
    const sends = Array.from({ length: 40 }, (_, index) => claim(service, domain, `name-${index}`, wallet))
    const statuses = (await Promise.all(sends)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(3)
    expect(statuses.filter((status) => status === 403)).toHaveLength(37)
  })

  it('rule: the policy and the allow-list of this moment decide', async () => {
    const domain = await openAndPause()
    const [listed, other] = [createWallet(), createWallet()]
    await setPolicy(service, domain, { blockedLabels: ['blocked'] })
    await refuseClaim(domain, 'blocked', listed)
    await setPolicy(service, domain, { isAllowListed: true })
    await refuseClaim(domain, 'free', listed)
    dataOf(await postAllowList(service, domain, listed.address))
    await take(domain, 'free', listed)
    dataOf(await postAllowList(service, domain, other.address))
    await refuseClaim(domain, 'further', listed)
    await take(domain, 'further', other)
    await setPolicy(service, domain, { claims: 'closed' })
    await refuseClaim(domain, 'closed', other)
  })

  it('rule: a domain is claimed from as soon as it is onboarded, and until it is blocked', async () => {
    const before = await openAndPause()
    const domain = await service.onboard()
    await openClaims(service, domain)
    await take(domain, 'alice', createWallet())
    for (const each of [domain, before]) {
      await blockOrDelete(service, each, 'blocked')
      expectError(await claim(service, each, 'bob', createWallet()), 403, 'DomainBlockedException')
    }
    await service.context.store.transaction((tx) =>
      setBlocked(tx, before, { isBlocked: false, reason: null }, 1),
    )
  })

  it('rule: the holder of this moment writes, and writes of others are kept', async () => {
    const domain = await openAndPause()
    const [former, present] = [createWallet(), createWallet()]
    await take(domain, 'alice', former)
    dataOf(await setText(domain, 'alice', former, 'one'))
    dataOf(await transfer(service, former, `alice.${domain.name}`, present.address))
    expectError(await setText(domain, 'alice', former, 'two'), 403, 'NotHolderException')
    dataOf(await setText(domain, 'alice', present, 'three'))
    dataOf(await setText(domain, 'alice', present, 'four'))
    const { records } = dataOf<{ records: { texts: readonly { key: string }[] } }>(
      await getSubname(service, domain, 'alice'),
    )
    expect(records.texts.map(({ key }) => key)).toEqual(expect.arrayContaining(['three', 'four']))
    expectError(
      await transfer(service, former, `alice.${domain.name}`, former.address),
      403,
      'NotHolderException',
    )
  })

  it('401 for a message that was used, and for a key and a session that have ended', async () => {
    const domain = await openAndPause()
    const wallet = createWallet()
    const headers = await claimHeaders(wallet, domain, 'once')
    dataOf(await sendClaim(service, domain, 'once', headers), 201)
    const name = `once.${domain.name}`
    dataOf(await sendRelease(service, name, await releaseHeaders(wallet, name)))
    expectError(await sendClaim(service, domain, 'once', headers), 401, 'ChallengeExpiredException')
    const { apiKey, key } = await createKey(service)
    dataOf(await addWithKey(domain, 'by-key', { 'x-api-key': key }))
    await markApiKeyRevoked(service.context.store.db, apiKey.id, Date.now())
    expectError(
      await addWithKey(domain, 'by-former-key', { 'x-api-key': key }),
      401,
      'InvalidApiKeyException',
    )
    const { wallet: editor, ...pages } = await signInAs(service, 'editor')
    dataOf(await addWithKey(domain, 'by-session', pages))
    await service.context.store.transaction((tx) =>
      deleteMember(tx, { workspaceId: service.workspaceId, address: lowerCaseHex(editor.address) }),
    )
    expect((await addWithKey(domain, 'by-former-member', pages)).status).toBe(403)
    expect((await service.call('DELETE', '/byname/v1/session', { headers: pages })).status).toBe(200)
    expectError(await addWithKey(domain, 'by-ended-session', pages), 401, 'InvalidSessionException')
  })

  it('503, and no refusal from a replica, for writes while the primary is down', async () => {
    const domain = await openAndPause({ namesPerWallet: 1, blockedLabels: ['blocked'] })
    const wallet = createWallet()
    const { cookie, origin } = await signInAs(service, 'viewer')
    const sends: readonly (() => Promise<ApiResponse>)[] = [
      () => claim(service, domain, 'before', wallet),
      () => claim(service, domain, 'blocked', wallet),
      () => claim(service, { name: 'absent.eth', chainId: 1 }, 'alice', wallet),
      () => setText(domain, 'before', wallet, 'one'),
      () => setText(domain, 'absent', wallet, 'one'),
      () => transfer(service, wallet, `before.${domain.name}`, wallet.address),
      async () => {
        const name = `absent.${domain.name}`
        return sendRelease(service, name, await releaseHeaders(wallet, name))
      },
      () => addWithKey(domain, 'before', { 'x-api-key': service.key }),
      () => addWithKey(domain, 'alice', { 'x-api-key': 'byname_none' }),
      () => addWithKey(domain, 'alice', { cookie, origin }),
      () => postBatch(service, domain, [{ action: 'revoke', label: 'absent' }]),
      () => patchPolicy(service, { ...domain, name: normalizeName('absent.eth') }, { namesPerWallet: 2 }),
    ]
    await pair.primary.kill()
    try {
      for (const send of sends) expect((await send()).status).toBe(503)
    } finally {
      await pair.primary.start()
    }
    await waitUntil(
      'claims are decided',
      async () => (await claim(service, domain, 'alice', wallet)).status === 201,
    )
  })
})
