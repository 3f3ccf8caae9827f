import { validate } from 'uuid'
import { readConfig } from '../config/config.ts'
import type { Context } from '../context.ts'
import { newId } from '../core/context.ts'
import { checkResolvers, type ResolverHealth } from '../core/health/check-resolvers.ts'
import { sharedSignerWarning } from '../core/health/operator-advice.ts'
import { createResolver, gatewayUrls, listResolvers, resolverDefaults } from '../core/resolvers/resolvers.ts'
import { readSigningScheme } from '../core/resolvers/signing-scheme.ts'
import { checksumAddress, isValidAddress } from '../crypto/evm-address.ts'
import { type ChainId, isChainId } from '../ens/chains.ts'
import { OperatorError } from '../errors.ts'
import { type SigningScheme, signingSchemes } from '../gateway/digest.ts'
import { serializeResolver } from '../http/operations/resolvers.ts'
import type { Resolver } from '../model/resolver.ts'
import { chainClientOf } from '../rpc/operator.ts'
import { isPublicHost } from '../rpc/outbound.ts'
import { sendOrPrintOwnerCall } from './owner.ts'
import { sealTreeCommands } from './seal-trees.ts'
import {
  type Command,
  command,
  flag,
  optional,
  parseChainId,
  parseChoice,
  printRecord,
  printTable,
  repeated,
  required,
  withContext,
} from './shared.ts'
import { requireOwnResolver, signerSetCommands } from './signers.ts'

const resolversAdd = command({
  name: 'resolvers add',
  summary: `register a resolver contract; schemes: ${signingSchemes.join(', ')}; without --scheme, it is read from the contract`,
  options: {
    chain: required('id'),
    address: required('0x…'),
    scheme: optional('scheme'),
    id: optional('uuid'),
    registry: optional('0x…'),
    'node-provider': optional('url'),
    environment: optional('word'),
    json: flag,
  },
  run: async ({ options }) => {
    const { id, address } = options
    if (id !== undefined && !validate(id)) throw new OperatorError(`"${id}" is not a UUID.`)
    const chainId = parseChainId(options.chain)
    const defaults = resolverDefaults(chainId)
    const given = options.scheme === undefined ? undefined : parseChoice(options.scheme, signingSchemes)
    const input = {
      id,
      chainId,
      address,
      chainName: defaults.chainName,
      registryAddress: options.registry ?? defaults.registryAddress,
      nodeProvider: options['node-provider'] ?? defaults.nodeProvider,
      environment: options.environment ?? defaults.environment,
    }
    const { resolver, warning } = await withContext(async (context) => {
      const signingScheme = await chooseScheme(context, { chainId, address, given })
      const resolver = await createResolver(context, { ...input, signingScheme })
      return { resolver, warning: sharedSignerWarning(context, await listResolvers(context)) }
    })
    printRecord(serializeResolverWithScheme(resolver), options.json)
    if (warning) console.error(warning)
  },
})

interface ContractToAdd {
  readonly chainId: ChainId
  readonly address: string
  readonly given: SigningScheme | undefined
}

/**
 * That of the contract, which is read unless the given one is safe for any version of it: a contract that does not accept siblings
 * rejects responses only while many are signed at once.
 */
async function chooseScheme(
  { chains }: Context,
  { chainId, address, given }: ContractToAdd,
): Promise<SigningScheme> {
  if (given !== undefined && given !== 'merkle') return given
  if (!isValidAddress(address)) throw new OperatorError(`"${address}" is not an address.`)
  const found = await readSigningScheme(chainClientOf(chains, chainId), checksumAddress(address))
  if (found === null)
    throw new OperatorError(
      `${address} on chain ${chainId} is not a resolver whose scheme can be read: give --scheme chain-bound or published.`,
    )
  if (given === undefined || given === found) return found
  throw new OperatorError(
    `The contract ${address} on chain ${chainId} has the scheme ${found}, not ${given}.`,
  )
}

const resolversDeploy = command({
  name: 'resolvers deploy',
  summary:
    'deploy a resolver contract for this service, paid by DEPLOYER_KEY, and register it; --private allows a ' +
    'PUBLIC_URL that only this machine or network reaches',
  options: {
    chain: required('id'),
    owner: required('0x…'),
    'node-provider': optional('url'),
    private: flag,
    json: flag,
  },
  run: async ({ options }) => {
    const chainId = parseChainId(options.chain)
    const { owner } = options
    if (!isValidAddress(owner)) throw new OperatorError(`"${owner}" is not an address.`)
    const { publicUrl, deployerKey } = readDeploymentSettings()
    if (!options.private) assertPubliclyReachable(publicUrl)
    // Large; loaded on demand.
    const { deployResolver } = await import('../chain/deploy-resolver.ts')
    const resolver = await withContext(async (context) => {
      const [signer] = context.signers.get(chainId) ?? []
      if (!signer) throw new OperatorError(`Chain ${chainId} has no signer: set SIGNER_KEY_${chainId}.`)
      const id = newId()
      const address = await deployResolver(chainClientOf(context.chains, chainId), {
        deployerKey,
        owner,
        urls: gatewayUrls(publicUrl, id),
        signers: [signer.address],
        onSent: (hash) => console.error(`Sent ${hash}; waiting until it is in a block.`),
      })
      console.error(
        `Deployed ${address}. If registering fails now, run: byname resolvers add --chain ${chainId} ` +
          `--address ${address} --scheme merkle --id ${id}`,
      )
      const defaults = resolverDefaults(chainId)
      const nodeProvider = options['node-provider'] ?? defaults.nodeProvider
      return createResolver(context, {
        ...defaults,
        id,
        chainId,
        address,
        nodeProvider,
        signingScheme: 'merkle',
      })
    })
    printRecord(serializeResolverWithScheme(resolver), options.json)
  },
})

function readDeploymentSettings() {
  const { config, secrets } = readConfig()
  if (!config.publicUrl)
    throw new OperatorError('Set PUBLIC_URL: the contract tells clients to query the gateway there.')
  if (!secrets.deployerKey)
    throw new OperatorError('Set DEPLOYER_KEY to the private key of an account that pays for the deployment.')
  return { publicUrl: config.publicUrl, deployerKey: secrets.deployerKey }
}

const resolversList = command({
  name: 'resolvers list',
  summary: 'list the resolvers; the first one of a chain is its default',
  options: { json: flag },
  run: async ({ options }) => {
    const resolvers = await withContext(listResolvers)
    const isDefault = ({ chainId, nodeProvider }: Resolver) =>
      isChainId(chainId) && nodeProvider === resolverDefaults(chainId).nodeProvider
    printTable(
      resolvers.map((resolver) => ({
        ...serializeResolverWithScheme(resolver),
        // As shown to clients; on the command line, only one that the operator has set.
        ...(isDefault(resolver) && { nodeProvider: null }),
      })),
      options.json,
    )
  },
})

const resolversCheck = command({
  name: 'resolvers check',
  summary:
    'check on chain that each resolver trusts our signer and points to PUBLIC_URL, and that each of its gateway URLs gives ' +
    'a response that it accepts; fails unless all do',
  options: { json: flag },
  run: async ({ options }) => {
    const { publicUrl } = readConfig().config
    const { checks, warning } = await withContext(async (context) => {
      const checks = await checkResolvers(context, publicUrl)
      const resolvers = checks.map(({ resolver }) => resolver)
      return { checks, warning: sharedSignerWarning(context, resolvers) }
    })
    if (options.json) printTable(checks.map(withGateways), true)
    else printChecks(checks)
    const findings = [...checks.flatMap((check) => check.findings), ...(warning ? [warning] : [])]
    if (findings.length === 0) return
    const trusted = checks.filter(({ trust }) => trust === 'trusted').length
    const count = `${trusted} of ${checks.length} resolvers are known to trust their signer.`
    throw new OperatorError([...findings, count].join('\n'))
  },
})

function printChecks(checks: readonly ResolverHealth[]): void {
  printTable(checks.map(toRow), false)
  const gatewayRows = checks.flatMap(({ resolver, gateways = [] }) =>
    gateways.map(({ method, url, outcome }) => ({ id: resolver.id, method, url, outcome })),
  )
  if (gatewayRows.length === 0) return
  console.log()
  printTable(gatewayRows, false)
}

function toRow({ resolver: { id, chainId, address, signingScheme }, signer, trust }: ResolverHealth) {
  return {
    id,
    chainId,
    address,
    signingScheme,
    signer,
    trust,
  }
}

function withGateways(check: ResolverHealth) {
  const gateways = check.gateways?.map(({ url, method, outcome, fault }) => ({
    ...{ url, method, outcome },
    ...(fault && { step: fault.step, reason: fault.problem }),
  }))
  return { ...toRow(check), gateways: gateways ?? null }
}

const resolversSetUrls = command({
  name: 'resolvers set-urls',
  summary:
    'set the gateways of a resolver contract, in the order in which clients try them (PUBLIC_URL alone), with POST first or ' +
    'GET, which caches can keep: as its owner, with the private key in the variable that --key-from names, or print the ' +
    'transaction for its owner',
  operands: ['id'],
  options: {
    'public-url': repeated('url'),
    'get-first': flag,
    'key-from': optional('variable'),
    private: flag,
    json: flag,
  },
  run: async ({ operands: [id], options }) => {
    const baseUrls = readPublicUrls(options['public-url'])
    if (!options.private) baseUrls.forEach(assertPubliclyReachable)
    // Large; loaded on demand.
    const { setUrlsCall } = await import('../chain/owner-calls.ts')
    await withContext(async (context) => {
      const resolver = await requireOwnResolver(context, id)
      const chain = chainClientOf(context.chains, resolver.chainId)
      const order = { getFirst: options['get-first'] }
      const urls = baseUrls.flatMap((baseUrl) => gatewayUrls(baseUrl, id, order))
      for (const url of urls) console.error(`Clients will query ${url}`)
      const call = setUrlsCall(resolver.address, urls)
      const owner = { keyVariable: options['key-from'], asJson: options.json }
      await sendOrPrintOwnerCall(chain, { title: 'change of URLs', call }, owner)
    })
  },
})

function readPublicUrls(fromOptions: readonly string[]): readonly string[] {
  const { publicUrl } = readConfig().config
  const urls = fromOptions.length > 0 ? fromOptions : publicUrl ? [publicUrl] : []
  if (urls.length === 0) throw new OperatorError('Set PUBLIC_URL, or give --public-url <url>.')
  const invalid = urls.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
  if (invalid !== undefined) throw new OperatorError(`"${invalid}" is not an http(s) URL.`)
  return urls
}

/** Adds the digest that the contract verifies. */
function serializeResolverWithScheme(resolver: Resolver) {
  return {
    ...serializeResolver(resolver),
    signingScheme: resolver.signingScheme,
  }
}

/**
 * Asserts that public ENS clients can reach a URL, judged by the host's suffix without resolving it.
 *
 * @throws OperatorError for a local or private host.
 */
function assertPubliclyReachable(publicUrl: string): void {
  if (isPublicHost(publicUrl)) return
  throw new OperatorError(
    `ENS clients cannot reach ${publicUrl}, and the contract would direct them there: set PUBLIC_URL to the public URL of the ` +
      'service, or give --private for a private chain.',
  )
}

export const resolverCommands: readonly Command[] = [
  resolversAdd,
  resolversDeploy,
  resolversList,
  resolversCheck,
  resolversSetUrls,
  ...signerSetCommands,
  ...sealTreeCommands,
]
