import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { formatUnits } from 'viem'
import { type Config, environmentWithDefaults, readConfig } from '../config/config.ts'
import { isValidAddress } from '../crypto/evm-address.ts'
import { chainIds, ensChain, ensChains, mainnetId, testnetIds } from '../ens/chains.ts'
import { ethCoinType } from '../ens/coin-types.ts'
import { parseDomain } from '../ens/names.ts'
import { OperatorError } from '../errors.ts'
import { findFreePorts } from '../sandbox/free-ports.ts'
import { findRunningSandbox } from '../sandbox/running.ts'
import type { SandboxFile } from '../sandbox/sandbox-file.ts'
import { composeSiweMessage } from '../sandbox/seed.ts'
import { chainFolder, type Sandbox } from '../sandbox/start.ts'
import { lockFile } from '../store/sqlite/files.ts'
import { invocation } from './invocation.ts'
import {
  type Command,
  command,
  defaulted,
  ensureDataDir,
  flag,
  optional,
  parseChainId,
  stopOnShutdown,
} from './shared.ts'

const loopback = ['127.0.0.1', '::1', 'localhost']

export const sandbox = command({
  name: 'sandbox',
  summary: 'run the sandbox: local chains, a domain and keys to try',
  run: runSandbox,
})

async function runSandbox(): Promise<void> {
  const { config, secrets } = readConfig(environmentWithDefaults(await sandboxDefaults()))
  assertLocalDevelopment(config)
  await ensureDataDir(config)
  const lock = lockFile(join(config.dataDir, 'sandbox.lock'))
  if (!lock)
    throw new OperatorError(
      `Another sandbox runs on ${config.dataDir}: stop it, or set DATA_DIR, PORT and SANDBOX_CHAIN_PORT for a second one.`,
    )
  // The production installation has no local chains.
  const { startSandbox } = await import('../sandbox/start.ts')
  const started = await startSandbox(config, secrets)
  console.log(welcome(started, config))
  await stopOnShutdown(started.stop)
  lock.release()
}

/** With other ports than the usual ones where those are taken. */
async function sandboxDefaults() {
  const chains = findFreePorts(8545, chainIds.length + 1)
  return { LOG_LEVEL: 'warn', PORT: `${await findFreePorts(3000, 1)}`, SANDBOX_CHAIN_PORT: `${await chains}` }
}

/** The sandbox's keys are public. */
function assertLocalDevelopment(config: Config): void {
  if (config.nodeEnv === 'production')
    throw new OperatorError('The sandbox does not run with NODE_ENV=production; use byname serve.')
  if (!loopback.includes(config.host))
    throw new OperatorError(
      `The sandbox listens on this machine only, not on ${config.host}: leave HOST out.`,
    )
}

function welcome({ file, isFirstStart }: Sandbox, { dataDir }: Config): string {
  const add = JSON.stringify({
    username: 'alice',
    ensDomain: file.domain,
    chainId: mainnetId,
    addresses: [{ coinType: ethCoinType, address: file.accounts[1]?.address }],
    text: [{ key: 'description', value: 'hello from Byname' }],
    overrideSignatureCheck: true,
  })
  const price = formatUnits(BigInt(file.payment.amount), 6)
  return `
Byname sandbox: for tests only. Its chains are local and its accounts are public.

  API             ${file.url}
  claim a name    ${file.url}/claim/${file.domain}
  console         ${file.url}/console, with account 0 as owner and operator
  documentation   ${file.url}/guide
${ensChains.map(({ id, title }) => `  ${title.padEnd(16)}${file.chains[id].rpcUrl}`).join('\n')}
  Base            ${file.payment.rpcUrl}
  domain          ${file.domain}, on each
  keys, accounts  ${dataDir}/sandbox.json
${
  isFirstStart
    ? `
Keys, shown this once:

  API key         ${file.apiKey}
  admin key       ${file.adminKey}
`
    : ''
}
Add a name, from another terminal in this folder:

  curl -X POST ${file.url}/ens/v1/subname/add -H 'content-type: application/json' -H "x-api-key: ${shellKey(file.apiKey, isFirstStart, dataDir)}" -d '${add}'

Resolve it as any ENS client would:

  ${invocation()} resolve alice.${file.domain}

Or pay ${price} USDC of the local Base for it: ${file.url}/ens/v2/resolve?ens=alice.${file.domain} asks for that, sandbox.json names a payer.

Ctrl-C stops the sandbox; the next start in this folder continues. ${invocation()} help lists the other commands.
`
}

/** After the first start, the key is read from the file instead of printed. */
function shellKey(key: string, isFirstStart: boolean, dataDir: string): string {
  return isFirstStart ? key : `$(sed -n 's/.*"apiKey": "\\(.*\\)".*/\\1/p' ${dataDir}/sandbox.json)`
}

const sandboxRegister = command({
  name: 'sandbox register',
  summary:
    'register a .eth domain on the chains of the running sandbox, ready to be onboarded; with --owner for your own wallet, ' +
    'which gets ether, without a resolver, to set it up in the console',
  operands: ['domain'],
  options: { owner: optional('0x…') },
  run: ({ operands: [domain], options: { owner } }) =>
    owner === undefined ? register(domain) : registerFor(parseSecondLevelName(domain), owner),
})

function parseSecondLevelName(text: string): string {
  const name = parseDomain(text)
  if (/^[^.]+\.eth$/.test(name)) return name
  throw new OperatorError(`${name} is not a second-level .eth name.`)
}

const savePollMs = 50

/** Until the running sandbox has written the chains with all that was sent: a kill afterwards loses nothing. */
async function awaitSaved({ dataDir }: Config, { chains }: SandboxFile): Promise<void> {
  const [{ connectChain }, { savedBlock, stateFilePath }] = await Promise.all([
    import('@byname/devnet/chain'),
    import('@byname/devnet/state-file'),
  ])
  for (const chainId of chainIds) {
    const { client } = connectChain(chainId, chains[chainId].rpcUrl)
    const sent = Number(await client.getBlockNumber())
    const file = stateFilePath(chainFolder(dataDir), chainId)
    while ((await savedBlock(file)) < sent) await delay(savePollMs)
  }
}

async function registerFor(name: string, owner: string): Promise<void> {
  if (!isValidAddress(owner)) throw new OperatorError(`"${owner}" is not an address.`)
  const { config } = readConfig()
  const running = await findRunningSandbox(config)
  const { url, chains } = running
  const [{ connectChain }, { registerName }, { fund }] = await Promise.all([
    import('@byname/devnet/chain'),
    import('@byname/devnet/register-name'),
    import('@byname/devnet/fund'),
  ])
  for (const chainId of chainIds) {
    const chain = connectChain(chainId, chains[chainId].rpcUrl)
    await registerName(chain, name.replace(/\.eth$/, ''), { owner })
    await fund(chain, owner)
  }
  await awaitSaved(config, running)
  console.log(
    `${owner} owns ${name} and ten ether on every chain of the sandbox. Sign in with it at ${url}/console`,
  )
}

async function register(text: string): Promise<void> {
  const name = parseSecondLevelName(text)
  const { config } = readConfig()
  const running = await findRunningSandbox(config)
  const { url, workspaceId, accounts, chains } = running
  const owner = accounts[0]?.address
  if (!owner) throw new OperatorError('sandbox.json names no account that could own the domain.')
  const [{ connectChain }, { pointName }] = await Promise.all([
    import('@byname/devnet/chain'),
    import('@byname/devnet/point-name'),
  ])
  for (const chainId of chainIds) {
    const { rpcUrl, resolver } = chains[chainId]
    await pointName(connectChain(chainId, rpcUrl), name, { owner, resolver })
  }
  await awaitSaved(config, running)
  const body = { ensDomain: name, offchainResolverId: chains[mainnetId].resolverId, workspaceId }
  const onTestnets = testnetIds.map(
    (id) =>
      `For ${ensChain(id).title}, the offchainResolverId is ${chains[id].resolverId}, and the owner signs with --chain ${id}.`,
  )
  console.log(`${name} uses the sandbox's resolver on every chain. Onboard it on mainnet with the API key and a signature of
its owner, account 0 of the sandbox:

  ${invocation()} sandbox sign 0 > owner.curl
  curl -K owner.curl -X POST ${url}/ens/v1/ens/add -H 'content-type: application/json' -H "x-api-key: $KEY" -d '${JSON.stringify(body)}'

${onTestnets.join('\n')}`)
}

const sandboxSign = command({
  name: 'sandbox sign',
  summary:
    "sign with one of the sandbox's accounts, by its number, a new message or the given one: as headers in a " +
    'configuration of curl (-K), or with --body as the body of a request',
  operands: ['account'],
  options: { chain: defaulted('id', String(mainnetId)), message: optional('text'), body: flag },
  run: async ({ operands: [index], options }) => {
    const chainId = parseChainId(options.chain)
    const { config } = readConfig()
    const { accounts } = await findRunningSandbox(config)
    const key = accounts[Number(index)]?.privateKey
    if (!key) throw new OperatorError(`The sandbox has the accounts 0 to ${accounts.length - 1}.`)
    // Large; loaded on demand.
    const { privateKeyToAccount } = await import('viem/accounts')
    const wallet = privateKeyToAccount(key)
    const { address } = wallet
    const message = options.message ?? (await composeSiweMessage(address, chainId))
    const signature = await wallet.signMessage({ message })
    if (options.body) return console.log(JSON.stringify({ address, signature, message }))
    // The header has a backslash and an n for a line feed; curl's configuration doubles the backslash.
    const escaped = message.replaceAll('\n', '\\\\n')
    const headers = { 'x-address': address, 'x-message': escaped, 'x-signature': signature }
    for (const [name, value] of Object.entries(headers)) console.log(`header = "${name}: ${value}"`)
  },
})

export const sandboxCommands: readonly Command[] = [sandbox, sandboxRegister, sandboxSign]
