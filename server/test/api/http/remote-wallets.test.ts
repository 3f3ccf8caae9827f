import { expect, test } from 'vitest'
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
    policy: response.headers.get('content-security-policy'),
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

describeService('Wallets outside of the browser', (service) => {
  test.each([...walletPaths, ...otherPaths])('rule: %s offers none by default', async (path) => {
    expect(await readPage(service().url + path)).toEqual(closedAt(path))
  })
})

describeService(
  'WalletConnect',
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
  { settings: { WALLETCONNECT_PROJECT_ID: projectId } },
)

describeService(
  'Base Account',
  (service) => {
    test.each(walletPaths)('%s may open windows, and connects to nothing else', async (path) => {
      expect(await readPage(service().url + path)).toEqual({
        policy: policyWith(''),
        opener: 'same-origin-allow-popups',
        remoteWallets: { baseAccount: true },
      })
    })

    test.each(otherPaths)('rule: %s, which has no wallet, is as without it', async (path) => {
      expect(await readPage(service().url + path)).toEqual(closedAt(path))
    })
  },
  { settings: { OFFER_BASE_ACCOUNT: 'true' } },
)
