import type { Page } from 'playwright-core'

export interface Embedding {
  readonly head?: string
  readonly elements?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Of the script, for the policy of the page. */
  readonly nonce?: string
}

/** A document of another site, with the snippet of the documentation. */
export function embeddingPage(
  serviceUrl: string,
  {
    head = '',
    elements = '<byname-claim domain="demo.eth"></byname-claim>',
    headers = {},
    nonce = '',
  }: Embedding,
) {
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Acme</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">${head}
<script nonce="${nonce}" src="${serviceUrl}/embed.js" async></script></head>
<body><main><h1>Acme</h1>${elements}</main></body></html>`
  return { body, headers }
}

/** The events that the elements send, in the page. */
export const recordEvents = `for (const type of ['byname-claimed', 'byname-error'])
  addEventListener(type, ({ target, detail }) => (globalThis.events ??= []).push({ type, on: target.localName, ...detail }))`

export const eventsOf = (page: Page) => page.evaluate<readonly object[]>('globalThis.events ?? []')

/** Announces a wallet that signs when the page calls `sign`. */
export const addSlowWallet = `{
  const request = async ({ method }) =>
    method === 'personal_sign'
      ? new Promise((resolve) => { globalThis.sign = () => resolve('0x' + '11'.repeat(65)) })
      : ['0x70997970c51812dc3a010c7d01b50e0d17dc79c8']
  const info = { uuid: '9b2b1f0e-5d5c-4a8f-9d0e-0c8f4f6f7a11', name: 'Slow Wallet', rdns: 'example.slow', icon: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }
  addEventListener('eip6963:requestProvider', () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider: { request } }) })))
}`
