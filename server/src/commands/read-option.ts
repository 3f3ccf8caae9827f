import { apiKeyScopes } from '../core/api-keys/scopes.ts'
import { type ChainId, chainIdList, isChainId } from '../ens/chains.ts'
import { OperatorError } from '../operator-error.ts'

/** Parsers of option values; each throws `OperatorError` for an invalid one. */

export function parseChainId(text: string): ChainId {
  const chainId = Number(text)
  if (isChainId(chainId)) return chainId
  throw new OperatorError(`The chain is ${chainIdList}.`)
}

/** 1 to 10,000. */
export function parseCount(text: string): number {
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (count >= 1 && count <= 10_000) return count
  throw new OperatorError(`"${text}" is not a number from 1 to 10000.`)
}

export function parseAmount(text: string): number {
  const amount = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(amount)) return amount
  throw new OperatorError(`"${text}" is not a whole number.`)
}

export function parseSecondsToMs(text: string): number {
  if (/^\d{1,8}$/.test(text)) return Number(text) * 1000
  throw new OperatorError(`"${text}" is not a number of seconds.`)
}

/** ISO 8601 to milliseconds since 1970. */
export function parseTime(text: string): number {
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(time)) return time
  throw new OperatorError(`"${text}" is not a time such as 2030-01-01T00:00:00Z.`)
}

export function parseChoice<Word extends string>(text: string, words: readonly Word[]): Word {
  const match = words.find((candidate) => candidate === text)
  if (match) return match
  throw new OperatorError(`"${text}" is not one of ${words.join(', ')}.`)
}

export function parseScope(text: string) {
  return parseChoice(text, apiKeyScopes)
}
