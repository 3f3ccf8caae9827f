import { coinTypeToNameMap } from '@ensdomains/address-encoder'
import { chainCoinType, coinName } from './coin-names.ts'
import { defaultEvmCoinType, ethCoinType, evmCoinType, isCoinType } from './coin-types.ts'
import { evmChainList } from './evm-chains.ts'

/** A coin type as callers give it: pure rules about numbers that are not one, and about what is meant by them. */

let evmChains: ReadonlyMap<number, string> | undefined

/** Name of an EVM chain; `undefined` for one that is not known here. */
export function evmChainName(chainId: number): string | undefined {
  evmChains ??= new Map(
    [...evmChainList.matchAll(/(\d+) ([^;]+);/g)].map(([, id, name = '']) => [Number(id), name]),
  )
  return evmChains.get(chainId)
}

const maxInt32 = 0x7fffffff

/**
 * The coin type that is meant by a number that cannot be one:
 * - the bare id of an EVM chain, unless the number is a coin type of SLIP-44 that the address encoder knows;
 * - 0x80000000 plus 1, as mainnet has 60 (ENSIP-11);
 * - a coin type of an EVM chain as a signed number of 32 bits.
 *
 * `undefined`: the number is a coin type, or it is not known what is meant.
 */
export function meantCoinType(value: number): number | undefined {
  if (!Number.isInteger(value)) return undefined
  if (value === defaultEvmCoinType + 1) return ethCoinType
  if (value < 0) {
    const unsigned = value >= -maxInt32 - 1 ? value >>> 0 : 0
    return meantCoinType(unsigned) ?? (chainTitle(unsigned) === undefined ? undefined : unsigned)
  }
  const isBareChainId = !Object.hasOwn(coinTypeToNameMap, value) && evmChainName(value) !== undefined
  return isBareChainId ? evmCoinType(value) : undefined
}

/** Title of the EVM chain of a coin type. */
function chainTitle(coinType: number): string | undefined {
  return coinType === ethCoinType ? 'Ethereum' : evmChainName(coinType - defaultEvmCoinType)
}

/** `2147492101 (Base)`. */
function showCoinType(coinType: number): string {
  return `${coinType} (${chainTitle(coinType) ?? coinName(coinType)})`
}

/** What is wrong with a number or text as a coin type, to follow its name; `undefined`: nothing. */
export function coinTypeProblem(value: unknown): string | undefined {
  if (typeof value === 'number') return numberProblem(value)
  const text = typeof value === 'string' ? value.trim() : ''
  if (/^-?\d{1,30}$/.test(text)) return numberProblem(Number(text))
  const meant = textCoinType(text)
  return meant === undefined
    ? 'is not a whole number'
    : `is not a whole number: did you mean ${showCoinType(meant)}?`
}

function numberProblem(value: number): string | undefined {
  const meant = meantCoinType(value)
  const hint = meant === undefined ? '' : `: did you mean ${showCoinType(meant)}?`
  const chain = evmChainName(value)
  if (meant !== undefined && chain !== undefined)
    return `is the id of the chain ${chain}, not its coin type${hint}`
  if (isCoinType(value)) return meant === undefined ? undefined : `is not used${hint}`
  if (!Number.isInteger(value)) return 'is not a whole number'
  return value < 0 ? `is less than 0${hint}` : 'is more than 4294967295'
}

/** A label, CAIP-2 chain or hexadecimal number where a coin type belongs. */
function textCoinType(text: string): number | undefined {
  if (/^0x[0-9a-f]{1,8}$/i.test(text)) {
    const number = Number(text)
    return meantCoinType(number) ?? number
  }
  return chainCoinType(text.toLowerCase().replace(/^(eip155:\d+).*$/s, '$1'))
}

/** ` Did you mean …?` for an EVM address under the number of another coin that is also the id of a chain; else empty. */
export function chainIdHint(coinType: number, text: string): string {
  const isChainId = coinType !== ethCoinType && evmChainName(coinType) !== undefined
  return isChainId && /^0x[0-9a-f]{40}$/i.test(text)
    ? ` ${coinType} is also the id of the chain ${evmChainName(coinType)}: did you mean ${showCoinType(evmCoinType(coinType))}?`
    : ''
}
