import { findNameResolver } from '../ccip/find-resolver.ts'
import { readRecords } from '../ccip/read-records.ts'
import { readConfig } from '../config/config.ts'
import { chainIdList, mainnetId } from '../ens/chains.ts'
import { normalizeName } from '../ens/name.ts'
import { printRecords } from '../ens/print-records.ts'
import { AppError } from '../errors.ts'
import { OperatorError } from '../operator-error.ts'
import { command, defaulted, flag } from './command.ts'
import { escapeControlCharacters, printRecord } from './print.ts'
import { parseChainId } from './read-option.ts'
import { findRpcUrl, openTracedSession, type TracedSession } from './traced-session.ts'

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
    const session = openTracedSession(chainId, { rpcUrl, timeoutMs: config.rpcTimeoutMs })
    const { resolver, records } = await readProfile(session, name)
    printRecord(
      { resolver, gateways: [...session.respondedUrls], ...Object.fromEntries(records) },
      options.json,
    )
    for (const line of formatGatewayFailures(session)) console.error(line)
    if (records.length === 0) throw new OperatorError(`${name} has no records on chain ${chainId}.`)
  },
})

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
