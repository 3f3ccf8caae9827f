import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SealState } from '../../src/core/seals/describe-seal.ts'
import { assertWellFormed, describeInBrowser, takeProblems, visit } from '../support/browser/browser.ts'
import { embeddingPage } from '../support/browser/embedding.ts'
import { type HostSite, startHostSite } from '../support/browser/host-site.ts'
import { chooseWallet, issueName, withWallet } from '../support/browser/pages.ts'
import { endSet, sealInState } from '../support/chain/seal-states.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox
let site: HostSite

beforeAll(async () => {
  ;[sandbox, site] = await Promise.all([startTestSandbox(), startHostSite()])
})
afterAll(() => Promise.all([sandbox.stop(), site.stop()]))

const sentences: Readonly<Record<SealState, string>> = {
  signed: 'Wallets and apps take only what its holder has signed. Not even this service can change it.',
  ended: 'What its holder signed has expired. Wallets find nothing until the holder signs again.',
  unsigned: 'Its holder has not signed anything yet. Wallets find nothing until then.',
}
const states = Object.keys(sentences) as SealState[]

describeInBrowser('The badge of a sealed name', (browser) => {
  test.each(states)('a profile says what it means: %s', async (state) => {
    const name = await sealInState(sandbox, `profile-${state}`, state)
    const url = `${sandbox.file.url}/n/${name}`
    expect(await (await fetch(url)).text()).toContain(sentences[state])
    const opened = await visit(browser(), url)
    await opened.page.getByText(sentences[state]).first().waitFor()
    await opened.page.getByText('Sealed', { exact: true }).waitFor()
    // It does not resolve: the page shows no address, and why.
    if (state !== 'signed') {
      await opened.page.getByRole('status').getByText(sentences[state]).waitFor()
      expect(await opened.page.getByText('Send to this name').count()).toBe(0)
      await takeProblems(opened, 'Failed to load resource')
    }
    await assertWellFormed(opened)
  })

  test.each(states)('the card on another site says what it means: %s', async (state) => {
    const name = await sealInState(sandbox, `card-${state}`, state)
    const path = site.add(
      embeddingPage(sandbox.file.url, { elements: `<byname-name name="${name}"></byname-name>` }),
    )
    const opened = await visit(browser(), site.origin + path)
    await opened.page.getByText(sentences[state]).waitFor()
    await assertWellFormed(opened)
  })

  test('a page that was left open says that the set has ended, once its visitor returns', async () => {
    const name = await sealInState(sandbox, 'returned', 'signed')
    const opened = await visit(browser(), `${sandbox.file.url}/n/${name}`)
    const { page } = opened
    await page.getByText(sentences.signed).waitFor()
    await endSet(sandbox, name)
    await page.goto(`${sandbox.file.url}/me`)
    await page.goBack()
    await page.getByText(sentences.ended).first().waitFor()
  })

  test('my names say which signatures end soon or have ended, and no others', async () => {
    const soon = await sealInState(sandbox, 'soon', 'signed')
    await endSet(sandbox, soon, Math.floor(Date.now() / 1000) + 20 * 86_400)
    const later = await sealInState(sandbox, 'later', 'signed')
    await endSet(sandbox, later, Math.floor(Date.now() / 1000) + 61 * 86_400)
    await sealInState(sandbox, 'over', 'ended')
    const opened = await visit(browser(), `${sandbox.file.url}/me`, withWallet(sandbox, 1))
    const { page } = opened
    await page.getByRole('button', { name: 'Connect your wallet' }).click()
    await chooseWallet(page)
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await row('soon.demo.eth').getByText('Your signature for it ends on').waitFor()
    await row('over.demo.eth').getByText('Your signature for it has expired. Sign again.').waitFor()
    expect(await row('later.demo.eth').innerText()).not.toContain('signature')
    await assertWellFormed(opened)
  })

  test.each(['ar', 'de'])('a sealed profile is well-formed in %s', async (language) => {
    const name = await sealInState(sandbox, `in-${language}`, 'signed')
    const opened = await visit(browser(), `${sandbox.file.url}/n/${name}?lang=${language}`)
    await opened.page.locator('h1 + p').waitFor()
    await assertWellFormed(opened)
  })

  test('a name that is not sealed has none', async () => {
    const name = await issueName(sandbox, { label: 'plain' })
    const { page } = await visit(browser(), `${sandbox.file.url}/n/${name}`)
    await page.getByText('Sends to').waitFor()
    expect(await page.getByText('Sealed').count()).toBe(0)
  })
})
