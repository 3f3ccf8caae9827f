import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, takeProblems } from '../support/browser/browser.ts'
import { visitConsole } from '../support/browser/console.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

describeInBrowser('Own hosts in the console', (browser) => {
  test('rule: a host is shown once its owner has published the proof, and is removed again', async () => {
    const opened = await visitConsole(browser(), sandbox, '/console/domains/1/demo.eth/settings')
    const { page, problems } = opened
    await page.getByRole('button', { name: 'Add a host' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Host', { exact: true }).fill('https://names.acme.example/')
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'The host cannot be used.' }).waitFor()
    await takeProblems(opened, 'Failed to load resource')
    await assertWellFormed(opened)
    await dialog.getByLabel('Host', { exact: true }).fill('names.acme.example')
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByText('_byname.names.acme.example').waitFor()
    await assertWellFormed(opened)
    const show = dialog.getByRole('button', { name: 'Look for the proof and show it' })
    await show.click()
    await dialog.getByRole('alert').filter({ hasText: 'there is no such record' }).waitFor()
    await takeProblems(opened, 'Failed to load resource')
    await assertWellFormed(opened)
    const value = (await dialog.getByText(/^byname-domain=/).textContent()) ?? ''
    sandbox.dns.records.set('_byname.names.acme.example', [value])
    await show.click()
    const link = page.getByRole('link', { name: 'names.acme.example' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe(
      sandbox.file.url.replace('127.0.0.1', 'names.acme.example').concat('/'),
    )
    await page.getByText('Shown', { exact: true }).waitFor()
    await link.scrollIntoViewIfNeeded()
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'Remove names.acme.example' }).click()
    await dialog.getByRole('button', { name: 'Remove the host' }).click()
    await link.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })
})
