import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, request as sendRequest } from 'node:http'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The machine on which the script runs, in the network of those that it starts. */
export const ownAddress = '10.77.0.1'
export const bridge = 'byname-year'

/** The network between the machines; returns how to remove it. */
export async function createNetwork(): Promise<() => Promise<void>> {
  // Of a run that was killed.
  await run('ip', ['link', 'del', bridge]).catch(() => undefined)
  await run('ip', ['link', 'add', bridge, 'type', 'bridge'])
  await run('ip', ['address', 'add', `${ownAddress}/24`, 'dev', bridge])
  await run('ip', ['link', 'set', bridge, 'up'])
  return async () => {
    await run('ip', ['link', 'del', bridge])
  }
}

export interface Forwarder {
  readonly url: string
  /** Refuses connections and drops open ones, until it is called again with false. */
  setDown(isDown: boolean): void
  close(): void
}

/** The local chain, as a provider of RPCs that can fail. It answers requests to this machine only, so the host is its own. */
export async function startRpcProvider(rpcUrl: string): Promise<Forwarder> {
  let down = false
  const server = createServer((request, response) => {
    const { method, headers } = request
    const type = headers['content-type'] ?? 'application/json'
    const upstream = sendRequest(rpcUrl, { method, headers: { 'content-type': type } }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    }).on('error', () => response.destroy())
    request.pipe(upstream)
  }).on('connection', (socket) => {
    if (down) socket.destroy()
  })
  server.listen(8545, ownAddress)
  await once(server, 'listening')
  return {
    url: `http://${ownAddress}:8545`,
    setDown: (isDown) => {
      down = isDown
      if (isDown) server.closeAllConnections()
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export interface Certificate {
  /** The certificate that clients trust. */
  readonly authority: string
  readonly chain: string
  readonly key: string
}

/** A certificate for a host, of an authority made for it; the paths of PEM files. */
export async function createCertificate(folder: string, host: string): Promise<Certificate> {
  const [authority, authorityKey, chain, key, request, names] = [
    'authority.pem',
    'authority-key.pem',
    'chain.pem',
    'key.pem',
    'request.pem',
    'names',
  ].map((name) => `${folder}/${name}`) as [string, string, string, string, string, string]
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const openssl = (...options: string[]) => run('openssl', options)
  await openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '30',
    '-subj',
    '/CN=A year',
    '-keyout',
    authorityKey,
    '-out',
    authority,
  )
  await openssl('req', ...newKey, '-subj', `/CN=${host}`, '-keyout', key, '-out', request)
  await writeFile(names, `subjectAltName=DNS:${host}`)
  const signer = ['-CA', authority, '-CAkey', authorityKey, '-CAcreateserial', '-days', '30']
  await openssl('x509', '-req', '-in', request, ...signer, '-extfile', names, '-out', chain)
  return { authority, chain, key }
}
