import { findNameResolver } from '../ccip/find-resolver.ts'
import { readRecords } from '../ccip/read-records.ts'
import { openReadSession, type ReadSession } from '../ccip/session.ts'
import { type Config, readConfig, type Secrets } from '../config/config.ts'
import { type ChainId, chainIdList, mainnetId } from '../ens/chains.ts'
import { normalizeName } from '../ens/name.ts'
import { printRecords } from '../ens/print-records.ts'
import { AppError } from '../errors.ts'
import { OperatorError } from '../operator-error.ts'
import { chainClientOf, createChainClients } from '../rpc/chain-clients.ts'
import { OutboundError } from '../rpc/outbound/error.ts'
import { readBody } from '../rpc/outbound/read-body.ts'
import type { OutboundRequest, OutboundResponse } from '../rpc/ssrf-safe-fetch.ts'
import { findRunningSandbox } from '../sandbox/find-running.ts'
import { command, defaulted, flag } from './command.ts'
import { escapeControlCharacters, printRecord } from './print.ts'
import { parseChainId } from './read-option.ts'

export const resolve = command({
  name: 'resolve',
  summary:
    `resolve a name as any ENS client does, on a chain (${chainIdList}), through RPC_URL_<chain> or the running ` +
    'sandbox, and show the gateways that answered; fails without records',
  operands: ['name'],
  options: { chain: defaulted('id', String(mainnetId)), json: flag },
  run: async ({ operands: [text], options }) => {
    const chainId = parseChainId(options.chain)
    const name = normalizeName(text)
    const { config, secrets } = readConfig()
    const rpcUrl = await findRpcUrl(chainId, config, secrets)
    const session = openTracedSession(chainId, rpcUrl, config.rpcTimeoutMs)
    const { resolver, records } = await readProfile(session, name)
    printRecord(
      { resolver, gateways: [...session.respondedUrls], ...Object.fromEntries(records) },
      options.json,
    )
    for (const line of formatGatewayFailures(session)) console.error(line)
    if (records.length === 0) throw new OperatorError(`${name} has no records on chain ${chainId}.`)
  },
})

/** The operator's own RPC, else that of the running sandbox. */
async function findRpcUrl(chainId: ChainId, config: Config, secrets: Secrets): Promise<string> {
  const configured = secrets.rpcUrls[chainId]
  if (configured) return configured
  const sandbox = await findRunningSandbox(config).catch((error: unknown) => {
    if (!(error instanceof OperatorError)) throw error
    throw new OperatorError(`Set RPC_URL_${chainId} to an RPC of chain ${chainId}. ${error.message}`)
  })
  return sandbox.chains[chainId].rpcUrl
}

/** Records, by URL template, which gateways responded and why the others failed. */
interface TracedSession extends ReadSession {
  readonly respondedUrls: ReadonlySet<string>
  readonly failedUrls: ReadonlyMap<string, string>
}

function openTracedSession(chainId: ChainId, rpcUrl: string, timeoutMs: number): TracedSession {
  const { rpc } = chainClientOf(createChainClients({ rpcUrls: { [chainId]: rpcUrl }, timeoutMs }), chainId)
  const { signal } = new AbortController()
  const session = openReadSession({ chainId, rpc, fetch: fetchUnguarded, timeoutMs, signal })
  const respondedUrls = new Set<string>()
  const failedUrls = new Map<string, string>()
  const queryGateway: ReadSession['queryGateway'] = async (lookup) => {
    let lastError: unknown
    for (const url of lookup.urls)
      try {
        const response = await session.queryGateway({ ...lookup, urls: [url] })
        respondedUrls.add(url)
        return response
      } catch (error) {
        lastError = error
        failedUrls.set(url, error instanceof Error ? error.message : String(error))
      }
    throw lastError ?? new AppError('UpstreamException', 'The resolver lists no gateway.')
  }
  return { ...session, queryGateway, respondedUrls, failedUrls }
}

/** Unguarded: the operator's machine may reach gateways that the service must not. */
async function fetchUnguarded(request: OutboundRequest): Promise<OutboundResponse> {
  const { url, method, body, maxBytes, timeoutMs } = request
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)])
  const headers = { 'content-type': 'application/json' }
  try {
    const response = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) })
    return { status: response.status, body: response.body ? await readBody(response.body, maxBytes) : '' }
  } catch (error) {
    if (error instanceof OutboundError) throw error
    throw signal.aborted
      ? new OutboundError('timed-out', `did not answer in ${timeoutMs} ms`)
      : new OutboundError('failed', 'cannot be reached')
  }
}

/** @throws OperatorError when the name does not resolve. */
async function readProfile(session: TracedSession, name: string) {
  try {
    const { resolver } = await findNameResolver(session.chain, name)
    if (resolver === null) throw new OperatorError(`${name} has no resolver on this chain.`)
    const records = await readRecords(session, name)
    return { resolver, records: records ? printRecords(records) : [] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const failures = formatGatewayFailures(session).map((line) => `  ${line}`)
    throw new OperatorError([`${name} does not resolve: ${error.message}`, ...failures].join('\n'))
  }
}

/** One line per gateway; the URLs are untrusted. */
function formatGatewayFailures({ failedUrls }: TracedSession): readonly string[] {
  return [...failedUrls].map(([url, reason]) =>
    escapeControlCharacters(`The gateway ${url} did not answer: ${reason}`),
  )
}
