import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  assertWellFormed,
  describeInBrowser,
  takeProblems,
  type VisitOptions,
  visit,
} from '../support/browser/browser.ts'
import { visitSignedIn } from '../support/browser/console.ts'
import {
  addSlowWallet,
  type Embedding,
  embeddingPage,
  eventsOf,
  recordEvents,
} from '../support/browser/embedding.ts'
import { type HostSite, startHostSite } from '../support/browser/host-site.ts'
import { tabTo } from '../support/browser/keyboard.ts'
import { changePolicy, chooseOption, issueName, withWallet } from '../support/browser/pages.ts'
import { claimHeaders } from '../support/entities/claims.ts'
import { dataOf } from '../support/http/api-client.ts'
import { readFromRoot } from '../support/project-files.ts'
import { runInShell } from '../support/service/command.ts'
import { type ChainId, startTestSandbox, type TestSandbox, user } from '../support/service/sandbox.ts'
import { waitUntil } from '../support/wait-until.ts'

let sandbox: TestSandbox
let site: HostSite

const call = async <Data>(method: 'POST' | 'PATCH', path: string, chainId: ChainId, body: object) => {
  const url = `/byname/v1/domains/demo.eth${path}?chainId=${chainId}`
  const headers = { 'x-api-key': sandbox.file.apiKey }
  return dataOf<Data>(await sandbox.call(method, url, { headers, body }), method === 'POST' ? 201 : 200)
}

beforeAll(async () => {
  ;[sandbox, site] = await Promise.all([startTestSandbox(), startHostSite()])
  await call('PATCH', '', 1, { allowedOrigins: [site.origin], branding: { accent: '#d6336c' } })
  await call('PATCH', '', 11155111, { allowedOrigins: [site.origin] })
})
afterAll(async () => {
  await Promise.all([sandbox.stop(), site.stop()])
})

const addPage = (embedding: Embedding = {}) => site.add(embeddingPage(sandbox.file.url, embedding))

/** Of the first element that matches within the first `<byname-claim>`. */
const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector('byname-claim').shadowRoot.querySelector('${selector}')).${property}`,
  )

describeInBrowser('The elements for other sites', (browser) => {
  const open = (embedding: Embedding = {}, options: VisitOptions = {}, origin = site.origin) =>
    visit(browser(), origin + addPage(embedding), {
      ...options,
      prepare: async (context) => {
        await context.addInitScript(recordEvents)
        await options.prepare?.(context)
      },
    })

  const claimAs = async (page: Page, label: string) => {
    await page.getByLabel('Your name').fill(label)
    await page.getByText('Free', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Claim / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click()
  }

  test('a visitor of an allowed site claims a name there, and the page gets the event', async () => {
    const { prepare, requested } = withWallet(sandbox, 1)
    const opened = await open({}, { prepare })
    const { page } = opened
    // A keyboard ends a word with a space; what is pasted may be a whole name.
    for (const typed of ['Alice ', 'Alice.demo.eth']) {
      await page.getByLabel('Your name').fill(typed)
      await page.getByText('Free', { exact: true }).waitFor()
      expect(await page.getByLabel('Your name').inputValue()).toBe('Alice')
    }
    await assertWellFormed(opened)
    await page.getByRole('button', { name: /^Claim / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).waitFor()
    await assertWellFormed(opened)
    await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click()
    await page.getByText('It is yours').waitFor()
    await assertWellFormed(opened)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByText('Link copied').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${sandbox.file.url}/n/alice.demo.eth`)
    expect(requested).toEqual(['eth_requestAccounts', 'personal_sign'])
    const { address } = user(sandbox, 1)
    expect(await eventsOf(page)).toEqual([
      {
        ...{ type: 'byname-claimed', on: 'byname-claim', name: 'alice.demo.eth', chainId: 1 },
        ...{ address, state: 'issued', claimId: null },
      },
    ])
    const response = await sandbox.call('GET', '/byname/v1/names/alice.demo.eth?chainId=1')
    expect(dataOf(response)).toMatchObject({ holder: address, state: 'claimed' })
  })

  test('a site that is not allowed gets no form, and its owner reads in the console what to do', async () => {
    const opened = await open({}, {}, site.otherOrigin)
    const { page } = opened
    await page
      .getByText(`Names of demo.eth cannot be claimed at ${new URL(site.otherOrigin).host}.`)
      .waitFor()
    const settings = `${sandbox.file.url}/console/domains/1/demo.eth/settings?site=${encodeURIComponent(site.otherOrigin)}`
    await takeProblems(opened, settings)
    await assertWellFormed(opened)
    expect(await page.getByRole('textbox').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Claim at' }).getAttribute('href')).toBe(
      `${sandbox.file.url}/claim/demo.eth`,
    )
  })

  test('attack: the service refuses what a page of another site sends, whichever site the message names', async () => {
    const { page } = await open({}, {}, site.otherOrigin)
    for (const [origin, error] of [
      [site.origin, 'OriginNotAllowedException'],
      [site.otherOrigin, 'InvalidSignatureException'],
    ] as const) {
      const { host } = new URL(origin)
      const ofDomain = { name: 'demo.eth', chainId: 1 }
      const headers = await claimHeaders(user(sandbox, 4), ofDomain, 'stolen', { domain: host })
      const text = await page.evaluate<string>(
        `fetch(${JSON.stringify(`${sandbox.file.url}/byname/v1/domains/demo.eth/claims?chainId=1`)}, {
          method: 'POST',
          headers: ${JSON.stringify({ ...headers, 'content-type': 'application/json' })},
          body: '{"label":"stolen"}',
        }).then((response) => response.text())`,
      )
      expect(text).toContain(error)
    }
    expect((await sandbox.call('GET', '/byname/v1/names/stolen.demo.eth?chainId=1')).status).toBe(404)
  })

  test('the policy of the documentation is enough: no inline code or style, and Trusted Types without a policy', async () => {
    const guide = await readFromRoot('docs/embed.md')
    const documented = /```\n(Content-Security-Policy:[^`]+)```/.exec(guide)?.[1] ?? ''
    const policy = documented
      .replace('Content-Security-Policy:', '')
      .replaceAll('https://names.acme.com', sandbox.file.url)
      .replaceAll(/\s+/g, ' ')
      .trim()
    expect(policy).not.toContain('unsafe')
    const elements =
      '<byname-claim domain="demo.eth"></byname-claim><byname-name name="alice.demo.eth"></byname-name>'
    const ofHost = `script-src ${sandbox.file.url};`
    expect(policy).toContain(ofHost)
    for (const [label, scripts] of [
      ['strict', ofHost],
      ['nonce', "script-src 'nonce-c2VjcmV0';"],
      ['dynamic', "script-src 'nonce-c2VjcmV0' 'strict-dynamic';"],
    ] as const) {
      const headers = { 'content-security-policy': policy.replace(ofHost, scripts) }
      const { prepare } = withWallet(sandbox, 2)
      const { page, problems } = await open({ elements, headers, nonce: 'c2VjcmV0' }, { prepare })
      await claimAs(page, label)
      await page.getByText('It is yours').waitFor()
      await page.getByRole('article', { name: 'alice.demo.eth' }).waitFor()
      await page.mouse.move(0, 0)
      const color = await styleOf(page, '.button.primary', 'backgroundColor')
      expect({ label, color, problems }).toEqual({ label, color: 'rgb(214, 51, 108)', problems: [] })
    }
  })

  test('rule: without a wallet, the first way is a passkey at the claim page, with what was typed', async () => {
    const opened = await open()
    const { page, problems } = opened
    await page.getByLabel('Your name').fill('finger')
    await page.getByText('Free', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Claim / }).click()
    const first = page.getByRole('dialog').getByRole('link').first()
    await expect.poll(() => first.innerText()).toBe('Create one with a passkey')
    expect(await first.getAttribute('href')).toBe(`${sandbox.file.url}/claim/demo.eth?label=finger`)
    await assertWellFormed(opened)
    expect(problems).toEqual([])
  })

  test('what a visitor declines changes nothing, and reaches the page as an event; all of it by keyboard', async () => {
    const { prepare } = withWallet(sandbox, 3, { declines: 'signatures' })
    const { page } = await open({}, { prepare })
    const field = page.getByLabel('Your name')
    await field.waitFor()
    await tabTo(page, field)
    await page.keyboard.type('declined')
    await page.getByText('Free', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    // A dialog that is closed has no role, and is removed a moment later.
    await page.locator('dialog').waitFor({ state: 'detached' })
    // The browser returns the focus.
    await page.locator('input[name=label]:focus').waitFor()
    await page.keyboard.press('Enter')
    await tabTo(page, dialog.getByRole('button', { name: 'Test Wallet' }))
    await page.keyboard.press('Enter')
    await page.getByText('You declined in your wallet. Nothing was changed.').waitFor()
    expect(await eventsOf(page)).toEqual([
      expect.objectContaining({ type: 'byname-error', name: 'UserRejectedRequestError' }),
    ])
    expect(await field.inputValue()).toBe('declined')
  })

  test('rule: visitors of the static example claim, and are welcomed', async () => {
    const page = await readFromRoot('examples/static-embed/index.html')
    const body = page.replaceAll('http://127.0.0.1:3000', sandbox.file.url)
    const opened = await visit(browser(), site.origin + site.add({ body }), withWallet(sandbox, 2))
    await claimAs(opened.page, 'static')
    await opened.page.getByText('Welcome, static.demo.eth!').waitFor()
  })

  test('an element that is removed while the wallet asks sends nothing; one that is moved keeps what was typed', async () => {
    const sent: string[] = []
    const { page, problems } = await open({}, { prepare: (context) => context.addInitScript(addSlowWallet) })
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await page.getByLabel('Your name').fill('moved')
    await page.evaluate(`document.body.append(document.querySelector('byname-claim'))`)
    await page.getByText('Free', { exact: true }).waitFor()
    expect(await page.getByLabel('Your name').inputValue()).toBe('moved')
    await page.getByRole('button', { name: /^Claim / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Slow Wallet' }).click()
    await page.getByRole('button', { name: 'Sign in your wallet…' }).waitFor()
    await waitUntil('the wallet asks', () => page.evaluate<boolean>(`typeof globalThis.sign === 'function'`))
    await page.evaluate(`document.querySelector('byname-claim').remove()`)
    await page.evaluate('sign()')
    // As a framework mounts it: created, removed and put back at once, with its attributes last.
    await page.evaluate(`{
      const element = document.createElement('byname-claim')
      document.body.append(element)
      element.remove()
      document.body.append(element)
      element.setAttribute('domain', 'demo.eth')
      element.setAttribute('label', 'again')
    }`)
    await page.getByText('Free', { exact: true }).waitFor()
    expect({ sent, problems, typed: await page.getByLabel('Your name').inputValue() }).toEqual({
      ...{ sent: [], problems: [], typed: 'again' },
    })
  })

  test('styles of the page do not reach inside, and a script that is there three times changes nothing', async () => {
    const head = `<style>* { all: unset !important; display: block !important; color: red !important; --accent: red; --ink: red }
      button, input { display: none !important }</style><script src="${sandbox.file.url}/embed.js"></script>
      <script type="module" src="${sandbox.file.url}/embed.js"></script>`
    const elements = ['en', 'de', 'ar'].map(
      () => '<byname-claim domain="demo.eth" label="hostile"></byname-claim>',
    )
    const { page, problems } = await open({ head, elements: elements.join('') })
    await page.getByText('Free', { exact: true }).nth(2).waitFor()
    const color = await styleOf(page, '.button.primary', 'color')
    const display = await styleOf(page, '.button.primary', 'display')
    expect({ color, display, problems }).toEqual({
      color: 'rgb(255, 255, 255)',
      display: 'flex',
      problems: [],
    })
  })

  test('attack: an element of the page that is named currentScript decides nothing about where scripts come from', async () => {
    const elements = `<img name="currentScript" src="${site.origin}/hostile/" alt="">
      <script type="module" src="${sandbox.file.url}/embed.js"></script>
      <byname-claim domain="demo.eth"></byname-claim>`
    const requested: string[] = []
    const prepare = async (context: BrowserContext) => {
      context.on('request', (request) => requested.push(request.url()))
    }
    const { page } = await open({ elements }, { prepare })
    await page.getByLabel('Your name').waitFor()
    expect(
      requested.filter((url) => url.startsWith(`${site.origin}/hostile/`) && url.endsWith('.js')),
    ).toEqual([])
  })

  test('attributes: another language and theme at once, another chain with its own policy, an invitation', async () => {
    dataOf(await changePolicy(sandbox, { claims: 'closed' }))
    const { secret } = await call<{ secret: string }>('POST', '/invitation-links', 11155111, {
      label: 'guest',
    })
    const opened = await open({}, { width: 360 })
    const { page } = opened
    await page.getByLabel('Your name').waitFor()
    const set = (name: string, value: string) =>
      page.evaluate(`document.querySelector('byname-claim').setAttribute('${name}', '${value}')`)
    await set('lang', 'ar')
    await page.getByText('اسمك').first().waitFor()
    await assertWellFormed(opened)
    await set('theme', 'dark')
    await set('lang', 'en')
    await set('chain-id', '11155111')
    await page.getByText('Names are by invitation only.').waitFor()
    expect(await styleOf(page, '.card', 'colorScheme')).toBe('dark')
    await set('invitation', secret)
    await page.getByText('guest.demo.eth is kept for you. Take it with your wallet.').waitFor()
    expect(await page.getByLabel('Your name').inputValue()).toBe('guest')
    await set('invitation', 'A'.repeat(43))
    await page.getByText('This invitation is not known here.').waitFor()
  })

  test('a card of a name: its picture, words and links; and why one cannot be loaded', async () => {
    const text = [
      { key: 'description', value: 'Builds bridges.' },
      { key: 'com.github', value: 'bob' },
      { key: 'url', value: 'javascript:alert(1)' },
    ]
    await issueName(sandbox, { label: 'bob', text })
    const opened = await open({ elements: '<byname-name name="bob.demo.eth"></byname-name>' })
    const { page } = opened
    await page.getByText('Builds bridges.').waitFor()
    await assertWellFormed(opened)
    const links = await page.getByRole('link').all()
    expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
      `${sandbox.file.url}/n/bob.demo.eth`,
      'https://github.com/bob',
    ])
    await page.evaluate(`document.querySelector('byname-name').setAttribute('name', 'gone.demo.eth')`)
    await page.getByText('This name is not available here right now.').waitFor()
  })

  test('an owner follows the link of a refused site, allows it, and finds the snippet with the element itself', async () => {
    const asking = encodeURIComponent(site.otherOrigin)
    const path = '/console/domains/1/demo.eth'
    const { page } = await visitSignedIn(browser(), sandbox, `${path}/settings?site=${asking}`)
    await page.getByText(`Save to allow ${site.otherOrigin}.`).waitFor()
    expect(await page.locator('[name=allowedOrigins]').inputValue()).toBe(
      `${site.origin}\n${site.otherOrigin}`,
    )
    await page.locator('form[name=allowed-origins]').getByRole('button', { name: 'Save' }).click()
    await page.getByText('The sites are saved.').waitFor()
    const visited = await open({}, {}, site.otherOrigin)
    await visited.page.getByLabel('Your name').waitFor()
    await page.goto(`${sandbox.file.url}${path}/claim-page`)
    const section = page.getByRole('region', { name: 'Put it on your site' })
    await section.getByLabel('Your name').waitFor()
    await section.getByText('Dark', { exact: true }).click()
    await chooseOption(page, 'Language', 'Deutsch')
    await section.getByText('Hol dir deinen Namen').waitFor()
    expect(await section.locator('pre').innerText()).toBe(
      [
        `<script src="${sandbox.file.url}/embed.js" async></script>`,
        '<byname-claim domain="demo.eth" theme="dark" lang="de">',
        `  <a href="${sandbox.file.url}/claim/demo.eth">Claim your name</a>`,
        '</byname-claim>',
      ].join('\n'),
    )
    await section.getByText(site.otherOrigin).waitFor()
  })

  test('a label that cannot be a name comes with free ones', async () => {
    const { page } = await open()
    await page.getByLabel('Your name').fill('ada lovelace')
    await page.getByRole('button', { name: 'ada-lovelace.demo.eth' }).click()
    await page.getByText('Free', { exact: true }).waitFor()
  })

  test('a label that is typed offline is checked as soon as the browser is online', async () => {
    const { page } = await open()
    await page.getByLabel('Your name').waitFor()
    await page.context().setOffline(true)
    await page.getByLabel('Your name').fill('offline')
    await page.getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Free', { exact: true }).waitFor()
  })

  test('rule: the lines and documents of the guide work as they stand', async () => {
    const guide = (await readFromRoot('docs/embed.md'))
      .replaceAll('https://names.acme.com', sandbox.file.url)
      .replaceAll('acme.eth', 'demo.eth')
      .replace('https://acme.com', site.origin)
    const blocksOf = (language: string) =>
      [...guide.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block)
    const changed = await runInShell(blocksOf('sh').join(''), { KEY: sandbox.file.apiKey })
    expect(JSON.parse(changed).result.data.allowedOrigins).toContain(site.origin)
    const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Acme</title>${blocksOf('html').join('')}`
    const opened = await visit(browser(), site.origin + site.add({ body }), withWallet(sandbox, 3))
    await claimAs(opened.page, 'guided')
    await expect.poll(() => opened.page.title()).toBe('Welcome, guided.demo.eth')
  })
})
