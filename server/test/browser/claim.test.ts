import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { changePolicy, chooseWallet, issueName, withWallet } from '../support/browser/pages.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../support/service/sandbox.ts'
import { waitUntil } from '../support/wait-until.ts'

let sandbox: TestSandbox
let claimUrl: string

beforeAll(async () => {
  sandbox = await startTestSandbox()
  await issueName(sandbox, { label: 'pressed' })
  claimUrl = `${sandbox.file.url}/claim/demo.eth`
})
afterAll(() => sandbox.stop())

/** In the page: presses the button so long after the document has it, and counts what it copies. */
const pressAfter = (ms: number, name: string) => `
  globalThis.copied = 0
  navigator.clipboard.writeText = async () => { copied++ }
  new MutationObserver((_, observer) => {
    const button = document.querySelector('button[aria-label="${name}"]')
    if (!button) return
    observer.disconnect()
    setTimeout(() => button.click(), ${ms})
  }).observe(document, { childList: true, subtree: true })`

const strictPolicy = {
  claims: 'open',
  minLength: 3,
  maxLength: 12,
  characters: 'letters-and-digits',
  reservedLabels: ['admin'],
  blockedLabels: ['wallet'],
  blockedParts: ['corp'],
  refuseProfanity: true,
  refuseLookalikes: true,
  waitingDays: 7,
}

describeInBrowser('The claim page', (browser) => {
  test('two taps and one signature lead from the link to a name that resolves', async () => {
    const { prepare, requested } = withWallet(sandbox, 1)
    const opened = await visit(browser(), claimUrl, { prepare })
    const { page } = opened
    await page.getByLabel('Your name').fill('Alice')
    await page.getByText('Free').waitFor()
    await assertWellFormed(opened)
    await page.getByRole('button', { name: /^Claim / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sandbox account 0' }).waitFor()
    await assertWellFormed(opened)
    await chooseWallet(page)
    await page.getByRole('heading', { name: 'alice.demo.eth' }).waitFor()
    await page.getByText('Sends to').waitFor()
    await assertWellFormed(opened)
    expect(requested).toEqual(['eth_requestAccounts', 'personal_sign'])
    await waitUntil('the card is loaded', () =>
      page.evaluate<boolean>(`document.querySelector('img[src*="/card.png"]').naturalWidth === 1200`),
    )
    await page.getByRole('link', { name: 'Add a picture' }).click()
    await page.getByRole('heading', { name: 'alice.demo.eth' }).waitFor()
    await page.getByLabel('Avatar').waitFor({ state: 'attached' })
    expect(requested).toEqual(['eth_requestAccounts', 'personal_sign', 'eth_accounts'])
    const response = await sandbox.call('GET', '/byname/v1/names/alice.demo.eth?chainId=1')
    expect(dataOf(response)).toMatchObject({ holder: user(sandbox, 1).address, state: 'claimed' })
  })

  test('an account of the sandbox claims without a wallet in the browser', async () => {
    const { page, problems } = await visit(browser(), `${claimUrl}?label=carol`)
    await page.getByText('Free').waitFor()
    await page.keyboard.press('Tab')
    await page.getByLabel('Your name').press('Enter')
    await page.getByRole('button', { name: 'Sandbox account 2' }).click()
    await page.getByRole('heading', { name: 'carol.demo.eth' }).waitFor()
    expect(problems).toEqual([])
  })

  test('what a visitor typed before the large scripts arrived is asked then, once, and kept', async () => {
    const released = Promise.withResolvers<void>()
    const asked: string[] = []
    const { page } = await visit(browser(), claimUrl, {
      prepare: (context) =>
        context.route(/\/_\/assets\/react-.*\.js$/, async (route) => {
          await released.promise
          await route.continue()
        }),
      waitUntil: 'commit',
    })
    page.on('request', (request) => {
      if (request.url().includes('/available')) asked.push(request.url())
    })
    const answered = page.waitForResponse(/\/available/)
    await page.getByLabel('Your name').fill('early')
    await answered
    released.resolve()
    await page.getByText('Free').waitFor()
    expect(asked).toEqual([expect.stringContaining('subname=early.demo.eth&')])
    expect(await page.getByLabel('Your name').inputValue()).toBe('early')
  })

  test.each([
    ['claim/demo.eth?label=early-button', /^Claim /, 'Choose your wallet'],
    ['n/pressed.demo.eth', 'QR code of the Ethereum address', 'Ethereum'],
    ['me', 'Connect your wallet', 'Choose your wallet'],
  ])(
    'what a visitor pressed on %s before any file of a script arrived is done once',
    async (path, button, title) => {
      const released = Promise.withResolvers<void>()
      const { page, problems } = await visit(browser(), `${sandbox.file.url}/${path}`, {
        prepare: (context) =>
          context.route(/\/_\/assets\/.*\.js$/, async (route) => {
            await released.promise
            await route.continue()
          }),
        waitUntil: 'commit',
      })
      await page.getByRole('button', { name: button }).click()
      released.resolve()
      await page.getByRole('dialog', { name: title }).waitFor()
      expect(problems).toEqual([])
    },
  )

  test('rule: a press at any moment of the start of a page is done, and once', async () => {
    for (let afterMs = 0; afterMs <= 300; afterMs += 20) {
      const { page, problems } = await visit(browser(), `${sandbox.file.url}/n/pressed.demo.eth`, {
        prepare: (context) => context.addInitScript(pressAfter(afterMs, 'Copy: Ethereum address')),
      })
      await waitUntil('it is taken over', () => page.evaluate<boolean>('globalThis.earlyClick === undefined'))
      await waitUntil('it is done', () => page.evaluate<boolean>('copied > 0'))
      expect(await page.evaluate('copied')).toBe(1)
      expect(problems).toEqual([])
      await page.context().close()
    }
  })

  test('a page whose messages arrive only at a further attempt responds then', async () => {
    let attempts = 0
    const { page } = await visit(browser(), claimUrl, {
      prepare: (context) =>
        context.route(/\/en-claim-.*\.js$/, (route) =>
          ++attempts <= 2 ? route.abort('internetdisconnected') : route.continue(),
        ),
    })
    await page.getByRole('button', { name: /^Claim / }).click()
    await page.getByText('Type the name that you would like to have.').waitFor()
    expect(attempts).toBe(3)
  })

  test('a label that cannot be claimed is answered with the reason, before anything is signed', async () => {
    const chainId = 11155111
    dataOf(await changePolicy(sandbox, strictPolicy))
    for (const label of ['bobby', 'gone']) await issueName(sandbox, { label, chainId })
    dataOf(
      await sandbox.call('POST', '/ens/v1/subname/admin-revoke', {
        headers: { 'x-api-key': sandbox.file.adminKey },
        body: { username: 'gone', ensDomain: 'demo.eth', chainId },
      }),
    )
    const opened = await visit(browser(), `${claimUrl}?chainId=${chainId}`)
    const { page } = opened
    const reasons = {
      bobby: 'Taken: bobby.demo.eth',
      admin: 'is given by invitation only',
      ab: 'at least 3 characters',
      thirteenchars: 'at most 12 characters',
      zoë: 'Only a–z, 0–9 and hyphens are allowed here.',
      shit: 'This name is not given away.',
      wallet: 'This name is not given away.',
      acorp: 'This name is not given away.',
      b0bby: 'It looks like a name that is taken.',
      gone: 'is not free yet',
      'a b': 'A character of it cannot be in a name',
      'x.y': 'A name has no dot',
    }
    for (const [label, reason] of Object.entries(reasons)) {
      await page.getByLabel('Your name').fill(label)
      await page.getByText(reason).waitFor()
    }
    await page.getByLabel('Your name').fill('bobby')
    expect(await page.getByRole('link', { name: 'bobby.demo.eth' }).getAttribute('href')).toBe(
      '/n/bobby.demo.eth',
    )
    await assertWellFormed(opened)
  })

  test('long words of the owner leave the field in the view of a phone, and open without a script', async () => {
    const words = 'We live along the river, and keep its banks. '.repeat(12).trim()
    const headers = { 'x-api-key': sandbox.file.apiKey }
    const body = { branding: { words } }
    dataOf(await sandbox.call('PATCH', '/byname/v1/domains/demo.eth?chainId=1', { headers, body }))
    const opened = await visit(browser(), claimUrl, { width: 360, hasScript: false })
    const { page } = opened
    const field = page.getByLabel('Your name')
    const bottomOf = async () => {
      const { y = 0, height = 0 } = (await field.boundingBox()) ?? {}
      return y + height
    }
    expect(await bottomOf()).toBeLessThan(640)
    const short = await bottomOf()
    await page.getByText('We live along').click()
    expect(await bottomOf()).toBeGreaterThan(short + 100)
  })

  test('a declined signature, or a name that another wallet claimed first, leaves the form as it was', async () => {
    const { prepare } = withWallet(sandbox, 1, { declines: true })
    const { page } = await visit(browser(), claimUrl, { prepare })
    await page.getByLabel('Your name').fill('dora')
    await page.getByText('Free').waitFor()
    await page.getByRole('button', { name: /^Claim / }).click()
    await chooseWallet(page)
    await page.getByText('You declined in your wallet.').waitFor()
    await issueName(sandbox, { label: 'dora' })
    await page.getByRole('button', { name: /^Claim / }).click()
    await page.getByRole('button', { name: 'Sandbox account 2' }).click()
    await page.getByText('You don’t have the name yet.').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('dora.demo.eth')
    expect(await page.getByLabel('Your name').inputValue()).toBe('dora')
  })

  test('a domain that is closed, opens later, is over or needs approval is shown as that', async () => {
    const url = `${claimUrl}?chainId=11155111`
    const states = [
      [{ claims: 'closed' }, 'Names are by invitation only.'],
      [{ claims: 'open', opensAt: '2100-01-01T00:00:00.000Z' }, 'Not open yet.'],
      [{ opensAt: null, closesAt: '2020-01-01T00:00:00.000Z' }, 'It is over.'],
      [{ closesAt: null, needsApproval: true }, 'The owner of the domain approves each name.'],
    ] as const
    const opened = await visit(browser(), claimUrl, withWallet(sandbox, 3))
    const { page } = opened
    for (const [changes, sentence] of states) {
      dataOf(await changePolicy(sandbox, changes))
      await page.goto(url)
      await page.getByText(sentence).waitFor()
      await assertWellFormed(opened)
    }
    await page.getByLabel('Your name').fill('patient')
    await page.getByText('Free').waitFor()
    await page.getByRole('button', { name: /^Claim / }).click()
    await chooseWallet(page)
    await page.getByText('The owner of the domain decides.').waitFor()
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Withdraw it' }).click()
    await page.getByText('You have withdrawn it.').waitFor()
    const free = await sandbox.call(
      'GET',
      '/ens/v1/subname/available?subname=patient.demo.eth&chainId=11155111',
    )
    expect(dataOf(free)).toMatchObject({ isAvailable: true })
  })

  test('a wallet that may not have the name is refused before it signs', async () => {
    dataOf(await changePolicy(sandbox, { claims: 'open', needsApproval: false, namesPerWallet: 1 }))
    await issueName(sandbox, { label: 'only-one', holder: 2, chainId: 11155111 })
    const { prepare, requested } = withWallet(sandbox, 2)
    const { page } = await visit(browser(), `${claimUrl}?chainId=11155111`, { prepare })
    await page.getByText('A wallet can have one name here.').waitFor()
    await page.getByLabel('Your name').fill('second')
    await page.getByText('Free').waitFor()
    await page.getByRole('button', { name: /^Claim / }).click()
    await chooseWallet(page)
    await page.getByText('You don’t have the name yet.').waitFor()
    expect(requested).toEqual(['eth_requestAccounts'])
  })
})
