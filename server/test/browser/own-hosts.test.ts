import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, launchBrowser, visit } from '../support/browser/browser.ts'
import { chooseWallet, issueName, withWallet } from '../support/browser/pages.ts'
import { dataOf } from '../support/http/api-client.ts'
import { findFreePorts } from '../support/http/deployed-proxy.ts'
import { startTestSandbox, type TestSandbox, user } from '../support/service/sandbox.ts'

let sandbox: TestSandbox
/** Finds the hosts below acme.example at this machine. */
let browser: Browser

const hosts = { demo: 'names.acme.example', shop: 'shop.acme.example' } as const
const originOf = (host: string) => sandbox.file.url.replace('127.0.0.1', host)

describeInBrowser('Three hosts on one service', () => {
  beforeAll(async () => {
    const [port] = await findFreePorts(1)
    sandbox = await startTestSandbox({ PORT: `${port}` })
    await sandbox.devnet.registerName(1, 'shop', {
      owner: user(sandbox, 3).address,
      resolver: sandbox.file.chains[1].resolver,
    })
    const { workspaceId, adminKey } = sandbox.file
    const headers = { 'x-api-key': adminKey }
    const offchainResolverId = sandbox.file.chains[1].resolverId
    const body = { ensDomain: 'shop.eth', offchainResolverId, workspaceId }
    dataOf(await sandbox.call('POST', '/ens/v1/ens/add', { headers, body }))
    for (const [label, host] of Object.entries(hosts)) {
      const path = `/byname/v1/domains/${label}.eth`
      const described = await sandbox.call('GET', `${path}/hosts/${host}?chainId=1`, { headers })
      const { proof } = dataOf<{ proof: { dnsName: string; value: string } }>(described)
      sandbox.dns.records.set(proof.dnsName, [proof.value])
      dataOf(await sandbox.call('POST', `${path}/hosts?chainId=1`, { headers, body: { host } }), 201)
      const open = { headers, body: { claims: 'open' } }
      dataOf(await sandbox.call('PATCH', `${path}/policy?chainId=1`, open))
    }
    browser = await launchBrowser({}, ['--host-resolver-rules=MAP *.acme.example 127.0.0.1'])
  })
  afterAll(async () => {
    await browser?.close()
    await sandbox.stop()
  })

  test.each([
    ['names.acme.example', 'demo.eth', 'boat'],
    ['shop.acme.example', 'shop.eth', 'till'],
  ])(
    'rule: at %s a name of %s is claimed, and its profile, card and share link are of that host',
    async (host, domain, label) => {
      const origin = originOf(host)
      const opened = await visit(browser, `${origin}/?label=${label}`, withWallet(sandbox, 2))
      const { page, problems } = opened
      // About a header that counts with https only.
      problems.splice(0, 1)
      await page.getByText('Free', { exact: true }).waitFor()
      await assertWellFormed(opened)
      await page.getByRole('button', { name: /^Claim / }).click()
      await chooseWallet(page)
      await page.getByRole('heading', { name: `${label}.${domain}` }).waitFor()
      await assertWellFormed(opened)
      await page.getByRole('link', { name: 'Edit my profile' }).click()
      await page.waitForURL(`${origin}/n/${label}.${domain}#edit`)
      const image = page.locator('meta[property="og:image"]')
      expect(await image.getAttribute('content')).toMatch(new RegExp(`^${origin}/n/.*card\\.png`))
    },
  )

  test('rule: a host shows nothing of other domains', async () => {
    await issueName(sandbox, { label: 'private' })
    const shop = originOf(hosts.shop)
    for (const path of ['/claim/demo.eth', '/n/private.demo.eth']) {
      const { page } = await visit(browser, shop + path)
      expect(await page.getByRole('button', { name: 'It is mine: edit' }).count()).toBe(0)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.getByLabel('Your name').count()).toBe(0)
    }
  })

  test('rule: the console is at the host of the service only', async () => {
    const { page } = await visit(browser, `${originOf(hosts.shop)}/console`)
    await page.getByRole('button', { name: 'Sign in with your wallet' }).waitFor()
    expect(new URL(page.url()).host).toBe(`localhost:${new URL(sandbox.file.url).port}`)
  })

  test('rule: a message that was signed at one host is refused at another, and for another domain', async () => {
    const shop = originOf(hosts.shop)
    const { page } = await visit(browser, `${originOf(hosts.demo)}/?label=stolen`, withWallet(sandbox, 2))
    const sent = page.waitForRequest(/\/claims\?/)
    // The page of the attacker gets the signature and keeps the claim from the service.
    await page.route('**/claims?*', (route) => route.abort())
    await page.getByText('Free', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Claim / }).click()
    await chooseWallet(page)
    const {
      'x-message': message = '',
      'x-signature': signature = '',
      'x-address': address = '',
    } = (await sent).headers()
    expect(message + signature + address).not.toBe('')
    const other = await visit(browser, shop)
    const statuses: number[] = []
    for (const domain of ['demo.eth', 'shop.eth']) {
      const status = await other.page.evaluate(
        async ({ url, headers }) => {
          const body = JSON.stringify({ label: 'stolen' })
          const response = await fetch(url, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body,
          })
          return response.status
        },
        {
          url: `${shop}/byname/v1/domains/${domain}/claims?chainId=1`,
          headers: { 'x-message': message, 'x-signature': signature, 'x-address': address },
        },
      )
      statuses.push(status)
    }
    expect(statuses).toEqual([403, 401])
  })
})
