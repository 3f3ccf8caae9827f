import { readAddress } from '../ccip/records.ts'
import { findNameResolver } from '../ccip/resolver.ts'
import { readConfig } from '../config/config.ts'
import { checksumAddress, isValidAddress } from '../crypto/evm-address.ts'
import { type ChainId, chainIdList, mainnetId } from '../ens/chains.ts'
import { ethCoinType } from '../ens/coin-types.ts'
import { normalizeName } from '../ens/names.ts'
import { AppError, OperatorError } from '../errors.ts'
import { ping } from '../rpc/operator.ts'
import { findRpcUrl, openTracedSession, type TracedSession } from './owner.ts'
import {
  command,
  defaulted,
  escapeControlCharacters,
  optional,
  parseChainId,
  parseSecondsToMs,
} from './shared.ts'

/**
 * - `rpc`: it does not respond, or serves another chain
 * - `no-resolver`: the chain has none for the name
 * - `resolver`: it fails without a lookup
 * - `gateway`: no gateway URL gives a response
 * - `rejected`: the contract rejects the response: another signer, or a wrong clock
 * - `no-address`, `wrong-address`: the name resolves, and not to what is expected
 * - `timeout`: of the whole
 */
export type ProbeError =
  | 'rpc'
  | 'no-resolver'
  | 'resolver'
  | 'gateway'
  | 'rejected'
  | 'no-address'
  | 'wrong-address'
  | 'timeout'

export interface ProbeResult {
  readonly ok: boolean
  readonly name: string
  readonly chainId: ChainId
  readonly address: string | null
  readonly ms: number
  /** That responded, as the contract lists it. */
  readonly gateway: string | null
  readonly failedGateways: readonly string[]
  readonly error: ProbeError | null
  readonly message: string | null
}

interface ProbeInput {
  /** Normalized. */
  readonly name: string
  readonly chainId: ChainId
  readonly rpcUrl: string
  /** Absent: any address. */
  readonly expected: string | undefined
  readonly timeoutMs: number
}

export const probe = command({
  name: 'probe',
  summary:
    `resolve a name as an ENS client does, on a chain (${chainIdList}) through RPC_URL_<chain>, another RPC or the running sandbox, ` +
    'and its gateway; prints one line of JSON, and fails unless it has the expected address, or any',
  operands: ['name'],
  options: {
    expect: optional('address'),
    chain: defaulted('id', String(mainnetId)),
    rpc: optional('url'),
    timeout: defaulted('seconds', '10'),
  },
  run: async ({ operands: [text], options }) => {
    const chainId = parseChainId(options.chain)
    const name = normalizeName(text)
    const timeoutMs = parseSecondsToMs(options.timeout)
    if (timeoutMs === 0) throw new OperatorError('The timeout is at least a second.')
    const expected = options.expect && parseExpected(options.expect)
    const { config, secrets } = readConfig()
    const rpcUrl = options.rpc ? parseRpcUrl(options.rpc) : await findRpcUrl(chainId, config, secrets)
    const result = await probeName({ name, chainId, rpcUrl, expected, timeoutMs })
    console.log(JSON.stringify(result))
    if (!result.ok) throw new OperatorError(escapeControlCharacters(`${name}: ${result.message}`))
  },
})

function parseExpected(text: string): string {
  if (isValidAddress(text)) return text
  throw new OperatorError(`"${text}" is not an Ethereum address.`)
}

function parseRpcUrl(text: string): string {
  const protocol = URL.parse(text)?.protocol
  if (protocol === 'https:' || protocol === 'http:') return text
  throw new OperatorError('The RPC is an http or https URL.')
}

/** Reads the chain and the gateway, and nothing of this service's own. */
export async function probeName({
  name,
  chainId,
  rpcUrl,
  expected,
  timeoutMs,
}: ProbeInput): Promise<ProbeResult> {
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(timeoutMs)
  const session = openTracedSession(chainId, { rpcUrl, timeoutMs, signal })
  const outcome = await readExpected(session, name, expected, signal)
  const [gateway = null] = session.respondedUrls
  return {
    ok: outcome.error === null,
    name,
    chainId,
    address: outcome.address,
    ms: Math.round(performance.now() - startedAt),
    gateway,
    failedGateways: [...session.failedUrls.keys()],
    error: outcome.error,
    message: outcome.message,
  }
}

type Outcome = Pick<ProbeResult, 'address' | 'error' | 'message'>

async function readExpected(
  session: TracedSession,
  name: string,
  expected: string | undefined,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    await ping(session.chain)
    const { resolver } = await findNameResolver(session.chain, name)
    if (resolver === null) return failure('no-resolver', 'It has no resolver on this chain.')
    const record = await readAddress(session, name, [ethCoinType])
    if (!record) return failure('no-address', 'It resolves to no address.')
    const address = checksumAddress(record.address)
    if (expected === undefined || address === checksumAddress(expected))
      return { address, error: null, message: null }
    return { ...failure('wrong-address', `It resolves to ${address} instead of ${expected}.`), address }
  } catch (error) {
    if (signal.aborted) return failure('timeout', 'It did not resolve in time.')
    if (!(error instanceof AppError)) throw error
    return failure(await classify(session), error.message)
  }
}

function failure(error: ProbeError, message: string): Outcome {
  return { address: null, error, message }
}

async function classify({ respondedUrls, failedUrls, chain }: TracedSession): Promise<ProbeError> {
  if (respondedUrls.size > 0) return 'rejected'
  if (failedUrls.size > 0) return 'gateway'
  return ping(chain).then(
    () => 'resolver',
    () => 'rpc',
  )
}
