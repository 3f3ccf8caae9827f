import { statSync } from 'node:fs'
import type { Hex } from 'viem'
import { readConfig } from '../config/config.ts'
import { isValidAddress } from '../crypto/evm-address.ts'
import { type ChainId, chainIdList } from '../ens/chains.ts'
import { normalizeName, parseDomain } from '../ens/names.ts'
import { printRecords } from '../ens/records.ts'
import { AppError, OperatorError } from '../errors.ts'
import { maxDepth } from '../frozen/bucket.ts'
import { type ChainClient, chainClientOf, createChainClients } from '../rpc/operator.ts'
import { isPublicHost } from '../rpc/outbound.ts'
import { checkBucketFile, checkZone, readFrozenName } from './frozen/check-zone.ts'
import { writeZone } from './frozen/write-zone.ts'
import { findRpcUrl, sendOrPrintOwnerCall } from './owner.ts'
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
              : `Writing: ${count(progress.files)} of ${count(progress.of)} files`,
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
    'check a frozen zone, or one file of it, without a network: form, proof and root; with --name, also print what a name ' +
    'resolves to; a file alone needs --root and --depth',
  operands: ['path'],
  options: { root: optional('0x…'), depth: optional('n'), name: optional('name'), json: flag },
  run: async ({ operands: [path], options }) => {
    const root = options.root === undefined ? undefined : parseRoot(options.root)
    const depth = options.depth === undefined ? undefined : parseDepth(options.depth)
    if (!statSync(path).isDirectory()) {
      if (options.name !== undefined) throw new OperatorError('Give the folder of the zone with --name.')
      const { names, ...position } = checkBucketFile(path, { root, depth })
      const nodes = names.map(({ node, records }) => ({ node, ...Object.fromEntries(printRecords(records)) }))
      printRecord({ ...position, names: options.json ? nodes : nodes.map(({ node }) => node) }, options.json)
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
    const records = readFrozenName(path, name)
    if (!records) throw new OperatorError(`The zone proves that it has no ${name}.`)
    printRecord({ name, ...Object.fromEntries(printRecords(records)) }, options.json)
  },
})

function parseRoot(text: string): Hex {
  const root = text.toLowerCase()
  if (isHash(root)) return root
  throw new OperatorError('A root is 0x and 64 hex digits.')
}

function isHash(text: string): text is Hex {
  return /^0x[0-9a-f]{64}$/.test(text)
}

function parseDepth(text: string): number {
  const depth = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  if (depth <= maxDepth) return depth
  throw new OperatorError(`A depth is a number from 0 to ${maxDepth}.`)
}

const frozenDeploy = command({
  name: 'frozen deploy',
  summary:
    'verify a frozen zone and deploy its contract, paid by DEPLOYER_KEY, or print the transaction without that key; the URLs ' +
    'are where the folder is, in the order in which clients try them; --private allows those that only this machine or network reaches',
  operands: ['folder'],
  options: { owner: required('0x…'), url: repeated('url'), private: flag, json: flag },
  run: async ({ operands: [folder], options }) => {
    const owner = parseAddress(options.owner)
    const urls = parseBaseUrls(options.url, options.private)
    const { chainId, domain, root, depth } = await checkZone(folder)
    const { secrets } = readConfig()
    // Large; loaded on demand.
    const { frozenZoneDeployData } = await import('../chain/frozen-zone.ts')
    const { deployContract } = await import('../chain/deploy-resolver.ts')
    const data = frozenZoneDeployData(owner, { root, depth, urls })
    if (!secrets.deployerKey) return printRecord({ chainId, data, value: '0' }, options.json)
    const chain = await chainOf(chainId)
    const address = await deployContract(chain, {
      deployerKey: secrets.deployerKey,
      data,
      onSent: (hash) => console.error(`Sent ${hash}; waiting until it is in a block.`),
    })
    printRecord({ chainId, domain, address, owner, root, depth, urls }, options.json)
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
    'verify a frozen zone and make a contract resolve from it: as its owner, with the private key in the variable that ' +
    '--key-from names, or print the transaction for its owner',
  operands: ['address', 'folder'],
  options: { url: repeated('url'), 'key-from': optional('variable'), private: flag, json: flag },
  run: async ({ operands: [text, folder], options }) => {
    const address = parseAddress(text)
    const urls = parseBaseUrls(options.url, options.private)
    const { chainId, root, depth } = await checkZone(folder)
    const { setZoneCall } = await import('../chain/frozen-zone.ts')
    const call = setZoneCall(address, { root, depth, urls })
    const owner = { keyVariable: options['key-from'], asJson: options.json }
    await sendOrPrintOwnerCall(await chainOf(chainId), { title: 'change of the zone', call }, owner)
  },
})

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

/** Without slashes at the end. The contract adds the path of a file. */
function parseBaseUrls(texts: readonly string[], isPrivate: boolean): readonly string[] {
  if (texts.length === 0) throw new OperatorError('Give --url once for each host of the files.')
  return texts.map((text) => {
    const url = URL.parse(text)
    if (!url || !/^https?:$/.test(url.protocol) || /[?#{}]/.test(text))
      throw new OperatorError(`"${text}" is not an http(s) URL without query and fragment.`)
    if (!isPrivate && !isPublicHost(text))
      throw new OperatorError(
        `ENS clients cannot reach ${text}: give another URL, or --private for a private chain.`,
      )
    return text.replace(/\/+$/, '')
  })
}

export const frozenCommands: readonly Command[] = [frozenDeploy, frozenSet]
