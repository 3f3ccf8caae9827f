import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'
import type { Page } from 'playwright-core'
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser } from '../support/browser/browser.ts'
import { revisitSignedIn, visitSignedIn } from '../support/browser/console.ts'
import { issueName } from '../support/browser/pages.ts'
import { signerAddressOf } from '../support/chain/onboard-domain.ts'
import { send } from '../support/chain/registry-writes.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox
const path = '/console/domains/1/demo.eth'
const statistics = '**/byname/v1/domains/demo.eth/statistics?*'

beforeAll(async () => {
  sandbox = await startTestSandbox()
  await issueName(sandbox, { label: 'ada' })
})
afterAll(() => sandbox.stop())

/** Until every part of the overview is read. */
async function waitForAll(page: Page): Promise<void> {
  await page.getByText('Points to this service').waitFor()
  await page.getByText('Resolve', { exact: true }).waitFor()
  await page.getByText(/^(Until|Expires|No end)/).waitFor()
  await page.getByText('No wallet has looked up a name').waitFor()
  await page.getByText('ada.demo.eth').waitFor()
  await page.getByText('No limit').waitFor()
  await page.getByRole('button', { name: 'Keep the names alive' }).waitFor()
  await page.getByText(/^\d of \d$/).waitFor()
}

describeInBrowser('The overview of a domain', (browser) => {
  test('shows health, counts and the newest names, at every width, light and dark', async () => {
    const opened = await revisitSignedIn(browser(), sandbox, path)
    const { page } = opened
    await waitForAll(page)
    await assertWellFormed(opened)
  })

  test('reads itself in eleven requests, beside those of the frame', async () => {
    const { page } = await visitSignedIn(browser(), sandbox, path)
    await waitForAll(page)
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch')
        requests.push(
          `${request.method()} ${new URL(request.url()).pathname.replace(/[\da-f-]{36}/, '{id}')}`,
        )
    })
    await page.reload()
    await waitForAll(page)
    expect(requests.toSorted()).toEqual([
      'GET /byname/v1/domains/demo.eth',
      'GET /byname/v1/domains/demo.eth/anchor',
      // The navigation says how many claims wait.
      'GET /byname/v1/domains/demo.eth/claims',
      'GET /byname/v1/domains/demo.eth/health',
      'GET /byname/v1/domains/demo.eth/policy',
      'GET /byname/v1/domains/demo.eth/setup',
      // Of the domain on the other chain: the navigation marks domains that need something.
      'GET /byname/v1/domains/demo.eth/setup',
      'GET /byname/v1/domains/demo.eth/statistics',
      'GET /byname/v1/events',
      'GET /byname/v1/session',
      // Which steps are done.
      'GET /byname/v1/webhooks',
      'GET /byname/v1/workspaces',
      // The activity has the names of API keys.
      'GET /byname/v1/workspaces/{id}/api-keys',
      'GET /byname/v1/workspaces/{id}/members',
      // The navigation lists the domains of one workspace.
      'GET /ens/v1/ens/workspace/{id}',
    ])
  })

  test('turns red while the contract does not list the signer, says who has to mend it, and turns green again', async () => {
    const { page } = await revisitSignedIn(browser(), sandbox, path)
    const { devnet, file } = sandbox
    const change = (functionName: 'addSigner' | 'removeSigner') => {
      const data = encodeFunctionData({ abi, functionName, args: [signerAddressOf(sandbox, 1)] })
      const owner = devnet.accounts.at(-1)?.address ?? file.chains[1].resolver
      return send(devnet.rpcUrl(1), owner, file.chains[1].resolver, data)
    }
    await page.getByText('Resolve', { exact: true }).waitFor()
    await change('removeSigner')
    await page.getByText('Do not resolve').waitFor()
    await page
      .getByText(/^Wallets refuse the names of demo\.eth because its contract does not know/)
      .waitFor()
    await change('addSigner')
    await page.getByText('Resolve', { exact: true }).waitFor()
  })

  test('settings and claim page open from it, and lead back', async () => {
    const { page } = await revisitSignedIn(browser(), sandbox, path)
    const tile = page.getByText('No limit')
    await tile.waitFor()
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await page.getByRole('heading', { name: 'Number of names' }).waitFor()
    await page.getByRole('link', { name: 'Claim page' }).first().click()
    await page.getByRole('heading', { name: 'Who may take a name' }).waitFor()
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await tile.waitFor()
  })

  test('lookups are a chart in the colours of the theme', async () => {
    const opened = await visitSignedIn(browser(), sandbox, '/console')
    const { page } = opened
    const periods = Array.from({ length: 168 }, (_, index) => ({
      start: new Date(Date.now() - (168 - index) * 3_600_000).toISOString(),
      lookups: index < 144 ? index % 24 : (index % 24) * 2,
      absent: 0,
      names: index < 24 ? null : 1100 + index,
      claimedNames: index < 24 ? null : 1000 + index,
    }))
    const data = { domain: 'demo.eth', chainId: 1, from: '', to: '', lookups: 2208, absent: 4, periods }
    await page
      .context()
      .route(statistics, (route) =>
        route.fulfill({ json: { statusCode: 200, result: { data, error: null } } }),
      )
    await page.goto(sandbox.file.url + path)
    const chart = page.getByRole('slider', { name: 'Lookups by hour: 2,208 in the last seven days' })
    await chart.focus()
    const spoken: string[] = []
    for (const key of ['Home', 'ArrowRight', 'PageUp', 'End', 'ArrowRight']) {
      await page.keyboard.press(key)
      spoken.push((await chart.getAttribute('aria-valuetext')) ?? '')
    }
    for (const text of spoken)
      expect(text).toMatch(/^\w{3} \d+, \d{4}, \d+:\d\d\s[AP]M: Lookups (\d+|not measured)$/)
    expect(new Set(spoken).size).toBe(4)
    expect(spoken.at(-1)).toBe(spoken.at(-2))
    await page.getByText(spoken.at(-1)?.split(': ')[0] ?? '', { exact: true }).waitFor()
    await page.getByText('+100% on the day before').waitFor()
    await page.getByRole('img', { name: 'Lookups in seven days: +100% on the day before' }).waitFor()
    await assertWellFormed(opened)
    await page.getByText('Names', { exact: true }).last().click()
    await page.getByRole('slider', { name: 'Names over time: 1,267 now' }).waitFor()
    await assertWellFormed(opened)
    await page.reload()
    await page.getByRole('slider', { name: 'Names over time: 1,267 now' }).waitFor()
  })

  test('a range is chosen for the chart, and kept', async () => {
    const { page } = await revisitSignedIn(browser(), sandbox, path)
    await page.getByText('No wallet has looked up a name in the last seven days').waitFor()
    await page.getByText('1 year').click()
    await page.getByText('No wallet has looked up a name in the last year').waitFor()
    await page.reload()
    await page.getByText('No wallet has looked up a name in the last year').waitFor()
  })

  test('the list of what to do turns green by itself, and can be hidden', async () => {
    const opened = await revisitSignedIn(browser(), sandbox, path)
    const { page } = opened
    const list = page.getByRole('region', { name: 'What to do next' })
    const stateOf = (title: string) =>
      list
        .getByRole('listitem')
        .filter({ hasText: title })
        .getByText(/^(Done|To do)$/)
        .textContent()
    await list.getByText(/^\d of \d$/).waitFor()
    expect(await stateOf('Give the first name')).toBe('Done')
    expect(await stateOf('Invite a colleague')).toBe('To do')
    expect(await stateOf('Share the claim page')).toBe('To do')
    await list.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('img', { name: /^QR code: .*\/claim\/demo\.eth$/ }).waitFor()
    await assertWellFormed(opened)
    await page.keyboard.press('Escape')
    await expect.poll(() => stateOf('Share the claim page')).toBe('Done')
    await list.getByRole('link', { name: 'Invite' }).click()
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    await page.goBack()
    expect(await stateOf('Share the claim page')).toBe('Done')
    await list.getByRole('button', { name: 'Hide this list' }).click()
    await list.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('No wallet has looked up a name').waitFor()
    expect(await list.count()).toBe(0)
    await assertWellFormed(opened)
  })

  test('a part that cannot be read is an error with another try, beside the others', async () => {
    const { page } = await revisitSignedIn(browser(), sandbox, '/console')
    await page.context().route(statistics, (route) => route.abort())
    await page.goto(sandbox.file.url + path)
    await page.getByText('The statistics were not read.').waitFor()
    await page.getByText('ada.demo.eth').waitFor()
    await page.context().unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No wallet has looked up a name').waitFor()
    expect(page.url()).toBe(sandbox.file.url + path)
  })
})
