import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { Agent, fetch as proxyFetch } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { ethereumAddress, subnameBody } from '../../support/entities/subnames.ts'
import { createFolder } from '../../support/folders.ts'
import { encodeTextCall } from '../../support/gateway/calls.ts'
import { encodeLookup } from '../../support/gateway/client.ts'
import {
  createCertificate,
  findFreePorts,
  isInstalled,
  type ProxyOptions,
  readDeployFile,
  startNginx,
} from '../../support/http/deployed-proxy.ts'
import { createForm, randomImage, uploadPath } from '../../support/media/uploads.ts'
import { startCommand } from '../../support/service/command.ts'
import { createTenant, type Tenant, testEnvironment, withContext } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

interface Proxy {
  readonly program: string
  readonly scheme: 'http' | 'https'
  /**
   * Whether it repeats a POST whose connection was refused. Caddy does from 2.6.3 on; with Debian's, clients go on with the next URL
   * of the contract, which is that of GET.
   */
  readonly repeatsPost: boolean
  readonly start: (options: ProxyOptions) => Promise<ReturnType<typeof spawn>>
}

const proxies: readonly Proxy[] = [
  {
    program: 'nginx',
    scheme: 'https',
    repeatsPost: true,
    start: async (options) => {
      await createCertificate(options.folder, 'names.example')
      return startNginx(options)
    },
  },
  {
    program: 'caddy',
    scheme: 'http',
    repeatsPost: false,
    start: async ({ folder, port, servicePort, standbyPort }) => {
      // Its administration has a fixed port.
      await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${await readDeployFile('Caddyfile')}`)
      const env = {
        ...process.env,
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        // Without a certificate, which Caddy obtains for a host.
        SITE: `http://127.0.0.1:${port}`,
        INSTANCES: `127.0.0.1:${servicePort} 127.0.0.1:${standbyPort}`,
      }
      const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
      return spawn('caddy', args, { env, stdio: 'ignore' })
    },
  },
]

describe.each(proxies)('deploy/ behind $program', ({ program, scheme, repeatsPost, start }) => {
  // Run where Debian's package is installed: apt-get install nginx-light caddy.
  describe.skipIf(!isInstalled(program))('', () => {
    let folder: string
    let tenant: Tenant
    let service: Awaited<ReturnType<typeof startCommand>>
    let startService: (port?: number) => ReturnType<typeof startCommand>
    let standbyPort: number
    let proxy: ReturnType<typeof spawn>
    let url: string
    // Another address than that of the proxy.
    const dispatcher = new Agent({ localAddress: '127.0.0.2', connect: { rejectUnauthorized: false } })
    const request = (path: string, init: Parameters<typeof proxyFetch>[1] = {}) =>
      proxyFetch(url + path, { ...init, dispatcher })

    beforeAll(async () => {
      folder = await createFolder('proxy')
      const [port = 0, freePort = 0, servicePort = 0, secondPort = 0] = await findFreePorts(4)
      standbyPort = secondPort
      url = `${scheme}://127.0.0.1:${port}`
      const settings = { PORT: `${servicePort}`, LOG_LEVEL: 'info', TRUSTED_PROXIES: '127.0.0.1' }
      const environment = testEnvironment(folder, undefined, {
        ...settings,
        PUBLIC_URL: 'https://names.example',
      })
      tenant = await withContext({ ...environment, LOG_LEVEL: 'silent' }, createTenant)
      startService = (ownPort = servicePort) =>
        startCommand(['serve'], { ...environment, PORT: `${ownPort}` }, /listens on/)
      service = await startService()
      proxy = await start({ folder, port, freePort, servicePort, standbyPort })
      await waitUntil('the proxy forwards', () =>
        request('/health').then(
          ({ status }) => status === 200,
          () => false,
        ),
      )
    })
    afterAll(async () => {
      await dispatcher.destroy()
      const ended = once(proxy, 'exit')
      proxy.kill('SIGTERM')
      await ended
      await service.end('SIGTERM')
      await rm(folder, { recursive: true })
    })

    const issue = async (label: string, address: `0x${string}`) => {
      const body = { ...subnameBody(tenant.demo[1], label), overrideSignatureCheck: true }
      const response = await request('/ens/v1/subname/add', {
        method: 'POST',
        headers: { 'x-api-key': tenant.key, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, addresses: [ethereumAddress(address)] }),
      })
      expect(response.status).toBe(200)
    }

    it('rule: an image of 4.9 MB is uploaded', async () => {
      const wallet = createWallet()
      await issue('large', wallet.address)
      const image = await randomImage(1_300, 1_256).png({ compressionLevel: 0 }).toBuffer()
      expect(image.length).toBeGreaterThan(4_800_000)
      const form = await new Response(createForm(image)).blob()
      const response = await request(uploadPath({ domain: tenant.demo[1], label: 'large' }), {
        method: 'POST',
        headers: { ...(await signedHeaders(wallet, { chainId: 1 })), 'content-type': form.type },
        body: new Uint8Array(await form.arrayBuffer()),
      })
      expect([response.status, await response.text()]).toEqual([201, expect.stringContaining('/media/')])
    })

    it('rule: a stream of events arrives event by event', async () => {
      const { status, body } = await request('/byname/v1/events/stream', {
        headers: { 'x-api-key': tenant.key },
      })
      expect(status).toBe(200)
      const reader = body
        ?.pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream())
        .getReader()
      for (const label of ['first', 'second']) {
        await issue(label, createWallet().address)
        for (;;) {
          const event = await reader?.read()
          if (event?.value?.data.includes(`"${label}.demo.eth"`)) break
          expect(event?.done).toBe(false)
        }
      }
      await reader?.cancel()
    })

    it('rule: the service sees the address of the client, whatever the client claims', async () => {
      await request('/ens/v1/subname/available?subname=x.demo.eth&chainId=1', {
        headers: { 'x-forwarded-for': '6.6.6.6', 'x-request-id': 'of-the-client' },
      })
      const line = () =>
        service
          .readOutput()
          .split('\n')
          .find((text) => text.includes('of-the-client'))
      await waitUntil('it is logged', () => line() !== undefined)
      expect(JSON.parse(line() ?? '')).toMatchObject({ client: '127.0.0.2' })
    })

    it('rule: no lookup fails while the service restarts beside its standby', async () => {
      const name = 'restarted.demo.eth'
      await issue('restarted', createWallet().address)
      const { id } = tenant.resolvers[1]['chain-bound']
      const data = encodeLookup(name, encodeTextCall(name, 'url'))
      const sender = '0x0000000000000000000000000000000000000000'
      // Not HTTP/2: nginx ends a connection after a thousand requests, and undici does not repeat those that were on it.
      const lookups = new Agent({ allowH2: false, connect: { rejectUnauthorized: false } })
      const post = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data, sender }),
      }
      const statuses = new Set<number>()
      let hasRestarted = false
      const lookUp = async (_: unknown, client: number) => {
        const [path, form] =
          repeatsPost && client % 2 === 0 ? [`/ccip/${id}`, post] : [`/ccip/${id}/${sender}/${data}.json`, {}]
        do {
          const response = await proxyFetch(url + path, { ...form, dispatcher: lookups })
          await response.arrayBuffer()
          statuses.add(response.status)
        } while (!hasRestarted)
      }
      const restart = async () => {
        const standby = await startService(standbyPort)
        expect(await service.end('SIGTERM')).toBe(0)
        service = await startService()
        expect(await standby.end('SIGTERM')).toBe(0)
      }
      const restarting = restart().finally(() => {
        hasRestarted = true
      })
      await Promise.all([restarting, ...Array.from({ length: 8 }, lookUp)])
      await lookups.close()
      expect([...statuses]).toEqual([200])
    })

    it('rule: lookups pass in both forms, also with call data of 30 kB', async () => {
      const name = 'large.demo.eth'
      const { id } = tenant.resolvers[1]['chain-bound']
      for (const key of ['url', 'k'.repeat(14_000)]) {
        const data = encodeLookup(name, encodeTextCall(name, key))
        const sender = '0x0000000000000000000000000000000000000000'
        const statuses = await Promise.all([
          request(`/ccip/${id}/${sender}/${data}.json`),
          request(`/ccip/${id}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ data, sender }),
          }),
        ])
        // As without a proxy.
        const direct = await fetch(
          `${/listens on (http\S+),/.exec(service.output)?.[1]}/ccip/${id}/${sender}/${data}.json`,
        )
        expect(statuses.map(({ status }) => status)).toEqual([direct.status, direct.status])
      }
    })
  })
})
