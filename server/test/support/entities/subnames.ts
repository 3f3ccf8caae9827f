import type { Address } from 'viem'
import { expect } from 'vitest'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { setBlocked } from '../../../src/store/entities/blocks.ts'
import { writeDomain } from '../../../src/store/entities/domain-changes.ts'
import { findDomainById } from '../../../src/store/entities/domains.ts'
import { keyOfDomain } from '../../../src/store/entities/subnames.ts'
import { createWallet } from '../credentials/signed-headers.ts'
import { newSubname } from '../databases/entities.ts'
import { issueSubname } from '../events/event-log.ts'
import { type ApiResponse, dataOf } from '../http/api-client.ts'
import type { ClientRequest } from '../http/send-request.ts'
import type { TestService } from '../service/service.ts'
import type { OnChain } from './on-chain.ts'

/** A subname, as it is identified in the body of a request. */
export function subnameBody(domain: OnChain, label: string) {
  return {
    username: label,
    ensDomain: domain.name,
    chainId: domain.chainId,
  }
}

export function ethereumAddress(address: Address) {
  return { coinType: 60, address }
}

/** Sends a request to add a subname. */
export function postAdd({ call }: Pick<TestService, 'call'>, request: ClientRequest): Promise<ApiResponse> {
  return call('POST', '/ens/v1/subname/add', request)
}

/** Issues a subname with the key alone, to a new wallet unless `body` names its holder. */
export async function seedSubname(
  service: Pick<TestService, 'call' | 'key'>,
  domain: OnChain,
  label: string,
  body: Readonly<Record<string, unknown>> = { addresses: [ethereumAddress(createWallet().address)] },
): Promise<WireRecord> {
  return dataOf<WireRecord>(
    await postAdd(service, {
      headers: { 'x-api-key': service.key },
      body: { ...subnameBody(domain, label), overrideSignatureCheck: true, ...body },
    }),
  )
}

/** Reserves a name for an address. */
export function seedReservation(
  { context: { store } }: TestService,
  domain: Domain,
  label: string,
  address: Address,
) {
  const holder = lowerCaseHex(address)
  const records = { ...emptyRecords, addresses: [{ coinType: 60, address: holder }] }
  return issueSubname(
    store,
    newSubname(domain, label, { holder, records, isClaimed: false, claimedAt: null }),
    domain.workspaceId,
  )
}

/** Blocks a domain, or deletes it. */
export function blockOrDelete(
  { context: { store } }: TestService,
  domain: Domain,
  state: 'blocked' | 'deleted',
) {
  return store.transaction<unknown>((tx) =>
    state === 'blocked'
      ? setBlocked(tx, domain, { isBlocked: true, reason: null }, 1)
      : writeDomain(tx, domain, { deletedAt: 1 }, 1),
  )
}

/** Reads a subname through the interface. */
export function getSubname({ call }: TestService, domain: Domain, label: string): Promise<ApiResponse> {
  return call('GET', `/ens/v1/subname/subname?chainId=${domain.chainId}&subname=${label}.${domain.name}`)
}

/** Expects that `act` leaves the domain, its count and every name below it unchanged; returns what `act` returns. */
export async function expectUnchanged<Result>(
  service: TestService,
  domain: Domain,
  action: () => Promise<Result>,
): Promise<Result> {
  const before = await readStoredRows(service, domain)
  const result = await action()
  expect(await readStoredRows(service, domain)).toEqual(before)
  return result
}

async function readStoredRows({ context: { store } }: TestService, { id }: Domain) {
  return {
    domain: await findDomainById(store.db, id),
    subnames: await store.db
      .selectFrom('subnames')
      .selectAll()
      .where('domainKey', '=', keyOfDomain(id))
      .orderBy('key')
      .execute(),
  }
}

/** The pagination of a list whose entries are all on one page of the default size. */
export function singlePage(totalCount: number) {
  return {
    totalCount,
    page: 1,
    limit: 20,
    totalPages: 1,
    nextPage: null,
    prevPage: null,
    hasNextPage: false,
    hasPrevPage: false,
    next: null,
  }
}
