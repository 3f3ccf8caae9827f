import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, visit } from '../support/browser/browser.ts'
import { changePolicy, issueName, withWallet } from '../support/browser/pages.ts'
import { bundleBlocks, readBlocks } from '../support/browser/react-guide.ts'
import { serveExample } from '../support/browser/vite-example.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../support/service/sandbox.ts'

const root = fileURLToPath(new URL('../../../examples/vite-react', import.meta.url))

let sandbox: TestSandbox
let script: string
let example: { readonly url: string; readonly close: () => Promise<void> }

beforeAll(async () => {
  sandbox = await startTestSandbox()
  example = await serveExample(root, sandbox.file.url)
  script = await bundleBlocks(await readBlocks(example.url, 'demo.eth'), guideProgram, 'browser')
})
afterAll(async () => {
  await example.close()
  await sandbox.stop()
})

const guideProgram = `
import { createRoot } from 'react-dom/client'
import { BynameProvider, useBrowserWallets } from '@byname/react'
import { GermanForm } from './GermanForm.tsx'
import { MyNames } from './MyNames.tsx'
import { PlainForm } from './PlainForm.tsx'

function Guide() {
  const [wallet] = useBrowserWallets()
  return (
    <>
      <BynameProvider url={location.origin} chainId={11155111} wallet={wallet?.provider}>
        <PlainForm />
        <MyNames />
      </BynameProvider>
      <GermanForm />
    </>
  )
}
createRoot(document.body).render(<Guide />)`

describeInBrowser('@byname/react', (browser) => {
  test('in the example with Vite, a visitor claims a name with one signature, and changes its description with another', async () => {
    const { prepare, requested } = withWallet(sandbox, 1)
    const opened = await visit(browser(), example.url, { prepare })
    const { page } = opened
    const field = page.getByLabel('Your name', { exact: true })
    await field.fill('Alice')
    await page.getByText('Free', { exact: true }).waitFor()
    await assertWellFormed(opened)
    await field.press('Enter')
    await page.getByText('It is yours: alice.demo.eth').waitFor()
    await assertWellFormed(opened)
    expect(await page.evaluate('document.activeElement.className')).toBe('byname-outcome')
    expect(requested.filter((method) => method === 'personal_sign')).toHaveLength(1)

    await page.getByLabel('Description of alice.demo.eth').fill('Claimed in a test')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('article').getByText('Claimed in a test').waitFor()
    const response = await sandbox.call('GET', '/byname/v1/names/alice.demo.eth?chainId=1')
    expect(dataOf(response)).toMatchObject({ holder: user(sandbox, 1).address, state: 'claimed' })

    await page.getByRole('button', { name: 'Claim another name' }).click()
    await page.getByLabel('Your name', { exact: true }).waitFor()
  })

  test('a name that is taken has a reason, and names in its place', async () => {
    await issueName(sandbox, { label: 'bob' })
    const { page, problems } = await visit(browser(), example.url, withWallet(sandbox, 1))
    const field = page.getByLabel('Your name', { exact: true })
    await field.fill('bob')
    await page.getByText('bob.demo.eth is taken.').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    const suggestions = page.getByRole('list', { name: 'Names that are free' }).getByRole('button')
    await suggestions.first().click()
    await page.getByText('Free', { exact: true }).waitFor()
    await field.fill('a.b')
    await page.getByText('A name has no dot.').waitFor()
    expect(problems).toEqual([])
  })

  test('a declined signature is explained, and the label is kept', async () => {
    const { prepare } = withWallet(sandbox, 2, { declines: 'signatures' })
    const { page, problems } = await visit(browser(), example.url, { prepare })
    const field = page.getByLabel('Your name', { exact: true })
    await field.fill('carol')
    await page.getByRole('button', { name: 'Claim carol.demo.eth' }).click()
    await page.getByRole('alert').getByText('You declined the signature.').waitFor()
    expect(await field.inputValue()).toBe('carol')
    expect(problems).toEqual([])
  })

  test('a visitor without a wallet reads what is missing', async () => {
    const { page, problems } = await visit(browser(), example.url)
    await page.getByText('To claim a name, open this page in a browser with a wallet.').waitFor()
    expect(await page.getByRole('button').count()).toBe(0)
    expect(problems).toEqual([])
  })

  /** On the origin of the example, behind which the service is. */
  const visitGuide = (wallet: ReturnType<typeof withWallet>) =>
    visit(browser(), `${example.url}guide`, {
      prepare: async (context) => {
        await wallet.prepare(context)
        await context.route('**/guide', (route) =>
          route.fulfill({
            contentType: 'text/html',
            body: `<body><script type="module" src="/guide.js"></script>`,
          }),
        )
        await context.route('**/guide.js', (route) =>
          route.fulfill({ contentType: 'text/javascript', body: script }),
        )
      },
    })

  test('in the guide, a form with markup of its own claims, and the list of names follows', async () => {
    const { page, problems } = await visitGuide(withWallet(sandbox, 2))
    await page.getByLabel('Name', { exact: true }).fill('Erin')
    await page.getByRole('status').getByText('free').waitFor()
    await page.getByRole('button', { name: 'Claim', exact: true }).click()
    await page.getByRole('status').getByText('erin.demo.eth').waitFor()
    await page.getByText('erin.demo.eth Delete the description').waitFor()
    expect(problems).toEqual([])
  })

  test('in the guide, a wallet that may not claim is refused before it signs, and texts can be replaced', async () => {
    await changePolicy(sandbox, { isAllowListed: true })
    const { requested, ...wallet } = withWallet(sandbox, 3)
    const { page, problems } = await visitGuide({ requested, ...wallet })
    await page.getByLabel('Name', { exact: true }).fill('frank')
    await page.getByRole('status').getByText('free').waitFor()
    await page.getByRole('button', { name: 'Claim', exact: true }).click()
    await page.getByRole('alert').getByText('list').waitFor()
    expect(requested).not.toContain('personal_sign')
    await page.getByLabel('Dein Name').waitFor()
    expect(problems).toEqual([])
  })
})
