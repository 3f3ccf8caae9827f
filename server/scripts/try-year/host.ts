import { copyFile, cp, mkdir, writeFile } from 'node:fs/promises'
import { fillIn, readBlocks } from './documents.ts'
import type { Machine } from './machine.ts'
import type { Certificate } from './network.ts'

export const host = 'names.example'

/** A machine with Byname on it, installed by docs/operating/by-hand.md. */
export interface Host extends Machine {
  /** Runs lines in the shell of the operator, who has the function `byname`; variables that they `keep` stay. */
  operate(lines: string, options?: { readonly reachesInternet?: boolean }): Promise<string>
  /** Points the host's name at an address, as this machine sees it. */
  pointTo(address: string): Promise<void>
}

const profile = '/srv/profile'
const pemFolder = `/etc/letsencrypt/live/${host}`

/** Makes variables known to later lines. */
export const keep = (...names: string[]) => `declare -p ${names.join(' ')} >> ${profile}\n`

/** Lines that make the variables known that another machine kept. */
export const readKept = async ({ run }: Host) =>
  `cat >> ${profile} <<'END'\n${await run(`grep '^declare' ${profile}`)}END`

async function asHost(machine: Machine): Promise<Host> {
  return {
    ...machine,
    operate: (lines, options) => machine.run(`. ${profile}\n${lines}`, options),
    pointTo: (address) =>
      machine.run(`printf '127.0.0.1 localhost\n${address} ${host}\n' > /etc/hosts`).then(() => undefined),
  }
}

export interface InstallOptions {
  readonly machine: Machine
  readonly version: string
  readonly certificate: Certificate
  /** Writes /etc/byname/env. */
  readonly writeSettings: (page: string) => string
}

/** Installs a version up to its first start, which it leaves to the caller, and the function of the commands. */
export async function installByname({
  machine,
  version,
  certificate,
  writeSettings,
}: InstallOptions): Promise<Host> {
  const install = await readBlocks('by-hand.md', '## On a small server')
  const installed = await asHost(machine)
  await installed.pointTo(machine.address)
  const pem = `${machine.path}${pemFolder}`
  await mkdir(pem, { recursive: true })
  await copyFile(certificate.chain, `${pem}/fullchain.pem`)
  await copyFile(certificate.key, `${pem}/privkey.pem`)
  await copyFile(certificate.authority, `${machine.path}/srv/authority.pem`)
  await cp(new URL('../../../deploy', import.meta.url), `${machine.path}/srv/deploy`, { recursive: true })
  await machine.run(
    'cat /srv/authority.pem >> /etc/ssl/certs/ca-certificates.crt; mkdir -p /etc/systemd/system',
  )
  await machine.run(install(0))
  await machine.run(fromRepository(fillIn(install(1), { '0.1.0': version })), { reachesInternet: true })
  await machine.run(writeSettings(install(2)))
  const [functionOnly = ''] = install(4).split('byname workspaces list')
  await writeFile(`${machine.path}${profile}`, `${functionOnly}${install(5)}`)
  return installed
}

/** The lines that fetch a release, for the repository of this story, in which each version has a tag. */
export function fromRepository(lines: string): string {
  return fillIn(lines, {
    'file:///srv/byname': 'file:///srv/byname.git',
    'clone --depth 1': 'clone --depth 1 --branch v$VERSION',
  })
}

/** The units are those of this version, because the earlier one has none. */
export async function installUnits(installed: Host, then: 'start' | 'enable'): Promise<void> {
  const install = await readBlocks('by-hand.md', '## On a small server')
  const lines = fillIn(install(3), { '/opt/byname/current/deploy': '/srv/deploy' })
  await installed.run(then === 'start' ? lines : fillIn(lines, { 'enable --now': 'enable' }))
}

/** Puts the certificate and the proxy of deploy/nginx.conf in front of the service. */
export const startNginx = ({ run }: Host) =>
  run(`rm /etc/nginx/sites-enabled/default
cp /srv/deploy/nginx.conf /etc/nginx/sites-enabled/byname
nginx`)

/** As startNginx, with deploy/Caddyfile; no authority gives this network a certificate, so that the file names one. */
export const startCaddy = ({ run }: Host) =>
  run(`sed 's|^{$SITE} {|&\\n tls ${pemFolder}/fullchain.pem ${pemFolder}/privkey.pem|' /srv/deploy/Caddyfile > /etc/caddy/Caddyfile
chown -R caddy /etc/letsencrypt
SITE=${host} INSTANCES='127.0.0.1:3000 127.0.0.1:3001' caddy start --config /etc/caddy/Caddyfile --adapter caddyfile > /var/log/caddy.log 2>&1`)

export const waitForReady = ({ run }: Host) => run(`until curl -sf https://${host}/ready; do sleep 0.2; done`)

/** Lets root of a machine run commands on another one. */
export async function connect(from: Host, to: Host): Promise<void> {
  await from.run(`mkdir -p -m 700 ~/.ssh
ssh-keygen -q -t ed25519 -N '' -f ~/.ssh/id_ed25519
echo 'StrictHostKeyChecking accept-new' > ~/.ssh/config`)
  const key = await from.run('cat ~/.ssh/id_ed25519.pub')
  await to.run(`mkdir -p -m 700 ~/.ssh /run/sshd
echo '${key.trim()}' > ~/.ssh/authorized_keys
/usr/sbin/sshd > /dev/null 2>&1`)
}
