import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface ProxyOptions {
  readonly folder: string
  readonly port: number
  readonly freePort: number
  readonly servicePort: number
  readonly standbyPort: number
}

export function isInstalled(program: string): boolean {
  return spawnSync(program, ['-v']).error === undefined
}

/** A file of deploy/. */
export function readDeployFile(name: string): Promise<string> {
  return readFile(fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url)), 'utf8')
}

/** Ports that were free a moment ago, below the ephemeral range, from which other tests get theirs. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers: Server[] = []
  while (servers.length < count) {
    const server = createServer().listen(randomInt(10_000, 32_000), '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (isFree) servers.push(server)
  }
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  })
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

/**
 * Writes `certificate.pem` and `key.pem` for a host, and `authority.pem`, the certificate of the authority that issued
 * it, into the folder.
 */
export async function createCertificate(folder: string, host: string): Promise<void> {
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1']
  const run = (args: readonly string[]) => execFileSync('openssl', [...request, ...args], { stdio: 'ignore' })
  const authority = ['authority.pem', 'authority-key.pem'].map((name) => join(folder, name))
  const [certificate = '', key = ''] = authority
  run(['-subj', '/CN=An authority of tests', '-keyout', key, '-out', certificate])
  const issuer = ['-CA', certificate, '-CAkey', key, '-addext', 'basicConstraints=critical,CA:FALSE']
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  run([...issuer, ...subject, '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')])
}

/** Runs nginx by deploy/nginx.conf, with this machine's ports and the certificate of the folder. */
export async function startNginx(options: ProxyOptions): Promise<ChildProcess> {
  const { folder, port, freePort, servicePort, standbyPort } = options
  const site = (await readDeployFile('nginx.conf'))
    .replaceAll(/listen \[::\].*\n/g, '')
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('listen 80', `listen 127.0.0.1:${freePort}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${servicePort}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${standbyPort}`)
    .replace(/\/etc.*fullchain.pem/, `${folder}/certificate.pem`)
    .replace(/\/etc.*privkey.pem/, `${folder}/key.pem`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const head = `daemon off; pid ${folder}/pid; error_log stderr; events {}`
  await writeFile(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} ${head} http { access_log off; ${temporary} ${site} }`,
  )
  return spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
}
