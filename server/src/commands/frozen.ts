import { statSync } from 'node:fs'
import type { Hex } from 'viem'
import { readConfig } from '../config/config.ts'
import { isValidAddress } from '../crypto/evm-address.ts'
import { type ChainId, chainIdList } from '../ens/chains.ts'
import { normalizeName, parseDomain } from '../ens/names.ts'
import { printRecords } from '../ens/records.ts'
import { AppError, OperatorError } from '../errors.ts'
import type { FrozenName } from '../frozen/verify-file.ts'
import { type ChainClient, chainClientOf, createChainClients } from '../rpc/operator.ts'
import { parseBaseUrls } from './base-urls.ts'
import { checkLoneFile, checkZone, readFrozenName } from './frozen/check-zone.ts'
import { writeZone } from './frozen/write-zone.ts'
import { findRpcUrl, sendOrPrintOwnerCalls, type TitledCall } from './owner.ts'
import {
  type Command,
  command,
  flag,
  optional,
  parseChainId,
  printRecord,
  repeated,
  required,
  withProgressLine,
} from './shared.ts'

export const freeze = command({
  name: 'freeze',
  summary:
    `write the names of a domain that resolve now, on a chain (${chainIdList}), into static files below one root, from which ` +
    'its contract resolves them without this service; the service may run meanwhile',
  operands: ['domain'],
  options: { chain: required('id'), out: required('folder'), json: flag },
  run: async ({ operands: [text], options: { chain, out, json } }) => {
    const chainId = parseChainId(chain)
    const name = parseDomain(text)
    const { databaseUrl } = readConfig().secrets
    const aborted = new AbortController()
    const abort = () => aborted.abort(new OperatorError('Stopped; nothing was written.'))
    process.once('SIGINT', abort).once('SIGTERM', abort)
    const { manifest, domainsBelow } = await withProgressLine('Opening the database', (show) =>
      writeZone({
        databaseUrl,
        chainId,
        name,
        out,
        signal: aborted.signal,
        onProgress: (progress) =>
          show(
            progress.step === 'reading'
              ? `Reading: ${count(progress.names)} names`
              : `Writing: ${count(progress.buckets)} of ${count(progress.of)} buckets`,
          ),
      }),
    )
    printRecord({ ...manifest }, json)
    if (domainsBelow.length > 0)
      console.error(
        `Not in it, because they are domains of their own: ${domainsBelow.slice(0, 20).join(', ')}.`,
      )
    console.error(
      `Next: put the files on hosts, run "byname verify ${out}" where they come from, then ` +
        `"byname frozen deploy ${out} --owner 0x… --url https://…" (docs/frozen-zone.md).`,
    )
  },
})

function count(value: number): string {
  return value.toLocaleString('en')
}

export const verify = command({
  name: 'verify',
  summary:
    'check the files of a zone, or one of them, without a network: the form, and each hash up to the root; with --name, also print ' +
    'what a name resolves to; a file alone is compared with its name, which is its hash',
  operands: ['path'],
  options: { root: optional('0x…'), name: optional('name'), json: flag },
  run: async ({ operands: [path], options }) => {
    const root = options.root === undefined ? undefined : parseRoot(options.root)
    if (!statSync(path).isDirectory()) {
      verifyFile(path, options)
      return
    }
    const manifest = await withProgressLine('Verifying', (show) =>
      checkZone(path, {
        root,
        onProgress: ({ files, of }) => show(`Verifying: ${count(files)} of ${count(of)} files`),
      }),
    )
    if (options.name === undefined) return printRecord({ ...manifest }, options.json)
    const name = normalizeName(options.name)
    const found = readFrozenName(path, name)
    if (!found) throw new OperatorError(`The zone proves that it has no ${name}.`)
    printRecord({ name, ...printName(found) }, options.json)
  },
})

interface VerifyOptions {
  readonly root: string | undefined
  readonly name: string | undefined
  readonly json: boolean
}

function verifyFile(path: string, { root, name, json }: VerifyOptions): void {
  if (root !== undefined || name !== undefined)
    throw new OperatorError('Give the folder of the zone with --root and --name.')
  const { hash, ...file } = checkLoneFile(path)
  if ('tile' in file) {
    printRecord({ hash, kind: 'tile', children: file.tile }, json)
    return
  }
  const names = file.names.map((found) => ({ node: found.node, ...printName(found) }))
  printRecord({ hash, kind: 'bucket', names: json ? names : names.map(({ node }) => node) }, json)
}

/** What the holder of a sealed name has signed is not printed: the contract judges it. */
function printName({ records, seal }: FrozenName): Readonly<Record<string, unknown>> {
  return { ...(seal.signedSets && { sealed: true }), ...Object.fromEntries(printRecords(records)) }
}

function parseRoot(text: string): Hex {
  const root = text.toLowerCase()
  if (isHash(root)) return root
  throw new OperatorError('A root is 0x and 64 hex digits.')
}

function isHash(text: string): text is Hex {
  return /^0x[0-9a-f]{64}$/.test(text)
}

const frozenDeploy = command({
  name: 'frozen deploy',
  summary:
    'verify a frozen zone and deploy a contract for it, paid by DEPLOYER_KEY, or print the transaction without that key; the URLs ' +
    'are where the folder is, in the order in which clients try them; --private allows those that only this machine or network reaches',
  operands: ['folder'],
  options: { owner: required('0x…'), url: repeated('url'), private: flag, json: flag },
  run: async ({ operands: [folder], options }) => {
    const owner = parseAddress(options.owner)
    const urls = parseBaseUrls(options.url, options.private)
    const { chainId, domain, root, depth } = await checkZone(folder)
    const { secrets } = readConfig()
    // Large; loaded on demand.
    const { deployContract, resolverDeployData } = await import('../chain/deploy-resolver.ts')
    // It needs URLs of a gateway until it is frozen; it has no gateway, and no signer whose responses it would accept.
    const data = resolverDeployData({ owner, urls, signers: [] })
    if (!secrets.deployerKey) return printRecord({ chainId, data, value: '0' }, options.json)
    const chain = await chainOf(chainId)
    const address = await deployContract(chain, {
      deployerKey: secrets.deployerKey,
      data,
      onSent: (hash) => console.error(`Sent ${hash}; waiting until it is in a block.`),
    })
    printRecord({ chainId, domain, address, owner, root, depth, urls }, options.json)
    console.error(
      `Next, as its owner: "byname frozen set ${address} ${folder} --for-good", with --url as here and --key-from.`,
    )
    await printResolverCall(chain, domain, address)
  },
})

/** How the owner of the domain points it at the contract. */
async function printResolverCall(chain: ChainClient, domain: string, address: Hex): Promise<void> {
  const { setResolverCall } = await import('../chain/owner-calls.ts')
  try {
    const { to, data } = await setResolverCall(chain, domain, address)
    console.error(
      `Next, as the owner of ${domain}, set its resolver: send ${data} to ${to} on chain ${chain.id}.`,
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    console.error(`Next, as the owner of ${domain}, set its resolver to ${address}: ${error.message}`)
  }
}

const frozenSet = command({
  name: 'frozen set',
  summary:
    'verify a frozen zone and make a resolver contract answer from it alone: as its owner, with the private key in the variable that ' +
    '--key-from names, or print the transactions for its owner; --for-good is needed the first time, since no gateway answers again',
  operands: ['address', 'folder'],
  options: {
    url: repeated('url'),
    'for-good': flag,
    'key-from': optional('variable'),
    private: flag,
    json: flag,
  },
  run: async ({ operands: [text, folder], options }) => {
    const address = parseAddress(text)
    const urls = parseBaseUrls(options.url, options.private)
    const manifest = await checkZone(folder)
    const chain = await chainOf(manifest.chainId)
    const calls = await frozenCalls(chain, address, { ...manifest, urls, isForGood: options['for-good'] })
    const owner = { keyVariable: options['key-from'], asJson: options.json }
    await sendOrPrintOwnerCalls(chain, calls, owner)
  },
})

interface FrozenState {
  readonly root: Hex
  readonly depth: number
  readonly urls: readonly string[]
  readonly isForGood: boolean
}

/** The files first: with a root alone, no name resolves. */
async function frozenCalls(
  chain: ChainClient,
  address: Hex,
  { urls, isForGood, ...zone }: FrozenState,
): Promise<readonly TitledCall[]> {
  // Large; loaded on demand.
  const { freezeCall, readHeartbeat, setFilesCall, setZoneCall } = await import('../chain/heartbeat.ts')
  const { isFrozen, files } = await readHeartbeat(chain, address)
  if (!isFrozen && !isForGood)
    throw new OperatorError(
      `The contract ${address} still asks a gateway. --for-good makes it answer from files alone, and no gateway ` +
        'answers for it again. "byname anchor" publishes the same files beside a gateway.',
    )
  const isAtUrls = files.join(' ') === urls.join(' ')
  return [
    ...(isAtUrls ? [] : [{ title: 'change of the URLs', call: setFilesCall(address, urls) }]),
    isFrozen
      ? { title: 'change of the zone', call: setZoneCall(address, zone) }
      : { title: 'freezing', call: freezeCall(address, zone) },
  ]
}

async function chainOf(chainId: ChainId): Promise<ChainClient> {
  const { config, secrets } = readConfig()
  const rpcUrl = await findRpcUrl(chainId, config, secrets)
  return chainClientOf(
    createChainClients({ rpcUrls: { [chainId]: rpcUrl }, timeoutMs: config.rpcTimeoutMs }),
    chainId,
  )
}

function parseAddress(text: string): Hex {
  if (isValidAddress(text)) return text
  throw new OperatorError(`"${text}" is not an address.`)
}

export const frozenCommands: readonly Command[] = [frozenDeploy, frozenSet]
