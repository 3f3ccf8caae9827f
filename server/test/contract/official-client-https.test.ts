import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Agent, fetch as agentFetch } from 'undici'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFolder } from '../support/folders.ts'
import { createCertificate, findFreePorts, isInstalled, startNginx } from '../support/http/deployed-proxy.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'
import { waitUntil } from '../support/wait-until.ts'

/** The host that is fixed in the client. */
const clientHost = 'api.justaname.id'

const childScript = fileURLToPath(new URL('./official-client-child.ts', import.meta.url))

// Run where nginx and OpenSSL are installed.
describe.skipIf(!isInstalled('nginx') || !isInstalled('openssl'))(
  'The official client over https, behind deploy/nginx.conf with a certificate of its host',
  () => {
    let folder: string
    let sandbox: TestSandbox
    let proxy: ChildProcess
    let port: number
    const holderKey = generatePrivateKey()
    const guestKey = generatePrivateKey()

    beforeAll(async () => {
      folder = await createFolder('official-client-https')
      sandbox = await startTestSandbox({ TRUSTED_PROXIES: '127.0.0.1' })
      const [first = 0, freePort = 0, standbyPort = 0] = await findFreePorts(3)
      port = first
      await createCertificate(folder, clientHost)
      const servicePort = Number(new URL(sandbox.file.url).port)
      proxy = await startNginx({ folder, port, freePort, servicePort, standbyPort })
      const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
      await waitUntil('the proxy forwards', () =>
        agentFetch(`https://127.0.0.1:${port}/health`, { dispatcher }).then(
          ({ status }) => status === 200,
          () => false,
        ),
      )
      await dispatcher.close()
    })
    afterAll(async () => {
      const ended = once(proxy, 'exit')
      proxy.kill('SIGTERM')
      await ended
      await sandbox.stop()
      await rm(folder, { recursive: true })
    })

    const runClient = (settings: Readonly<Record<string, string>>) => {
      const inherited = Object.entries(process.env).filter(([name]) => !/proxy$/i.test(name))
      const env = {
        ...Object.fromEntries(inherited),
        HTTPS_PORT: `${port}`,
        API_KEY: sandbox.file.apiKey,
        RPC_URL: sandbox.file.chains['1'].rpcUrl,
        HOLDER_KEY: holderKey,
        GUEST_KEY: guestKey,
        ...settings,
      }
      return promisify(execFile)(process.execPath, [childScript], { env })
    }

    it('rule: a certificate of an authority that Node does not know is refused', async () => {
      await expect(runClient({})).rejects.toThrow(/certificate/)
    })

    it('rule: every method of the client works with NODE_EXTRA_CA_CERTS', async () => {
      const { stdout } = await runClient({ NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') })
      const { results, uncalled } = JSON.parse(stdout)
      expect(uncalled).toEqual([])
      const [address, guestAddress] = [privateKeyToAddress(holderKey), privateKeyToAddress(guestKey)]
      const { get } = results
      const guest = { ens: 'guest.demo.eth', isClaimed: false }
      expect(get).toMatchObject({ ens: 'alice.demo.eth', isClaimed: true })
      expect(get.records).toMatchObject({
        texts: [{ key: 'url', value: 'https://example.com' }],
        coins: [{ id: 60, name: 'eth', value: address }],
      })
      const { isClaimed, claimedAt, ...records } = get
      expect(claimedAt).toEqual(results.add.claimedAt)
      expect(results).toMatchObject({
        add: { ens: 'alice.demo.eth', isClaimed, records: { texts: [] } },
        update: get,
        records,
        byAddress: { subnames: [get] },
        list: { data: [get], pagination: { page: 1, limit: 5 } },
        counts: { data: [{ ensDomain: 'demo.eth', subnameCount: 1 }] },
        search: { domains: ['alice.demo.eth'] },
        availability: { isAvailable: false },
        reserve: guest,
        invitations: { subnames: [guest] },
        accept: { ens: 'guest.demo.eth', isClaimed: true, records: { coins: [{ value: guestAddress }] } },
        reject: { ens: 'declined.demo.eth' },
        setPrimary: { name: 'alice.demo.eth', address, chainId: 1 },
        primary: { name: 'alice.demo.eth', address, chainId: 1 },
        reverse: 'alice.demo.eth',
        verify: { verified: true },
        signIn: { ens: 'alice.demo.eth', isJustaName: true, data: { address } },
        refusal: expect.stringMatching(/^SubdomainAlreadyExistsException: /),
        revoke: get,
      })
      expect(results.resolvers.offchainResolvers).toContainEqual(
        expect.objectContaining({ chainId: 1, id: sandbox.file.chains['1'].resolverId }),
      )
    })
  },
)
