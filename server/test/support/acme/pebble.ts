import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePorts, isInstalled } from '../http/deployed-proxy.ts'
import { authority, privateKey, validCertificate } from '../http/tls-certificates.ts'
import { waitUntil } from '../wait-until.ts'

/** Without it, tests of ACME are skipped: `apt-get install pebble` brings it. */
export const hasPebble = isInstalled('pebble')

export interface PebbleOptions {
  readonly folder: string
  /** Of the service under test, at which challenges are looked for. */
  readonly httpPort: number
  readonly httpsPort: number
  /** `127.0.0.1:<port>`. */
  readonly dns: string
  /** Of a hundred nonces, so many are rejected (RFC 8555 §6.5). */
  readonly rejectedNonces?: number
  readonly validitySeconds?: number
  /** A proof is looked for after a random time up to this; by default at once. */
  readonly validationSeconds?: number
  /** Of a hundred proofs, so many hold for the next order. */
  readonly reusedProofs?: number
  /** Of its directory, such as that of one that was stopped, whose accounts it does not know. */
  readonly port?: number
}

/** A certificate authority that speaks ACME, and is made to find what clients do wrong. */
export interface Pebble {
  readonly directoryUrl: string
  /** PEM file with which a Node process trusts its HTTPS (`NODE_EXTRA_CA_CERTS`). */
  readonly authorityFile: string
  /** PEM of the root that certificates come from. */
  readonly readRoot: () => Promise<string>
  readonly readLog: () => string
  readonly stop: () => Promise<void>
}

export async function startPebble(options: PebbleOptions): Promise<Pebble> {
  const { folder, httpPort, httpsPort, dns, rejectedNonces = 5, validitySeconds = 7_776_000 } = options
  const [freePort = 0, managementPort = 0] = await findFreePorts(2)
  const { port = freePort, validationSeconds, reusedProofs = 50 } = options
  const file = (name: string) => join(folder, name)
  await Promise.all([
    writeFile(file('pebble-certificate.pem'), validCertificate),
    writeFile(file('pebble-key.pem'), privateKey),
    writeFile(file('pebble-authority.pem'), authority),
    writeFile(
      file('pebble.json'),
      JSON.stringify({
        pebble: {
          listenAddress: `127.0.0.1:${port}`,
          managementListenAddress: `127.0.0.1:${managementPort}`,
          certificate: file('pebble-certificate.pem'),
          privateKey: file('pebble-key.pem'),
          httpPort,
          tlsPort: httpsPort,
          certificateValidityPeriod: validitySeconds,
        },
      }),
    ),
  ])
  const child = spawn('pebble', ['-config', file('pebble.json'), '-strict=true', '-dnsserver', dns], {
    env: {
      ...process.env,
      ...(validationSeconds === undefined
        ? { PEBBLE_VA_NOSLEEP: '1' }
        : { PEBBLE_VA_SLEEPTIME: `${validationSeconds}` }),
      PEBBLE_WFE_NONCEREJECT: `${rejectedNonces}`,
      PEBBLE_AUTHZREUSE: `${reusedProofs}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk))
  await waitUntil('pebble listens', () => log.includes('Root CA certificate available'))
  return {
    directoryUrl: `https://127.0.0.1:${port}/dir`,
    authorityFile: file('pebble-authority.pem'),
    readRoot: () => readManaged(managementPort, '/roots/0'),
    readLog: () => log,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function readManaged(port: number, path: string): Promise<string> {
  const { request } = await import('node:https')
  const [response] = await once(
    request({ host: '127.0.0.1', port, path, ca: authority, servername: 'localhost' }).end(),
    'response',
  )
  let body = ''
  for await (const chunk of response) body += chunk
  return body
}
