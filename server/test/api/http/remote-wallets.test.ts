import { expect, test } from 'vitest'
import { requestSubname } from '../../support/entities/domains.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

const projectId = '6f1e0c9d2b7a4e35886d0f9c1a2b3c4d'
const walletPaths = ['/claim/demo.eth', '/me']
const otherPaths = ['/', '/n/absent.demo.eth', '/no-such-page', '/console']

const policyWith = (connections: string, frames = '') =>
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
  `connect-src 'self'${connections}; ${frames}base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

async function readPage(url: string) {
  const response = await fetch(url, { headers: { accept: 'text/html' } })
  const [, json = '{}'] =
    /<script type="application\/json" id="page">(.*?)<\/script>/.exec(await response.text()) ?? []
  return {
    // Without the hashes of the styles in the document.
    policy: response.headers.get('content-security-policy')?.replaceAll(/ 'sha256-[^']+'/g, ''),
    opener: response.headers.get('cross-origin-opener-policy'),
    // Safe because every document has this form.
    remoteWallets: (JSON.parse(json) as { readonly remoteWallets?: object }).remoteWallets,
  }
}

/** The console has frames of this service. */
const closedAt = (path: string) => ({
  policy: policyWith('', path === '/console' ? "frame-src 'self'; " : ''),
  opener: 'same-origin',
  remoteWallets: undefined,
})

const offersBaseAccount = {
  policy: policyWith(''),
  opener: 'same-origin-allow-popups',
  remoteWallets: { baseAccount: true },
}

/** Pages are served without a call to it. */
const readable = 'http://127.0.0.1:9'

describeService(
  'Base Account',
  (service) => {
    test.each(walletPaths)('rule: %s offers it by default, and connects to nothing else', async (path) => {
      expect(await readPage(service().url + path)).toEqual(offersBaseAccount)
    })

    test.each(otherPaths)('rule: %s, which has no wallet, is as without it', async (path) => {
      expect(await readPage(service().url + path)).toEqual(closedAt(path))
    })

    test('rule: the owner of a domain leaves it out of its pages, and of no others', async () => {
      const [own, other] = [await service().onboard(), await service().onboard()]
      for (const domain of [own, other]) dataOf(await requestSubname(service(), domain, 'alice'))
      const pagesOf = ({ name }: typeof own) => [`/claim/${name}`, `/n/alice.${name}`]
      const [ownPages, otherPages] = [pagesOf(own), pagesOf(other)]
      for (const path of [...ownPages, ...otherPages])
        expect(await readPage(service().url + path)).toEqual(offersBaseAccount)
      const query = `?chainId=${own.chainId}`
      dataOf(
        await service().call('PATCH', `/byname/v1/domains/${own.name}${query}`, {
          headers: { 'x-api-key': service().key },
          body: { branding: { offersPasskey: false } },
        }),
      )
      for (const path of ownPages) expect(await readPage(service().url + path)).toEqual(closedAt(path))
      for (const path of [...otherPages, '/me'])
        expect(await readPage(service().url + path)).toEqual(offersBaseAccount)
    })

    test('rule: pages of a chain that cannot be read do not offer it: its signatures are not verified', async () => {
      const { name, chainId } = await service().onboard({ chainId: 11155111 })
      expect(await readPage(`${service().url}/claim/${name}`)).toEqual(closedAt('/claim'))
      const page = await service().call('GET', `/byname/v1/domains/${name}/page?chainId=${chainId}`)
      expect(dataOf(page)).toMatchObject({ branding: { offersPasskey: false } })
    })
  },
  { settings: { RPC_URL_1: readable } },
)

describeService(
  'WalletConnect, without Base Account',
  (service) => {
    test.each(walletPaths)('%s connects to the relay and to the nodes, and to nothing else', async (path) => {
      expect(await readPage(service().url + path)).toEqual({
        policy: policyWith(' wss://relay.walletconnect.org https://rpc.walletconnect.org'),
        opener: 'same-origin',
        remoteWallets: {
          walletConnect: {
            projectId,
            relayUrl: 'wss://relay.walletconnect.org',
            readUrl: `https://rpc.walletconnect.org/v1/?chainId=eip155:{chainId}&projectId=${projectId}`,
          },
        },
      })
    })

    test.each(otherPaths)('rule: %s, which has no wallet, is as without it', async (path) => {
      expect(await readPage(service().url + path)).toEqual(closedAt(path))
    })
  },
  { settings: { WALLETCONNECT_PROJECT_ID: projectId, OFFER_BASE_ACCOUNT: 'false' } },
)

describeService(
  'Without wallets outside of the browser',
  (service) => {
    test.each([...walletPaths, ...otherPaths])('rule: %s offers none', async (path) => {
      expect(await readPage(service().url + path)).toEqual(closedAt(path))
    })

    test('rule: an owner cannot offer what the service does not', async () => {
      const { name, chainId } = await service().onboard()
      dataOf(
        await service().call('PATCH', `/byname/v1/domains/${name}?chainId=${chainId}`, {
          headers: { 'x-api-key': service().key },
          body: { branding: { offersPasskey: true } },
        }),
      )
      expect(await readPage(`${service().url}/claim/${name}`)).toEqual(closedAt('/claim'))
      const page = await service().call('GET', `/byname/v1/domains/${name}/page?chainId=${chainId}`)
      expect(dataOf(page)).toMatchObject({ branding: { offersPasskey: false } })
    })
  },
  { settings: { OFFER_BASE_ACCOUNT: 'false', RPC_URL_1: readable } },
)
