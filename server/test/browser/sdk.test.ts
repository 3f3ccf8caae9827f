import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from 'playwright-core'
import { rolldown } from 'rolldown'
import { expect, it, onTestFinished } from 'vitest'
import { describeInBrowser, takeProblems, visit } from '../support/browser/browser.ts'
import { createWallet, type Signer } from '../support/credentials/signed-headers.ts'
import { openClaims } from '../support/entities/claims.ts'
import { temporaryFolder } from '../support/folders.ts'
import { startHttpServer } from '../support/http/http-server.ts'
import { describeService } from '../support/service/describe-service.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The recipe of docs/sdk.md, bundled as a site would. */
async function bundleRecipe(url: string): Promise<string> {
  const page = await readFile(`${root}docs/sdk.md`, 'utf8')
  const [, section = ''] = page.split('\n## Claim a name with a wallet in the browser')
  const [, recipe = ''] = /```js\n(.*?)```/s.exec(section) ?? []
  const input = join(await temporaryFolder(), 'claim.js')
  await writeFile(
    input,
    recipe.replace('http://127.0.0.1:3000', url).replace('@byname/sdk', `${root}sdk/src/index.ts`),
  )
  const build = await rolldown({ input, platform: 'browser' })
  const { output } = await build.generate({ minify: true })
  await build.close()
  return output[0].code
}

/** `ethereum` of the window, as browsers of wallet apps have it. */
async function addWallet(context: BrowserContext, wallet: Signer): Promise<void> {
  await context.exposeBinding(
    'requestOfWallet',
    async (_source, method: string, params: readonly `0x${string}`[] = []) =>
      method === 'personal_sign'
        ? wallet.signMessage({ message: { raw: params[0] ?? '0x' } })
        : [wallet.address.toLowerCase()],
  )
  await context.addInitScript(
    'window.ethereum = { request: ({ method, params }) => requestOfWallet(method, params) }',
  )
}

describeInBrowser('The SDK in a page', (browser) => {
  describeService('of another site', (service) => {
    it('rule: the recipe claims a name for the wallet of the browser at an allowed origin', async () => {
      const [demo, wallet] = [service().demo[1], createWallet()]
      const script = await bundleRecipe(service().url)
      const site = await startHttpServer((request, response) => {
        const isScript = request.url === '/claim.js'
        response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
        response.end(isScript ? script : '<!doctype html><link rel="icon" href="data:,"><title>Shop</title>')
      })
      onTestFinished(site.close)
      await openClaims(service(), demo)
      const opened = await visit(browser(), site.url, { prepare: (context) => addWallet(context, wallet) })
      const claim = () =>
        opened.page.evaluate(`import('/claim.js').then(({ claimName }) => claimName('shop'))`)
      await expect(claim()).rejects.toThrow('InvalidSignatureException')
      await takeProblems(opened, 'Failed to load resource')

      const headers = { 'x-api-key': service().key }
      const body = { allowedOrigins: [new URL(site.url).host] }
      await service().call('PATCH', `/byname/v1/domains/${demo.name}?chainId=1`, { headers, body })
      expect(await claim()).toBe('shop.demo.eth is yours.')
      const { body: read } = await service().call('GET', '/byname/v1/names/shop.demo.eth?chainId=1')
      expect(read).toMatchObject({
        result: {
          data: {
            holder: wallet.address,
            records: { texts: [{ key: 'url', value: new URL(site.url).origin }] },
          },
        },
      })
      expect(opened.problems).toEqual([])
    })
  })
})
