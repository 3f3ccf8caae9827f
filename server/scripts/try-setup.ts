import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { argv, execPath, stdout } from 'node:process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { startDevnet } from '@byname/devnet'
import { createWalletClient, type Hex, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { startPebble } from '../test/support/acme/pebble.ts'
import { startDnsServer } from '../test/support/http/dns-server.ts'

/** Run by deploy/try-setup.sh in a network of its own, whose folder is the root of a fresh Debian. */
const host = 'names.acme-club.com'
const authorities = '/etc/ssl/certs/ca-certificates.crt'
const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const [, , tree = '', packageFile = '', fetchedMs = ''] = argv
const run = promisify(execFile)
const print = (text: string) => stdout.write(`${text}\n`)
const seconds: [string, number][] = [['the package is fetched, with its libraries', Number(fetchedMs) / 1000]]

async function measure<T>(title: string, action: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await action()
  seconds.push([title, (performance.now() - startedAt) / 1000])
  return result
}

async function inside(...command: readonly string[]): Promise<string> {
  const variables = ['HOME=/root', `NODE_EXTRA_CA_CERTS=${authorities}`, 'NO_COLOR=1']
  const { stdout: printed } = await run('chroot', [tree, 'env', ...variables, ...command], {
    maxBuffer: 64 * 1_048_576,
  })
  return printed
}

async function call<T>(path: string, headers: Readonly<Record<string, string>>, body: object): Promise<T> {
  const response = await fetch(`http://127.0.0.1:3000${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  // Safe: it is the envelope of the interface.
  const { result } = (await response.json()) as { result: { data: T; error: string | null } }
  if (!response.ok) throw new Error(`${path}: ${result.error}`)
  return result.data
}

const folder = `${tree}/../pebble`
await mkdir(folder)
const dns = await startDnsServer()
dns.hosts.add(host)
const pebble = await startPebble({ folder, httpPort: 80, httpsPort: 443, dns: dns.address })
const root = await pebble.readRoot()
await appendFile(`${tree}${authorities}`, `\n${root}\n${await readFile(pebble.authorityFile, 'utf8')}`)
// Of a client, which trusts the authority of the certificate.
await writeFile(`${folder}/trusted.pem`, root)
const devnet = await startDevnet({ chains: [1] })
try {
  const [first] = devnet.accounts
  if (!first) throw new Error('The chain has no account.')
  const account = privateKeyToAccount(first.privateKey)
  await mkdir(`${tree}/etc/byname`, { mode: 0o700 })
  await writeFile(
    `${tree}/etc/byname/env`,
    `ACME_DIRECTORY_URL=${pebble.directoryUrl}\nNODE_EXTRA_CA_CERTS=${authorities}\n`,
    { mode: 0o600 },
  )
  const options = ['--host', host, '--rpc', devnet.rpcUrl(1), '--owner', account.address, '--yes', '--anyway']
  const program = ['npx', '--yes', `./root/${packageFile}`]
  print(await measure('byname setup', () => inside(...program, 'setup', ...options, '--chain', 'mainnet')))

  const settings = await readFile(`${tree}/etc/byname/env`, 'utf8')
  const admin = { 'x-api-key': /^ADMIN_API_KEY=(.*)$/m.exec(settings)?.[1] ?? '' }
  const wallet = createWalletClient({ account, chain: mainnet, transport: http(devnet.rpcUrl(1)) }).extend(
    publicActions,
  )
  const resolver = await measure('the wallet deploys the resolver', async () => {
    const path = '/byname/v1/offchain-resolvers'
    const deployment = await call<{ id: string; data: Hex }>(`${path}/deployment?chainId=1`, admin, {
      owner: account.address,
    })
    const hash = await wallet.sendTransaction({ data: deployment.data })
    const { contractAddress: address } = await wallet.waitForTransactionReceipt({ hash })
    if (!address) throw new Error('There is no contract.')
    await call(`${path}?chainId=1`, admin, { id: deployment.id, address })
    return { id: deployment.id, address }
  })
  await measure('a domain, a workspace and a name', async () => {
    await devnet.registerName(1, 'acme', { owner: account.address, resolver: resolver.address })
    const workspace: { id: string } = JSON.parse(
      await inside('byname', 'workspaces', 'create', 'Acme', '--json'),
    )
    await inside(
      'byname',
      'domains',
      'add',
      'acme.eth',
      '--workspace',
      workspace.id,
      '--resolver',
      resolver.id,
    )
    const scope = ['--name', 'try', '--scope', 'names:write']
    const key: { key: string } = JSON.parse(
      await inside('byname', 'keys', 'create', '--workspace', workspace.id, ...scope, '--json'),
    )
    await call(
      '/ens/v1/subname/add',
      { 'x-api-key': key.key },
      {
        ...{ username: 'alice', ensDomain: 'acme.eth', chainId: 1, overrideSignatureCheck: true },
        addresses: [{ coinType: 60, address: alice }],
      },
    )
  })
  const found = await measure('viem resolves it over https', async () => {
    const client = spawn(
      'env',
      [
        `NODE_EXTRA_CA_CERTS=${folder}/trusted.pem`,
        execPath,
        `${import.meta.dirname}/try-year/resolve-names.ts`,
        devnet.rpcUrl(1),
        '1',
      ],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    )
    client.stdin.write(`alice.acme.eth ${alice}\n`)
    const [line] = await once(createInterface(client.stdout), 'line')
    client.stdin.end()
    return JSON.parse(String(line))
  })
  if (found.error) throw new Error(`alice.acme.eth: ${found.error}`)
  print(await inside(...program, 'setup', '--yes'))
  const { stdout: bytes } = await run('du', ['-sb', `${tree}/opt/byname`, `${tree}/root/.npm`])
  print(seconds.map(([title, value]) => `${value.toFixed(1).padStart(7)} s  ${title}`).join('\n'))
  print(bytes.replaceAll(tree, ''))
  print(await inside('byname', 'signers', 'address'))
} finally {
  await Promise.allSettled(
    ['byname.service', 'byname-signer.service'].map((unit) => inside('systemctl', 'stop', unit)),
  )
  await devnet.stop()
  await pebble.stop()
  await dns.close()
}
