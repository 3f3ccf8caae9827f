import { existsSync } from 'node:fs'
import {
  type Hex,
  type NameReport,
  type VerifiedRecord,
  type VerifyOptions,
  verify,
} from '@byname/sdk/verify'
import { findNameResolver } from '../ccip/resolver.ts'
import { readConfig } from '../config/config.ts'
import { formatAddress } from '../ens/address.ts'
import { type ChainId, chainIdList, mainnetId } from '../ens/chains.ts'
import { coinName } from '../ens/coin-names.ts'
import { formatContenthash } from '../ens/contenthash.ts'
import { normalizeName } from '../ens/names.ts'
import { AppError, OperatorError } from '../errors.ts'
import { isLoopbackUrl, isPublicHost } from '../rpc/outbound.ts'
import { findRpcUrl, openTracedSession } from './owner.ts'
import {
  type Command,
  command,
  defaulted,
  escapeControlCharacters,
  escapeLines,
  flag,
  optional,
  parseAmount,
  parseChainId,
  printTable,
  repeated,
} from './shared.ts'

const verifyName = command({
  name: 'verify',
  summary:
    `or verify what a name resolves to, on a chain (${chainIdList}), from what its resolver contract says at a block: ` +
    'whose word each record is, and each check; --files names hosts of its files, --text further texts to ask a gateway for',
  operands: ['name'],
  options: {
    chain: defaulted('id', String(mainnetId)),
    rpc: optional('url'),
    block: optional('number'),
    files: repeated('url'),
    text: repeated('key'),
    json: flag,
  },
  run: async ({ operands: [text], options }) => {
    const chainId = parseChainId(options.chain)
    const name = normalizeName(text)
    const { config, secrets } = readConfig()
    const rpcUrl = options.rpc ?? (await findRpcUrl(chainId, config, secrets))
    const report = await verify(name, {
      ...(await whereToAsk({ chainId, name, rpcUrl, timeoutMs: config.rpcTimeoutMs }, options.files)),
      ...(options.block !== undefined && { block: BigInt(parseAmount(options.block)) }),
      records: { texts: options.text },
    })
    if (options.json) console.log(toJson(report))
    else print(report)
    if (report.verdict === 'unverified')
      throw new OperatorError(`${name} is not verified (${report.reason}): ${report.detail}`)
  },
})

interface Lookup {
  readonly chainId: ChainId
  readonly name: string
  readonly rpcUrl: string
  readonly timeoutMs: number
}

async function whereToAsk(lookup: Lookup, files: readonly string[]): Promise<VerifyOptions> {
  const { chainId, name, rpcUrl, timeoutMs } = lookup
  const { chain } = openTracedSession(chainId, { rpcUrl, timeoutMs })
  const resolver = await findNameResolver(chain, name).then(
    (found) => found.resolver,
    (error: unknown) => {
      throw error instanceof AppError
        ? new OperatorError(`The resolver of ${name} cannot be found: ${error.message}`)
        : error
    },
  )
  if (resolver === null) throw new OperatorError(`${name} has no resolver on chain ${chainId}.`)
  const isNamed = new Set(files.map((file) => URL.parse(file)?.origin))
  return {
    ...{ rpc: rpcUrl, chainId, resolver, timeoutMs, normalize: (normal: string) => normal },
    ...(files.length > 0 && { files }),
    // The owner of a resolver chooses its URLs: they lead to no service of this machine, unless the chain is on it.
    isAllowed: (url) =>
      isNamed.has(url.origin) ||
      isLoopbackUrl(rpcUrl) ||
      (url.protocol === 'https:' && isPublicHost(url.href)),
  }
}

/** BigInts as decimal text. */
function toJson(report: NameReport): string {
  const asText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  return escapeLines(JSON.stringify(report, asText, 2))
}

const words = {
  gateway: 'the gateway’s',
  holder: 'the holder’s',
  delegate: 'the delegate’s',
  files: 'the files’',
} as const

function print(report: NameReport): void {
  const { block, resolver, codeHash, checks, sources } = report
  if (block)
    console.log(
      `Block ${block.number} of chain ${report.chainId}, ${new Date(Number(block.time) * 1000).toISOString()}`,
    )
  if (resolver) console.log(`Resolver ${resolver}, whose code has the hash ${codeHash}`)
  if (sources.length > 0) console.log(escapeControlCharacters(`Answered by ${sources.join(', ')}`))
  for (const { detail } of checks) console.log(`  ✓ ${escapeControlCharacters(detail)}`)
  if (report.verdict === 'unverified') return
  const signers = [report.signer, report.delegate && `with ${report.delegate}, its delegate`].filter(Boolean)
  console.log(
    `Verified: it is ${words[report.word]} word${signers.length > 0 ? `, ${signers.join(' ')}` : ''}.\n`,
  )
  printTable(report.records.map(toRow), false)
}

function toRow(record: VerifiedRecord) {
  const word = words[record.word]
  if (record.kind === 'text') return { record: `text ${record.key}`, value: record.value, word }
  if (record.kind === 'contentHash')
    return { record: 'content hash', value: contentHashText(record.value), word }
  const { coinType, value } = record
  return { record: `address ${coinName(coinType)} (${coinType})`, value: addressText(coinType, value), word }
}

function contentHashText(value: Hex): string {
  const parsed = formatContenthash(value)
  return parsed ? `${parsed.protocolType}://${parsed.decoded}` : value
}

function addressText(coinType: number, value: Hex): string {
  try {
    return formatAddress(coinType, value)
  } catch {
    return value
  }
}

/** `byname verify` of files or of a name: a name is a first operand with a dot that is no path here. */
export function withNames(ofFiles: Command): Command {
  return {
    name: ofFiles.name,
    summary: `${ofFiles.summary};\n      ${verifyName.summary}`,
    usage: `${ofFiles.usage}\n  ${verifyName.usage}`,
    run: (args) => (isNameOperand(args[0] ?? '') ? verifyName : ofFiles).run(args),
  }
}

function isNameOperand(text: string): boolean {
  return /^[^/\\.-][^/\\]*\.[^/\\.]+$/.test(text) && !text.endsWith('.json') && !existsSync(text)
}
