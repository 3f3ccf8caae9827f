import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fillIn, readBlocks } from './documents.ts'
import {
  addName,
  copyPackage,
  type Domain,
  firstName,
  openDomain,
  setupOptions,
  writeSettings,
} from './install.ts'
import type { Journal } from './journal.ts'
import type { Machine } from './machine.ts'
import { createReleases, findPackage, type ReleaseFolder, type Variant } from './releases.ts'
import { accountOf, host, type World } from './world.ts'

interface Year {
  readonly world: World
  readonly journal: Journal
  readonly releases: ReleaseFolder
}

/** A year of a domain, in the order in which it happens. */
export async function playYear(world: World, journal: Journal): Promise<void> {
  const releases = await createReleases(`${world.run}/releases`)
  const year = { world, journal, releases }
  const first = await world.start('first')
  await prepareMachine(year, first)
  const domain = await install(year, first)
  await upgradeTwice(year, first)
  await upgradeInVain(year, first)
  await loseData(year, first)
  const second = await moveHost(year, first)
  await restartAuthority(year, second)
  await fillDisk(year, second, domain)
  await journal.step('Restart', () => second.run('systemctl restart byname'))
}

/** Of the year, only the day on which the disk is full. */
export async function playFullDisk(world: World, journal: Journal): Promise<void> {
  const releases = await createReleases(`${world.run}/releases`)
  const year = { world, journal, releases }
  const machine = await world.start('first')
  await prepareMachine(year, machine)
  await fillDisk(year, machine, await install(year, machine))
}

/** The settings and keys that an operator of this network has beside the answers of setup. */
async function prepareMachine({ world, releases }: Year, machine: Machine): Promise<void> {
  await mkdir(`${machine.path}/etc/byname`, { recursive: true, mode: 0o700 })
  await writeFile(`${machine.path}/etc/byname/release-keys.pem`, releases.publicKey)
  await writeSettings(machine, {
    ACME_DIRECTORY_URL: world.directoryUrl,
    NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
    ALERT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    ALERT_TARGETS: world.alerts.url,
    OUTBOUND_ALLOWED_ORIGINS: new URL(world.alerts.url).origin,
    SIGNER_MONITOR_INTERVAL: '10',
    GATEWAY_SIGNATURE_TTL: '60',
    MIN_FREE_DISK_MB: '256',
    RELEASES_URL: '/srv/releases',
  })
}

async function install({ world, journal }: Year, machine: Machine): Promise<Domain> {
  const program = `npx --yes ${await copyPackage(machine, await findPackage())}`
  await machine.run(
    `${program} setup ${setupOptions(world)} ${await bucketOptions(world, machine)} --yes --anyway`,
  )
  const domain = await openDomain(world, machine)
  await addName(machine, domain, firstName)
  world.client.resolve(firstName.name, firstName.address)
  await journal.step('Three names are given', async () => {
    for (const [index, label] of ['bob', 'carol', 'dave'].entries()) {
      const name = { name: `${label}.acme.eth`, address: accountOf(world, index + 3).address }
      await addName(machine, domain, name)
      world.client.resolve(name.name, name.address)
    }
  })
  return domain
}

/** The identity stays on the operator's own computer, which is this one. */
async function bucketOptions(world: World, machine: Machine): Promise<string> {
  const program = `npx --yes ./${(await findPackage()).split('/').at(-1)}`
  const identity = await machine.run(`${program} backups create-key`)
  await writeFile(`${world.run}/identity.txt`, identity)
  await writeFile(`${machine.path}/root/bucket-secret`, 'S3RVER\n')
  const recipient = /^# public key: (.*)$/m.exec(identity)?.[1] ?? ''
  return `--backup-target s3://backups/acme --backup-endpoint ${world.bucketUrl} --backup-key-id S3RVER --backup-secret-file /root/bucket-secret --backup-recipient ${recipient}`
}

/** Has the newest release in its folder of releases. */
async function receive({ releases }: Year, machine: Machine, variant: Variant): Promise<void> {
  await releases.add(variant)
  const files = ['SHA256SUMS', 'SHA256SUMS.sig', `byname-${variant.version}.tgz`]
  await mkdir(`${machine.path}/srv/releases`, { recursive: true })
  for (const file of files)
    await writeFile(`${machine.path}/srv/releases/${file}`, await readFile(`${releases.path}/${file}`))
}

async function upgradeTwice(year: Year, machine: Machine): Promise<void> {
  const { journal } = year
  await receive(year, machine, { version: '0.2.0' })
  await journal.step('Upgrade', () => machine.run('byname upgrade --check\nbyname upgrade'))
  await receive(year, machine, { version: '0.3.0', migrations: 1 })
  await journal.step('Upgrade, with a migration', () => machine.run('byname upgrade'))
  await expectVersion(machine, '0.3.0')
}

/** Signs with another key than the contract lists, in the place of the service only. */
const wrongSigner =
  "if (process.argv[2] === 'serve' && process.env.DATA_DIR === '/var/lib/byname') { delete process.env.SIGNER_SOCKET; process.env.SIGNER_KEY = '0x' + '11'.repeat(32) }"
const failedStart =
  "if (process.argv[2] === 'serve' && process.env.DATA_DIR === '/var/lib/byname') throw new Error('It is broken.')"

async function upgradeInVain(year: Year, machine: Machine): Promise<void> {
  const { journal } = year
  const inVain = async (title: string, variant: Variant) => {
    await receive(year, machine, variant)
    await journal.step(title, async () => {
      const outcome = await machine.run(
        'byname upgrade > /root/outcome 2>&1 && echo done || cat /root/outcome',
      )
      if (!/0\.3\.0 serves/.test(outcome)) throw new Error(`It did not go back: ${outcome}`)
    })
    await expectVersion(machine, '0.3.0')
  }
  await inVain('A release that does not start goes back', {
    version: '0.4.0',
    migrations: 1,
    code: failedStart,
  })
  await inVain('A release with wrong answers goes back', {
    version: '0.4.1',
    migrations: 1,
    code: wrongSigner,
  })
  await inVain('The same with a migration', { version: '0.5.0', migrations: 2, code: wrongSigner })
}

async function expectVersion(machine: Machine, version: string): Promise<void> {
  const link = await machine.run('readlink /opt/byname/current')
  if (!link.startsWith(`releases/${version}`)) throw new Error(`The link leads to ${link}.`)
}

async function loseData({ world, journal }: Year, machine: Machine): Promise<void> {
  await journal.step('The nightly backup', () => machine.run('systemctl start byname-backup'))
  await writeFile(`${machine.path}/root/byname-backup-key.txt`, await readFile(`${world.run}/identity.txt`))
  const [lost, restore] = [
    await readBlocks('backups.md', '## After a lost disk'),
    await readBlocks('backups.md', '## Backups that leave the machine'),
  ]
  const bucket = { 's3://names-backups/acme': 's3://backups/acme' }
  await journal.step('The data folder is deleted, and restored', async () => {
    await machine.run('find /var/lib/byname -mindepth 1 -delete')
    // What a person takes to see it.
    await delay(20_000)
    await machine.run([lost(1), fillIn(restore(3), bucket), lost(2), lost(3)].join('\n'))
  })
}

/** By the lines of docs/operating/backups.md. */
async function moveHost({ world, journal }: Year, from: Machine): Promise<Machine> {
  const to = await world.start('second')
  await from.run(`mkdir -p -m 700 ~/.ssh
ssh-keygen -q -t ed25519 -N '' -f ~/.ssh/id_ed25519
echo 'StrictHostKeyChecking accept-new' > ~/.ssh/config`)
  await mkdir(`${to.path}/root/.ssh`, { recursive: true, mode: 0o700 })
  const key = await readFile(`${from.path}/root/.ssh/id_ed25519.pub`)
  await writeFile(`${to.path}/root/.ssh/authorized_keys`, key, { mode: 0o600 })
  await to.run('mkdir -p /run/sshd && /usr/sbin/sshd')
  const move = await readBlocks('backups.md', '## Moving a host')
  const lines = fillIn(move(0), { '198.51.100.7': to.address })
  await journal.step('Another machine is installed beside it', () => from.run(lines))
  await journal.step('The data move there', () => from.run(`NEW=${to.address}\n${move(1)}`))
  await journal.step('The DNS record changes, and the old machine is switched off', async () => {
    await world.pointTo(to)
    await from.stop()
  })
  return to
}

async function restartAuthority({ world, journal }: Year, machine: Machine): Promise<void> {
  await journal.step('The authority forgets its accounts, until the next certificate', async () => {
    const issuer = async () => {
      const chain = await machine.run(`curl -sk -o /dev/null -w '%{certs}' https://${host}/ready`)
      return /^Issuer:(.*)$/m.exec(chain)?.[1]
    }
    const before = await issuer()
    await world.restartAuthority()
    await world.trustAuthority(machine)
    for (const until = Date.now() + 600_000; (await issuer()) === before; await delay(1_000))
      if (Date.now() > until) throw new Error('The certificate was not renewed.')
  })
}

/** Each write has a name of its own; those that were confirmed are resolved from then on. */
async function fillDisk({ world, journal }: Year, machine: Machine, domain: Domain): Promise<void> {
  const confirmed: string[] = []
  let count = 0
  const write = async () => {
    const name = `member-${++count}.acme.eth`
    const isConfirmed = await addName(machine, domain, { name, address: firstName.address }).then(
      () => true,
      () => false,
    )
    if (isConfirmed) confirmed.push(name)
    return isConfirmed
  }
  await journal.step('The disk is full, and has space again', async (from) => {
    await machine.run('dd if=/dev/zero of=/var/lib/byname/filler bs=1M 2> /dev/null || true')
    await world.alerts.wait('writes-failing', 'begun', from)
    while (await write()) await delay(200)
    const checked = await machine.run('byname check-config || true')
    if (!/is full/.test(checked)) throw new Error(`check-config does not say it: ${checked}`)
    await machine.run('rm /var/lib/byname/filler')
    while (!(await write())) await delay(200)
    for (const name of new Set([...confirmed.slice(0, 4), ...confirmed.slice(-4)]))
      world.client.resolve(name, firstName.address)
  })
}
