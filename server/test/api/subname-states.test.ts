import { describe, expect, it } from 'vitest'
import type { ErrorName } from '../../src/errors.ts'
import type { WireRecord } from '../../src/http/schema/names.ts'
import { dataOf, expectError } from '../support/api-client.ts'
import { describeOnEachService } from '../support/describe-service.ts'
import { createWallet, signedHeaders } from '../support/signed-headers.ts'
import {
  createSubnameIn,
  readState,
  type SubnameState,
  type Trigger,
  triggers,
} from '../support/subname-transitions.ts'
import { expectUnchanged } from '../support/subnames.ts'

/** The outcome of a trigger in a state: the next state, or the error. */
type Outcome = SubnameState | readonly [status: number, name: ErrorName]

const absent = [404, 'SubnameNotFoundException'] as const
const taken = [409, 'SubdomainAlreadyExistsException'] as const
const claimed = [409, 'AlreadyClaimedException'] as const
const notReserved = [409, 'NotReservedException'] as const

/** The table of the interface: each trigger in each state. */
const table: Record<Trigger, Record<SubnameState, Outcome>> = {
  reserve: { none: 'reserved', reserved: taken, claimed: taken },
  'admin-reserve': { none: 'reserved', reserved: taken, claimed: taken },
  'POST invitations': { none: 'reserved', reserved: taken, claimed: taken },
  accept: { none: absent, reserved: 'claimed', claimed },
  'PATCH invitations': { none: absent, reserved: 'claimed', claimed },
  reject: { none: absent, reserved: 'none', claimed: notReserved },
  'DELETE invitations': { none: absent, reserved: 'none', claimed },
  revoke: { none: absent, reserved: 'none', claimed: 'none' },
  'admin-revoke': { none: absent, reserved: 'none', claimed: 'none' },
  add: { none: 'claimed', reserved: taken, claimed: taken },
  'POST subnames': { none: 'claimed', reserved: taken, claimed: taken },
  update: { none: absent, reserved: 'reserved', claimed: 'claimed' },
  'PATCH subnames': { none: absent, reserved: 'reserved', claimed: 'claimed' },
}

const states: readonly SubnameState[] = ['none', 'reserved', 'claimed']

const rows = Object.entries(table).flatMap(([trigger, outcomes]) =>
  states.map((state) => ({ trigger: trigger as Trigger, state, outcome: outcomes[state] })),
)

function titleOf(outcome: Outcome) {
  return typeof outcome === 'string' ? `200, ${outcome}` : outcome.join(' ')
}

describeOnEachService('states of a subname', (service) => {
  describe.for(rows)('$trigger', ({ trigger, state, outcome }) => {
    it(`${titleOf(outcome)} when it was ${state}`, async () => {
      const label = `${trigger}-from-${state}`.toLowerCase().replaceAll(' ', '-')
      const subject = await createSubnameIn(service(), state, label)
      if (typeof outcome === 'string') {
        const record = dataOf<WireRecord>(await triggers[trigger](service(), subject))
        expect(record.ens).toBe(`${label}.demo.eth`)
        expect(await readState(service(), subject)).toBe(outcome)
        if (outcome === 'claimed')
          expect(record).toMatchObject({ isClaimed: true, claimedAt: expect.any(String) })
        if (outcome === 'reserved') expect(record).toMatchObject({ isClaimed: false, claimedAt: null })
      } else {
        const refused = () => triggers[trigger](service(), subject)
        expectError(await expectUnchanged(service(), service().demo[1], refused), ...outcome)
      }
    })
  })

  it('rule: an accepted reservation belongs to the given address of coin type 60', async () => {
    const subject = await createSubnameIn(service(), 'reserved', 'moves-on')
    const wallet = createWallet()
    const body = {
      username: 'moves-on',
      ensDomain: 'demo.eth',
      chainId: 1,
      addresses: [{ coinType: 60, address: wallet.address }],
    }
    const headers = await signedHeaders(subject.holder, { chainId: 1 })
    dataOf(await service().call('POST', '/ens/v1/subname/accept', { headers, body }))
    expectError(await triggers.update(service(), subject), 403, 'NotHolderException')
    dataOf(await triggers.update(service(), { ...subject, holder: wallet }))
  })

  it('403 when another address accepts or rejects', async () => {
    const subject = await createSubnameIn(service(), 'reserved', 'for-one')
    const otherSubject = { ...subject, holder: createWallet() }
    for (const trigger of ['accept', 'PATCH invitations', 'reject'] as const)
      expectError(await triggers[trigger](service(), otherSubject), 403, 'NotHolderException')
    expect(await readState(service(), subject)).toBe('reserved')
  })

  it('rule: of concurrent acceptances and rejections of a reservation exactly one wins', async () => {
    const subject = await createSubnameIn(service(), 'reserved', 'contested')
    const attempts = Array.from({ length: 20 }, (_, index) =>
      triggers[index % 2 ? 'accept' : 'reject'](service(), subject),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.every((status) => [200, 404, 409].includes(status))).toBe(true)
  })

  it('403 for a workspace key where an admin key is required', async () => {
    const { call, key, demo } = service()
    const subject = await createSubnameIn(service(), 'reserved', 'not-admin')
    const body = {
      username: subject.label,
      ensDomain: demo[1].name,
      chainId: 1,
      ethAddress: subject.holder.address,
    }
    for (const operation of ['admin-reserve', 'admin-revoke'])
      expectError(
        await call('POST', `/ens/v1/subname/${operation}`, { headers: { 'x-api-key': key }, body }),
        403,
        'ForbiddenException',
      )
    expect(await readState(service(), subject)).toBe('reserved')
  })
})
