import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import { addOperator } from '../../../src/core/operators.ts'
import { parseDomain } from '../../../src/ens/names.ts'
import type { Challenge } from '../../../src/model/challenge.ts'
import { insertAndEvictChallenges } from '../../../src/store/entities/challenges.ts'
import { insertMember, insertWorkspace } from '../../../src/store/entities/members.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { newWorkspace, randomHex } from '../../support/databases/entities.ts'
import { createHeldSubname } from '../../support/entities/mapps.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('How many there may be', (service) => {
  const db = () => service().context.store.db

  const post = async (path: string, body: object) =>
    service().call('POST', path, { headers: { 'x-api-key': await createAdminKey(service()) }, body })

  const expectFull = (response: ApiResponse, sentence: string) => {
    expectError(response, 409, 'LimitReachedException')
    expect(response.body).toMatchObject({ result: { error: expect.stringContaining(sentence) } })
  }

  const emptyWorkspace = async () => {
    const workspace = newWorkspace()
    await insertWorkspace(db(), workspace)
    return workspace.id
  }

  const insertMembers = (members: readonly { workspaceId: string; address: `0x${string}` }[]) =>
    service().context.store.transaction(async (tx) => {
      for (const member of members)
        await insertMember(tx, { ...member, role: 'viewer', addedBy: null, createdAt: 1 })
    })

  const addMember = (workspaceId: string, member: string) =>
    post(`/byname/v1/workspaces/${workspaceId}/members`, { member, role: 'viewer' })

  it('limit: a workspace has 1,000 members', async () => {
    const workspaceId = await emptyWorkspace()
    await insertMembers(Array.from({ length: 999 }, () => ({ workspaceId, address: randomHex(20) })))
    dataOf(await addMember(workspaceId, createWallet().address), 201)
    expectFull(await addMember(workspaceId, createWallet().address), 'A workspace has at most 1000 members.')
  })

  it('limit: an address is a member of 200 workspaces', async () => {
    const [{ address: member }, address] = [createWallet(), randomHex(20)]
    const workspaces = await Promise.all(Array.from({ length: 199 }, emptyWorkspace))
    const lowerCase: `0x${string}` = `0x${member.slice(2).toLowerCase()}`
    await insertMembers(workspaces.map((workspaceId) => ({ workspaceId, address: lowerCase })))
    const [next, last] = [await emptyWorkspace(), await emptyWorkspace()]
    dataOf(await addMember(next, member), 201)
    expectFull(await addMember(last, member), 'is a member of 200 workspaces, which is the limit.')
    dataOf(await addMember(last, address), 201)
  })

  it('limit: an instance has 100 operators', async () => {
    const operators = Array.from({ length: 99 }, () => randomHex(20))
    for (const address of operators) await addOperator(service().context, { address, addedBy: null })
    const add = (address: string) => post('/byname/v1/operators', { address })
    const { address: last } = createWallet()
    dataOf(await add(last), 201)
    expectFull(await add(createWallet().address), 'An instance has at most 100 operators.')
    dataOf(await add(last), 201)
  })

  it('limit: of the challenges of one client, the newest 500 are stored', async () => {
    const { ens, holder } = await createHeldSubname(service(), service().demo[1], 'challenged')
    const request = async () =>
      dataOf(
        await service().call('POST', '/ens/v1/siwe/mapp/add-permission', {
          body: {
            ...{ domain: 'localhost', origin: 'http://localhost:3333/', chainId: 1, mApp: 'app.eth' },
            ...{ address: holder.address, subname: ens },
          },
        }),
        201,
      )
    const stored = () => db().selectFrom('challenges').selectAll().orderBy('createdAt').execute()

    await request()
    const [first] = await stored()
    if (!first) throw new Error('It is stored.')
    const { nonce, client, createdAt, expiresAt } = first
    const others: readonly Challenge[] = Array.from({ length: 499 }, (_, index) => ({
      ...{ nonce: newId(), action: 'add-permission', chainId: 1, subname: parseDomain(`n${index}.demo.eth`) },
      ...{ mapp: parseDomain('app.eth'), message: 'app.example wants you to sign in …' },
      ...{ createdAt: createdAt + 1, expiresAt, client },
    }))
    const bounds = { perSubname: 20, perClient: 500, total: 10_000 }
    for (const challenge of others) await insertAndEvictChallenges(service().context.store, challenge, bounds)
    expect((await stored()).map((each) => each.nonce)).toContain(nonce)

    service().clock.offsetMs += 10
    await request()
    const left = (await stored()).map((each) => each.nonce)
    expect(left).toHaveLength(500)
    expect(left).not.toContain(nonce)
  })
})
