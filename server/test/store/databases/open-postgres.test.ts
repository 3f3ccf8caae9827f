import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { namehash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../../src/store/store.ts'
import { addSubname, newSubname, onboardDomain } from '../../support/databases/entities.ts'
import { type PostgresServer, startPostgres } from '../../support/databases/postgres.ts'
import { connectRaw } from '../../support/databases/raw-sql.ts'
import { createFolder } from '../../support/folders.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

describe('opening PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  it('rule: a server that cannot be reached is named, its password is not', async () => {
    const port = await unusedPort()
    const opening = openStore({ url: `postgres://acme:hunter2@127.0.0.1:${port}/names` })
    await expect(opening).rejects.toThrow(
      new RegExp(`^Cannot open the PostgreSQL database names at 127.0.0.1:${port}: .*ECONNREFUSED`),
    )
    await expect(opening).rejects.not.toThrow(/hunter2/)
  })

  it.skipIf(!hasOpenssl)(
    'rule: a certificate of an unknown authority leads to advice, and to no warning (skipped without the program openssl)',
    async () => {
      const warnings: string[] = []
      const onWarning = ({ message }: Error) => warnings.push(message)
      process.on('warning', onWarning)
      const tls = await startTlsServer()
      const opening = openStore({
        url: `postgres://acme:hunter2@localhost:${tls.port}/names?sslmode=require`,
      })
      await expect(opening).rejects.toThrow(
        /^Cannot open the PostgreSQL database names at localhost:\d+: self-signed certificate.*\. The certificate of the server .*\?sslmode=verify-full&sslrootcert=</,
      )
      await tls.close()
      process.off('warning', onWarning)
      expect(warnings).toEqual([])
    },
  )

  it('rule: a database that does not exist is named', async () => {
    const url = (await server.createDatabase()).replace(/test_\d+/, 'nowhere')
    await expect(openStore({ url })).rejects.toThrow(
      /^Cannot open the PostgreSQL database nowhere at .*not exist/,
    )
  })

  it('rule: an invalid URL is rejected without showing it', async () => {
    const opening = openStore({ url: 'postgres://acme:hunter2@[/names' })
    await expect(opening).rejects.toThrow(/^The PostgreSQL URL is not valid/)
    await expect(opening).rejects.not.toMatchObject({ cause: expect.anything() })
  })

  it('rule: a store whose connections are cut fails the queries in flight and continues with the next', async () => {
    const url = await server.createDatabase()
    const raw = await connectRaw(url)
    const store = await openStore({ url })
    const { domain, resolver } = await onboardDomain(store)
    const subname = newSubname(domain, 'alice')
    await addSubname(store, subname)
    await store.lookup(resolver.id, subname.name)

    const cut = store.transaction(async (tx) => {
      await tx.selectFrom('domains').select('id').execute()
      await raw.run(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      await tx.selectFrom('domains').select('id').execute()
    })
    await expect(cut).rejects.toThrow()

    await expect
      .poll(async () => (await store.lookup(resolver.id, subname.name))?.subname?.node)
      .toBe(namehash(subname.name))
    await expect.poll(() => addSubname(store, newSubname(domain, 'bob'))).toBe(true)
    await store.close()
    await raw.close()
  })
})

/** A server that agrees to TLS as PostgreSQL does, with a certificate that it has signed itself. */
async function startTlsServer() {
  const folder = await createFolder('tls')
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const request = ['req', '-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  execFileSync('openssl', [...request, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  })
  const options = { key: await readFile(key), cert: await readFile(cert), isServer: true }
  await rm(folder, { recursive: true })
  const listener = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      new TLSSocket(socket, options).on('error', () => {})
    })
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const close = async () => {
    listener.close()
    await once(listener, 'close')
  }
  return { port: portOf(listener), close }
}

function portOf(listener: Server): number {
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.')
  return address.port
}

async function unusedPort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const port = portOf(listener)
  listener.close()
  await once(listener, 'close')
  return port
}
