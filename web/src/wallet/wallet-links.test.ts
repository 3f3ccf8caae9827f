import { expect, test } from 'vitest'
import { isPhone, walletApps } from './wallet-links.ts'

const page = new URL('https://names.example/claim/demo.eth?chainId=1&label=zo%C3%AB')

test.each([
  ['MetaMask', 'https://link.metamask.io/dapp/names.example/claim/demo.eth?chainId=1&label=zo%C3%AB'],
  [
    'Base',
    'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fnames.example%2Fclaim%2Fdemo.eth%3FchainId%3D1%26label%3Dzo%25C3%25AB',
  ],
  [
    'Trust Wallet',
    'https://link.trustwallet.com/open_url?coin_id=60&url=https%3A%2F%2Fnames.example%2Fclaim%2Fdemo.eth%3FchainId%3D1%26label%3Dzo%25C3%25AB',
  ],
  [
    'OKX Wallet',
    'https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3Dhttps%253A%252F%252Fnames.example%252Fclaim%252Fdemo.eth%253FchainId%253D1%2526label%253Dzo%2525C3%2525AB',
  ],
  [
    'Phantom',
    'https://phantom.app/ul/browse/https%3A%2F%2Fnames.example%2Fclaim%2Fdemo.eth%3FchainId%3D1%26label%3Dzo%25C3%25AB?ref=https%3A%2F%2Fnames.example',
  ],
])('%s opens a page by its universal link', (name, link) => {
  expect(walletApps.find((app) => app.name === name)?.linkTo(page)).toBe(link)
})

test.each([
  ['MetaMask', 'https://metamask.app.link/wc?uri=wc%3A7f2a%402%3Frelay-protocol%3Dirn%26symKey%3D1c'],
  ['Trust Wallet', 'https://link.trustwallet.com/wc?uri=wc%3A7f2a%402%3Frelay-protocol%3Dirn%26symKey%3D1c'],
])('%s connects over WalletConnect by its universal link', (name, link) => {
  const app = walletApps.find((each) => each.name === name)
  expect(app?.linkToPair?.('wc:7f2a@2?relay-protocol=irn&symKey=1c')).toBe(link)
})

test('rule: the page is in each link, with its label', () => {
  for (const { name, linkTo } of walletApps) {
    let text = linkTo(page)
    for (let depth = 0; depth < 3 && !text.includes('&label=zoë'); depth += 1) text = decodeURIComponent(text)
    expect(text, name).toContain('names.example/claim/demo.eth?chainId=1&label=zoë')
  }
})

test.each([
  [true, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15', 5],
  [true, 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile', 5],
  [true, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari', 5],
  [false, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari', 0],
  [false, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0', 10],
])('a phone or tablet: %s for %s', (expected, userAgent, maxTouchPoints) => {
  expect(isPhone({ userAgent, maxTouchPoints })).toBe(expected)
})
