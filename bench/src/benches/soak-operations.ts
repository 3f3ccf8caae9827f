import { lowerCaseHex } from '../../../server/src/crypto/hex.ts'
import { resolverId, userAt } from '../databases/zone.ts'
import type { Client } from '../load/client.ts'
import { getRequest } from '../load/requests.ts'
import { addRequest, updateRequest, type Wallet, walletAt } from '../load/wallets.ts'
import { addressLookup, type ExpectedLookup, textLookup } from '../lookups/expected-lookup.ts'
import { verifyResponse } from '../lookups/verify-response.ts'
import { lookupRequest } from '../lookups/workload.ts'
import { listings } from './listing-requests.ts'

/** One of those who ask at the same time, with names of its own that nobody else changes. */
export interface Caller {
  readonly client: Client
  /** Another connection, which is perhaps served by another process. */
  readonly witness: Client
  readonly wallet: Wallet
  readonly label: string
  /** Names it has added so far. */
  added: number
  /** Changes it has made so far. */
  changes: number
}

/** What a caller does; rejects when an answer is not as it has to be. */
export type Operation = (caller: Caller, size: number) => Promise<void>

/** Signatures are recovered of one answer in so many: it takes longer than answering. */
const verifyEvery = 200

const ethereum = 60

/** How often each is done, out of 100 times. */
export const operations: readonly (readonly [name: string, share: number, Operation])[] = [
  ['lookup, any name', 55, (caller) => lookUpUser(caller, lookups.length)],
  ['lookup, eight names', 15, (caller) => lookUpUser(caller, 8)],
  ['read of a name', 10, readUser],
  ['listing or search', 8, list],
  ['update, then lookup', 8, changeAndLookUp],
  ['add, then lookup', 4, addAndLookUp],
]

/** Questions about so many users, to be asked by number; made beforehand, for that takes longer than answering. */
let lookups: readonly ExpectedLookup[] = []

/** Prepares what is asked of a database of so many users. */
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

/** Every answer must hold the right result; of some everything is verified. */
async function lookUp(client: Client, lookup: ExpectedLookup, verifySignature: boolean): Promise<void> {
  const body = await sendRequest(client, lookupRequest(`/ccip/${resolverId}`, lookup.callData))
  if (verifySignature) return verifyResponse(body, lookup, 'chain-bound')
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

async function list({ client }: Caller, size: number): Promise<void> {
  const index = Math.floor(Math.random() * 1e6)
  const listing = listings[index % listings.length]
  const body = listing ? await sendRequest(client, getRequest(listing.pathOf(index, size))) : ''
  if (body.includes('.bench.eth"') !== listing?.hasResults)
    throw new Error(`Wrong list, ${listing?.title}: ${body}`)
}

/** What was answered must be seen by the next lookup, wherever it is answered. */
async function changeAndLookUp(caller: Caller): Promise<void> {
  const { client, witness, wallet, label } = caller
  const text = { key: 'status', value: `change ${++caller.changes} of ${label}` }
  await sendRequest(client, updateRequest(wallet, label, text))
  await lookUp(witness, textLookup(label, text), false)
}

async function addAndLookUp(caller: Caller): Promise<void> {
  const { client, witness, wallet } = caller
  const label = `${caller.label}-${++caller.added}`
  await sendRequest(client, addRequest(wallet, label))
  const addresses = [{ coinType: ethereum, address: lowerCaseHex(wallet.address) }]
  await lookUp(witness, addressLookup({ label, addresses, texts: [] }, ethereum), false)
}

/** Makes a caller and adds the name that it will change. */
export async function createCaller(number: number, client: Client, witness: Client): Promise<Caller> {
  const caller = {
    client,
    witness,
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
