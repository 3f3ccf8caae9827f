import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import type { Role } from '../../../src/model/workspace.ts'
import { createAdminKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { signInAs } from '../../support/credentials/sessions.ts'
import {
  createWallet,
  signedHeaders,
  signMessage,
  toSignedHeaders,
} from '../../support/credentials/signed-headers.ts'
import { createHeldSubname, signChallenge } from '../../support/entities/mapps.ts'
import { ethereumAddress, getSubname, seedSubname, subnameBody } from '../../support/entities/subnames.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { type RawRequest, sendWithKey, wireNameOf } from '../../support/http/idempotent-calls.ts'
import { createForm, randomImage } from '../../support/media/uploads.ts'
import { describeOnEachService, describeService } from '../../support/service/describe-service.ts'

const dayMs = 86_400_000
const addPath = '/ens/v1/subname/add'
const updatePath = '/ens/v1/subname/update'

function uniqueLabel() {
  return `i${randomBytes(6).toString('hex')}`
}

describeOnEachService('Idempotency-Key', (service) => {
  const send = (path: string, key: string, request: RawRequest) =>
    sendWithKey(service().url, path, key, request)

  const addRequest = (label: string, apiKey = service().key): RawRequest => ({
    headers: { 'x-api-key': apiKey },
    body: {
      ...subnameBody(service().demo[1], label),
      addresses: [ethereumAddress(createWallet().address)],
      overrideSignatureCheck: true,
    },
  })

  const storedRows = () => service().context.store.db.selectFrom('idempotentRequests').selectAll().execute()

  it('rule: the same request with the same key gets the same bytes again, with and without quotes, in every process', async () => {
    const [key, request] = [randomUUID(), addRequest(uniqueLabel())]
    const first = await send(addPath, key, request)
    expect(first).toMatchObject({ status: 200, isReplayed: false, etag: expect.stringMatching(/^"/) })
    const replayed = { ...first, isReplayed: true }
    expect(await send(addPath, key, request)).toEqual(replayed)
    expect(await send(addPath, `"${key}"`, request)).toEqual(replayed)
    await service().withSecondService(async ({ url }) =>
      expect(await sendWithKey(url, addPath, key, request)).toEqual(replayed),
    )
    expect(wireNameOf(await send(addPath, randomUUID(), request))).toBe('SubdomainAlreadyExistsException')
  })

  it('rule: v1, v2 and byname paths repeat their own responses', async () => {
    const [label, key] = [uniqueLabel(), randomUUID()]
    const request = addRequest(label)
    const first = await send('/ens/v2/subnames', key, request)
    expect(first.text).toContain('"holder"')
    expect(await send('/ens/v2/subnames', key, request)).toEqual({ ...first, isReplayed: true })

    const domain = await service().onboard()
    const path = `/byname/v1/domains/${domain.name}?chainId=1`
    const change = { method: 'PATCH', headers: { 'x-api-key': service().key } }
    const patch = { ...change, body: { allowedOrigins: ['app.example.com'] } }
    const changed = await send(path, key + 2, patch)
    expect(changed.status).toBe(200)
    dataOf(await service().call('PATCH', path, { ...change, body: { allowedOrigins: null } }))
    expect(await send(path, key + 2, patch)).toEqual({ ...changed, isReplayed: true })
  })

  it('422 for the same key with another body, path, If-Match or address; nothing is changed', async () => {
    const [label, other, key] = [uniqueLabel(), uniqueLabel(), randomUUID()]
    const request = addRequest(label)
    expect((await send(addPath, key, request)).status).toBe(200)
    for (const [path, changed] of [
      [addPath, addRequest(other)],
      ['/ens/v2/subnames', request],
      [addPath, { ...request, headers: { ...request.headers, 'if-match': '*' } }],
      [addPath, { ...request, headers: { ...request.headers, 'x-address': createWallet().address } }],
    ] as const) {
      const refused = await send(path, key, changed)
      expect([refused.status, wireNameOf(refused)]).toEqual([422, 'IdempotencyKeyReusedException'])
    }
    expect((await getSubname(service(), service().demo[1], other)).status).toBe(404)
    expect((await send(addPath, key, request)).isReplayed).toBe(true)
  })

  it('rule: a final refusal is repeated although the same request would succeed now', async () => {
    const wallet = createWallet()
    const [label, key] = [uniqueLabel(), randomUUID()]
    const request = {
      headers: await signedHeaders(wallet, { chainId: 1 }),
      body: { ...subnameBody(service().demo[1], label), text: [{ key: 'url', value: 'https://a.example' }] },
    }
    const first = await send(updatePath, key, request)
    expect(first.status).toBe(404)
    await seedSubname(service(), service().demo[1], label, { addresses: [ethereumAddress(wallet.address)] })
    expect(await send(updatePath, key, request)).toEqual({ ...first, isReplayed: true })
  })

  it('rule: 401 is not stored', async () => {
    const wallet = createWallet()
    const label = uniqueLabel()
    await seedSubname(service(), service().demo[1], label, { addresses: [ethereumAddress(wallet.address)] })
    const key = randomUUID()
    const body = {
      ...subnameBody(service().demo[1], label),
      text: [{ key: 'url', value: 'https://a.example' }],
    }
    const expired = { chainId: 1, issuedAt: new Date(Date.now() - 3_600_000) }
    const first = await send(updatePath, key, { headers: await signedHeaders(wallet, expired), body })
    expect(first.status).toBe(401)
    const second = await send(updatePath, key, { headers: await signedHeaders(wallet, { chainId: 1 }), body })
    expect([second.status, second.isReplayed]).toEqual([200, false])
  })

  it('rule: a response is repeated for 24 hours', async () => {
    const [key, request] = [randomUUID(), addRequest(uniqueLabel())]
    const { clock } = service()
    onTestFinished(() => {
      clock.offsetMs = 0
    })
    const first = await send(addPath, key, request)
    clock.offsetMs = dayMs - 60_000
    expect(await send(addPath, key, request)).toEqual({ ...first, isReplayed: true })
    clock.offsetMs = dayMs + 60_000
    expect(wireNameOf(await send(addPath, key, request))).toBe('SubdomainAlreadyExistsException')
  })

  it('rule: another API key with the same Idempotency-Key is independent', async () => {
    const [key, label] = [randomUUID(), uniqueLabel()]
    const request = addRequest(label)
    expect((await send(addPath, key, request)).status).toBe(200)
    const { key: foreign } = await createWorkspaceWithKey(service())
    const refused = await send(addPath, key, { ...request, headers: { 'x-api-key': foreign } })
    expect([refused.status, refused.isReplayed]).toEqual([403, false])
    expect((await send(addPath, key, request)).status).toBe(200)
  })

  it('rule: an address that is only claimed occupies no key of its owner', async () => {
    const [owner, attacker] = [createWallet(), createWallet()]
    const [key, label] = ['order-1', uniqueLabel()]
    await seedSubname(service(), service().demo[1], label, { addresses: [ethereumAddress(owner.address)] })
    const forged = toSignedHeaders({
      ...(await signMessage(attacker, { chainId: 1, address: owner.address })),
      address: owner.address,
    })
    const unknown = subnameBody(service().demo[1], uniqueLabel())
    expect((await send(updatePath, key, { headers: forged, body: { ...unknown, text: [] } })).status).toBe(
      404,
    )

    const body = {
      ...subnameBody(service().demo[1], label),
      text: [{ key: 'url', value: 'https://a.example' }],
    }
    const first = await send(updatePath, key, { headers: await signedHeaders(owner, { chainId: 1 }), body })
    expect(first.status).toBe(200)
    expect((await send(updatePath, key, { headers: forged, body })).isReplayed).toBe(false)
    const signedAgain = { headers: await signedHeaders(owner, { chainId: 1 }), body }
    expect(await send(updatePath, key, signedAgain)).toEqual({ ...first, isReplayed: true })
  })

  it('rule: a retry with a challenge that is valid once gets the first response', async () => {
    const held = await createHeldSubname(service(), service().demo[1], uniqueLabel())
    const sign = () =>
      signChallenge(service(), {
        action: 'add-permission',
        signer: held.holder,
        subname: held.ens,
        mApp: 'app.eth',
        chainId: 1,
      })
    const [key, body, path] = [randomUUID(), await sign(), '/ens/v1/mapp/permission/add']
    const first = await send(path, key, { body })
    expect(first.status).toBe(201)
    expect(await send(path, key, { body })).toEqual({ ...first, isReplayed: true })
    expect((await service().call('POST', path, { body })).status).toBe(401)
  })

  it('422 for the same key and body with a challenge for another mApp', async () => {
    const held = await createHeldSubname(service(), service().demo[1], uniqueLabel())
    const app = await createHeldSubname(service(), service().demo[1], uniqueLabel())
    const append = async (mApp: string) => {
      const challenge = {
        action: 'append-field',
        signer: app.holder,
        subname: held.ens,
        mApp,
        chainId: 1,
      } as const
      const headers = toSignedHeaders(await signChallenge(service(), challenge))
      return { headers, body: { subname: held.ens, fields: [{ key: 'a', value: '1' }] } }
    }
    const [path, request] = ['/ens/v1/mapp/field/append', await append(app.ens)]
    const first = await send(path, 'append', request)
    expect([first.status, wireNameOf(first)]).toEqual([403, 'ForbiddenException'])
    expect(await send(path, 'append', request)).toEqual({ ...first, isReplayed: true })
    expect((await send(path, 'append', await append('other.eth'))).status).toBe(422)
  })

  it('409 for the retry of a request that made a secret; neither it nor the Idempotency-Key is in the database', async () => {
    const admin = await createAdminKey(service())
    const key = `retry-${randomUUID()}`
    const path = `/byname/v1/workspaces/${service().workspaceId}/api-keys`
    const request = {
      headers: { 'x-api-key': admin },
      body: { name: 'secret-name', scopes: ['names:write'] },
    }
    const first = await send(path, key, request)
    expect(first.status).toBe(201)
    const retry = await send(path, key, request)
    expect([retry.status, wireNameOf(retry), retry.isReplayed]).toEqual([
      409,
      'ResponseNotKeptException',
      false,
    ])
    const secret = (JSON.parse(first.text) as { result: { data: { key: string } } }).result.data.key
    const rows = await storedRows()
    expect(rows.length).toBeGreaterThan(0)
    for (const { id, fingerprint, response } of rows) {
      const stored = [
        id,
        fingerprint,
        response,
        Buffer.from(response ?? '', 'base64').toString('latin1'),
      ].join(' ')
      for (const text of [secret, key, admin, 'secret-name', 'statusCode']) expect(stored).not.toContain(text)
    }
    const keys = await service().call('GET', path, { headers: { 'x-api-key': admin } })
    expect(JSON.stringify(keys.body).split('"secret-name"')).toHaveLength(2)
  })

  it('403 for the retry of a member who has lost the role, also where the response had a secret', async () => {
    const { wallet, ...owner } = await signInAs(service(), 'owner')
    const domain = await service().onboard()
    const requests = [
      [
        `/byname/v1/domains/${domain.name}?chainId=1`,
        { method: 'PATCH', headers: owner, body: { allowedOrigins: ['app.example.com'] } },
        200,
      ],
      [
        `/byname/v1/workspaces/${service().workspaceId}/api-keys`,
        { headers: owner, body: { name: 'made by an owner', scopes: ['names:write'] } },
        201,
      ],
    ] as const
    for (const [path, request, status] of requests)
      expect((await send(path, path, request)).status).toBe(status)
    const become = (role: Role) =>
      service()
        .context.store.db.updateTable('members')
        .set({ role })
        .where('address', '=', lowerCaseHex(wallet.address))
        .execute()
    await become('editor')
    for (const [path, request] of requests) {
      const retry = await send(path, path, request)
      expect([retry.status, wireNameOf(retry), retry.isReplayed]).toEqual([403, 'ForbiddenException', false])
    }
    await become('owner')
    const [[path, request]] = requests
    expect(await send(path, path, request)).toMatchObject({ status: 200, isReplayed: true })
  })

  it('401 for the retry with a message that has expired, or is of another chain, site or signature', async () => {
    const domain = await service().onboard()
    dataOf(
      await service().call('PATCH', `/byname/v1/domains/${domain.name}?chainId=1`, {
        headers: { 'x-api-key': service().key },
        body: { allowedOrigins: ['app.example.com'] },
      }),
    )
    const wallet = createWallet()
    await seedSubname(service(), domain, 'alice', { addresses: [ethereumAddress(wallet.address)] })
    const body = { ...subnameBody(domain, 'alice'), text: [{ key: 'url', value: 'https://a.example' }] }
    const key = randomUUID()
    const update = async (fields: object) =>
      send(updatePath, key, {
        headers: await signedHeaders(wallet, { chainId: 1, domain: 'app.example.com', ...fields }),
        body,
      })
    const first = await update({})
    expect(first.status).toBe(200)
    expect(await update({})).toEqual({ ...first, isReplayed: true })
    for (const [fields, name] of [
      [{ issuedAt: new Date(Date.now() - 3_600_000) }, 'ChallengeExpiredException'],
      [{ chainId: 11155111 }, 'InvalidSignatureException'],
      [{ domain: 'evil.example.com' }, 'InvalidSignatureException'],
    ] as const) {
      const retry = await update(fields)
      expect([retry.status, wireNameOf(retry), retry.isReplayed]).toEqual([401, name, false])
    }
  })

  it('409 for the retry without a key whose response was above 8 KiB, of which 12 KiB are stored at most', async () => {
    const wallet = createWallet()
    const label = uniqueLabel()
    await seedSubname(service(), service().demo[1], label, { addresses: [ethereumAddress(wallet.address)] })
    await service().context.store.db.deleteFrom('idempotentRequests').execute()
    const update = async (key: string, length: number) =>
      send(updatePath, key, {
        headers: await signedHeaders(wallet, { chainId: 1 }),
        body: {
          ...subnameBody(service().demo[1], label),
          text: ['a', 'b', 'c'].map((each) => ({ key: each, value: each.repeat(length) })),
        },
      })
    expect(await update('small', 2000)).toMatchObject({ status: 200, isReplayed: false })
    expect(await update('small', 2000)).toMatchObject({ status: 200, isReplayed: true })
    expect(await update('large', 16_000)).toMatchObject({ status: 200, isReplayed: false })
    const retry = await update('large', 16_000)
    expect([retry.status, wireNameOf(retry), retry.isReplayed]).toEqual([
      409,
      'ResponseNotKeptException',
      false,
    ])
    const rows = await storedRows()
    expect(rows).toHaveLength(2)
    for (const { response } of rows) expect(response?.length).toBeLessThan(12 * 1024)
  })

  it('429 for a flood of new keys without an API key, each of which counts with the most that it can store', async () => {
    const client = '127.0.0.1'
    await service().context.store.db.deleteFrom('writeBudgets').execute()
    const full = { writesUntil: Date.now() + dayMs, bytesUntil: Date.now() + dayMs }
    await service()
      .context.store.db.insertInto('writeBudgets')
      .values({ id: `address ${client}`, ...full })
      .execute()
    const before = (await storedRows()).length
    const body = { ...subnameBody(service().demo[1], uniqueLabel()), text: [] }
    const headers = await signedHeaders(createWallet(), { chainId: 1 })
    for (let time = 0; time < 5; time++) {
      const refused = await send(updatePath, randomUUID(), { headers, body })
      expect([refused.status, wireNameOf(refused)]).toEqual([429, 'TooManyRequestsException'])
    }
    expect((await storedRows()).length).toBe(before)
    await service().context.store.db.deleteFrom('writeBudgets').execute()
  })

  it('rule: a request without the header leaves no row', async () => {
    const before = (await storedRows()).length
    await seedSubname(service(), service().demo[1], uniqueLabel())
    expect((await storedRows()).length).toBe(before)
  })
})

describeService('Idempotency-Key of uploads and of bad keys', (service) => {
  it('rule: an upload with the same bytes is repeated, one with other bytes is 422', async () => {
    const { url, key: apiKey, demo } = service()
    const path = `/ens/v1/ens/upload-to-cdn?ensId=${demo[1].id}`
    const [image, other] = [await randomImage().png().toBuffer(), await randomImage().png().toBuffer()]
    const upload = (bytes: Buffer) =>
      sendWithKey(url, path, 'upload-1', { headers: { 'x-api-key': apiKey }, body: createForm(bytes) })
    const first = await upload(image)
    expect(first.status).toBe(201)
    expect(await upload(image)).toEqual({ ...first, isReplayed: true })
    expect((await upload(other)).status).toBe(422)
  })

  it.each(['', '""', 'two words', 'a, b', `${'k'.repeat(256)}`])('400 for the key %j', async (key) => {
    const label = uniqueLabel()
    const refused = await sendWithKey(service().url, addPath, key, {
      headers: { 'x-api-key': service().key },
      body: { ...subnameBody(service().demo[1], label), overrideSignatureCheck: true },
    })
    expect([refused.status, wireNameOf(refused)]).toEqual([400, 'BadRequestException'])
    expect((await getSubname(service(), service().demo[1], label)).status).toBe(404)
  })

  it('rule: reads ignore the header, also with POST', async () => {
    const { url, demo } = service()
    const send = (ttl: number) =>
      sendWithKey(url, '/ens/v2/siwe/challenges', 'not, a key', {
        body: {
          domain: 'localhost',
          origin: 'http://localhost:3333/',
          address: createWallet().address,
          chainId: demo[1].chainId,
          ttl,
        },
      })
    for (const ttl of [60_000, 120_000])
      expect(await send(ttl)).toMatchObject({ status: 200, isReplayed: false })
  })
})
