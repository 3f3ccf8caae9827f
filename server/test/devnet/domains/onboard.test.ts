import type { LocalAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorName } from '../../../src/errors.ts'
import { dumpDatabase } from '../../contract/database-dump.ts'
import { deploy } from '../../support/chain/deployer.ts'
import {
  type RegisteredDomain,
  registerDomain,
  requestOnboardingAs,
} from '../../support/chain/register-domain.ts'
import { approveOperator, setSubnodeOwner } from '../../support/chain/registry-writes.ts'
import { createWorkspaceWithKey, type WorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import {
  createWallet,
  type MessageFields,
  type SignedMessage,
  signMessage,
} from '../../support/credentials/signed-headers.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../../support/service/sandbox.ts'

const minutes = 60_000

describeOnEachDatabase('Onboarding a domain on a proof of control', ({ create }) => {
  let sandbox: TestSandbox
  let tenant: WorkspaceWithKey
  let owner: LocalAccount
  let manager: LocalAccount
  beforeAll(async () => {
    sandbox = await startTestSandbox({ DATABASE_URL: await create() })
    tenant = await createWorkspaceWithKey(sandbox)
    owner = user(sandbox, 0)
    manager = user(sandbox, 1)
  })
  afterAll(() => sandbox.stop())

  const sign = (wallet: LocalAccount, fields: Partial<MessageFields> = {}) =>
    signMessage(wallet, { chainId: 1, ...fields })

  const onboard = (domain: RegisteredDomain, signed?: SignedMessage): Promise<ApiResponse> =>
    requestOnboardingAs(sandbox, tenant, domain, signed)

  const refuse = async (
    status: number,
    wireName: ErrorName,
    domain: RegisteredDomain,
    signed?: SignedMessage,
  ) => {
    const before = await dumpDatabase(sandbox.context)
    expectError(await onboard(domain, signed), status, wireName)
    expect(await dumpDatabase(sandbox.context)).toBe(before)
  }

  it('200 for the owner and for the manager of a name, on either chain', async () => {
    for (const chainId of [1, 11155111] as const)
      for (const wallet of [owner, manager]) {
        const domain = await registerDomain(sandbox, { chainId, manager: manager.address })
        expect(dataOf(await onboard(domain, await sign(wallet, { chainId })))).toMatchObject({
          domainName: domain.name,
          chainId,
          workspaceId: tenant.workspaceId,
        })
      }
  })

  it('200 for the owner of a wrapped name and for an operator of the owner', async () => {
    const rpcUrl = sandbox.devnet.rpcUrl(1)
    const { nameWrapper } = sandbox.devnet.addresses(1)
    const wrapper = user(sandbox, 3)
    await approveOperator(rpcUrl, nameWrapper, { from: wrapper.address, operator: manager.address })
    for (const wallet of [wrapper, manager]) {
      const domain = await registerDomain(sandbox)
      await sandbox.devnet.wrapName(1, domain.label, wrapper.address)
      await refuse(403, 'NotHolderException', domain, await sign(owner))
      dataOf(await onboard(domain, await sign(wallet)))
    }
  })

  it('200 for a contract wallet that owns the name, and 403 for the key behind it', async () => {
    const key = createWallet()
    const wallet = await deploy(sandbox.devnet.rpcUrl(1), 'SmartAccount', key.address)
    const domain = await registerDomain(sandbox, { owner: wallet })
    await refuse(403, 'NotHolderException', domain, await sign(key))
    dataOf(await onboard(domain, await sign(key, { address: wallet })))
  })

  it('200 with a signature in the body', async () => {
    const domain = await registerDomain(sandbox)
    const { address, message, signature } = await sign(owner)
    const response = await sandbox.call('POST', '/ens/v1/ens/add', {
      headers: {
        'x-api-key': tenant.key,
        'x-address': address,
        'x-message': message.replaceAll('\n', '\\n'),
      },
      body: {
        ensDomain: domain.name,
        offchainResolverId: sandbox.file.chains[1].resolverId,
        workspaceId: tenant.workspaceId,
        signature,
      },
    })
    dataOf(response)
  })

  it('200 for an admin key without a signature, and 403 when the domain does not use the resolver', async () => {
    const operator = { ...tenant, key: sandbox.file.adminKey }
    const domain = await registerDomain(sandbox)
    dataOf(await requestOnboardingAs(sandbox, operator, domain))
    const { publicResolver: resolver } = sandbox.devnet.addresses(1)
    await sandbox.devnet.registerName(1, 'elsewhere-admin', { owner: owner.address, resolver })
    const elsewhere = { name: 'elsewhere-admin.eth', chainId: 1 } as const
    expectError(await requestOnboardingAs(sandbox, operator, elsewhere), 403, 'ForbiddenException')
  })

  describe('unauthenticated', () => {
    it('401 without a signature', async () => {
      await refuse(401, 'MissingSignatureException', await registerDomain(sandbox))
    })

    it('401 for a message for the other chain', async () => {
      const signed = await sign(owner, { chainId: 11155111 })
      await refuse(401, 'InvalidSignatureException', await registerDomain(sandbox), signed)
    })

    it('401 for a message in the name of the owner that another key signed', async () => {
      const signed = await sign(createWallet(), { address: owner.address })
      await refuse(401, 'InvalidSignatureException', await registerDomain(sandbox), signed)
    })

    it('401 for an unexpired message that was issued more than 10 minutes ago', async () => {
      const domain = await registerDomain(sandbox)
      const issued = (age: number) =>
        sign(owner, {
          issuedAt: new Date(Date.now() - age),
          expirationTime: new Date(Date.now() + 60 * minutes),
        })
      await refuse(401, 'ChallengeExpiredException', domain, await issued(10 * minutes))
      await refuse(401, 'ChallengeExpiredException', domain, await issued(10 * minutes + 1000))
      dataOf(await onboard(domain, await issued(9 * minutes)))
    })
  })

  describe('forbidden', () => {
    it('403 for the controller of another domain', async () => {
      await registerDomain(sandbox, { owner: manager.address })
      await refuse(403, 'NotHolderException', await registerDomain(sandbox), await sign(manager))
    })

    it('403 for the owner of the same name on the other chain', async () => {
      const domain = await registerDomain(sandbox)
      const { label } = domain
      await registerDomain(sandbox, { chainId: 11155111, label, owner: manager.address })
      await refuse(403, 'NotHolderException', domain, await sign(manager))
      const signed = await sign(manager, { chainId: 11155111 })
      dataOf(await onboard({ ...domain, chainId: 11155111 }, signed))
    })

    it('403 for the owner of the domain above a subname that is onboarded as a domain', async () => {
      const { resolver } = sandbox.file.chains[1]
      const { name: parent } = await registerDomain(sandbox)
      const team = { name: `team.${parent}`, label: 'team', chainId: 1 } as const
      await setSubnodeOwner(sandbox.devnet.rpcUrl(1), {
        from: owner.address,
        parent,
        label: 'team',
        owner: manager.address,
      })
      await sandbox.devnet.pointName(1, team.name, { owner: manager.address, resolver })
      await refuse(403, 'NotHolderException', team, await sign(owner))
      dataOf(await onboard(team, await sign(manager)))
    })

    it('403 for an owner whose name has expired, even in the grace period', async () => {
      const label = 'expiring'
      const { resolver } = sandbox.file.chains[1]
      await sandbox.devnet.registerName(1, label, { owner: owner.address, resolver, duration: 3600n })
      await sandbox.devnet.increaseTime(1, 3601)
      const domain = { name: `${label}.eth`, label, chainId: 1 } as const
      await refuse(403, 'NotHolderException', domain, await sign(owner))
    })
  })

  it('rule: of tenants that concurrently onboard a new domain with one signature, exactly one gets it', async () => {
    const domain = await registerDomain(sandbox)
    const signed = await sign(owner)
    const tenants = await Promise.all(Array.from({ length: 6 }, () => createWorkspaceWithKey(sandbox)))
    const responses = await Promise.all(
      tenants.map((one) => requestOnboardingAs(sandbox, one, domain, signed)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)])
  })
})
