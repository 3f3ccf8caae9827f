import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, visit } from '../support/browser/browser.ts'
import { startHttpServer, type TestServer } from '../support/http/http-server.ts'
import { type PaidHttpResponse, parseSettlement, protocols, resolveUrl } from '../support/payments/clients.ts'
import {
  names,
  type PaymentFixture,
  priceBaseUnits,
  startPaymentFixture,
} from '../support/payments/fixture.ts'

let fixture: PaymentFixture
let serviceUrl: string
/** Of another origin. */
let shop: TestServer

const script = fileURLToPath(new URL('../support/browser/paying-page.ts', import.meta.url))

async function bundle(input: string): Promise<string> {
  await using build = await rolldown({ input, platform: 'browser', external: /^node:/ })
  const { output } = await build.generate({ format: 'es', codeSplitting: false })
  return output[0].code
}

beforeAll(async () => {
  const [code, started] = await Promise.all([bundle(script), startPaymentFixture()])
  fixture = started
  serviceUrl = (await fixture.startInProcess()).url
  shop = await startHttpServer(({ url }, response) => {
    const isScript = url === '/script.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(
      isScript
        ? code
        : '<!doctype html><link rel=icon href=data:,><script type=module src=script.js></script>',
    )
  })
})
afterAll(async () => {
  await shop.close()
  await fixture.stop()
})

describeInBrowser('A page of another origin', (browser) => {
  test.each(protocols)('pays with the official client of %s, unmodified', async (protocol) => {
    const privateKey = generatePrivateKey()
    const { address } = privateKeyToAccount(privateKey)
    await fixture.base.mint(address, priceBaseUnits)
    const { page } = await visit(browser(), shop.url)
    const call = [protocol, privateKey, resolveUrl(serviceUrl, names[0])].map((text) => JSON.stringify(text))

    const response = await page.evaluate<PaidHttpResponse>(`pay(${call.join()})`)

    expect(response).toMatchObject({ status: 200, isPaymentRequired: false })
    expect(JSON.parse(response.body).result.data).toMatchObject({ ens: names[0] })
    // The page reads the receipts, too.
    expect(parseSettlement(response)).toMatchObject({ success: true, payer: address })
    expect(response.paymentReceipt === null).toBe(protocol === 'x402')
    const [payment] = await fixture.listPayments()
    expect(payment).toMatchObject({ state: 'confirmed', protocol })
  })
})
