import { expect, it } from 'vitest'
import { temporaryFolder } from '../../support/folders.ts'
import { createClient, dataOf } from '../../support/http/api-client.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { logLines } from '../../support/service/log-lines.ts'
import { startServeProcess, startWorkers } from '../../support/service/serve-process.ts'
import { createTenant, signerAddress, testEnvironment, withContext } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

async function detailsIn(url: string) {
  const call = await createClient(url)
  return dataOf<{ details: string[] }>(await call('GET', '/ready')).details
}

it('rule: standard output is JSON lines only, of a service and of its workers, and one has the settings', async () => {
  const environment = testEnvironment(await temporaryFolder(), undefined, {
    PUBLIC_URL: 'https://names.example',
    RPC_URL_1: 'https://user:password@rpc.example/secret-path?key=secret-key',
    TRUSTED_PROXIES: 'loopback',
    RATE_LIMIT_PER_KEY: '1234',
    WRITE_LIMIT_PER_NAME: '77',
    SIGNER_MONITOR_INTERVAL: '0',
    METRICS_PORT: '0',
    LOG_REQUESTS: 'true',
  })
  const { url, readOutput: printed, end } = await startWorkers(environment, 2)
  await fetch(`${url}/ens/v1/nothing`)
  await waitUntil('a worker has logged a request', () => printed().includes('"msg":"request"'))
  const lines = logLines(printed())
  expect(lines.filter(({ msg }) => msg === 'Byname starts')).toEqual([
    expect.objectContaining({
      publicUrl: 'https://names.example',
      database: 'sqlite',
      images: 'folder',
      chains: {
        1: { signer: signerAddress, node: 'rpc.example' },
        11155111: { signer: signerAddress, node: null },
      },
      payment: null,
      trustedProxies: ['loopback'],
      limits: expect.objectContaining({
        perKey: 1234,
        perIp: 0,
        expensivePerIp: 300,
        resolveFree: 30,
        writesPerDay: { address: 5000, wallet: 1000, name: 77, domain: 100_000 },
      }),
    }),
  ])
  expect(lines.filter(({ msg }) => msg.startsWith('Byname listens on'))).toHaveLength(1)
  expect(printed()).not.toMatch(/password|secret-/)
  expect(await end('SIGTERM')).toBe(0)
  logLines(printed())
})

it('rule: an instance without signer, RPC and domain reports it in its log and at /ready, which stays 200', async () => {
  const environment = testEnvironment(await temporaryFolder(), undefined, { SIGNER_KEY: '' })
  const { url, readOutput: printed } = await startServeProcess(environment)
  const details = await detailsIn(url)
  expect(details).toEqual([
    expect.stringContaining('No signer is configured'),
    expect.stringContaining('No RPC is configured'),
    expect.stringContaining('No domain is onboarded'),
  ])
  const logged = logLines(printed()).filter(({ level }) => level === 40)
  expect(logged.map(({ msg }) => msg)).toEqual(expect.arrayContaining(details))
})

it('rule: one signer for resolvers of the published scheme on two chains is a warning in the log and at /ready', async () => {
  const settings = { RPC_URL_1: 'http://127.0.0.1:9', RPC_URL_11155111: 'http://127.0.0.1:9' }
  const environment = testEnvironment(await temporaryFolder(), undefined, settings)
  await withContext(environment, createTenant)
  const shared = await startServeProcess(environment)
  const [warning] = await detailsIn(shared.url)
  expect(warning).toContain('a response of one chain can be replayed on the other')
  expect(logLines(shared.readOutput()).map(({ msg }) => msg)).toContain(warning)
  await shared.end('SIGTERM')

  const own = await startServeProcess({ ...environment, SIGNER_KEY_1: `0x${'51'.repeat(32)}` })
  expect((await detailsIn(own.url)).filter((sentence) => sentence.includes('replayed'))).toEqual([])
})

it('rule: an RPC that fails and one that recovers leave one log line each', async () => {
  let isDown = false
  const node = await startHttpServer((request, response) => {
    if (isDown) return void request.socket.destroy()
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' }))
  })
  const environment = testEnvironment(await temporaryFolder(), undefined, { RPC_URL_1: node.url })
  const { url, readOutput: printed } = await startServeProcess(environment)
  const call = await createClient(url)
  const ofNode = () => logLines(printed()).filter(({ msg }) => msg.startsWith('the RPC of chain 1'))
  const waitUntilLogged = (count: number) =>
    waitUntil('the log has a line of the node', async () => {
      await call('GET', '/ready')
      return ofNode().length === count
    })

  await call('GET', '/ready')
  expect(ofNode()).toEqual([])
  isDown = true
  await waitUntilLogged(1)
  isDown = false
  await waitUntilLogged(2)
  expect(ofNode()).toEqual([
    expect.objectContaining({ level: 40, chain: 1, msg: 'the RPC of chain 1 does not respond' }),
    expect.objectContaining({ level: 30, chain: 1, msg: 'the RPC of chain 1 has recovered' }),
  ])
  await node.close()
})
