import { readRecords } from '../ccip/records.ts'
import { findNameResolver } from '../ccip/resolver.ts'
import { readConfig } from '../config/config.ts'
import { eraseName } from '../core/subnames/remove.ts'
import { chainIdList, mainnetId } from '../ens/chains.ts'
import { normalizeName } from '../ens/names.ts'
import { printRecords } from '../ens/records.ts'
import { AppError, OperatorError } from '../errors.ts'
import { findOldestNames } from '../store/entities/oldest-names.ts'
import { findRpcUrl, openTracedSession, type TracedSession } from './owner.ts'
import {
  type Command,
  command,
  defaulted,
  escapeControlCharacters,
  flag,
  parseChainId,
  parseCount,
  printRecord,
  printTable,
  required,
  withContext,
} from './shared.ts'

const namesErase = command({
  name: 'names erase',
  summary:
    'remove a subname and erase its records and signers from the event log; type, time and name of its events stay',
  operands: ['name'],
  options: { chain: required('id'), json: flag },
  run: async ({ operands: [text], options: { chain, json } }) => {
    const chainId = parseChainId(chain)
    const name = normalizeName(text)
    const { events, isRemoved, ...erased } = await withContext((context) =>
      eraseName(context, { chainId, name }),
    )
    printRecord({ ...erased, isRemoved, erasedEvents: events }, json)
  },
})

const namesOldest = command({
  name: 'names oldest',
  summary:
    'list the domains and names that are there longest, with their resolvers; "byname upgrade" looks them up',
  options: { count: defaulted('number', '10'), json: flag },
  run: async ({ options: { count, json } }) => {
    const names = await withContext(({ store }) => findOldestNames(store.db, parseCount(count)))
    printTable(
      names.map((name) => ({ ...name })),
      json,
    )
  },
})

export const nameCommands: readonly Command[] = [namesErase, namesOldest]

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
