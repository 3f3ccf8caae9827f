import { describe, expect, it } from 'vitest'
import { createApiKey } from '../../src/core/api-keys/create.ts'
import { createWorkspace } from '../../src/core/workspaces/create.ts'
import { type ApiResponse, dataOf, expectError } from '../support/api-client.ts'
import { describeOnEachService } from '../support/describe-service.ts'
import { createWallet, signedHeaders } from '../support/signed-headers.ts'
import { createSignedFixture, nameOf, type SignedFixture } from '../support/signed-operations.ts'
import { expectUnchanged } from '../support/subnames.ts'

type Headers = Readonly<Record<string, string>>

/** How a reservation is withdrawn in each generation. */
const withdrawals = {
  'POST /ens/v1/subname/revoke': ({ service, reserved }: SignedFixture, headers: Headers) =>
    service.call('POST', '/ens/v1/subname/revoke', {
      headers,
      body: { username: reserved, ensDomain: 'demo.eth', chainId: 1 },
    }),
  'DELETE /ens/v2/subnames/invitations/{subname}': (scene: SignedFixture, headers: Headers) =>
    scene.service.call('DELETE', `/ens/v2/subnames/invitations/${nameOf(scene, 'reserved')}?chainId=1`, {
      headers,
    }),
} as const satisfies Record<string, (scene: SignedFixture, headers: Headers) => Promise<ApiResponse>>

describeOnEachService(
  'Withdrawing a reservation',
  (service) => {
    /** A key of another workspace, or with other scopes. */
    const newKey = async (scopes: readonly ('admin' | 'names:write' | 'domains:write')[], own = true) => {
      const { context, workspaceId } = service()
      const workspace = own ? workspaceId : (await createWorkspace(context, { name: 'Other' })).id
      return (await createApiKey(context, { workspaceId: workspace, name: 'k', scopes })).key
    }

    const signed = (key: string, chainId = 1) =>
      signedHeaders(createWallet(), { chainId }).then((headers) => ({ 'x-api-key': key, ...headers }))

    const isFree = async (scene: SignedFixture) => {
      const path = `/ens/v1/subname/available?chainId=1&subname=${nameOf(scene, 'reserved')}`
      return dataOf<{ isAvailable: boolean }>(await service().call('GET', path)).isAvailable
    }

    describe.each(Object.entries(withdrawals))('%s', (_title, withdraw) => {
      it('200 for a key of its workspace with any valid signature, and the label is free', async () => {
        const scene = await createSignedFixture(service())
        const answer = await withdraw(scene, await signed(service().key))
        expect(dataOf(answer)).toMatchObject({ ens: nameOf(scene, 'reserved'), isClaimed: false })
        expect(await isFree(scene)).toBe(true)
      })

      it('200 for an admin key of another workspace with any valid signature', async () => {
        const scene = await createSignedFixture(service())
        dataOf(await withdraw(scene, await signed(await newKey(['admin'], false))))
        expect(await isFree(scene)).toBe(true)
      })

      it('403 for a key of another workspace, and for one that may not write names', async () => {
        const scene = await createSignedFixture(service())
        await expectUnchanged(service(), scene.domain, async () => {
          for (const key of [await newKey(['names:write'], false), await newKey(['domains:write'])])
            expectError(await withdraw(scene, await signed(key)), 403, 'ForbiddenException')
        })
      })

      it('401 without a signature, and with one for the other chain', async () => {
        const scene = await createSignedFixture(service())
        const { key } = service()
        await expectUnchanged(service(), scene.domain, async () => {
          expectError(await withdraw(scene, { 'x-api-key': key }), 401, 'MissingSignatureException')
          const headers = await signed(key, 11155111)
          expectError(await withdraw(scene, headers), 401, 'InvalidSignatureException')
        })
      })

      it('rule: the right to withdraw ends when the reservation is accepted', async () => {
        const scene = await createSignedFixture(service())
        const body = { username: scene.reserved, ensDomain: 'demo.eth', chainId: 1 }
        const headers = await signedHeaders(scene.holder, { chainId: 1 })
        dataOf(await service().call('POST', '/ens/v1/subname/accept', { headers, body }))
        await expectUnchanged(service(), scene.domain, async () => {
          const { status } = await withdraw(scene, await signed(service().key))
          expect([403, 409]).toContain(status)
        })
      })
    })

    it('rule: of an acceptance and ten concurrent withdrawals, one takes effect', async () => {
      const scene = await createSignedFixture(service())
      const headers = await signed(service().key)
      const body = { username: scene.reserved, ensDomain: 'demo.eth', chainId: 1 }
      const accepting = await signedHeaders(scene.holder, { chainId: 1 })
      const answers = await Promise.all([
        service().call('POST', '/ens/v1/subname/accept', { headers: accepting, body }),
        ...Array.from({ length: 10 }, () => withdrawals['POST /ens/v1/subname/revoke'](scene, headers)),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await isFree(scene)).toBe(answers[0]?.status !== 200)
    })
  },
  { withNodes: true },
)
