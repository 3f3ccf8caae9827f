import { SignClient } from '@walletconnect/sign-client'
import { t } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import { WalletError } from '../wallet-error.ts'
import { isPhone } from '../wallet-links.ts'
import { PairingCode } from './PairingCode.tsx'
import { openPrompt, type Prompt, promptFor } from './prompt.tsx'
import { watchRelay } from './relay-watch.ts'
import { remoteChainIds } from './remote-chains.ts'
import type { RemoteProvider, WalletConnectSettings } from './remote-provider.ts'
import { shareConnection } from './share-connection.ts'

type Client = Awaited<ReturnType<typeof SignClient.init>>
type Session = ReturnType<Client['session']['getAll']>[number]
type Call = Parameters<RemoteProvider['request']>[0]

/** What the wallet does; the rest is read from a node. */
const walletMethods = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction']

/** Seconds. */
const requestLifetime = 300

/** Milliseconds. A little less than the library's, which rejects a promise that cannot be handled. */
const codeLifetimeMs = 295_000

/** Of the protocol: the visitor has ended the connection. */
const userDisconnected = { code: 6000, message: 'User disconnected.' }

/** EIP-1193 provider of the wallet at the other end of the relay. */
export async function createWalletConnect({
  projectId,
  relayUrl,
  readUrl,
}: WalletConnectSettings): Promise<RemoteProvider> {
  const client = await SignClient.init({
    projectId,
    relayUrl,
    telemetryEnabled: false,
    logger: 'silent',
    metadata: {
      name: location.host,
      description: document.title,
      url: location.origin,
      icons: [`${location.origin}/icon-192.png`],
    },
  })
  // The attestation of the origin would be a frame of another origin in this page.
  client.core.verify.register = async () => ''
  shareConnection(client.core.relayer)
  let chainId = 1
  const sessionOf = () => client.session.getAll().at(-1)
  const end = async () => {
    for (const { topic } of client.session.getAll())
      await client.disconnect({ topic, reason: userDisconnected }).catch(() => undefined)
  }
  const connect = async (): Promise<Session> => {
    const prompt = openPrompt('WalletConnect')
    try {
      const known = sessionOf()
      if (known && (await wantsKnown(prompt, known))) return known
      await end()
      return await pair(client, prompt)
    } finally {
      prompt.close()
    }
  }
  /** Of a page that still shows the account whose wallet has ended the connection. */
  const reconnect = async (account: string): Promise<Session> => {
    const session = await connect()
    const has = addressesOf(session).some((address) => address.toLowerCase() === account.toLowerCase())
    if (!has) throw new Error(t('wallet.other-account', { address: shortAddress(account) }))
    return session
  }
  const request = async (call: Call): Promise<unknown> => {
    const session = sessionOf()
    switch (call.method) {
      case 'eth_requestAccounts':
        return addressesOf(await connect())
      case 'eth_accounts':
        return session ? addressesOf(session) : []
      case 'eth_chainId':
        return `0x${chainId.toString(16)}`
      case 'wallet_switchEthereumChain': {
        // Safe because our own code is the only caller.
        const [{ chainId: next }] = call.params as [{ chainId: string }]
        if (!session || !chainIdsOf(session).includes(Number(next)))
          throw new WalletError(t('wallet.chain-missing'), 4902)
        chainId = Number(next)
        return null
      }
    }
    if (!walletMethods.includes(call.method)) return read(readUrl, chainId, call)
    const open = session ?? (await reconnect(accountOf(call)))
    const approved = chainIdsOf(open)
    return ask(client, open, approved.includes(chainId) ? chainId : (approved[0] ?? chainId), call)
  }
  return { request, disconnect: end }
}

/** Safe because our own code, the only caller, passes `[data, account]`, `[account, data]` and `[{ from: account }]`. */
function accountOf({ method, params }: Call): string {
  if (method === 'personal_sign') return (params as readonly [string, string])[1]
  if (method === 'eth_signTypedData_v4') return (params as readonly [string, string])[0]
  return (params as readonly [{ readonly from: string }])[0].from
}

/** Accounts are `eip155:<chain>:<address>` (CAIP-10). */
function accountsOf({ namespaces }: Session): readonly (readonly string[])[] {
  return (namespaces['eip155']?.accounts ?? []).map((account) => account.split(':'))
}

function addressesOf(session: Session): readonly string[] {
  return [...new Set(accountsOf(session).flatMap(([, , address]) => address ?? []))]
}

function chainIdsOf(session: Session): readonly number[] {
  return [...new Set(accountsOf(session).map(([, chainId]) => Number(chainId)))]
}

/** Whether to go on with the wallet of an earlier visit. */
function wantsKnown(prompt: Prompt, session: Session): Promise<boolean> {
  const [address = ''] = addressesOf(session)
  return promptFor<boolean>(prompt, (choose) => (
    <>
      <p className="name-breaks">
        {t('wallet.connected-with', {
          wallet: session.peer.metadata.name,
          address: shortAddress(address),
        })}
      </p>
      <p className="mt-4 grid gap-2">
        <Button look="primary" onClick={() => choose(true)}>
          {t('wallet.continue')}
        </Button>
        <Button onClick={() => choose(false)}>{t('wallet.use-another')}</Button>
      </p>
    </>
  ))
}

/** A new connection, by a code that is valid for some five minutes. */
async function pair(client: Client, prompt: Prompt): Promise<Session> {
  const optionalNamespaces = {
    eip155: {
      chains: remoteChainIds.map((chainId) => `eip155:${chainId}`),
      methods: walletMethods,
      events: ['accountsChanged', 'chainChanged'],
    },
  }
  for (;;) {
    prompt.show(<p role="status">{t('wallet.contacting-relay')}</p>)
    const watch = watchRelay(client.core.relayer)
    const waiting = <Result,>(result: Promise<Result>) =>
      Promise.race([result, watch.failed, prompt.cancelled])
    let isWanted = true
    try {
      const { uri = '', approval } = await waiting(client.connect({ optionalNamespaces }))
      const timer = setTimeout(() => expire(client, uri), codeLifetimeMs)
      const approved = approval().finally(() => clearTimeout(timer))
      approved.then(
        async ({ topic }) => {
          if (!isWanted) await client.disconnect({ topic, reason: userDisconnected })
        },
        () => undefined,
      )
      prompt.show(<PairingCode uri={uri} />)
      return await waiting(approved)
    } catch (error) {
      isWanted = false
      if (!isExpired(error)) throw toWalletError(error)
    } finally {
      watch.stop()
    }
    await promptFor<void>(prompt, (choose) => (
      <>
        <p role="alert">{t('wallet.code-expired')}</p>
        <p className="mt-4 grid">
          <Button look="primary" onClick={() => choose()}>
            {t('wallet.new-code')}
          </Button>
        </p>
      </>
    ))
  }
}

/** As the library's own clock does it. */
function expire(client: Client, uri: string): void {
  const proposal = client.proposal.getAll().find(({ pairingTopic }) => uri.startsWith(`wc:${pairingTopic}@`))
  if (proposal) client.events.emit('proposal_expire', { id: proposal.id })
}

/** Until the wallet has responded, the visitor cancels, or the connection ends. */
async function ask(client: Client, session: Session, chainId: number, { method, params }: Call) {
  const { topic } = session
  const prompt = openPrompt(t('wallet.confirm'))
  const watch = watchRelay(client.core.relayer)
  prompt.show(<Confirmation {...session.peer.metadata} />)
  const response = client.request({
    topic,
    chainId: `eip155:${chainId}`,
    request: { method, params },
    expiry: requestLifetime,
  })
  try {
    return await Promise.race([response, watch.failed, prompt.cancelled])
  } catch (error) {
    throw toWalletError(error)
  } finally {
    watch.stop()
    prompt.close()
  }
}

type Metadata = Pick<Session['peer']['metadata'], 'name' | 'redirect'>

function Confirmation({ name, redirect }: Metadata) {
  const link = [redirect?.universal, redirect?.native].find((each) => each && isAppLink(each))
  return (
    <>
      <p role="status" className="name-breaks">
        {t('wallet.confirm-in', { wallet: name })}
      </p>
      {link && isPhone(navigator) && (
        <p className="mt-4 grid">
          <LinkButton look="primary" href={link} className="name-breaks">
            {t('wallet.open-in', { app: name })}
          </LinkButton>
        </p>
      )}
    </>
  )
}

/** The wallet chooses the link: to a page, or to a scheme that an app has registered. */
function isAppLink(link: string): boolean {
  const { protocol } = URL.parse(link) ?? {}
  return protocol !== undefined && !['javascript:', 'data:', 'blob:', 'file:', 'http:'].includes(protocol)
}

interface RpcResponse {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

async function read(readUrl: string, chainId: number, { method, params = [] }: Call): Promise<unknown> {
  const response = await fetch(readUrl.replace('{chainId}', `${chainId}`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }).catch(() => {
    throw new Error(t('error.unreachable'))
  })
  // Safe because nodes respond with JSON-RPC 2.0.
  const { result, error } = (await response.json()) as RpcResponse
  if (error) throw new WalletError(error.message, error.code)
  return result
}

function isExpired(error: unknown): boolean {
  return messageOf(error).includes('expired')
}

/** Of the protocol: the wallet or its user has rejected a connection, chains, methods or events. */
const rejections: readonly unknown[] = [4001, 5000, 5001, 5002, 5003]

function toWalletError(error: unknown): unknown {
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (code === userDisconnected.code) return new Error(t('wallet.disconnected'))
  if (rejections.includes(code)) return new WalletError(messageOf(error), 4001)
  return isExpired(error) ? new Error(t('wallet.unanswered')) : error
}

/** The library rejects with plain objects too. */
function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? `${error.message}` : ''
}
