import { type Anvil, startAnvil } from '@byname/devnet/anvil'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ErrorName } from '../../../src/errors.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { writeDomain } from '../../../src/store/entities/domain-changes.ts'
import { dumpDatabase } from '../../contract/database-dump.ts'
import { deploy } from '../../support/chain/deployer.ts'
import { type FaultyRpc, startFaultyRpc } from '../../support/chain/faulty-rpc.ts'
import {
  createWallet,
  type SignedMessage,
  type Signer,
  signedHeaders,
  signMessage,
  toSignedHeaders,
} from '../../support/credentials/signed-headers.ts'
import {
  createSignedFixture,
  nameOf,
  type SignedFixture,
  signedOperations,
} from '../../support/credentials/signed-operations.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { changePermission, sendFields, sendPermission, signChallenge } from '../../support/entities/mapps.ts'
import { blockOrDelete, ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { expectNothingStored } from '../../support/media/uploads.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

const fields = [{ key: 'a', value: '1' }]

/** Operations of mApps with a challenge that their signer has signed, as `signedOperations`. */
const mAppOperations = {
  'POST /ens/v1/mapp/permission/add': async (fixture: SignedFixture, sign: SignChallenge) =>
    sendPermission(fixture.service, 'add', await sign('add-permission')),
  'POST /ens/v1/mapp/permission/revoke': async (fixture: SignedFixture, sign: SignChallenge) =>
    sendPermission(fixture.service, 'revoke', await sign('revoke-permission')),
  'POST /ens/v1/mapp/field/append': async (fixture: SignedFixture, sign: SignChallenge) =>
    sendFields(fixture.service, nameOf(fixture, 'held'), fields, await sign('append-field')),
}

type SignChallenge = (
  action: 'add-permission' | 'append-field' | 'revoke-permission',
) => Promise<SignedMessage>

/** Errors of operations on a blocked domain, where they are not `DomainBlockedException`. */
const refusals: Readonly<Record<string, ErrorName>> = {
  // A name of a blocked domain resolves to nothing, so it cannot be a primary name.
  'POST /ens/v1/primary-name/set-primary-name': 'NotHolderException',
}

describeOnEachDatabase('A signature that takes its time to be verified', (databases) => {
  let anvil: Anvil
  let node: FaultyRpc
  let service: TestService
  /** A contract wallet (ERC-1271): only an RPC can verify its signature. */
  let wallet: Signer

  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 1 })
    node = await startFaultyRpc(anvil.rpcUrl)
    service = await startTestService(await databases.createMigrated(), { RPC_URL_1: node.url })
    wallet = await newContractWallet()
  })
  afterAll(async () => {
    await service.stop()
    await node.close()
    await anvil.stop()
  })

  const newContractWallet = async (): Promise<Signer> => {
    const owner = createWallet()
    const address = await deploy(anvil.rpcUrl, 'SmartAccount', owner.address)
    return { address, signMessage: owner.signMessage }
  }

  /**
   * Runs `duringCheck` when the RPC is called to verify a signature, before it responds; returns the result of `send`.
   */
  const during = async (
    duringCheck: () => Promise<unknown>,
    send: () => Promise<ApiResponse>,
  ): Promise<ApiResponse> => {
    let isFirst = true
    const undo = node.onCall('eth_call', async () => {
      if (isFirst) {
        isFirst = false
        await duringCheck()
      }
    })
    const response = await send().finally(undo)
    expect(isFirst).toBe(false)
    return response
  }

  const setBlocked = (domain: Domain, isBlocked: boolean) =>
    service.context.store.transaction((tx) =>
      tx.updateTable('domains').set({ isBlocked }).where('id', '=', domain.id).execute(),
    )

  const createFixtureWith = async () =>
    createSignedFixture(service, { domain: await service.onboard(), holder: wallet })

  /** Blocks the domain while the signature of `send` is verified; expects an error, and no other change. */
  const refusedWhenBlocked = async (
    fixture: SignedFixture,
    title: string,
    send: () => Promise<ApiResponse>,
  ) => {
    const before = await dumpDatabase(service.context)
    const response = await expectNothingStored(service, () =>
      during(() => setBlocked(fixture.domain, true), send),
    )
    expectError(response, 403, refusals[title] ?? 'DomainBlockedException')
    await setBlocked(fixture.domain, false)
    expect(await dumpDatabase(service.context)).toBe(before)
  }

  it.each(Object.entries(signedOperations))(
    '403 when the domain is blocked meanwhile: %s',
    async (title, send) => {
      const fixture = await createFixtureWith()
      const signed = await signMessage(wallet, { chainId: 1 })
      await refusedWhenBlocked(fixture, title, () => send(fixture, signed))
      expect((await send(fixture, signed)).status).toBeLessThan(202)
    },
  )

  it.each(Object.entries(mAppOperations))(
    '403 when the domain is blocked meanwhile, and the challenge is not consumed: %s',
    async (title, send) => {
      const fixture = await createFixtureWith()
      const { ens: mApp } = await seedSubname(service, service.demo[1], `app-${fixture.fresh}`, {
        addresses: [ethereumAddress(wallet.address)],
      })
      const subname = nameOf(fixture, 'held')
      const chainId = 1
      if (!title.endsWith('add'))
        await changePermission(service, 'add', { ens: subname, chainId, holder: wallet }, mApp)
      const signed = new Map<string, SignedMessage>()
      const sign: SignChallenge = async (action) => {
        const known = signed.get(action)
        const fresh =
          known ?? (await signChallenge(service, { action, signer: wallet, subname, mApp, chainId }))
        signed.set(action, fresh)
        return fresh
      }
      await sign(
        title.endsWith('add')
          ? 'add-permission'
          : title.endsWith('append')
            ? 'append-field'
            : 'revoke-permission',
      )
      await refusedWhenBlocked(fixture, title, () => send(fixture, sign))
      dataOf(await send(fixture, sign), 201)
    },
  )

  it('404 for an update when the domain is deleted meanwhile', async () => {
    const fixture = await createFixtureWith()
    const signed = await signMessage(wallet, { chainId: 1 })
    const response = await during(
      () => blockOrDelete(service, fixture.domain, 'deleted'),
      () => update(fixture, signed),
    )
    expectError(response, 404, 'SubnameNotFoundException')
  })

  it('409 for an add when the limit of the domain is reached meanwhile', async () => {
    const fixture = await createFixtureWith()
    const signed = await signMessage(wallet, { chainId: 1 })
    const limit = () =>
      service.context.store.transaction((tx) => writeDomain(tx, fixture.domain, { userChosenLimit: 2 }, 1))
    const response = await during(limit, async () => operation('POST /ens/v1/subname/add')(fixture, signed))
    expectError(response, 409, 'LimitReachedException')
  })

  it.each([
    'POST /ens/v1/subname/update',
    'POST /ens/v1/subname/revoke',
    'POST /ens/v1/subname/upload-to-cdn',
  ])('403 when the signer loses the right to sign meanwhile: %s', async (title) => {
    const holder = createWallet()
    const fixture = await createSignedFixture(service, { domain: await service.onboard(), holder })
    const setAddress = async ({ address }: Signer) => {
      const path = `/ens/v2/subnames/${nameOf(fixture, 'held')}?chainId=1`
      const headers = await signedHeaders(holder, { chainId: 1 })
      const response = await service.call('PATCH', path, {
        headers,
        body: { addresses: [ethereumAddress(address)] },
      })
      return dataOf(response)
    }
    await setAddress(wallet)
    const signed = await signMessage(wallet, { chainId: 1 })
    const response = await expectNothingStored(service, () =>
      during(
        () => setAddress(createWallet()),
        () => operation(title)(fixture, signed),
      ),
    )
    expectError(response, 403, 'NotHolderException')
    expect(
      (await service.call('GET', `/ens/v2/subnames?chainId=1&subname=${nameOf(fixture, 'held')}`)).status,
    ).toBe(200)
  })

  it.each(['POST /ens/v1/subname/revoke', 'DELETE /ens/v2/subnames/invitations/{subname}'])(
    '409 for the inviter when a reservation is accepted meanwhile: %s',
    async (title) => {
      const invited = createWallet()
      const fixture = await createSignedFixture(service, { domain: await service.onboard(), holder: invited })
      const accept = async () =>
        dataOf(
          await operation('POST /ens/v1/subname/accept')(fixture, await signMessage(invited, { chainId: 1 })),
        )
      const signed = await signMessage(wallet, { chainId: 1 })
      const response = await during(accept, () =>
        operation(title)({ ...fixture, held: fixture.reserved }, signed),
      )
      expectError(response, 409, 'AlreadyClaimedException')
    },
  )

  const operation = (title: string) => {
    const found = signedOperations[title]
    if (!found) throw new Error(`There is no signed operation ${title}.`)
    return found
  }

  const update = (fixture: SignedFixture, signed: SignedMessage) =>
    service.call('PATCH', `/ens/v2/subnames/${nameOf(fixture, 'held')}?chainId=1`, {
      headers: toSignedHeaders(signed),
      body: { text: fields },
    })
})
