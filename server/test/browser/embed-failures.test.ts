import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, type VisitOptions, visit } from '../support/browser/browser.ts'
import { type Embedding, embeddingPage, eventsOf, recordEvents } from '../support/browser/embedding.ts'
import { type HostSite, startHostSite } from '../support/browser/host-site.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'
import { waitUntil } from '../support/wait-until.ts'

let sandbox: TestSandbox
let site: HostSite

beforeAll(async () => {
  ;[sandbox, site] = await Promise.all([startTestSandbox(), startHostSite()])
  const headers = { 'x-api-key': sandbox.file.apiKey }
  const body = { allowedOrigins: [site.origin] }
  dataOf(await sandbox.call('PATCH', '/byname/v1/domains/demo.eth?chainId=1', { headers, body }))
})
afterAll(async () => {
  await Promise.all([sandbox.stop(), site.stop()])
})

describeInBrowser('The elements for other sites, where something fails', (browser) => {
  const open = (embedding: Embedding, prepare: VisitOptions['prepare']) =>
    visit(browser(), site.origin + site.add(embeddingPage(sandbox.file.url, embedding)), {
      prepare: async (context) => {
        await context.addInitScript(recordEvents)
        await prepare?.(context)
      },
    })

  /** What the page has, once it has an event about a failure. `refuse`: of requests with this in their URL. */
  const openBroken = async (embedding: Embedding, refuse?: string, response?: { readonly body: string }) => {
    const opened = await open(embedding, (context) =>
      context.route(
        ({ href }) => refuse !== undefined && href.includes(refuse),
        (route) =>
          response
            ? route.fulfill({ ...response, headers: { 'access-control-allow-origin': '*' } })
            : route.abort(),
      ),
    )
    await waitUntil('the page has the event', async () => (await eventsOf(opened.page)).length > 0)
    return opened
  }

  const noStart = 'customElements.define = () => { throw new Error("no elements") }'

  test.each([
    { fault: 'a file of the script', refuse: '/_/assets/', shown: 'Claim it there', name: 'NotLoadedError' },
    {
      fault: 'a policy without the files',
      policy: '/embed.js',
      shown: 'Claim it there',
      name: 'NotLoadedError',
    },
    {
      fault: 'a page without URL',
      code: 'globalThis.URL = undefined',
      shown: 'Claim it there',
      name: 'NotLoadedError',
    },
    {
      fault: 'a page that defines no elements',
      code: noStart,
      shown: 'Claim it there',
      name: 'NotLoadedError',
    },
    { fault: 'the messages', refuse: 'en-embed', shown: 'Claim it there', name: 'UnreachableError' },
    {
      fault: 'the service',
      refuse: '/byname/',
      shown: 'The form could not be loaded.',
      name: 'UnreachableError',
    },
    {
      fault: 'the page of a network',
      refuse: '/byname/',
      response: { body: '<p>Log in' },
      shown: 'The server cannot be reached.',
      name: 'Failure',
    },
  ])('a visitor sees, and the page gets as an event, that this fails: $fault', async (row) => {
    const elements = '<byname-claim domain="demo.eth"><a href="/claim">Claim it there</a></byname-claim>'
    const headers: Record<string, string> = row.policy
      ? { 'content-security-policy': `script-src ${sandbox.file.url}${row.policy}` }
      : {}
    const head = row.code ? `<script>${row.code}</script>` : ''
    const { page, problems } = await openBroken({ elements, headers, head }, row.refuse, row.response)
    await page.getByText(row.shown).waitFor()
    expect(await eventsOf(page)).toEqual([
      expect.objectContaining({ type: 'byname-error', name: row.name, message: expect.any(String) }),
    ])
    // Those of a rejection that is not handled begin with the class of the error.
    expect(problems.filter((text) => /^\w*Error/.test(text))).toEqual([])
  })

  test.each([
    {
      fault: 'a domain that is not here',
      elements: '<byname-claim domain="absent.eth"></byname-claim>',
      shown: 'Names cannot be claimed here right now.',
      logged: '<byname-claim domain="absent.eth">: EnsNotFound: ',
    },
    {
      fault: 'a chain that is no number',
      elements: '<byname-claim domain="demo.eth" chain-id="main"></byname-claim>',
      shown: 'Names cannot be claimed here right now.',
      logged: '<byname-claim domain="demo.eth" chain-id="main">: BadRequestException: ',
    },
    {
      fault: 'what is no domain',
      elements: '<byname-claim domain="de mo!.eth"></byname-claim>',
      shown: 'Names cannot be claimed here right now.',
      logged: '<byname-claim domain="de mo!.eth">: InvalidNameException: ',
    },
    {
      fault: 'a name that is not issued',
      elements: '<byname-name name="absent.demo.eth"></byname-name>',
      shown: 'This name is not available here right now.',
      logged: '<byname-name name="absent.demo.eth">: SubnameNotFoundException: ',
    },
  ])('of $fault, a visitor reads a sentence, and the owner the reason in the console', async (row) => {
    const { page, problems } = await openBroken({ elements: row.elements })
    await page.getByText(row.shown).waitFor()
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await page.locator('main').innerText()).not.toMatch(/onboarded|chain|label|record|\{/)
    await waitUntil('the reason is in the console', () => problems.some((text) => text.includes(row.logged)))
  })

  test('rule: an element without its domain or name shows what stands inside of it, and warns its owner', async () => {
    const elements = '<byname-claim></byname-claim><byname-name name=" ">A name</byname-name>'
    const { page, problems } = await open({ elements }, undefined)
    await waitUntil('both have warned', () => problems.length === 2)
    expect(problems).toEqual([
      '<byname-claim> shows nothing: it needs the attribute “domain”.',
      '<byname-name name=" "> shows nothing: it needs the attribute “name”.',
    ])
    await page.getByText('A name', { exact: true }).waitFor()
    expect((await page.locator('byname-claim').boundingBox())?.height).toBe(0)
  })

  test('a service that does not respond counts as unreachable after 30 s', async () => {
    const opened = await open({}, async (context) => {
      await context.clock.install()
      await context.route(/\/byname\//, () => undefined)
    })
    await opened.page.locator('.placeholder').waitFor()
    // The clock runs beside it, too.
    await opened.page.clock.runFor(15_000)
    expect(await eventsOf(opened.page)).toEqual([])
    await opened.page.clock.runFor(15_000)
    // What is drawn takes a moment of the same clock.
    await waitUntil('the page has the event', async () => {
      await opened.page.clock.runFor(100)
      return (await eventsOf(opened.page)).length > 0
    })
    expect(await eventsOf(opened.page)).toEqual([expect.objectContaining({ name: 'UnreachableError' })])
    await opened.page.getByText('The form could not be loaded.').waitFor()
  })

  test('bound: 200 elements of a domain send one request about it', async () => {
    const requested: string[] = []
    const prepare = async (context: BrowserContext) => {
      context.on('request', (request) => requested.push(request.url()))
    }
    const elements = '<byname-claim domain="demo.eth"></byname-claim>'.repeat(200)
    const { page } = await open({ elements }, prepare)
    await page.getByLabel('Your name').nth(199).waitFor()
    const boxOf = (index: number) => page.locator('byname-claim').nth(index).boundingBox()
    const [one, next] = [await boxOf(0), await boxOf(1)]
    expect((next?.y ?? 0) - (one?.y ?? 0) - (one?.height ?? 0)).toBe(16)
    expect(requested.filter((url) => url.includes('/byname/'))).toHaveLength(1)
  })
})
