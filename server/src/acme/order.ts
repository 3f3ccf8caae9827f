import { setTimeout as delay } from 'node:timers/promises'
import type { Authorization, Order } from 'acme-client'
import type { ChallengeKind } from '../model/certificate.ts'
import { AuthorityError } from './authority-error.ts'
import { type AcmeClient, type AcmeLibrary, oneLine } from './client.ts'
import { assertServable, type IssuedCertificate } from './issued-certificate.ts'

/** Where the answers to its challenges are put, and taken away. */
export interface Challenges {
  readonly kind: ChallengeKind
  readonly answer: (token: string, keyAuthorization: string) => Promise<void>
  readonly forget: (token: string) => Promise<void>
}

export interface OrderOptions {
  readonly host: string
  readonly challenges: Challenges
  /** RFC 9773 §5: the certificate that this one replaces. */
  readonly replaces: string | undefined
  /** Such as `shortlived`; undefined: the usual one of the authority. */
  readonly profile: string | undefined
  readonly signal: AbortSignal
}

const firstPollMs = 500
const maxPollMs = 5_000

/** From an order to its certificate (RFC 8555 §7.4), with a new key. */
export async function obtainCertificate(
  acme: AcmeLibrary,
  client: AcmeClient,
  options: OrderOptions,
): Promise<IssuedCertificate> {
  const { host, challenges, signal } = options
  const order = await placeOrder(client, options)
  const isOpen = ({ status }: Authorization) => status !== 'valid'
  if ((await client.getAuthorizations(order)).some(isOpen)) await prove(client, order, challenges, signal)
  const key = await acme.crypto.createPrivateEcdsaKey()
  const [privateKey, csr] = await acme.crypto.createCsr({ commonName: host, altNames: [host] }, key)
  const finalized = await client.finalizeOrder(order, csr)
  const valid = await poll(() => client.getOrder(order), isIssued, signal, finalized)
  const chain = await client.getCertificate(valid)
  return assertServable({ chain, privateKey: privateKey.toString() }, host, Date.now())
}

/** An authority that does not know what is replaced, or has replaced it already, issues another one all the same. */
async function placeOrder(client: AcmeClient, { host, replaces, profile }: OrderOptions): Promise<Order> {
  const order = {
    identifiers: [{ type: 'dns', value: host }],
    ...(profile !== undefined && { profile }),
  }
  if (replaces === undefined) return client.createOrder(order)
  return client.createOrder(Object.assign({ replaces }, order)).catch((error: unknown) => {
    if (!(error instanceof AuthorityError) || !error.isRefusal || error.isOfAccount) throw error
    return client.createOrder(order)
  })
}

async function prove(client: AcmeClient, order: Order, challenges: Challenges, signal: AbortSignal) {
  const { kind, answer, forget } = challenges
  const [authorization] = await client.getAuthorizations(order)
  // The types of the library name two kinds.
  const challenge = authorization?.challenges.find(({ type }) => String(type) === kind)
  if (!challenge) throw new AuthorityError(`The authority offers no proof by ${kind} for this host.`)
  await answer(challenge.token, await client.getChallengeKeyAuthorization(challenge))
  try {
    await client.completeChallenge(challenge)
    await poll(() => client.getAuthorizations(order), isProven, signal)
  } finally {
    await forget(challenge.token)
  }
}

/** @throws AuthorityError of a proof that was refused. */
function isProven(authorizations: readonly Authorization[]): boolean {
  for (const { status, challenges } of authorizations)
    if (status !== 'pending' && status !== 'valid') {
      const failed = challenges.find(({ error }) => error !== undefined)
      throw new AuthorityError(detailOf(failed?.error) ?? `The proof was refused (${status}).`, {
        status: 403,
      })
    }
  return authorizations.every(({ status }) => status === 'valid')
}

/** @throws AuthorityError of an order that has failed. */
function isIssued({ status, error }: Order): boolean {
  if (status === 'invalid')
    throw new AuthorityError(detailOf(error) ?? 'The authority has refused the order.', { status: 403 })
  return status === 'valid'
}

function detailOf(problem: object | undefined): string | undefined {
  const detail: unknown = problem && Reflect.get(problem, 'detail')
  return typeof detail === 'string' && detail !== '' ? oneLine(detail) : undefined
}

/** Until it is done, or the signal; a response that is lost is asked for again. */
async function poll<Result>(
  read: () => Promise<Result>,
  isDone: (result: Result) => boolean,
  signal: AbortSignal,
  known?: Result,
): Promise<Result> {
  let result = known
  for (let waitMs = firstPollMs; ; waitMs = Math.min(waitMs * 2, maxPollMs)) {
    if (result !== undefined && isDone(result)) return result
    await delay(waitMs, undefined, { signal })
    result = await read().catch((error: unknown) => {
      if (error instanceof AuthorityError && error.isTransient && !signal.aborted) return undefined
      throw error
    })
  }
}
