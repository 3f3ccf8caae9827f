import { type MessageFields, type Signer, signedHeaders } from '../credentials/signed-headers.ts'
import { ownHost, purposeOf } from '../credentials/single-use.ts'
import { type ApiResponse, dataOf } from '../http/api-client.ts'
import type { TestService } from '../service/service.ts'
import type { OnChain } from './on-chain.ts'

export interface WireSent {
  readonly messageId: string | null
  readonly names: number
  readonly recipients: readonly { readonly address: string; readonly names: number }[]
  readonly failed: readonly { readonly label: string; readonly name: string; readonly message: string }[]
}

interface WireMessageOfName {
  readonly id: string
  readonly text: string
  readonly holder: string
  readonly dismissedAt: string | null
}

export interface WireOwnMessage {
  readonly id: string
  readonly domain: string
  readonly chainId: number
  readonly title: string | null
  readonly text: string
  readonly names: readonly string[]
  readonly nameCount: number
}

interface OwnRequest {
  readonly query?: string
  readonly fields?: Partial<MessageFields>
  readonly headers?: Readonly<Record<string, string>>
}

/** Requests about messages for holders, with the key of the workspace unless another is given. */
export function messagesOf(service: () => Pick<TestService, 'call' | 'key' | 'context'>) {
  const send = (
    { name, chainId }: OnChain,
    body: object,
    { key = service().key, headers = {} }: { readonly key?: string; readonly headers?: object } = {},
  ) =>
    service().call('POST', `/byname/v1/domains/${name}/messages?chainId=${chainId}`, {
      headers: { 'x-api-key': key, ...headers },
      body,
    })

  /** A message for each of the labels. */
  const sent = async (domain: OnChain, labels: readonly string[], text: string) => {
    const result = dataOf<WireSent>(await send(domain, { labels, text }))
    if (result.messageId === null) throw new Error(`Nothing was left: ${JSON.stringify(result.failed)}`)
    return result.messageId
  }

  const readOfName = ({ name, chainId }: OnChain, label: string, key = service().key) =>
    service().call('GET', `/byname/v1/names/${label}.${name}/messages?chainId=${chainId}`, {
      headers: { 'x-api-key': key },
    })

  const ofName = async (domain: OnChain, label: string) =>
    dataOf<{ readonly messages: readonly WireMessageOfName[] }>(await readOfName(domain, label)).messages

  const headersOf = async (wallet: Signer, { fields = {}, headers = {} }: OwnRequest) => ({
    ...ownHost,
    ...(await signedHeaders(wallet, {
      chainId: 1,
      resources: purposeOf('read-claims', {}),
      issuedAt: new Date(service().context.clock()),
      ...fields,
    })),
    ...headers,
  })

  const readOwn = async (wallet: Signer, request: OwnRequest = {}): Promise<ApiResponse> =>
    service().call('GET', `/byname/v1/messages?chainId=1${request.query ?? ''}`, {
      headers: await headersOf(wallet, request),
    })

  const own = async (...input: Parameters<typeof readOwn>) =>
    dataOf<{ readonly data: readonly WireOwnMessage[]; readonly next: string | null }>(
      await readOwn(...input),
    )

  const ownTexts = async (wallet: Signer) => (await own(wallet)).data.map(({ text }) => text)

  const dismiss = async (wallet: Signer, id: string, request: OwnRequest = {}): Promise<ApiResponse> =>
    service().call('POST', `/byname/v1/messages/${id}/dismiss?chainId=1`, {
      headers: await headersOf(wallet, request),
    })

  return { send, sent, readOfName, ofName, readOwn, own, ownTexts, dismiss }
}
