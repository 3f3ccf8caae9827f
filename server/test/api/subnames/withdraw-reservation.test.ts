import { describe, expect, it } from 'vitest'
import { createWorkspace } from '../../../src/core/workspaces.ts'
import { createApiKey } from '../../support/credentials/api-keys.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import {
  createSignedFixture,
  nameOf,
  type SignedFixture,
} from '../../support/credentials/signed-operations.ts'
import { expectUnchanged } from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

type Headers = Readonly<Record<string, string>>

/** The operation that withdraws a reservation, in each generation. */
const withdrawals = {
  'POST /ens/v1/subname/revoke': ({ service, reserved }: SignedFixture, headers: Headers) =>
    service.call('POST', '/ens/v1/subname/revoke', {
      headers,
      body: { username: reserved, ensDomain: 'demo.eth', chainId: 1 },
    }),
  'DELETE /ens/v2/subnames/invitations/{subname}': (fixture: SignedFixture, headers: Headers) =>
    fixture.service.call('DELETE', `/ens/v2/subnames/invitations/${nameOf(fixture, 'reserved')}?chainId=1`, {
      headers,
    }),
} as const satisfies Record<string, (fixture: SignedFixture, headers: Headers) => Promise<ApiResponse>>

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

    const isFree = async (fixture: SignedFixture) => {
      const path = `/ens/v1/subname/available?chainId=1&subname=${nameOf(fixture, 'reserved')}`
      return dataOf<{ isAvailable: boolean }>(await service().call('GET', path)).isAvailable
    }

    describe.each(Object.entries(withdrawals))('%s', (_title, withdraw) => {
      it('200 for a key of its workspace with any valid signature, and the label is free', async () => {
        const fixture = await createSignedFixture(service())
        const response = await withdraw(fixture, await signed(service().key))
        expect(dataOf(response)).toMatchObject({ ens: nameOf(fixture, 'reserved'), isClaimed: false })
        expect(await isFree(fixture)).toBe(true)
      })

      it('200 for an admin key of another workspace with any valid signature', async () => {
        const fixture = await createSignedFixture(service())
        dataOf(await withdraw(fixture, await signed(await newKey(['admin'], false))))
        expect(await isFree(fixture)).toBe(true)
      })

      it('403 for a key of another workspace, and for one that may not write names', async () => {
        const fixture = await createSignedFixture(service())
        await expectUnchanged(service(), fixture.domain, async () => {
          for (const key of [await newKey(['names:write'], false), await newKey(['domains:write'])])
            expectError(await withdraw(fixture, await signed(key)), 403, 'ForbiddenException')
        })
      })

      it('401 without a signature, and with one for the other chain', async () => {
        const fixture = await createSignedFixture(service())
        const { key } = service()
        await expectUnchanged(service(), fixture.domain, async () => {
          expectError(await withdraw(fixture, { 'x-api-key': key }), 401, 'MissingSignatureException')
          const headers = await signed(key, 11155111)
          expectError(await withdraw(fixture, headers), 401, 'InvalidSignatureException')
        })
      })

      it('rule: the right to withdraw ends when the reservation is accepted', async () => {
        const fixture = await createSignedFixture(service())
        const body = { username: fixture.reserved, ensDomain: 'demo.eth', chainId: 1 }
        const headers = await signedHeaders(fixture.holder, { chainId: 1 })
        dataOf(await service().call('POST', '/ens/v1/subname/accept', { headers, body }))
        await expectUnchanged(service(), fixture.domain, async () => {
          const { status } = await withdraw(fixture, await signed(service().key))
          expect([403, 409]).toContain(status)
        })
      })
    })

    it('rule: of an acceptance and ten concurrent withdrawals, one takes effect', async () => {
      const fixture = await createSignedFixture(service())
      const headers = await signed(service().key)
      const body = { username: fixture.reserved, ensDomain: 'demo.eth', chainId: 1 }
      const accepting = await signedHeaders(fixture.holder, { chainId: 1 })
      const responses = await Promise.all([
        service().call('POST', '/ens/v1/subname/accept', { headers: accepting, body }),
        ...Array.from({ length: 10 }, () => withdrawals['POST /ens/v1/subname/revoke'](fixture, headers)),
      ])
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await isFree(fixture)).toBe(responses[0]?.status !== 200)
    })
  },
  { withNodes: true },
)
