import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setDomainBlocked } from '../../../src/core/domains/administer.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { dumpDatabase } from '../../contract/database-dump.ts'
import {
  type RegisteredDomain,
  registerDomain,
  requestOnboardingAs,
} from '../../support/chain/register-domain.ts'
import { transferName } from '../../support/chain/registry-writes.ts'
import {
  createApiKey,
  createWorkspaceWithKey,
  type WorkspaceWithKey,
} from '../../support/credentials/api-keys.ts'
import {
  createWallet,
  type MessageFields,
  type SignedMessage,
  signMessage,
} from '../../support/credentials/signed-headers.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { ethereumAddress } from '../../support/entities/subnames.ts'
import { readEventLog } from '../../support/events/event-log.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../../support/service/sandbox.ts'

interface EnsRecord {
  readonly ensId: string
  readonly workspaceId: string
}

describeOnEachDatabase('Onboarding a domain of another workspace', ({ create }) => {
  let sandbox: TestSandbox
  let owner: PrivateKeyAccount
  let manager: PrivateKeyAccount
  /** Two workspaces of different tenants. */
  let one: WorkspaceWithKey
  let other: WorkspaceWithKey
  beforeAll(async () => {
    sandbox = await startTestSandbox({ DATABASE_URL: await create() })
    owner = user(sandbox, 0)
    manager = user(sandbox, 1)
    one = await createWorkspaceWithKey(sandbox)
    other = await createWorkspaceWithKey(sandbox)
  })
  afterAll(() => sandbox.stop())

  const sign = (wallet: PrivateKeyAccount, fields: Partial<MessageFields> = {}) =>
    signMessage(wallet, { chainId: 1, ...fields })

  const onboard = (tenant: WorkspaceWithKey, domain: RegisteredDomain, signed?: SignedMessage) =>
    requestOnboardingAs(sandbox, tenant, domain, signed)

  const send = (verb: string, key: string, body: object): Promise<ApiResponse> =>
    sandbox.call('POST', `/ens/v1/${verb}`, { headers: { 'x-api-key': key }, body })

  const tryToAdd = (key: string, domain: RegisteredDomain, label: string, address = createWallet().address) =>
    send('subname/add', key, {
      username: label,
      ensDomain: domain.name,
      chainId: domain.chainId,
      addresses: [ethereumAddress(address)],
      overrideSignatureCheck: true,
    })

  const workspaceOf = async (ensId: string): Promise<string> => {
    const headers = { 'x-api-key': sandbox.file.adminKey }
    const response = await sandbox.call('GET', `/ens/v1/ens/workspaceId?ensId=${ensId}`, { headers })
    return dataOf<{ workspaceId: string }>(response).workspaceId
  }

  /** A domain of `one` that its owner onboarded with a signature, or the operator without one. */
  const onboarded = async (by: 'owner' | 'operator') => {
    const domain = await registerDomain(sandbox, { manager: manager.address })
    const response =
      by === 'owner'
        ? await onboard(one, domain, await sign(owner))
        : await onboard({ ...one, key: sandbox.file.adminKey }, domain)
    return { ...domain, ensId: dataOf<EnsRecord>(response).ensId }
  }

  /** Expects that `other` does not get the domain and that nothing is written. */
  const refuse = async (domain: RegisteredDomain, signed: SignedMessage | undefined, wireName = 409) => {
    const before = await dumpDatabase(sandbox.context)
    const response = await onboard(other, domain, signed)
    expectError(response, wireName, wireName === 409 ? 'EnsAlreadyExistsException' : 'DomainBlockedException')
    expect(await dumpDatabase(sandbox.context)).toBe(before)
    return JSON.stringify(response.body)
  }

  const transferTo = (domain: RegisteredDomain, to: PrivateKeyAccount) => {
    const { baseRegistrar } = sandbox.devnet.addresses(domain.chainId)
    const transfer = { label: domain.label, from: owner.address, to: to.address }
    return transferName(sandbox.devnet.rpcUrl(domain.chainId), baseRegistrar, transfer)
  }

  it('rule: a controller takes the domain over from a workspace that proved nothing, with id, names and limit', async () => {
    const domain = await onboarded('operator')
    const holder = createWallet().address
    dataOf(await tryToAdd(one.key, domain, 'alice', holder))
    dataOf(await send('ens/update-user-chosen-limit', one.key, { ensId: domain.ensId, userChosenLimit: 1 }))

    expect(dataOf(await onboard(other, domain, await sign(manager)))).toMatchObject({
      ensId: domain.ensId,
      workspaceId: other.workspaceId,
      subnameCount: 1,
      userChosenLimit: 1,
    })
    const resolved = viemClient(sandbox).getEnsAddress({ name: `alice.${domain.name}`, strict: true })
    expect(await resolved).toBe(holder)
    expectError(await tryToAdd(other.key, domain, 'bob'), 409, 'LimitReachedException')
  })

  it('rule: after a takeover no key of the former workspace can do anything with the domain', async () => {
    const domain = await onboarded('operator')
    const limited = await createApiKey(sandbox.context, {
      workspaceId: one.workspaceId,
      name: 'limited',
      scopes: ['names:write', 'domains:write'],
      domainIds: [domain.ensId],
    })
    dataOf(await tryToAdd(limited.key, domain, 'alice'))
    dataOf(await onboard(other, domain, await sign(owner)))

    for (const key of [one.key, limited.key]) {
      const responses = [
        await tryToAdd(key, domain, 'bob'),
        await send('ens/delete', key, { ensId: domain.ensId }),
        await send('ens/update-workspace-id', key, {
          ensId: domain.ensId,
          newWorkspaceId: one.workspaceId,
        }),
        await sandbox.call('GET', `/ens/v1/ens/id/${domain.ensId}`, { headers: { 'x-api-key': key } }),
      ]
      for (const response of responses) expectError(response, 403, 'ForbiddenException')
    }
    const listed = await sandbox.call('GET', '/ens/v1/ens/api-key', { headers: { 'x-api-key': limited.key } })
    expect(dataOf(listed)).toEqual({ domains: [] })
    dataOf(await tryToAdd(other.key, domain, 'bob'))
  })

  it('rule: a new owner takes the domain over once the former controller lost it on chain', async () => {
    const domain = await onboarded('owner')
    const buyer = user(sandbox, 2)
    await transferTo(domain, buyer)
    dataOf(await onboard(other, domain, await sign(buyer)))
    expect(await workspaceOf(domain.ensId)).toBe(other.workspaceId)
    expectError(await onboard(one, domain, await sign(owner)), 403, 'NotHolderException')
  })

  it('409, with the way to move it, while the stored controller still controls it', async () => {
    const domain = await onboarded('owner')
    for (const wallet of [owner, manager])
      expect(await refuse(domain, await sign(wallet))).toContain('update-workspace-id')
    const move = { ensId: domain.ensId, newWorkspaceId: other.workspaceId, newWorkspaceKey: other.key }
    dataOf(await send('ens/update-workspace-id', one.key, move))
    expect(await workspaceOf(domain.ensId)).toBe(other.workspaceId)
  })

  it('409 for a message that another tenant replays', async () => {
    const domain = await registerDomain(sandbox)
    const signed = await sign(owner)
    dataOf(await onboard(one, domain, signed))
    await refuse(domain, signed)
  })

  describe('A message that names the domain and the workspace', () => {
    /** Requested from the service and signed as it is. */
    const bind = async (
      wallet: PrivateKeyAccount,
      { name, chainId }: RegisteredDomain,
      { workspaceId }: WorkspaceWithKey,
    ): Promise<SignedMessage> => {
      const { address } = wallet
      const body = { domain: 'localhost', origin: 'http://localhost:3333/', address, workspaceId }
      const path = `/byname/v1/domains/${name}/challenges?chainId=${chainId}`
      const { challenge: message } = dataOf<{ challenge: string }>(await sandbox.call('POST', path, { body }))
      return { address, message, signature: await wallet.signMessage({ message }) }
    }

    it('rule: with a message that names domain and workspace the stored controller takes the domain over, with its names', async () => {
      const domain = await onboarded('owner')
      dataOf(await tryToAdd(one.key, domain, 'alice'))
      expect(await refuse(domain, await sign(owner))).toContain(
        `/byname/v1/domains/${domain.name}/challenges`,
      )
      expect(dataOf(await onboard(other, domain, await bind(owner, domain, other)))).toMatchObject({
        ensId: domain.ensId,
        workspaceId: other.workspaceId,
        subnameCount: 1,
      })
    })

    it('rule: the allowed origins of the current workspace do not lock the controller out', async () => {
      const domain = await onboarded('owner')
      await sandbox.context.store.db
        .updateTable('domains')
        .set({ allowedOrigins: ['evil.example'] })
        .where('id', '=', domain.ensId)
        .execute()
      dataOf(await onboard(other, domain, await bind(owner, domain, other)))
    })

    it('rule: a message that names domain and workspace onboards a new domain', async () => {
      const domain = await registerDomain(sandbox)
      dataOf(await onboard(one, domain, await bind(owner, domain, one)))
    })

    it("409 for another controller's message that names the domain, while the stored one still controls it", async () => {
      const domain = await onboarded('owner')
      await refuse(domain, await bind(manager, domain, other))
    })

    it('401 for a message of another domain, another workspace, a part of the resources, or another operation', async () => {
      const domain = await onboarded('owner')
      const foreign = await registerDomain(sandbox)
      const resources = ['byname:action/onboard-domain', `byname:domain/${domain.name}`]
      const invalidMessages = [
        await bind(owner, foreign, other),
        await bind(owner, domain, one),
        await sign(owner, { resources }),
        await sign(owner, {
          resources: [...resources, `byname:workspace/${other.workspaceId}`, 'byname:mapp/some.app.eth'],
        }),
      ]
      const before = await dumpDatabase(sandbox.context)
      for (const signed of invalidMessages)
        expectError(await onboard(other, domain, signed), 401, 'InvalidSignatureException')
      const proof = { headers: {}, body: await bind(owner, domain, other) }
      const verified = await sandbox.call('POST', '/ens/v1/siwe/verify-message', proof)
      expect(dataOf(verified, 201)).toEqual({ verified: false })
      expect(await dumpDatabase(sandbox.context)).toBe(before)
    })

    it('401 for the second use of a message, also after another takeover', async () => {
      const domain = await onboarded('owner')
      const signed = await bind(owner, domain, other)
      dataOf(await onboard(other, domain, signed))
      dataOf(await onboard(one, domain, await bind(owner, domain, one)))
      const before = await dumpDatabase(sandbox.context)
      expectError(await onboard(other, domain, signed), 401, 'ChallengeExpiredException')
      expect(await dumpDatabase(sandbox.context)).toBe(before)
      expect(await workspaceOf(domain.ensId)).toBe(one.workspaceId)
    })

    it('rule: a message that is rejected for another reason can be used again', async () => {
      const domain = await onboarded('owner')
      const signed = await bind(owner, domain, other)
      const { name, chainId } = domain
      await setDomainBlocked(sandbox.context, { name: normalizeName(name), chainId, isBlocked: true })
      expectError(await onboard(other, domain, signed), 403, 'DomainBlockedException')
      await setDomainBlocked(sandbox.context, { name: normalizeName(name), chainId, isBlocked: false })
      dataOf(await onboard(other, domain, signed))
    })
  })

  it('409 for an admin key, which proves no control: it can move domains', async () => {
    const domain = await onboarded('owner')
    const operator = { ...other, key: sandbox.file.adminKey }
    expectError(await onboard(operator, domain, await sign(owner)), 409, 'EnsAlreadyExistsException')
    expect(await workspaceOf(domain.ensId)).toBe(one.workspaceId)
  })

  it('403 while the domain is blocked, in use or deleted', async () => {
    const domain = await onboarded('operator')
    const { name, chainId, ensId } = domain
    await setDomainBlocked(sandbox.context, { name: normalizeName(name), chainId, isBlocked: true })
    await refuse(domain, await sign(owner), 403)
    dataOf(await send('ens/delete', sandbox.file.adminKey, { ensId }), 201)
    await refuse(domain, await sign(owner), 403)
  })

  describe('A deleted domain', () => {
    it('rule: a controller takes a deleted domain over with its names, even while the stored controller still controls it', async () => {
      const domain = await onboarded('owner')
      const holder = createWallet().address
      dataOf(await tryToAdd(one.key, domain, 'alice', holder))
      dataOf(await send('ens/delete', one.key, { ensId: domain.ensId }), 201)
      expect(dataOf(await onboard(other, domain, await sign(manager)))).toMatchObject({
        ensId: domain.ensId,
        workspaceId: other.workspaceId,
        subnameCount: 1,
      })
      const resolved = viemClient(sandbox).getEnsAddress({ name: `alice.${domain.name}`, strict: true })
      expect(await resolved).toBe(holder)
    })

    it('rule: a deleted domain that its own workspace restores keeps the controller that proved control', async () => {
      const domain = await onboarded('owner')
      dataOf(await send('ens/delete', one.key, { ensId: domain.ensId }), 201)
      dataOf(await onboard({ ...one, key: sandbox.file.adminKey }, domain))
      await refuse(domain, await sign(manager))
    })
  })

  it('rule: the allowed origins of the domain apply to the message that takes it over', async () => {
    for (const site of ['app.acme.example', new URL(sandbox.file.url).host]) {
      const domain = await onboarded('operator')
      await sandbox.context.store.db
        .updateTable('domains')
        .set({ allowedOrigins: ['app.acme.example'] })
        .where('id', '=', domain.ensId)
        .execute()
      const foreign = await onboard(other, domain, await sign(owner, { domain: 'evil.example' }))
      expectError(foreign, 401, 'InvalidSignatureException')
      dataOf(await onboard(other, domain, await sign(owner, { domain: site })))
    }
  })

  it('rule: of concurrent takeovers exactly one succeeds, and the domain belongs to its workspace', async () => {
    for (let round = 0; round < 3; round++) {
      const domain = await onboarded('operator')
      const tenants = await Promise.all(Array.from({ length: 5 }, () => createWorkspaceWithKey(sandbox)))
      const messages = await Promise.all(tenants.map((_, index) => sign(index % 2 === 0 ? owner : manager)))
      const responses = await Promise.all(
        tenants.map((tenant, index) => onboard(tenant, domain, messages[index])),
      )
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
      const winner = tenants[responses.findIndex(({ status }) => status === 200)]
      expect(await workspaceOf(domain.ensId)).toBe(winner?.workspaceId)
    }
  })

  it('rule: a concurrent takeover and move by the former workspace leave the domain with one of them', async () => {
    const domain = await onboarded('operator')
    const third = await createWorkspaceWithKey(sandbox)
    const move = { ensId: domain.ensId, newWorkspaceId: third.workspaceId, newWorkspaceKey: third.key }
    const [takenOver, moved] = await Promise.all([
      onboard(other, domain, await sign(owner)),
      send('ens/update-workspace-id', one.key, move),
    ])
    // The second write finds the domain changed; a takeover may also follow the whole move.
    const expected = takenOver.status === 200 ? other : third
    expect(await workspaceOf(domain.ensId)).toBe(expected.workspaceId)
    expect([takenOver.status, moved.status]).toContain(200)
  })

  it('rule: a takeover leaves an event for each workspace', async () => {
    const domain = await onboarded('operator')
    dataOf(await onboard(other, domain, await sign(owner)))
    const events = (await readEventLog(sandbox.context.store)).filter(
      ({ domainId, type }) => domainId === domain.ensId && type === 'domain.moved',
    )
    expect(events.map(({ workspaceId }) => workspaceId).toSorted()).toEqual(
      [one.workspaceId, other.workspaceId].toSorted(),
    )
    expect(events[0]?.changes).toEqual([
      { field: 'workspaceId', key: null, before: one.workspaceId, after: other.workspaceId },
      { field: 'controller', key: null, before: null, after: owner.address.toLowerCase() },
    ])
  })

  it('502 while the chain cannot be read, with nothing changed', async () => {
    const domain = await onboarded('owner')
    await sandbox.devnet.stop()
    const before = await dumpDatabase(sandbox.context)
    expectError(await onboard(other, domain, await sign(owner)), 502, 'UpstreamException')
    expect(await dumpDatabase(sandbox.context)).toBe(before)
  })
})
