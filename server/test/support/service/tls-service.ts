import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { readConfig } from '../../../src/config/config.ts'
import { type Context, createContext } from '../../../src/context.ts'
import { startService } from '../../../src/server.ts'
import { createMigratedSqlite } from '../databases/migrated-sqlite.ts'
import { createFolder } from '../folders.ts'
import { createCertificate } from '../http/deployed-proxy.ts'
import { type ConfigOverrides, overrideConfig } from './override-config.ts'
import { createTenant, type Settings, type Tenant, testEnvironment } from './service.ts'

export interface TlsService extends Tenant {
  readonly context: Context
  readonly host: string
  readonly port: number
  readonly ca: string
  /** Of plain HTTP. */
  readonly url: string
  readonly connectHttp2: () => ClientHttp2Session
  readonly stop: () => Promise<void>
  readonly close: () => Promise<void>
}

const dayMs = 86_400_000

/** The real service with TLS of its own, and a certificate for its host that needs no renewal: no authority is asked. */
export async function startTlsService(
  settings: Settings = {},
  overrides: ConfigOverrides = {},
): Promise<TlsService> {
  const host = 'names.service.test'
  const folder = await createFolder('tls')
  await createMigratedSqlite(join(folder, 'byname.db'))
  await createCertificate(folder, host)
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const environment = testEnvironment(folder, undefined, {
    PUBLIC_URL: `https://${host}`,
    TLS: 'acme',
    TLS_HOST: '127.0.0.1',
    TLS_PORT: '0',
    TLS_REDIRECT_PORT: '0',
    ...settings,
  })
  const { config, secrets } = readConfig(environment)
  const context = await createContext(overrideConfig(config, overrides), secrets)
  const now = Date.now()
  await context.store.db
    .insertInto('certificates')
    .values({
      host,
      chain: await read('certificate.pem'),
      privateKey: await read('key.pem'),
      issuedAt: now,
      expiresAt: now + dayMs,
      dueAt: now + dayMs,
      attemptedAt: now,
      adviceDueAt: now + dayMs,
      failures: 0,
      problem: null,
    })
    .execute()
  const service = await startService(context)
  const ca = await read('authority.pem')
  const port = service.tlsPorts?.https ?? 0
  const socketOptions = { host: '127.0.0.1', port, servername: host, ca, ALPNProtocols: ['h2'] }
  return {
    ...(await createTenant(context)),
    ...{ context, host, port, ca, url: service.url, stop: service.stop },
    connectHttp2: () =>
      connect(`https://${host}`, { createConnection: () => connectTls(socketOptions) }).on('error', () => {}),
    close: async () => {
      await service.stop()
      await rm(folder, { recursive: true })
    },
  }
}

export interface Http2Request {
  readonly path: string
  readonly method?: string
  readonly headers?: IncomingHttpHeaders
  readonly body?: string
}

/** Rejects when the stream or its connection ends early. */
export async function sendHttp2(
  session: ClientHttp2Session,
  { path, method = 'GET', headers = {}, body }: Http2Request,
) {
  const stream = session.request({ ':path': path, ':method': method, ...headers })
  stream.end(body)
  const [responseHeaders] = await once(stream, 'response')
  let text = ''
  for await (const chunk of stream) text += chunk
  const status: number = responseHeaders[':status']
  return { status, headers: responseHeaders, text }
}
