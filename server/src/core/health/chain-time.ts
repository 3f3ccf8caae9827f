import { isObject } from '../../is-object.ts'
import type { ChainClient } from '../../rpc/operator.ts'

/** The newest block of a chain, compared with the clock of this process. */
export interface ChainReading {
  readonly chainId: number
  /** Unix seconds. */
  readonly blockTime: number
  /** The clock of this process less the time of the block; negative: the block is later. */
  readonly ageMs: number
  /** The clock of this process less that of an RPC on the internet, by its `Date` header; undefined: not known. */
  readonly aheadOfRpcMs: number | undefined
  /** How much later the block is than the one that was read before; undefined: the first one. */
  readonly progress: { readonly blockMs: number; readonly elapsedMs: number } | undefined
}

export interface ClockError {
  /** Positive: the clock of this process is ahead. */
  readonly offsetMs: number
  /** Chain id; 0: an RPC's own clock. */
  readonly chainId: number
  readonly by: 'block' | 'date'
}

export interface TimeJudgement {
  readonly clock: ClockError | undefined
  /** RPCs whose newest block is old although the clock of this process is right. */
  readonly behind: readonly ChainReading[]
}

/** How far another clock may be off, and a request takes. */
const toleranceMs = 60_000

/** A contract accepts an hour, and a response is valid for up to 50 minutes. */
const maxBlockAgeMs = 600_000

/** From here on, a chain that has blocks has a later one. */
const minElapsedMs = 30_000

/**
 * Pure. Blocks are never later than now, so one that is shows a clock that is behind. Old blocks show a clock that is ahead, or an RPC
 * that is behind: another source of time decides, else whether this clock has been moved (`steppedMs`, against a clock
 * that cannot be), else whether blocks still come.
 */
export function judgeTime(readings: readonly ChainReading[], steppedMs: number | undefined): TimeJudgement {
  const late = readings.toSorted((one, other) => one.ageMs - other.ageMs)[0]
  if (late && late.ageMs < -toleranceMs)
    return { clock: { offsetMs: late.ageMs, chainId: late.chainId, by: 'block' }, behind: [] }
  const dated = readings.filter(
    ({ aheadOfRpcMs = 0, ageMs }) =>
      Math.abs(aheadOfRpcMs) > toleranceMs && ageMs > aheadOfRpcMs - toleranceMs,
  )
  const [date] = dated
  if (date?.aheadOfRpcMs !== undefined && dated.length === readings.length)
    return { clock: { offsetMs: date.aheadOfRpcMs, chainId: date.chainId, by: 'date' }, behind: [] }
  const old = readings.filter(({ ageMs }) => ageMs > maxBlockAgeMs)
  const [first] = old
  if (!first) return { clock: undefined, behind: [] }
  if (readings.some(isAgreeing)) return { clock: undefined, behind: old }
  const isOff = steppedMs === undefined ? arrive(old) : steppedMs > toleranceMs
  if (isOff === undefined) return { clock: undefined, behind: [] }
  if (!isOff) return { clock: undefined, behind: old }
  const nearest = old.reduce((one, other) => (other.ageMs < one.ageMs ? other : one), first)
  return { clock: { offsetMs: nearest.ageMs, chainId: nearest.chainId, by: 'block' }, behind: [] }
}

function isAgreeing({ ageMs, aheadOfRpcMs }: ChainReading): boolean {
  return ageMs <= maxBlockAgeMs || (aheadOfRpcMs !== undefined && Math.abs(aheadOfRpcMs) <= toleranceMs)
}

/** Whether blocks come as time passes; undefined: not known yet. */
function arrive(readings: readonly ChainReading[]): boolean | undefined {
  const known = readings.flatMap(({ progress }) => progress ?? [])
  if (known.some(({ blockMs, elapsedMs }) => blockMs > 0 && blockMs < 10 * elapsedMs + toleranceMs))
    return true
  return known.some(({ elapsedMs }) => elapsedMs >= minElapsedMs) ? false : undefined
}

export interface ChainHead {
  /** Unix seconds. */
  readonly blockTime: number
  /** Milliseconds since 1970. */
  readonly rpcTime: number | undefined
}

const request = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'eth_getBlockByNumber',
  params: ['latest', false],
})

/** Blocks list their transactions. */
const maxBytes = 1_048_576

/** `undefined` without a readable block. @throws AppError when the RPC does not respond. */
export async function readChainHead({ rpc }: Pick<ChainClient, 'rpc'>): Promise<ChainHead | undefined> {
  const { body, date } = await rpc.send(request, maxBytes)
  const parsed = parseObject(body)
  const block = parsed && 'result' in parsed && isObject(parsed.result) ? parsed.result : undefined
  const timestamp = block && 'timestamp' in block ? block.timestamp : undefined
  if (typeof timestamp !== 'string' || !/^0x[\da-f]{1,12}$/i.test(timestamp)) return undefined
  const rpcTime = date === undefined ? Number.NaN : Date.parse(date)
  return { blockTime: Number(timestamp), rpcTime: Number.isNaN(rpcTime) ? undefined : rpcTime }
}

function parseObject(text: string): object | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return isObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
