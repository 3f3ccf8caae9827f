import type { Address } from 'viem'
import { expect } from 'vitest'
import { lowerCaseHex } from '../../src/ens/hex.ts'
import { emptyRecords } from '../../src/ens/records.ts'
import type { WireRecord } from '../../src/http/schema/record.ts'
import { setBlocked } from '../../src/store/blocks.ts'
import { changeDomain } from '../../src/store/domain-changes.ts'
import { type Domain, findDomainById } from '../../src/store/domains.ts'
import { issueSubname } from '../../src/store/issue-subname.ts'
import { newSubname } from '../store/entities.ts'
import { type Answer, type ClientRequest, dataOf } from './api-client.ts'
import type { TestService } from './service.ts'
import { newWallet } from './signed-headers.ts'

/** Which subname, as the body of a request says it. */
export const subnameIn = (domain: Domain, label: string) => ({
  username: label,
  ensDomain: domain.name,
  chainId: domain.chainId,
})

export const ethereumAddress = (address: Address) => ({ coinType: 60, address })

/** Sends a request to add a subname. */
export const add = ({ call }: TestService, request: ClientRequest): Promise<Answer> =>
  call('POST', '/ens/v1/subname/add', request)

/** Issues a subname on the key alone, to a new wallet unless `body` says to whom. */
export const issue = async (
  service: TestService,
  domain: Domain,
  label: string,
  body: Readonly<Record<string, unknown>> = { addresses: [ethereumAddress(newWallet().address)] },
): Promise<WireRecord> =>
  dataOf<WireRecord>(
    await add(service, {
      headers: { 'x-api-key': service.key },
      body: { ...subnameIn(domain, label), overrideSignatureCheck: true, ...body },
    }),
  )

/** Reserves a name for an address. */
export const reserve = (
  { context: { store } }: TestService,
  domain: Domain,
  label: string,
  address: Address,
) => {
  const holder = lowerCaseHex(address)
  const records = { ...emptyRecords, addresses: [{ coinType: 60, address: holder }] }
  return issueSubname(
    store,
    newSubname(domain, label, { holder, records, isClaimed: false, claimedAt: null }),
    domain.workspaceId,
  )
}

/** Blocks a domain, or deletes it. */
export const hide = ({ context: { store } }: TestService, domain: Domain, state: 'blocked' | 'deleted') =>
  store.transaction((tx) =>
    state === 'blocked' ? setBlocked(tx, domain, true, 1) : changeDomain(tx, domain, { deletedAt: 1 }, 1),
  )

/** Reads a subname through the interface. */
export const read = ({ call }: TestService, domain: Domain, label: string): Promise<Answer> =>
  call('GET', `/ens/v1/subname/subname?chainId=${domain.chainId}&subname=${label}.${domain.name}`)

/** Expects that `act` leaves the domain, its count and every name below it as they are; gives what `act` gives. */
export async function untouched<Result>(
  service: TestService,
  domain: Domain,
  act: () => Promise<Result>,
): Promise<Result> {
  const before = await stored(service, domain)
  const result = await act()
  expect(await stored(service, domain)).toEqual(before)
  return result
}

const stored = async ({ context: { store } }: TestService, { id }: Domain) => ({
  domain: await findDomainById(store.db, id),
  subnames: await store.db
    .selectFrom('subnames')
    .selectAll()
    .where('domain_id', '=', id)
    .orderBy('id')
    .execute(),
})
