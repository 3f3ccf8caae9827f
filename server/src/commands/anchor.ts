import { existsSync } from 'node:fs'
import type { Address } from 'viem'
import type { AnchorContext } from '../anchor/anchor-context.ts'
import { anchorDomain, requireAnchoredDomain } from '../anchor/anchor-domain.ts'
import { anchorKeyFile, openAnchorKey } from '../anchor/anchor-key.ts'
import { anchorSettings } from '../anchor/anchor-settings.ts'
import type { Heartbeat } from '../chain/heartbeat.ts'
import { backupRecipient } from '../config/backup-variables.ts'
import { readConfig } from '../config/config.ts'
import type { Context } from '../context.ts'
import { missingCalls } from '../core/domains/anchor.ts'
import {
  changeRecipient,
  noteAnchorOnChain,
  switchAnchorOff,
  switchAnchorOn,
} from '../core/domains/anchor-events.ts'
import { findZoneSeals } from '../core/seals/find-seals.ts'
import { mainnetId } from '../ens/chains.ts'
import { parseDomain } from '../ens/names.ts'
import { OperatorError } from '../errors.ts'
import { exportLinesOf } from '../http/export-lines.ts'
import type { Domain } from '../model/domain.ts'
import { chainClientOf, createChainClients } from '../rpc/operator.ts'
import { writeSignerKeys } from '../signing/signer-keys.ts'
import { selectAnchors } from '../store/entities/anchors.ts'
import { findResolver } from '../store/entities/resolvers.ts'
import { sendOrPrintOwnerCalls, type TitledCall } from './owner.ts'
import {
  type Command,
  command,
  defaulted,
  ensureDataDir,
  flag,
  optional,
  parseAmount,
  parseChainId,
  printRecord,
  printTable,
  required,
  withContext,
  withProgressLine,
} from './shared.ts'

/** With what a run needs beside the context of the service. */
function withAnchorContext<T>(use: (context: AnchorContext & Context) => Promise<T>): Promise<T> {
  const { secrets } = readConfig()
  return withContext((context) =>
    use({
      ...{ ...context, secrets, fetch: context.outbound },
      ...{ exportLines: exportLinesOf(context), findSeals: findZoneSeals },
      noteOnChain: (domain, heartbeat) => noteAnchorOnChain(context, domain, heartbeat),
    }),
  )
}

const anchor = command({
  name: 'anchor',
  summary:
    'publish the names of a domain as files at ANCHOR_TARGETS, read a sample back by their URLs, and beat: its contract answers from ' +
    'these files when this service is gone. Afterwards the service does it by itself, each ANCHOR_INTERVAL_HOURS. --recipient: also put ' +
    'an export there, encrypted to this recipient of age, each ANCHOR_ESCROW_DAYS; none: no more',
  operands: ['domain'],
  options: { chain: defaulted('id', `${mainnetId}`), recipient: optional('age1…'), json: flag },
  run: async ({ operands: [text], options }) => {
    const [name, chainId] = [parseDomain(text), parseChainId(options.chain)]
    const recipient = options.recipient === undefined ? undefined : parseRecipient(options.recipient)
    const aborted = new AbortController()
    const abort = () => aborted.abort(new OperatorError('Stopped; there was no beat.'))
    process.once('SIGINT', abort).once('SIGTERM', abort)
    const { outcomes, ...anchoring } = await withAnchorContext(async (context) => {
      const domain = await requireAnchoredDomain(context.store, chainId, name)
      await switchAnchorOn(context, domain)
      if (recipient !== undefined) await changeRecipient(context, domain, recipient)
      return withProgressLine('Opening the database', (show) =>
        anchorDomain(context, {
          domain,
          signal: aborted.signal,
          onProgress: (progress) => show(describe(progress)),
          onSent: (hash) => console.error(`Sent ${hash}; waiting until it is in a block.`),
        }),
      )
    })
    printRecord({ domain: name, chainId, ...anchoring, targets: outcomes }, options.json)
    for (const { problem } of [...outcomes, anchoring.escrow ?? {}])
      if (problem !== undefined) console.error(`Not everywhere: ${problem}.`)
  },
})

/** `null`: none. */
function parseRecipient(text: string): string | null {
  if (text === 'none') return null
  const parsed = backupRecipient.safeParse(text)
  if (parsed.success) return parsed.data
  throw new OperatorError('--recipient is neither a recipient of age (age1…) nor none.')
}

type Progress = Parameters<NonNullable<Parameters<typeof anchorDomain>[1]['onProgress']>>[0]

function describe(progress: Progress): string {
  const count = (value: number) => value.toLocaleString('en')
  if (progress.step === 'reading') return `Reading: ${count(progress.names)} names`
  if (progress.step === 'putting') return `Putting: ${count(progress.files)} files`
  return `Building: ${count(progress.buckets)} of ${count(progress.of)} buckets`
}

const setup = command({
  name: 'anchor setup',
  summary:
    'what the owner of the domain’s contract has to send before the first beat: who may beat, and where the files are; as the owner, ' +
    'with the private key in the variable that --key-from names, or printed for its wallet. --delay: how many seconds a root is ' +
    'known before it counts, in which a stolen key is seen',
  operands: ['domain'],
  options: {
    chain: defaulted('id', `${mainnetId}`),
    delay: optional('seconds'),
    'key-from': optional('variable'),
    json: flag,
  },
  run: async ({ operands: [text], options }) => {
    const [name, chainId] = [parseDomain(text), parseChainId(options.chain)]
    const delay = options.delay === undefined ? undefined : parseDelay(options.delay)
    await withAnchorContext(async (context) => {
      const domain = await requireAnchoredDomain(context.store, chainId, name)
      const calls = await setupCalls(context, domain, delay)
      if (calls.length === 0)
        return console.log('Nothing is missing: the contract knows the anchor and the URLs.')
      const owner = { keyVariable: options['key-from'], asJson: options.json }
      await sendOrPrintOwnerCalls(chainClientOf(context.chains, chainId), calls, owner)
      if (owner.keyVariable !== undefined)
        await noteAnchorOnChain(context, domain, await readHeartbeatOf(context, domain))
    })
  },
})

/** The contract refuses a longer one: `DelayTooLong`. */
const maxDelaySeconds = 30 * 86_400

function parseDelay(text: string): number {
  const delay = parseAmount(text)
  if (delay <= maxDelaySeconds) return delay
  throw new OperatorError(`--delay: a root waits for ${maxDelaySeconds} seconds (30 days) at most.`)
}

async function readHeartbeatOf(
  { store, chains }: AnchorContext,
  domain: Domain,
): Promise<Heartbeat & { readonly address: Address }> {
  // Large; loaded on demand.
  const { readHeartbeat } = await import('../chain/heartbeat.ts')
  const resolver = await findResolver(store.db, domain.resolverId)
  if (!resolver) throw new OperatorError(`${domain.name} has no resolver here.`)
  const heartbeat = await readHeartbeat(chainClientOf(chains, domain.chainId), resolver.address)
  return { ...heartbeat, address: resolver.address }
}

async function setupCalls(
  context: AnchorContext,
  domain: Domain,
  delay: number | undefined,
): Promise<readonly TitledCall[]> {
  const settings = anchorSettings(context.config, context.secrets)
  if (!settings) throw new OperatorError('ANCHOR_TARGETS is not set: say where the files are put.')
  const { address, ...heartbeat } = await readHeartbeatOf(context, domain)
  const key = await settings.addressOf(domain.chainId)
  const calls = await missingCalls({ address, heartbeat }, { urls: settings.urlsOf(domain), key, delay })
  return calls.map(({ title, to, data }) => ({ title: `change of ${title}`, call: { to, data } }))
}

const newKey = command({
  name: 'anchor new-key',
  summary:
    'make the key that beats on a chain, in the data folder, and print its address, which needs some ETH for the fees and nothing else',
  options: { chain: defaulted('id', `${mainnetId}`), json: flag },
  run: async ({ options }) => {
    const chainId = parseChainId(options.chain)
    const { config, secrets } = readConfig()
    await ensureDataDir(config)
    const file = anchorKeyFile(config.dataDir, chainId)
    if (existsSync(file)) throw new OperatorError(`There is a key in ${file} already.`)
    const { generatePrivateKey } = await import('viem/accounts')
    await writeSignerKeys(file, [generatePrivateKey()])
    const { account, close } = await openAnchorKey(
      { ...config, anchor: { ...config.anchor, kms: undefined } },
      secrets,
      chainId,
    )
    close()
    printRecord({ chainId, anchor: account.address, file }, options.json)
  },
})

const address = command({
  name: 'anchor address',
  summary:
    'the account that beats on a chain, and what it has, in wei: it pays for the beats and can do nothing else',
  options: { chain: defaulted('id', `${mainnetId}`), json: flag },
  run: async ({ options }) => {
    const chainId = parseChainId(options.chain)
    const { config, secrets } = readConfig()
    const { account, close } = await openAnchorKey(config, secrets, chainId)
    close()
    const rpcUrls = secrets.rpcUrls
    const chains = createChainClients({ rpcUrls, timeoutMs: config.resolveTimeoutMs })
    const balance = await chains
      .get(chainId)
      ?.client.getBalance({ address: account.address })
      .catch(() => undefined)
    printRecord(
      { chainId, anchor: account.address, balance: balance === undefined ? null : `${balance}` },
      options.json,
    )
  },
})

const status = command({
  name: 'anchor status',
  summary: 'the domains that are anchored: their last beats, and what keeps the next one',
  options: { json: flag },
  run: async ({ options }) => {
    const rows = await withContext(({ store }) => selectAnchors(store.db, { limit: 1000 }))
    printTable(
      rows.map(({ name, chainId, names, root, beatAt, transactionHash, problem, placeProblems }) => ({
        domain: name,
        chainId,
        names,
        root,
        lastBeat: beatAt === null ? null : new Date(beatAt).toISOString(),
        transactionHash,
        problem: problem ?? (placeProblems || null),
      })),
      options.json,
    )
  },
})

const stop = command({
  name: 'anchor stop',
  summary:
    'make this service anchor a domain no more. The contract goes on: once its grace period is over, it answers from the last files, ' +
    'unless its owner calls stopHeartbeat()',
  operands: ['domain'],
  options: { chain: defaulted('id', `${mainnetId}`) },
  run: async ({ operands: [text], options }) => {
    const [name, chainId] = [parseDomain(text), parseChainId(options.chain)]
    await withContext(async (context) => {
      const domain = await requireAnchoredDomain(context.store, chainId, name)
      if (!(await switchAnchorOff(context, domain))) throw new OperatorError(`${name} is not anchored.`)
    })
  },
})

const open = command({
  name: 'anchor open',
  summary:
    'decrypt an escrow, a file escrow-….jsonl.gz.age or the newest in a folder of them, with the identity of age of the owner, into a ' +
    'new folder that "byname import" takes; fails for one that is incomplete',
  operands: ['file or folder'],
  options: { 'identity-file': required('file'), out: required('folder'), json: flag },
  run: async ({ operands: [path], options }) => {
    const { openEscrow } = await import('./open-escrow.ts')
    const { manifest, files } = await withProgressLine('Decrypting', (show) =>
      openEscrow({ path, identityFile: options['identity-file'], out: options.out, show }),
    )
    printRecord({ folder: options.out, ...manifest, files: [...files] }, options.json)
  },
})

export const anchorCommands: readonly Command[] = [anchor, setup, newKey, address, status, stop, open]
