import { access, writeFile } from 'node:fs/promises'
import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import { createSetupToken } from '../../../src/core/operators.ts'
import type { ErrorName } from '../../../src/errors.ts'
import { setupLinkFile } from '../../../src/http/credentials/session.ts'
import { insertSession } from '../../../src/store/entities/sessions.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import {
  cookieOf,
  type PageHeaders,
  sendSignIn,
  signIn,
  signInAs,
  signInHeaders,
  type WireSession,
} from '../../support/credentials/sessions.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { purposeOf } from '../../support/credentials/single-use.ts'
import { randomHex } from '../../support/databases/entities.ts'
import { ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const hourMs = 3_600_000

describeOnEachService('Sessions', (service) => {
  const read = (headers: Readonly<Record<string, string>>) =>
    service().call('GET', '/byname/v1/session', { headers })

  const refusedSignIn = async (
    headers: Readonly<Record<string, string>>,
    status: number,
    error: ErrorName,
    body: object = {},
  ) => {
    const response = await sendSignIn(service(), headers, body)
    expectError(response, status, error)
    expect(response.headers.get('set-cookie')).toBeNull()
  }

  const expectSentence = ({ body }: ApiResponse, sentence: string) =>
    expect(body).toMatchObject({ result: { error: expect.stringContaining(sentence) } })

  const ended = async (page: PageHeaders) => expectError(await read(page), 401, 'InvalidSessionException')

  const sessionsOf = async (headers: PageHeaders) =>
    dataOf<{ data: readonly { id: string; isCurrent: boolean; userAgent: string }[] }>(
      await service().call('GET', '/byname/v1/sessions', { headers }),
    ).data

  const withClock = async (offsetMs: number, run: () => Promise<void>) => {
    service().clock.offsetMs += offsetMs
    await run().finally(() => {
      service().clock.offsetMs -= offsetMs
    })
  }

  it('rule: a wallet signs in with one message, and the cookie is its credential', async () => {
    const wallet = createWallet()
    const response = await sendSignIn(service(), await signInHeaders(service(), wallet))
    expect(dataOf<WireSession>(response, 201)).toMatchObject({
      address: wallet.address,
      isOperator: false,
      workspaces: [],
      mayOpenWorkspaces: 'no',
    })
    expect(response.headers.get('set-cookie')).toMatch(
      /^byname_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const answer = await read({ cookie: cookieOf(response) })
    expect(dataOf<WireSession>(answer).address).toBe(wallet.address)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('rule: an admin key signs in as an operator; the session ends with the key', async () => {
    const key = await createAdminKey(service())
    const response = await sendSignIn(service(), { 'x-api-key': key })
    const session = dataOf<WireSession>(response, 201)
    expect(session).toMatchObject({ address: null, isOperator: true, mayOpenWorkspaces: 'yes' })
    const headers = { cookie: cookieOf(response), origin: service().url }
    const workspaces = await service().call('GET', '/byname/v1/workspaces', { headers })
    dataOf(workspaces)
    const { db } = service().context.store
    await db.updateTable('apiKeys').set({ revokedAt: 1 }).where('prefix', '=', key.slice(0, 12)).execute()
    await ended(headers)
  })

  it('rule: another key than an admin key does not sign in', async () => {
    const response = await sendSignIn(service(), { 'x-api-key': service().key })
    expectError(response, 403, 'ForbiddenException')
    expectSentence(response, 'This operation needs an API key with scope admin.')
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('attack: a message signs in once', async () => {
    const headers = await signInHeaders(service(), createWallet())
    dataOf(await sendSignIn(service(), headers), 201)
    await refusedSignIn(headers, 401, 'ChallengeExpiredException')
  })

  it('attack: messages of another host, purpose, age or signer do not sign in', async () => {
    const wallet = createWallet()
    const old = new Date(Date.now() - 601_000)
    const signed = (fields: object) => signInHeaders(service(), wallet, fields)
    await refusedSignIn(await signed({ domain: 'evil.example' }), 403, 'OriginNotAllowedException')
    await refusedSignIn(await signed({ resources: [] }), 401, 'InvalidSignatureException')
    await refusedSignIn(
      await signed({ resources: purposeOf('claim', { name: 'a.demo.eth' }) }),
      401,
      'InvalidSignatureException',
    )
    await refusedSignIn(
      await signed({ issuedAt: old, expirationTime: undefined }),
      401,
      'ChallengeExpiredException',
    )
    await refusedSignIn(
      { ...(await signed({})), 'x-address': createWallet().address },
      401,
      'InvalidSignatureException',
    )
    await refusedSignIn(
      { ...(await signed({})), origin: 'https://evil.example' },
      403,
      'OriginNotAllowedException',
    )
  })

  it('attack: the message of a session does not change names', async () => {
    const { name } = await service().onboard()
    const wallet = createWallet()
    const headers = { ...(await signInHeaders(service(), wallet)), 'x-api-key': service().key }
    const body = { username: 'alice', ensDomain: name, chainId: 1, addresses: [] }
    const response = await service().call('POST', '/ens/v1/subname/add', { headers, body })
    expectError(response, 401, 'InvalidSignatureException')
  })

  it('attack: a browser that had a session gets another token, and the old one ends (fixation)', async () => {
    const planted = await signIn(service())
    const wallet = createWallet()
    const response = await sendSignIn(service(), {
      ...(await signInHeaders(service(), wallet)),
      ...planted,
    })
    dataOf(response, 201)
    expect(cookieOf(response)).not.toBe(planted.cookie)
    await ended(planted)
  })

  it('rule: a session ends after 12 hours without use', async () => {
    const page = await signIn(service())
    await withClock(11 * hourMs, async () => void dataOf(await read(page)))
    await withClock(22 * hourMs, async () => void dataOf(await read(page)))
    await withClock(35 * hourMs, () => ended(page))
  })

  it('rule: a session ends after 30 days, however it is used', async () => {
    const page = await signIn(service())
    const { db } = service().context.store
    await withClock(30 * 24 * hourMs, async () => {
      await db.updateTable('sessions').set({ lastUsedAt: service().context.clock() }).execute()
      await ended(page)
    })
  })

  it('rule: sessions of an address are listed and can be ended', async () => {
    const wallet = createWallet()
    const [first, second] = [await signIn(service(), wallet), await signIn(service(), wallet)]
    const listed = await sessionsOf(second)
    expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
    const headers = second
    dataOf(await service().call('DELETE', `/byname/v1/sessions/${listed[1]?.id}`, { headers }))
    await ended(first)
    const other = await signIn(service())
    const foreign = await service().call('DELETE', `/byname/v1/sessions/${listed[0]?.id}`, {
      headers: other,
    })
    expectError(foreign, 404, 'SessionNotFoundException')
  })

  it('rule: signing out ends the session and removes the cookie', async () => {
    const page = await signIn(service())
    const response = await service().call('DELETE', '/byname/v1/session', { headers: page })
    dataOf(response)
    expect(response.headers.get('set-cookie')).toMatch(/^byname_session=; Max-Age=0/)
    await ended(page)
  })

  it('limit: the 20 newest sessions of an address stay', async () => {
    const wallet = createWallet()
    const pages: PageHeaders[] = []
    for (let count = 0; count < 21; count++) {
      service().clock.offsetMs += 1
      pages.push(await signIn(service(), wallet))
    }
    const [oldest, newest] = [pages[0], pages.at(-1)]
    if (!(oldest && newest)) throw new Error('No sessions.')
    await ended(oldest)
    expect(await sessionsOf(newest)).toHaveLength(20)
  })

  it('limit: the 200 newest sessions of wallets without a role stay, of a client', async () => {
    const { db, transaction } = service().context.store
    await db.deleteFrom('sessions').execute()
    const oldest = await signIn(service())
    const row = await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
    await transaction(async (tx) => {
      for (let count = 1; count < 200; count++) {
        const session = { ...row, id: newId(), hash: randomHex(32), address: randomHex(20) }
        await insertSession(tx, session, { perSubject: 20, perClient: 200 })
      }
    })
    dataOf(await read(oldest))
    service().clock.offsetMs += 1
    const newest = await signIn(service())
    await ended(oldest)
    dataOf(await read(newest))
    const { count } = await db
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(200)
  })

  it('limit: 200 characters of what a browser calls itself are kept', async () => {
    const headers = { ...(await signInHeaders(service(), createWallet())), 'user-agent': 'b'.repeat(201) }
    const response = await sendSignIn(service(), headers)
    dataOf(response, 201)
    const page = { cookie: cookieOf(response), origin: service().url }
    expect((await sessionsOf(page)).map(({ userAgent }) => userAgent)).toEqual(['b'.repeat(200)])
  })

  it('rule: at a host that no setting names, wallets do not sign in', async () => {
    const host = 'names.example'
    const headers = await signInHeaders(service(), createWallet(), { domain: host })
    const response = await service().call('POST', '/byname/v1/sessions', {
      headers: { ...headers, host },
      body: {},
    })
    expectError(response, 403, 'OriginNotAllowedException')
    expect(response.body).toMatchObject({ result: { error: expect.stringContaining('Set PUBLIC_URL.') } })
  })

  it('attack: pages of other sites cannot use a session (CSRF)', async () => {
    const { cookie } = await signInAs(service(), 'owner')
    const { id } = await service().onboard()
    const body = { ensId: id, userChosenLimit: 5 }
    const send = (headers: Readonly<Record<string, string>>): Promise<ApiResponse> =>
      service().call('POST', '/ens/v1/ens/update-user-chosen-limit', {
        headers: { cookie, ...headers },
        body,
      })
    const foreign: readonly Readonly<Record<string, string>>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${service().url}.evil.example` },
      { origin: service().url, 'sec-fetch-site': 'cross-site' },
      { origin: service().url, 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of foreign) expectError(await send(headers), 403, 'OriginNotAllowedException')
    const domain = await service().call('GET', '/byname/v1/workspaces', {
      headers: { cookie, 'sec-fetch-site': 'same-site' },
    })
    expectError(domain, 403, 'OriginNotAllowedException')
    dataOf(await send({ origin: service().url, 'sec-fetch-site': 'same-origin' }))
  })

  it('rule: without a session the answer is 401', async () => {
    expectError(await read({}), 401, 'InvalidSessionException')
    expectError(await read({ 'x-api-key': service().key }), 401, 'InvalidSessionException')
  })

  it('rule: a browser whose session has ended signs in again; its other requests are rejected', async () => {
    const cookie = 'byname_session=guess'
    const rejected = await read({ cookie })
    expectError(rejected, 401, 'InvalidSessionException')
    expectSentence(rejected, 'The session has ended. Sign in again.')
    const signed = await signInHeaders(service(), createWallet())
    dataOf(await sendSignIn(service(), { ...signed, cookie }), 201)
    await refusedSignIn({ 'x-api-key': 'wrong', cookie }, 401, 'InvalidApiKeyException')
  })

  it('rule: the wallet of the setup link becomes the first operator, once', async () => {
    const token = await createSetupToken(service().context)
    const first = createWallet()
    const file = setupLinkFile(service().context.config)
    await writeFile(file, 'the link')
    await refusedSignIn(await signInHeaders(service(), first), 403, 'ForbiddenException', {
      setupToken: 'guess',
    })
    const adminKey = await createAdminKey(service())
    await refusedSignIn({ 'x-api-key': adminKey }, 403, 'ForbiddenException', { setupToken: token })
    const response = await sendSignIn(service(), await signInHeaders(service(), first), {
      setupToken: token,
    })
    expect(dataOf<WireSession>(response, 201)).toMatchObject({ isOperator: true, address: first.address })
    await expect(access(file)).rejects.toThrow('ENOENT')
    await refusedSignIn(await signInHeaders(service(), createWallet()), 403, 'ForbiddenException', {
      setupToken: token,
    })
    expect(await createSetupToken(service().context)).toBeUndefined()
    const headers = { cookie: cookieOf(response), origin: service().url }
    dataOf(await service().call('DELETE', `/byname/v1/operators/${first.address}`, { headers }))
    expect(dataOf<WireSession>(await read(headers)).isOperator).toBe(false)
  })

  it('attack: a session is no signature of its wallet', async () => {
    const { cookie, origin, wallet } = await signInAs(service(), 'owner')
    const domain = await service().onboard()
    await seedSubname(service(), domain, 'alice', { addresses: [ethereumAddress(wallet.address)] })
    const response = await service().call('POST', '/ens/v1/subname/update', {
      headers: { cookie, origin },
      body: { username: 'alice', ensDomain: domain.name, chainId: 1, text: [{ key: 'a', value: 'b' }] },
    })
    expectError(response, 401, 'MissingSignatureException')
  })
})
