import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Devnet, startDevnet } from '@byname/devnet'
import { JsonRpcProvider } from 'ethers'
import { type Address, createPublicClient, http, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { createContext } from '../../../src/context.ts'
import { createApiKey, ensureAdminKey } from '../../../src/core/api-keys.ts'
import { operatorCaller } from '../../../src/core/auth/sessions.ts'
import { newId } from '../../../src/core/context.ts'
import { onboardDomain } from '../../../src/core/domains/onboard.ts'
import { gatewayUrls } from '../../../src/core/resolvers/resolvers.ts'
import { createWorkspace } from '../../../src/core/workspaces.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { startService } from '../../../src/server.ts'
import { createLocalResolver } from '../../support/chain/onboard-domain.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { useDatabases } from '../../support/databases/stores.ts'
import { createFolder } from '../../support/folders.ts'
import { type ApiCall, createClient, dataOf } from '../../support/http/api-client.ts'
import type { Settings } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** A domain moves from one installation to another by the lines of docs/moving.md. */
const domain = 'acme.eth'
const resolverId = newId()

const sqlite = useDatabases('sqlite')
const postgres = useDatabases('postgres')

let folder: string
let devnet: Devnet
let a: Installation
let b: Installation
let contract: Address

interface Installation {
  readonly url: string
  readonly signer: Address
  readonly adminKey: string
  readonly call: ApiCall
  readonly shell: Shell
  readonly stop: () => Promise<void>
  readonly context: Awaited<ReturnType<typeof createContext>>
}

beforeAll(async () => {
  folder = await createFolder('moving')
  devnet = await startDevnet({ chains: [1] })
  a = await startInstallation('a', await sqlite.createMigrated())
  b = await startInstallation('b', await postgres.createMigrated(), { OUTBOUND_ALLOWED_ORIGINS: a.url })
  const urls = gatewayUrls(a.url, resolverId)
  contract = await devnet.deployResolver(1, { urls, signers: [a.signer] })
  await devnet.registerName(1, 'acme', { owner: accountAt(0).address, resolver: contract })
})
afterAll(async () => {
  await Promise.all([a.stop(), b.stop()])
  await devnet.stop()
  await rm(folder, { recursive: true })
})

function accountAt(index: number) {
  const account = devnet.accounts.at(index)
  if (!account) throw new Error(`The local chain has no account ${index}.`)
  return account
}

/** A service with its own database and signer, and a shell on its machine. */
async function startInstallation(
  name: string,
  databaseUrl: string,
  settings: Settings = {},
): Promise<Installation> {
  const machine = join(folder, name)
  await mkdir(join(machine, 'data'), { recursive: true })
  const signerKey = toHex(randomBytes(32))
  const adminKey = randomBytes(32).toString('hex')
  const environment = {
    DATA_DIR: join(machine, 'data'),
    DATABASE_URL: databaseUrl,
    PORT: '0',
    LOG_LEVEL: 'silent',
    MAX_EVENT_LOOP_DELAY_MS: '60000',
    RPC_URL_1: devnet.rpcUrl(1),
    SIGNER_KEY_1: signerKey,
    ADMIN_API_KEY: adminKey,
    ...settings,
  }
  const { config, secrets } = readConfig(environment)
  const context = await createContext(config, secrets)
  await ensureAdminKey(context, adminKey)
  const { url, stop: stopService } = await startService(context)
  const shell = openShell(machine, { ...environment, PUBLIC_URL: url })
  const call = await createClient(url)
  const stop = async () => {
    await shell.close()
    await stopService()
  }
  return { url, signer: privateKeyToAddress(signerKey), adminKey, context, call, shell, stop }
}

interface Shell {
  /** Returns what the lines print; rejects when one of them fails. */
  readonly run: (lines: string) => Promise<string>
  readonly close: () => Promise<void>
}

const main = fileURLToPath(new URL('../../../byname.js', import.meta.url))

/** The functions of docs/operating/by-hand.md, with the other machine as a folder beside this one. Commands have another folder than the shell. */
const functions = `
byname() ( cd / && ${process.execPath} ${main} "$@" < /dev/null )
field() { node -p "JSON.parse(require('fs').readFileSync(0)).$1"; }
scp() { cp -r "$2" ../b/; }
chown() { test "$1 $2" = "-R byname:" && test -d "$3"; }
`

/** Variables stay from one block to the next. */
function openShell(cwd: string, environment: Readonly<Record<string, string>>): Shell {
  const { NODE_OPTIONS: _options, NODE_ENV: _environment, ...inherited } = process.env
  const child = spawn('bash', ['-euo', 'pipefail'], { cwd, env: { ...inherited, ...environment } })
  let output = ''
  let errors = ''
  const exited = once(child, 'exit')
  const failed = exited.then(() => Promise.reject(new Error(`The shell has ended: ${errors}`)))
  failed.catch(() => undefined)
  let onOutput = () => {}
  child.stdout.setEncoding('utf8').on('data', (printed: string) => {
    output += printed
    onOutput()
  })
  child.stderr.setEncoding('utf8').on('data', (printed: string) => (errors += printed))
  child.stdin.write(functions)
  return {
    run: async (lines) => {
      const marker = `@@ ${randomBytes(8).toString('hex')} @@`
      output = ''
      const printed = new Promise<void>((resolve) => {
        onOutput = () => output.includes(marker) && resolve()
      })
      child.stdin.write(`${lines}\necho '${marker}'\n`)
      await Promise.race([printed, failed])
      return output.replace(`${marker}\n`, '')
    },
    close: async () => {
      child.stdin.end()
      await exited
    },
  }
}

interface Block {
  readonly machine: string
  readonly lines: string
}

/** The blocks below the heading that begins so, in their order. */
async function blocksBelow(heading: string): Promise<readonly Block[]> {
  const page = await readFile(new URL('../../../../docs/moving.md', import.meta.url), 'utf8')
  const part = page.split(`\n## ${heading}`)[1]?.split('\n## ')[0] ?? ''
  const blocks = [...part.matchAll(/```sh\n# At ([AB])\n(.*?)```/gs)]
  expect(blocks).toHaveLength(part.split('```sh').length - 1)
  expect(blocks).not.toHaveLength(0)
  return blocks.map(([, machine = '', lines = '']) => ({ machine, lines: adapt(lines, machine) }))
}

/** Each on its machine. Returns what each printed. */
async function runBlocks(blocks: readonly Block[]): Promise<readonly string[]> {
  const outputs: string[] = []
  for (const { machine, lines } of blocks) outputs.push(await (machine === 'A' ? a : b).shell.run(lines))
  return outputs
}

async function runStep(number: number): Promise<readonly string[]> {
  return runBlocks(await blocksBelow(`${number}. `))
}

/** Of the next two exports. */
function repeated({ machine, lines }: Block): Block {
  return { machine, lines: lines.replaceAll('acme-2', 'acme-3').replaceAll('labels acme)', 'labels acme-2)') }
}

function adapt(lines: string, machine: string): string {
  return lines
    .replaceAll('https://a.example', a.url)
    .replaceAll('https://b.example', b.url)
    .replaceAll('/var/lib/byname', join(folder, machine.toLowerCase()))
    .replaceAll('0xYourOwnerKey', accountAt(-1).privateKey)
    .replaceAll('IdOfResolver', resolverId)
    .replaceAll('0xAddressOfResolver', contract)
    .replaceAll('0xSignerOfA', a.signer)
    .replaceAll('0xSignerOfB', b.signer)
    .replaceAll('resolvers set-urls', '$& --private')
}

const holder = createWallet()
const first = holder.address
const second = createWallet().address
const labels = Array.from({ length: 8 }, (_, index) => `member-${index}`)

const body = (label: string, address: Address) => ({
  ...{ username: label, ensDomain: domain, chainId: 1 },
  addresses: [{ coinType: 60, address }],
  text: [{ key: 'com.github', value: label }],
})

async function issue({ call }: Installation, key: string, label: string, address: Address) {
  const named = { ...body(label, address), overrideSignatureCheck: true }
  dataOf(await call('POST', '/ens/v1/subname/add', { headers: { 'x-api-key': key }, body: named }))
}

/** Onboards the domain at A and issues names there. Returns a key of its workspace. */
async function fill({ context, call }: Installation): Promise<string> {
  await createLocalResolver(context, devnet, { id: resolverId, chainId: 1, address: contract })
  const caller = operatorCaller(context)
  const { id: workspaceId } = await createWorkspace(context, { name: 'Acme' })
  await onboardDomain(context, { caller, workspaceId, resolverId, name: normalizeName(domain) })
  const scopes = ['names:write', 'domains:write'] as const
  const { key } = await createApiKey(context, { caller, workspaceId, name: 'shop', scopes })
  for (const label of [...labels, 'changed', 'removed']) await issue(a, key, label, first)
  dataOf(
    await call('PATCH', `/byname/v1/domains/${domain}?chainId=1`, {
      headers: { 'x-api-key': key },
      body: { addresses: [{ coinType: 60, address: first }], texts: [{ key: 'com.github', value: 'acme' }] },
    }),
  )
  return key
}

type Value = Address | null

/** Between lookups of a client: leaves the processor to the commands. */
const pauseMs = 10

/** Stock clients look names up one after the other until they are stopped, and note each wrong result. */
function startClients(values: ReadonlyMap<string, readonly Value[]>) {
  const viem = createPublicClient({ chain: mainnet, transport: http(devnet.rpcUrl(1)) })
  const ethers = new JsonRpcProvider(devnet.rpcUrl(1))
  const wrong: unknown[] = []
  let lookups = 0
  let isRunning = true
  const run = async (client: string, lookUp: (name: string) => Promise<unknown>) => {
    while (isRunning)
      for (const [name, before] of values) {
        const value = await lookUp(name).catch((error: unknown) => error)
        const allowed: readonly unknown[] = [...before, ...(values.get(name) ?? [])]
        if (!allowed.includes(value)) wrong.push({ client, name, value })
        lookups++
        await delay(pauseMs)
      }
  }
  // A member's text has the label of its name.
  const readWithText = async (name: string) => {
    const address = await viem.getEnsAddress({ name, strict: true })
    const [label = ''] = name.split('.')
    if (!labels.includes(label)) return address
    const text = await viem.getEnsText({ name, key: 'com.github', strict: true })
    return text === label ? address : { address, text }
  }
  const running = [run('viem', readWithText), run('ethers', (name) => ethers.resolveName(name))]
  onTestFinished(() => {
    isRunning = false
    ethers.destroy()
  })
  return {
    resolve: (name: string) => viem.getEnsAddress({ name, strict: true }),
    further: (count: number) => {
      const target = lookups + count
      return waitUntil(`${count} further lookups`, () => lookups >= target)
    },
    stop: async () => {
      isRunning = false
      await Promise.all(running)
      return { wrong, lookups }
    },
  }
}

test('rule: no lookup fails or is wrong while a domain moves from A to B by the lines of the page', async () => {
  const key = await fill(a)
  const nameOf = (label: string) => `${label}.${domain}`
  const values = new Map<string, readonly Value[]>([
    [domain, [first]],
    ...[...labels, 'changed', 'removed'].map((label) => [nameOf(label), [first]] as const),
    ...['absent', 'late', 'new', 'straggler'].map((label) => [nameOf(label), [null]] as const),
  ])
  const change = async (label: string, from: Value, to: Value, write: () => Promise<unknown>) => {
    values.set(nameOf(label), [from, to])
    await write()
    values.set(nameOf(label), [to])
  }
  const clients = startClients(values)
  // Of both clients.
  const round = 2 * values.size
  await clients.further(round)

  const [listed = '', prepared = ''] = await runStep(1)
  expect(listed).toContain(resolverId)
  expect(listed).toContain(a.signer)
  expect(prepared).toContain(b.signer)
  const [, imported = ''] = await runStep(2)
  expect(imported.match(/^added +10$/gm)).toHaveLength(2)

  // A goes on to issue, change and remove names.
  await change('late', null, first, () => issue(a, key, 'late', first))
  await change('changed', first, second, async () => {
    const headers = await signedHeaders(holder, { chainId: 1 })
    dataOf(await a.call('POST', '/ens/v1/subname/update', { headers, body: body('changed', second) }))
  })
  await change('removed', first, null, async () => {
    const revoked = { username: 'removed', ensDomain: domain, chainId: 1 }
    const headers = { 'x-api-key': a.adminKey }
    dataOf(await a.call('POST', '/ens/v1/subname/admin-revoke', { headers, body: revoked }))
  })

  const [both = ''] = await runStep(3)
  expect(both.match(/(GET|POST) +http\S+ +trusted$/gm)).toHaveLength(4)
  await clients.further(round)
  const [, brought = ''] = await runStep(4)
  expect(brought).toMatch(/^added +1$/m)
  expect(brought).toMatch(/^changed +1$/m)
  expect(brought).toContain('"ens":"removed.acme.eth"')

  const [setFormer, endFormer] = (await blocksBelow('Without a pause')).map((block) => [block])
  await runBlocks(setFormer ?? [])
  const [turned = ''] = await runStep(5)
  expect(turned.match(/(GET|POST) +http\S+ +trusted$/gm)).toHaveLength(4)
  const keyAtB = (await b.shell.run('echo $KEY')).trim()
  await change('new', null, second, () => issue(b, keyAtB, 'new', second))
  await clients.further(round)

  // A goes on to issue names, which B asks it for. It keeps empty answers of A for some seconds.
  values.set(nameOf('straggler'), [null, first])
  await issue(a, key, 'straggler', first)
  await waitUntil(
    'the name resolves at B',
    async () => (await clients.resolve(nameOf('straggler'))) === first,
  )
  const [, again = ''] = await runBlocks((await blocksBelow('4. ')).map(repeated))
  expect(again).toMatch(/^added +1$/m)
  expect(again).not.toContain('"ens"')
  values.set(nameOf('straggler'), [first])
  await runBlocks(endFormer ?? [])
  await clients.further(round)

  const [, left = ''] = await runStep(6)
  expect(left.match(/(GET|POST) +http\S+ +trusted$/gm)).toHaveLength(2)
  await a.stop()
  await clients.further(round)
  const { wrong, lookups } = await clients.stop()
  expect(wrong).toEqual([])
  expect(lookups).toBeGreaterThan(100)
})
