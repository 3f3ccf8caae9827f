import { lowerCaseHex } from '../../../server/src/crypto/hex.ts'
import { resolverId, userAt } from '../databases/zone.ts'
import type { Client } from '../load/client.ts'
import { getRequest } from '../load/requests.ts'
import { addRequest, updateRequest, type Wallet, walletAt } from '../load/wallets.ts'
import { addressLookup, type ExpectedLookup, textLookup } from '../lookups/expected-lookup.ts'
import { verifyResponse } from '../lookups/verify-response.ts'
import { lookupRequest } from '../lookups/workload.ts'
import { listings } from './listing-requests.ts'

/** A concurrent client, with names that no other client changes. */
export interface Caller {
  readonly client: Client
  /** Another connection, perhaps to another process. */
  readonly observer: Client
  readonly wallet: Wallet
  readonly label: string
  /** Names it has added so far. */
  added: number
  /** Changes it has made so far. */
  changes: number
}

/** An operation of a caller; rejects when a response is wrong. */
export type Operation = (caller: Caller, size: number) => Promise<void>

/** One response in this many has its signature recovered: that takes longer than to respond. */
const verifyEvery = 200

const ethereum = 60

/** How often each operation is run, out of 100 times. */
export const operations: readonly (readonly [name: string, share: number, Operation])[] = [
  ['lookup, any name', 55, (caller) => lookUpUser(caller, lookups.length)],
  ['lookup, eight names', 15, (caller) => lookUpUser(caller, 8)],
  ['read of a name', 10, readUser],
  ['listing or search', 8, list],
  ['update, then lookup', 8, changeAndLookUp],
  ['add, then lookup', 4, addAndLookUp],
]

/** Lookups of this many users, by number; prepared in advance, because that takes longer than to respond. */
let lookups: readonly ExpectedLookup[] = []

/** Prepares the requests for a database of this many users. */
export function prepareLookups(size: number): void {
  const length = Math.min(size, 5000)
  lookups = Array.from({ length }, (_, index) =>
    addressLookup(userAt(Math.floor((index * size) / length)), ethereum),
  )
}

async function lookUpUser({ client }: Caller, count: number): Promise<void> {
  const lookup = lookups[Math.floor(Math.random() * count)]
  if (!lookup) throw new Error('There is nothing to ask for.')
  await lookUp(client, lookup, Math.random() < 1 / verifyEvery)
}

/** Every response must have the expected result; some are verified completely. */
async function lookUp(client: Client, lookup: ExpectedLookup, verifySignature: boolean): Promise<void> {
  const body = await sendRequest(client, lookupRequest(`/ccip/${resolverId}`, lookup.callData))
  if (verifySignature) return verifyResponse(body, lookup, 'merkle')
  if (!body.includes(lookup.result.slice(2)))
    throw new Error(`Stale or wrong: ${lookup.callData} got ${body}`)
}

async function readUser({ client }: Caller, size: number): Promise<void> {
  const number = Math.floor(Math.random() * size)
  const { label } = userAt(number)
  const body = await sendRequest(
    client,
    getRequest(`/ens/v1/subname/subname?subname=${label}.bench.eth&chainId=1`),
  )
  if (!body.includes(`User number ${number} of`)) throw new Error(`Wrong record of ${label}: ${body}`)
}

/** Cursors of a database that changes would have to be fetched again and again. */
const unprepared = listings.filter(({ prepare }) => !prepare)

async function list({ client }: Caller, size: number): Promise<void> {
  const index = Math.floor(Math.random() * 1e6)
  const listing = unprepared[index % unprepared.length]
  const body = listing ? await sendRequest(client, getRequest(listing.pathOf(index, size))) : ''
  if (body.includes('.bench.eth"') !== listing?.hasResults)
    throw new Error(`Wrong list, ${listing?.title}: ${body}`)
}

/** A confirmed change must be in the next lookup, at any process. */
async function changeAndLookUp(caller: Caller): Promise<void> {
  const { client, observer, wallet, label } = caller
  const text = { key: 'status', value: `change ${++caller.changes} of ${label}` }
  await sendRequest(client, updateRequest(wallet, label, text))
  await lookUp(observer, textLookup(label, text), false)
}

async function addAndLookUp(caller: Caller): Promise<void> {
  const { client, observer, wallet } = caller
  const label = `${caller.label}-${++caller.added}`
  await sendRequest(client, addRequest(wallet, label))
  const addresses = [{ coinType: ethereum, address: lowerCaseHex(wallet.address) }]
  await lookUp(observer, addressLookup({ label, addresses, texts: [] }, ethereum), false)
}

/** Creates a caller and adds the name that it will change. */
export async function createCaller(number: number, client: Client, observer: Client): Promise<Caller> {
  const caller = {
    client,
    observer,
    wallet: walletAt(number),
    label: `caller-${number}`,
    added: 0,
    changes: 0,
  }
  await sendRequest(client, addRequest(caller.wallet, caller.label))
  return caller
}

async function sendRequest(client: Client, request: Buffer): Promise<string> {
  const { status, body } = await client.send(request)
  if (status === 200) return body
  throw new Error(`Status ${status}: ${body}\nto ${request.toString().split('\r\n')[0]}`)
}
