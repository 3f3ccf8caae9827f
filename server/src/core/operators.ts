import { randomBytes } from 'node:crypto'
import type { Hex } from 'viem'
import { AppError } from '../errors.ts'
import type { Operator } from '../model/session.ts'
import { appendEvents } from '../store/entities/events.ts'
import {
  deleteOperator,
  deleteSetupTokens,
  findSetupToken,
  insertOperator,
  insertSetupToken,
  lockOperators,
  selectOperators,
} from '../store/entities/members.ts'
import type { StoreTransaction } from '../store/tables.ts'
import { hashKey } from './auth/keys.ts'
import type { CoreContext } from './context.ts'
import { operatorEvent } from './events/entity-events.ts'
import { type CursorPage, type CursorRequest, readPageOfAll } from './page.ts'

/** Those of the settings have no date. */
export interface ListedOperator extends Omit<Operator, 'createdAt'> {
  readonly createdAt: number | null
  readonly isFromSettings: boolean
}

/** Those of the settings first, by address, then the others, oldest first. */
export async function listOperators(
  context: CoreContext,
  request: CursorRequest,
): Promise<CursorPage<ListedOperator>> {
  const { rules, store } = context
  const stored = await selectOperators(store.db)
  const list = {
    list: ['operators'],
    positionOf: ({ isFromSettings, createdAt, address }: ListedOperator) => [
      isFromSettings ? 0 : 1,
      createdAt ?? 0,
      address,
    ],
    all: [
      ...[...rules.operators].toSorted().map((address) => ({
        address,
        addedBy: null,
        createdAt: null,
        isFromSettings: true,
      })),
      ...stored
        .filter(({ address }) => !rules.operators.has(address))
        .map((operator) => ({ ...operator, isFromSettings: false })),
    ],
  }
  return readPageOfAll(context, list, request)
}

const maxOperators = 100

/** Of turns (`TurnStore`). */
export const operatorsSubject = 'operators'

/** Idempotent: one that exists is returned as it is. */
export async function addOperator(
  context: CoreContext,
  { address, addedBy }: Pick<Operator, 'address' | 'addedBy'>,
): Promise<ListedOperator> {
  const isFromSettings = context.rules.operators.has(address)
  const operator = { address, addedBy, createdAt: context.clock() }
  return context.store.inTurn(operatorsSubject).plainTransaction(async (tx) => {
    await lockOperators(tx)
    const operators = await selectOperators(tx)
    const existing = operators.find((each) => each.address === address)
    if (existing) return { ...existing, isFromSettings }
    if (operators.length >= maxOperators)
      throw new AppError('LimitReachedException', `An instance has at most ${maxOperators} operators.`)
    await insertOperator(tx, operator)
    await appendEvents(tx, operatorEvent(context, 'operator.added', operator))
    return { ...operator, isFromSettings }
  })
}

/** Its sessions stay, with the rights of a member. */
export async function removeOperator(context: CoreContext, address: Hex): Promise<void> {
  if (context.rules.operators.has(address))
    throw new AppError('ForbiddenException', `${address} is in OPERATORS; remove it there.`)
  await context.store.inTurn(operatorsSubject).plainTransaction(async (tx) => {
    await lockOperators(tx)
    const operator = (await selectOperators(tx)).find((each) => each.address === address)
    if (!operator) throw new AppError('MemberNotFoundException', `${address} is not an operator.`)
    await deleteOperator(tx, address)
    await appendEvents(tx, operatorEvent(context, 'operator.removed', operator))
  })
}

const lifetimeMs = 86_400_000

/**
 * For a start without operators: the wallet that signs in with the token becomes one. Valid for a day.
 *
 * @returns undefined when there is an operator.
 */
export async function createSetupToken(context: CoreContext): Promise<string | undefined> {
  if (context.rules.operators.size > 0) return undefined
  const now = context.clock()
  const token = randomBytes(24).toString('base64url')
  return context.store.inTurn(operatorsSubject).plainTransaction(async (tx) => {
    await lockOperators(tx)
    await deleteSetupTokens(tx, now)
    if ((await selectOperators(tx)).length > 0) return undefined
    await insertSetupToken(tx, { hash: hashKey(token), expiresAt: now + lifetimeMs })
    return token
  })
}

/** Makes `address` the first operator; all setup tokens end. */
export async function redeemSetupToken(
  context: CoreContext,
  tx: StoreTransaction,
  token: string,
  address: Hex | null,
): Promise<void> {
  await lockOperators(tx)
  const now = context.clock()
  const stored = await findSetupToken(tx, hashKey(token))
  const isFirst = context.rules.operators.size === 0 && (await selectOperators(tx)).length === 0
  if (!stored || stored.expiresAt <= now || !isFirst || address === null)
    throw new AppError(
      'ForbiddenException',
      'This setup link is unknown, used or expired. The next start of the service prints one while it has no operator.',
    )
  const operator = { address, addedBy: null, createdAt: now }
  await insertOperator(tx, operator)
  await deleteSetupTokens(tx, Number.POSITIVE_INFINITY)
  await appendEvents(tx, operatorEvent(context, 'operator.added', operator))
}
