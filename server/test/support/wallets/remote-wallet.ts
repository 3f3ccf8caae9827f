import { randomUUID } from 'node:crypto'
import { SignClient } from '@walletconnect/sign-client'
import { type Address, createWalletClient, type Hex, http } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

interface RemoteWalletOptions {
  readonly relayUrl: string
  /** Signs. */
  readonly account: PrivateKeyAccount
  /** That the wallet shows; absent: that of the account. A contract of which the account is the owner signs by its key. */
  readonly address?: Address
  readonly name?: string
  /** Sends transactions, from accounts that the node has the keys of; absent: it declines them. */
  readonly rpcUrlOf?: (chainId: number) => string
  /** The scheme that the app has registered; absent: none. */
  readonly scheme?: string
  readonly declines?: 'connection' | 'signatures'
  /** Requests wait for `respond`. */
  readonly isSilent?: boolean
}

/** A wallet app at the other end of a relay, by the protocol's own library. */
export interface RemoteWallet {
  /** By the code that a page shows. */
  readonly pair: (uri: string) => Promise<void>
  /** Methods that were requested, with their chain. */
  readonly requested: readonly string[]
  /** Names of the pages that have connected. */
  readonly pages: readonly string[]
  /** Ends every connection. */
  readonly disconnect: () => Promise<void>
  /** Resolves once the first request is there. */
  readonly asked: () => Promise<unknown>
  /** To the requests of a silent wallet. */
  readonly respond: () => Promise<void>
  /** Resolves once the page has ended a connection. */
  readonly ended: () => Promise<unknown>
  readonly stop: () => Promise<void>
}

const userRejected = { code: 5000, message: 'User rejected.' }

export async function startRemoteWallet({
  relayUrl,
  account,
  address = account.address,
  name = 'Pocket',
  rpcUrlOf,
  scheme,
  declines,
  isSilent = false,
}: RemoteWalletOptions): Promise<RemoteWallet> {
  const client = await SignClient.init({
    projectId: '0'.repeat(32),
    relayUrl,
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: randomUUID(),
    metadata: {
      name,
      description: 'A wallet of a test.',
      url: 'https://wallet.example',
      icons: [],
      ...(scheme && { redirect: { native: scheme } }),
    },
  })
  const requested: string[] = []
  const pages: string[] = []
  const waiting: (() => Promise<void>)[] = []
  const asked = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  client.on('session_delete', () => ended.resolve())
  client.on('session_proposal', async ({ id, params }) => {
    pages.push(params.proposer.metadata.url)
    if (declines === 'connection') return client.reject({ id, reason: userRejected })
    const chains = ['eip155:1', 'eip155:11155111']
    await client.approve({
      id,
      namespaces: {
        eip155: {
          chains,
          accounts: chains.map((chain) => `${chain}:${address}`),
          methods: ['personal_sign', 'eth_sendTransaction'],
          events: ['accountsChanged', 'chainChanged'],
        },
      },
    })
  })
  client.on('session_request', async ({ id, topic, params: { request, chainId } }) => {
    requested.push(`${request.method} ${chainId}`)
    asked.resolve()
    const run = async () => {
      if (declines === 'signatures') return { error: userRejected }
      // Safe because the pages sign hex.
      if (request.method === 'personal_sign')
        return { result: await account.signMessage({ message: { raw: request.params[0] as Hex } }) }
      if (!rpcUrlOf) return { error: userRejected }
      const node = createWalletClient({ transport: http(rpcUrlOf(Number(chainId.split(':')[1]))) })
      return { result: await node.request({ method: 'eth_sendTransaction', params: request.params }) }
    }
    const respond = async () => {
      const outcome = await run()
      await client.respond({ topic, response: { id, jsonrpc: '2.0', ...outcome } })
    }
    if (isSilent) waiting.push(respond)
    else await respond()
  })
  return {
    pair: async (uri) => {
      await client.pair({ uri })
    },
    requested,
    pages,
    disconnect: async () => {
      for (const { topic } of client.session.getAll())
        await client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
    },
    asked: () => asked.promise,
    respond: async () => {
      for (const respond of waiting.splice(0)) await respond()
    },
    ended: () => ended.promise,
    stop: async () => {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose()
    },
  }
}
