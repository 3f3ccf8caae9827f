import { writeFile } from 'node:fs/promises'
import type { Devnet } from '@byname/devnet'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Alerts } from './alerts.ts'
import { fillIn, readBlocks } from './documents.ts'
import {
  connect,
  fromRepository,
  type Host,
  host,
  installByname,
  installUnits,
  keep,
  readKept,
  startCaddy,
  startNginx,
  waitForReady,
} from './host.ts'
import type { Journal } from './journal.ts'
import type { Client } from './lookups.ts'
import { type Machine, startMachine } from './machine.ts'
import type { Certificate, Forwarder } from './network.ts'

export interface World {
  readonly folder: string
  readonly log: string
  readonly devnet: Devnet
  /** Where the service reads the chain; the client reads it elsewhere. */
  readonly provider: Forwarder
  readonly certificate: Certificate
  readonly alerts: Alerts
  readonly client: Client
  /** Where the client finds the host. */
  readonly hostsFile: string
  readonly journal: Journal
  readonly releaseLater: <T>(started: T, release: (started: T) => unknown) => T
}

const versions = { earlier: '0.1.0', current: '0.2.0' } as const
const addresses = { first: '10.77.0.2', second: '10.77.0.3' } as const

/** Apart from those of by-hand.md: what a machine of this network needs, and shorter intervals. */
const furtherSettings = (address: string) => [
  'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
  `METRICS_HOST=${address}`,
  'METRICS_PORT=9100',
  'SIGNER_MONITOR_INTERVAL=10',
  'GATEWAY_SIGNATURE_TTL=60',
  'MIN_FREE_DISK_MB=256',
]

/** A year of a domain, in the order in which it happens. */
export async function playYear(world: World): Promise<void> {
  const { journal } = world
  const first = await openDomain(world)
  await journal.step('Names are issued and claimed', () => issueNames(world, first))
  await upgrade(world, first)
  await rotateSigners(world, first)
  await journal.step('The data folder is lost', () => loseDisk(first))
  const second = await moveHost(world, first)
  await restart(world, second)
  await breakThings(world, second)
}

function accountOf({ devnet }: World, index: number): PrivateKeyAccount {
  const found = devnet.accounts[index]
  if (!found) throw new Error(`The chain has no account ${index}.`)
  return privateKeyToAccount(found.privateKey)
}

const privateKeyOf = ({ devnet }: World, index: number) => devnet.accounts[index]?.privateKey ?? ''

async function start({ folder, log, releaseLater }: World, name: keyof typeof addresses): Promise<Machine> {
  const machine = await startMachine({ name, address: addresses[name], folder, log })
  return releaseLater(machine, ({ stop }) => stop())
}

async function openDomain(world: World): Promise<Host> {
  const { provider, certificate, devnet, alerts, hostsFile } = world
  const owner = accountOf(world, 0).address
  await devnet.registerName(1, 'acme', { owner, resolver: devnet.addresses(1).publicResolver })
  const machine = await start(world, 'first')
  const installed = await installByname({
    machine,
    version: versions.earlier,
    certificate,
    writeSettings: (page) =>
      fillIn(page, { 'https://node.example': provider.url }).replace(
        /\nEND/,
        `\n${furtherSettings(machine.address).join('\n')}\nEND`,
      ),
  })
  await installUnits(installed, 'start')
  await startNginx(installed)
  await waitForReady(installed)
  const domain = await readBlocks('domain.md', '# From nothing to a domain')
  const contract = fillIn(domain(1), {
    '0xYourOwner': owner,
    '0xYourDeployerKey': privateKeyOf(world, 2),
  })
  const setResolver = fillIn(domain(5), { '0xYourOwnerKey': privateKeyOf(world, 0) })
  await installed.operate(
    [contract, domain(3), domain(4), setResolver, domain(6), domain(7), domain(8), domain(9)].join('\n') +
      keep('RESOLVER', 'WORKSPACE', 'KEY'),
  )
  await writeFile(hostsFile, `127.0.0.1 localhost\n${installed.address} ${host}\n`)
  await alerts.watch(installed.address)
  return installed
}

async function issueNames(world: World, installed: Host): Promise<void> {
  const { client } = world
  client.resolve('alice.acme.eth', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  for (const [index, label] of ['bob', 'carol', 'dave'].entries()) {
    const wallet = accountOf(world, index + 3)
    await installed.operate(await claimRequest(wallet, label))
    client.resolve(`${label}.acme.eth`, wallet.address)
  }
}

/** The request of docs/claims.md, signed by a wallet; the earlier version reads the chain from its body. */
async function claimRequest(wallet: PrivateKeyAccount, label: string): Promise<string> {
  const message = [
    `${host} wants you to sign in with your Ethereum account:`,
    wallet.address,
    '',
    'Claim the name below.',
    '',
    `URI: https://${host}`,
    'Version: 1',
    'Chain ID: 1',
    `Nonce: ${crypto.randomUUID().replaceAll('-', '')}`,
    `Issued At: ${new Date().toISOString()}`,
    'Resources:',
    '- byname:action/claim',
    `- byname:name/${label}.acme.eth`,
  ].join('\n')
  const body = JSON.stringify({ chainId: 1, label, signature: await wallet.signMessage({ message }) })
  return `curl -sS --fail-with-body -X POST "$PUBLIC_URL/byname/v1/domains/acme.eth/claims" -H 'content-type: application/json' \
    -H 'x-address: ${wallet.address}' -H 'x-message: ${encodeURIComponent(message)}' -d '${body}'`
}

async function upgrade({ journal }: World, installed: Host): Promise<void> {
  const releases = await readBlocks('upgrade.md', '## Releases as folders')
  const [fetching = '', switching = ''] = fillIn(releases(0), { '0.2.0': versions.current }).split(
    /(?=systemctl start byname-backup)/,
  )
  await journal.step('A release is installed beside the service', () =>
    installed.operate(fromRepository(fetching), { reachesInternet: true }),
  )
  const switchRelease = () => installed.operate(`VERSION=${versions.current}\n${switching}`)
  await journal.step('Upgrade, with migrations', switchRelease)
  const wayBack = fillIn(releases(2), {
    '0.1.0': versions.earlier,
    '/var/lib/byname-backups/2030-01-01-030000.byname.gz': '$(ls /var/lib/byname-backups/*.gz | tail -1)',
    // The earlier version of this story holds nothing and lacks the option.
    ' --resume': '',
  })
  await journal.step('Back to the version before, from the backup', async () => {
    await installed.operate(wayBack)
    await waitForReady(installed)
  })
  await journal.step('Upgrade again', switchRelease)
}

async function rotateSigners(world: World, installed: Host): Promise<void> {
  const { journal } = world
  const signers = await readBlocks('signers.md', '## Rotating a signer')
  const rotate = fillIn(signers(0), { '0xYourOwnerKey': privateKeyOf(world, 0) })
  await journal.step('Rotate the signer', () => installed.operate(rotate))
  await installed.operate('sed -i /^SIGNER_KEY_1=/d /etc/byname/env')
  const leaked = fillIn(rotate, { '--key-from OWNER_KEY': '--key-from OWNER_KEY --leaked' })
  await journal.step('Rotate a leaked signer', () => installed.operate(leaked))
}

async function loseDisk(installed: Host): Promise<void> {
  // What an operator keeps elsewhere: the backups of each night, and the signing keys.
  await installed.operate(`systemctl start byname-backup
cp -a /var/lib/byname-backups /srv/elsewhere
cp -a /var/lib/byname/signer-key-1 /srv/elsewhere/`)
  await installed.run(`rm /run/byname.service.wanted
kill -KILL $(cat /run/byname.service.pid)
find /var/lib/byname /var/lib/byname-backups -mindepth 1 -delete`)
  const restore = await readBlocks('backups.md', '## After a lost disk')
  await installed.operate(
    fillIn(restore(0), {
      '/backups/2030-01-01-030000.byname.gz': '$(ls /srv/elsewhere/*.gz | tail -1)',
      '/secrets': '/srv/elsewhere',
    }),
  )
  await waitForReady(installed)
  await installed.operate(restore(1))
}

/** To a machine with another proxy. */
async function moveHost(world: World, from: Host): Promise<Host> {
  const { journal, certificate, alerts, hostsFile } = world
  const machine = await start(world, 'second')
  const settings = (await from.run('cat /etc/byname/env')).replaceAll(from.address, machine.address)
  const to = await installByname({
    machine,
    version: versions.current,
    certificate,
    writeSettings: () =>
      `install -m 600 /dev/null /etc/byname/env\ncat > /etc/byname/env <<'END'\n${settings}END`,
  })
  await installUnits(to, 'enable')
  await to.run(await readKept(from))
  await startCaddy(to)
  await connect(from, to)
  const move = await readBlocks('backups.md', '## Moving a host')
  await journal.step('Move to another machine', async () => {
    await alerts.watch(from.address, to.address)
    await from.operate(fillIn(move(0), { '198.51.100.7': to.address }))
    await waitForReady(to)
    await alerts.watch(to.address)
  })
  await journal.step('The DNS record changes', async () => {
    await writeFile(hostsFile, `127.0.0.1 localhost\n${to.address} ${host}\n`)
    await from.run('nginx -s quit')
    await from.run('while [ -e /run/nginx.pid ]; do sleep 0.1; done')
    await from.stop()
  })
  return to
}

async function restart({ journal }: World, installed: Host): Promise<void> {
  const releases = await readBlocks('upgrade.md', '## Releases as folders')
  const [, withStandby = ''] = releases(0).split(/(?=ready\(\))/)
  await journal.step('Restart, with the standby', () => installed.operate(withStandby))
  await journal.step('Restart, without it', () => installed.run('systemctl restart byname'))
}

async function breakThings(world: World, installed: Host): Promise<void> {
  const { journal, alerts, provider } = world
  const asOwner = (line: string) =>
    installed.operate(`export OWNER_KEY=${privateKeyOf(world, 0)}\n${line} --key-from OWNER_KEY`)
  const signer = (await installed.operate("byname signers address --json | field 'at(0).address'")).trim()
  await journal.step('The contract loses its signer', async () => {
    await asOwner(`byname resolvers remove-signer $RESOLVER ${signer}`)
    await alerts.wait('BynameNeedsPersonNow signer-untrusted', 'firing')
    await asOwner(`byname resolvers add-signer $RESOLVER ${signer}`)
  })
  await journal.step('The RPC of the service does not respond', async () => {
    provider.setDown(true)
    await alerts.wait('BynameNeedsPerson rpc-unreachable', 'firing')
    provider.setDown(false)
  })
  await journal.step('The disk is nearly full', async () => {
    await installed.run('fallocate -l 1000M /var/lib/byname/filler')
    await alerts.wait('BynameNeedsPerson disk-low', 'firing')
    await installed.run('rm /var/lib/byname/filler')
  })
}
