import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Address, Hex } from 'viem'
import { isTrustedSigner } from '../chain/is-trusted-signer.ts'
import { type Config, readConfig } from '../config/config.ts'
import type { Context } from '../context.ts'
import { readGatewaySigners } from '../core/resolvers/gateway-signers.ts'
import { getResolver, listResolvers } from '../core/resolvers/resolvers.ts'
import { candidateSigners, recordTrustedSigners } from '../core/resolvers/signers.ts'
import { isOwnScheme } from '../core/resolvers/signing-scheme.ts'
import { checksumAddress, isValidAddress } from '../crypto/evm-address.ts'
import { type ChainId, chainIds } from '../ens/chains.ts'
import { OperatorError } from '../errors.ts'
import type { Resolver } from '../model/resolver.ts'
import { type ChainClient, chainClientOf } from '../rpc/operator.ts'
import { createLocalSigner } from '../signing/local-signer.ts'
import { readSignerKeys, signerKeyFile, writeSignerKeys } from '../signing/signer-keys.ts'
import { signerSources } from '../signing/signer-sources.ts'
import { listDomainsOfResolver } from '../store/listing/domains.ts'
import { sendOrPrintOwnerCall, sendOwnerCall } from './owner.ts'
import {
  type Command,
  command,
  defaulted,
  ensureDataDir,
  flag,
  optional,
  parseChainId,
  parseSecondsToMs,
  printRecord,
  printTable,
  required,
  withContext,
} from './shared.ts'

const pollMs = 1000

/** How long a leaked key stays listed while services have not switched. */
const maxLeakedWaitMs = 30_000

const signersNew = command({
  name: 'signers new',
  summary:
    'make the first signing key of a chain, in a file of the data folder that only its owner can read and that the service ' +
    'reads; prints the address. Later keys come from "signers rotate"; --next puts one in front of the others, where the process ' +
    '"signer" has the keys',
  options: { chain: required('id'), next: flag, json: flag },
  run: async ({ options }) => {
    const chainId = parseChainId(options.chain)
    const { config, secrets } = readConfig()
    await ensureDataDir(config)
    const file = signerKeyFile(config.dataDir, chainId)
    const inFile = await readSignerKeys(file)
    const [known] = [...inFile, ...secrets.signerKeys[chainId]]
    if (known !== undefined && !options.next)
      throw new OperatorError(
        `Chain ${chainId} has the signer ${addressOf(known)} already. To replace it, run: byname signers rotate <resolver>`,
      )
    const key = await newKey()
    await writeSignerKeys(file, [key, ...inFile])
    printRecord({ chainId, address: addressOf(key), file }, options.json)
  },
})

const signersAddress = command({
  name: 'signers address',
  summary: 'print the addresses of the configured signing keys, in the order in which they are preferred',
  options: { json: flag },
  run: async ({ options }) => {
    const { config, secrets } = readConfig()
    const sources = signerSources(config, secrets)
    const read = await Promise.all(sources.map(async (source) => [source, await source.read()] as const))
    const inFiles = await Promise.all(chainIds.map((chainId) => addressesInFile(config, chainId)))
    const rows = chainIds.flatMap((chainId, index) =>
      read.flatMap(([{ name }, signers]) =>
        (signers.get(chainId) ?? []).map(({ address }) => ({
          chainId,
          address,
          from: inFiles[index]?.includes(address) ? signerKeyFile(config.dataDir, chainId) : name,
        })),
      ),
    )
    for (const { close } of sources) close?.()
    printTable(rows, options.json)
  },
})

async function addressesInFile({ dataDir }: Config, chainId: ChainId): Promise<readonly Address[]> {
  return (await readSignerKeys(signerKeyFile(dataDir, chainId))).map(addressOf)
}

async function newKey(): Promise<Hex> {
  const { generatePrivateKey } = await import('viem/accounts')
  return generatePrivateKey()
}

function addressOf(key: Hex): Address {
  return createLocalSigner(key).address
}

const ownerOptions = { 'key-from': optional('variable'), json: flag } as const

function setSignerCommand(verb: 'add' | 'remove', note: string): Command {
  return command({
    name: `resolvers ${verb}-signer`,
    summary:
      `${verb} a signer of a resolver contract${note}: as its owner, with the private key in the variable that --key-from ` +
      'names, or print the transaction for its owner',
    operands: ['id', 'address'],
    options: ownerOptions,
    run: async ({ operands: [id, address], options }) => {
      if (!isValidAddress(address)) throw new OperatorError(`"${address}" is not an address.`)
      await withContext(async (context) => {
        const resolver = await requireOwnResolver(context, id)
        const chain = chainClientOf(context.chains, resolver.chainId)
        const call = await signerCall(resolver, verb, checksumAddress(address))
        const owner = { keyVariable: options['key-from'], asJson: options.json }
        await sendOrPrintOwnerCall(chain, { title: `change of signers`, call }, owner)
        if (options['key-from'] !== undefined) await readListed(context, chain, resolver)
      })
    },
  })
}

export const signerSetCommands: readonly Command[] = [
  setSignerCommand('add', ', which then accepts its responses'),
  setSignerCommand('remove', ', which then rejects all its responses'),
]

async function signerCall({ address }: Resolver, verb: 'add' | 'remove', signer: Address) {
  // Large; loaded on demand.
  const { signerSetCall } = await import('../chain/owner-calls.ts')
  return signerSetCall(address, verb, signer)
}

/** @throws OperatorError for a contract without the functions of ours. */
export async function requireOwnResolver(context: Context, id: string): Promise<Resolver> {
  const resolver = await getResolver(context, id)
  if (isOwnScheme(resolver.signingScheme)) return resolver
  throw new OperatorError(
    `The contract of ${id} is not one of ours (its scheme is ${resolver.signingScheme}): deploy a new one.`,
  )
}

/** The signers of ours, or known before, that the contract lists; also stored. */
async function readListed(
  context: Context,
  chain: ChainClient,
  { id }: Resolver,
): Promise<ReadonlySet<string>> {
  const resolver = await getResolver(context, id)
  const candidates = candidateSigners(context.signers.get(chain.id), [resolver])
  const listed: string[] = []
  for (const candidate of candidates) {
    const [isListed] = await isTrustedSigner(chain, [resolver], checksumAddress(candidate))
    if (isListed === undefined)
      throw new OperatorError(`There is no resolver contract at ${resolver.address} on chain ${chain.id}.`)
    if (isListed) listed.push(candidate)
  }
  await recordTrustedSigners(context, resolver, listed)
  return new Set(listed)
}

/** What a rotation must not forget when it is stopped. */
function rotationFile({ dataDir }: Config, { id }: Resolver): string {
  return join(dataDir, `signer-rotation-${id}`)
}

const signersRotate = command({
  name: 'signers rotate',
  summary:
    'replace the signer of a resolver contract while names resolve: makes a key (or takes the first of several in ' +
    'SIGNER_KEY_<chain>), adds it on chain, waits until the service signs with it and old responses have expired, and removes ' +
    'the old one; sends the transactions with --key-from, else prints them and waits. Stopped, it continues when it is run again. ' +
    '--leaked removes the old one without waiting for its responses to expire',
  operands: ['resolver'],
  options: { ...ownerOptions, settle: defaulted('seconds', '30'), leaked: flag },
  run: async ({ operands: [id], options }) => {
    const { config, secrets } = readConfig()
    await withContext(async (context) => {
      const resolver = await requireOwnResolver(context, id)
      const { chainId } = resolver
      const chain = chainClientOf(context.chains, chainId)
      const rotation: Rotation = {
        context,
        chain,
        resolver,
        keyFile: signerKeyFile(config.dataDir, chainId),
        hasKeysElsewhere: signerSources(config, secrets).length > 1,
        file: rotationFile(config, resolver),
        owner: { keyVariable: options['key-from'], asJson: options.json },
        isLeaked: options.leaked,
      }
      const signer = await chooseNewSigner(rotation)
      await addSigner(rotation, signer, parseSecondsToMs(options.settle))
      await awaitSwitch(rotation, signer)
      const removed = await removeOldSigners(rotation, signer, config.gatewaySignatureTtlSeconds)
      await dropOldKeys(rotation, signer)
      await rm(rotation.file, { force: true })
      printRecord({ resolver: id, signer, removed }, options.json)
    })
  },
})

interface Rotation {
  readonly context: Context
  readonly chain: ChainClient
  readonly resolver: Resolver
  /** Of this data folder. */
  readonly keyFile: string
  /** Where this command cannot make a key. */
  readonly hasKeysElsewhere: boolean
  readonly file: string
  readonly owner: { readonly keyVariable: string | undefined; readonly asJson: boolean }
  readonly isLeaked: boolean
}

function report(sentence: string): void {
  console.error(sentence)
}

/** That of a rotation that was stopped; one that is configured and not in use; else a new one. */
async function chooseNewSigner(rotation: Rotation): Promise<Address> {
  const { context, chain, resolver, keyFile, hasKeysElsewhere, file } = rotation
  const addresses = await configuredSigners(rotation)
  const started = await readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  )
  const continued = addresses.find((address) => address === started)
  if (continued) {
    report(`Continuing the rotation to ${continued}.`)
    return continued
  }
  const listed = await readListed(context, chain, resolver)
  const [first, ...others] = addresses
  const isListed = (address: Address) => listed.has(address.toLowerCase())
  const isUnused = first !== undefined && (!isListed(first) || others.some(isListed))
  if (!isUnused && hasKeysElsewhere)
    throw new OperatorError(
      `All keys that are configured for chain ${chain.id} are in use. Make a new one where they are, in front of the others, and run this again: ` +
        'docs/operating/signers.md.',
    )
  await rm(file, { force: true })
  const signer = isUnused ? first : await makeKey(rotation)
  if (isUnused) report(`Rotating to ${signer}, which is configured and not in use alone.`)
  else report(`The new key is in ${keyFile}, its address is ${signer}.`)
  await writeFile(file, `${signer}\n`, { mode: 0o600, flush: true })
  return signer
}

/** The preferred first. */
async function configuredSigners({ context, chain }: Rotation): Promise<readonly Address[]> {
  await context.reloadSigners()
  return (context.signers.get(chain.id) ?? []).map(({ address }) => address)
}

async function makeKey({ context, keyFile }: Rotation): Promise<Address> {
  const key = await newKey()
  await writeSignerKeys(keyFile, [key, ...(await readSignerKeys(keyFile))])
  await context.reloadSigners()
  return addressOf(key)
}

async function addSigner(rotation: Rotation, signer: Address, settleMs: number): Promise<void> {
  const { context, chain, resolver } = rotation
  if (!(await isTrusted(chain, resolver, signer))) await change(rotation, 'add', signer)
  const { trustedSigners } = await getResolver(context, resolver.id)
  if (trustedSigners.includes(signer.toLowerCase())) return
  // Nodes of clients may be some blocks behind.
  if (settleMs > 0 && !rotation.isLeaked) {
    report(`${signer} is listed. Waiting ${settleMs / 1000} seconds for the nodes of clients.`)
    await delay(settleMs)
  }
  await readListed(context, chain, resolver)
}

/** Sends or prints the transaction, and waits until it is in a block. */
async function change(rotation: Rotation, verb: 'add' | 'remove', signer: Address): Promise<void> {
  const { chain, resolver, owner } = rotation
  const call = await signerCall(resolver, verb, signer)
  const titled = { title: 'change of signers', call }
  // The command has one result: what it sends itself is part of its progress.
  if (owner.keyVariable !== undefined) await sendOwnerCall(chain, titled, owner.keyVariable)
  else {
    await sendOrPrintOwnerCall(chain, titled, owner)
    report('Waiting until it is in a block. Stop with Ctrl+C, and run the command again to continue.')
  }
  while ((await isTrusted(chain, resolver, signer)) !== (verb === 'add')) await delay(pollMs)
}

async function isTrusted(chain: ChainClient, resolver: Resolver, signer: Address): Promise<boolean> {
  const [trust] = await isTrustedSigner(chain, [resolver], signer)
  return trust === true
}

/**
 * Until each gateway signs with it, or with a key that stays; instances that lack the key would fail once the old one is
 * removed.
 */
async function awaitSwitch(rotation: Rotation, signer: Address): Promise<void> {
  const { context, chain, resolver, isLeaked } = rotation
  const [domain] = await listDomainsOfResolver(context.store.db, resolver.id, 1)
  if (!domain) return report('No domain uses the resolver, so there are no lookups to wait for.')
  const deadline = isLeaked ? performance.now() + maxLeakedWaitMs : Number.POSITIVE_INFINITY
  for (let reported = ''; performance.now() < deadline; await delay(pollMs)) {
    const signers = await readGatewaySigners(chain, resolver, domain.name)
    const areKept = await Promise.all([...signers].map((found) => isKept(rotation, found)))
    const waiting = [...signers].filter((found, index) => found !== signer && !areKept[index])
    if (waiting.length === 0) return report(`All gateways sign with ${signer}, or with a key of their own.`)
    const found = waiting.toSorted().join(', ')
    if (found !== reported)
      report(
        `Waiting until all gateways sign with ${signer}; they give: ${found}. A service on this data folder learns the key ` +
          `within seconds; give others SIGNER_KEY_${chain.id}=<new>,<old> and restart them.`,
      )
    reported = found
  }
  report('Some gateways have not switched; continuing, because the old key has leaked.')
}

/** Whether a gateway of another region has it: the contract lists it, and this service neither has it nor has had it. */
async function isKept({ context, chain, resolver }: Rotation, signer: string): Promise<boolean> {
  if (!isValidAddress(signer)) return false
  const removed = candidateSigners(context.signers.get(chain.id), [await getResolver(context, resolver.id)])
  return (
    !removed.includes(signer.toLowerCase()) && (await isTrusted(chain, resolver, checksumAddress(signer)))
  )
}

async function removeOldSigners(
  rotation: Rotation,
  signer: Address,
  ttlSeconds: number,
): Promise<readonly string[]> {
  const { context, chain, resolver, isLeaked } = rotation
  const listed = [...(await readListed(context, chain, resolver))]
  const old = listed
    .filter((address) => address !== signer.toLowerCase())
    .map((address) => checksumAddress(address))
  if (old.length > 0 && !isLeaked) {
    report(
      `Waiting ${ttlSeconds} seconds (GATEWAY_SIGNATURE_TTL) until the responses of ${old.join(', ')} have expired.`,
    )
    await delay(ttlSeconds * 1000)
  }
  for (const address of old) await change(rotation, 'remove', address)
  await readListed(context, chain, resolver)
  return old
}

/** Keeps keys that another resolver of the chain still trusts. */
async function dropOldKeys(rotation: Rotation, signer: Address): Promise<void> {
  const { context, chain, keyFile } = rotation
  const resolvers = (await listResolvers(context)).filter(({ chainId }) => chainId === chain.id)
  const inFile = await readSignerKeys(keyFile)
  const isKept = async (address: Address) => {
    if (address === signer) return true
    return (await isTrustedSigner(chain, resolvers, address)).some((trust) => trust === true)
  }
  const kept = (
    await Promise.all(inFile.map(async (key) => ((await isKept(addressOf(key))) ? [key] : [])))
  ).flat()
  if (kept.length < inFile.length) await writeSignerKeys(keyFile, kept)
  const left = await configuredSigners(rotation)
  const unused = (await Promise.all(left.map(async (one) => ((await isKept(one)) ? [] : [one])))).flat()
  if (unused.length > 0)
    report(
      `Remove ${unused.join(', ')} where its key is configured, before the next start; it is not used any more.`,
    )
}

export const signerCommands: readonly Command[] = [signersNew, signersAddress, signersRotate]
