import type { LocalAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { normalizeName } from '../../../src/ens/names.ts'
import type { ErrorName } from '../../../src/errors.ts'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { findSubname } from '../../../src/store/entities/subnames.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import {
  ethereumAddress,
  expectUnchanged,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'
import type { TestService } from '../../support/service/service.ts'

/** States of a subname. */
type SubnameState = 'none' | 'reserved' | 'claimed'

/** A label of demo.eth on mainnet, and the wallet of its holder. */
interface TestSubname {
  readonly label: string
  readonly holder: LocalAccount
}

/** Every operation that changes the state of a subname, in both generations. */
type Trigger = keyof typeof triggers

/** Creates a new label in a state. */
async function createSubnameIn(
  service: TestService,
  state: SubnameState,
  label: string,
): Promise<TestSubname> {
  const subject = { label, holder: createWallet() }
  if (state === 'reserved') dataOf(await triggers.reserve(service, subject))
  if (state === 'claimed')
    await seedSubname(service, service.demo[1], label, {
      addresses: [ethereumAddress(subject.holder.address)],
    })
  return subject
}

/** The state of a label in the database. */
async function readState({ context, demo }: TestService, { label }: TestSubname): Promise<SubnameState> {
  const subname = await findSubname(context.store.db, 1, normalizeName(`${label}.${demo[1].name}`))
  if (!subname) return 'none'
  return subname.isClaimed ? 'claimed' : 'reserved'
}

function keyed({ key }: TestService) {
  return { 'x-api-key': key }
}
async function admin(service: TestService) {
  return { 'x-api-key': await createAdminKey(service) }
}
function signed({ holder }: TestSubname) {
  return signedHeaders(holder, { chainId: 1 })
}

function names(service: TestService, { label }: TestSubname) {
  return subnameBody(service.demo[1], label)
}
function reservation(service: TestService, subject: TestSubname) {
  return {
    ...names(service, subject),
    ethAddress: subject.holder.address,
  }
}
function path({ demo }: TestService, { label }: TestSubname) {
  return `${label}.${demo[1].name}?chainId=1`
}
const text = [{ key: 'url', value: 'https://example.com' }]

/** The request of each trigger, by an authorized caller. */
const triggers = {
  reserve: (service: TestService, subject: TestSubname): Promise<ApiResponse> =>
    service.call('POST', '/ens/v1/subname/reserve', {
      headers: keyed(service),
      body: reservation(service, subject),
    }),
  'admin-reserve': async (service: TestService, subject: TestSubname): Promise<ApiResponse> =>
    service.call('POST', '/ens/v1/subname/admin-reserve', {
      headers: await admin(service),
      body: reservation(service, subject),
    }),
  'POST invitations': (service: TestService, subject: TestSubname): Promise<ApiResponse> =>
    service.call('POST', '/ens/v2/subnames/invitations', {
      headers: keyed(service),
      body: reservation(service, subject),
    }),
  accept: async (service: TestService, subject: TestSubname): Promise<ApiResponse> =>
    service.call('POST', '/ens/v1/subname/accept', {
      headers: await signed(subject),
      body: { ...names(service, subject), text },
    }),
  'PATCH invitations': async (service: TestService, subject: TestSubname): Promise<ApiResponse> =>
    service.call('PATCH', `/ens/v2/subnames/invitations/${path(service, subject)}`, {
      headers: await signed(subject),
      body: { text },
    }),
  reject: async (service: TestService, subject: TestSubname): Promise<ApiResponse> =>
    service.call('POST', '/ens/v1/subname/reject', {
      headers: await signed(subject),
      body: names(service, subject),
    }),
  'DELETE invitations': async (service: TestService, subject: TestSubname): Promise<ApiResponse> =>
    service.call('DELETE', `/ens/v2/subnames/invitations/${path(service, subject)}`, {
      headers: { ...keyed(service), ...(await signed(subject)) },
    }),
  revoke: async (service: TestService, subject: TestSubname): Promise<ApiResponse> =>
    service.call('POST', '/ens/v1/subname/revoke', {
      headers: { ...keyed(service), ...(await signed(subject)) },
      body: names(service, subject),
    }),
  'admin-revoke': async (service: TestService, subject: TestSubname): Promise<ApiResponse> =>
    service.call('POST', '/ens/v1/subname/admin-revoke', {
      headers: await admin(service),
      body: names(service, subject),
    }),
  add: async (service: TestService, subject: TestSubname): Promise<ApiResponse> =>
    service.call('POST', '/ens/v1/subname/add', {
      headers: { ...keyed(service), ...(await signed(subject)) },
      body: names(service, subject),
    }),
  'POST subnames': async (service: TestService, subject: TestSubname): Promise<ApiResponse> =>
    service.call('POST', '/ens/v2/subnames', {
      headers: { ...keyed(service), ...(await signed(subject)) },
      body: names(service, subject),
    }),
  update: async (service: TestService, subject: TestSubname): Promise<ApiResponse> =>
    service.call('POST', '/ens/v1/subname/update', {
      headers: await signed(subject),
      body: { ...names(service, subject), text },
    }),
  'PATCH subnames': async (service: TestService, subject: TestSubname): Promise<ApiResponse> =>
    service.call('PATCH', `/ens/v2/subnames/${path(service, subject)}`, {
      headers: await signed(subject),
      body: { text },
    }),
}

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
