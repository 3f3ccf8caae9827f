import type { LocalAccount } from 'viem/accounts'
import { findSubname } from '../../src/store/entities/subnames.ts'
import { type ApiResponse, dataOf } from './api-client.ts'
import { createAdminKey } from './api-keys.ts'
import type { TestService } from './service.ts'
import { createWallet, signedHeaders } from './signed-headers.ts'
import { ethereumAddress, seedSubname, subnameBody } from './subnames.ts'

/** States of a subname. */
export type SubnameState = 'none' | 'reserved' | 'claimed'

/** A label of demo.eth on mainnet, and the wallet of its holder. */
export interface TestSubname {
  readonly label: string
  readonly holder: LocalAccount
}

/** Every operation that changes the state of a subname, in both generations. */
export type Trigger = keyof typeof triggers

/** Creates a new label in a state. */
export async function createSubnameIn(
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
export async function readState(
  { context, demo }: TestService,
  { label }: TestSubname,
): Promise<SubnameState> {
  const subname = await findSubname(context.store.db, 1, `${label}.${demo[1].name}`)
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
export const triggers = {
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
