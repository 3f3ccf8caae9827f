import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser, takeProblems, visit } from '../support/browser/browser.ts'
import { visitSignedIn } from '../support/browser/console.ts'
import { chooseWallet, withWallet } from '../support/browser/pages.ts'
import { startTestSandbox, type TestSandbox, user } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

const path = '/console/domains/11155111/demo.eth/invitations'

describeInBrowser('Invitations in the console', (browser) => {
  test('rule: a link is made, shown once, leads a visitor to a name, is counted, and is revoked', async () => {
    const opened = await visitSignedIn(browser(), sandbox, path)
    const { page } = opened
    await page.getByText('No open invitation.').waitFor()
    await assertWellFormed(opened)
    await page.getByRole('button', { name: 'New invitation' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Names for each link').fill('2')
    await dialog.getByLabel('Note').fill('For the meetup')
    await assertWellFormed(opened)
    await dialog.getByRole('button', { name: 'Make the invitation' }).click()
    await dialog.getByText('it is not shown again').waitFor()
    const url = (await dialog.locator('code').first().textContent()) ?? ''
    expect(url).toMatch(/\/claim\/demo\.eth\?chainId=11155111#invite=[\w-]{32}$/)
    await dialog.getByRole('img', { name: `QR code: ${url}` }).waitFor()
    await assertWellFormed(opened)
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByText('0 of 2 used').waitFor()

    const visitor = await visit(browser(), url, withWallet(sandbox, 2))
    await visitor.page.getByText('You are invited.').waitFor()
    await visitor.page.getByLabel('Your name').fill('visitor')
    await visitor.page.getByText('Free', { exact: true }).waitFor()
    await visitor.page.getByRole('button', { name: /^Claim / }).click()
    await chooseWallet(visitor.page)
    await visitor.page.getByRole('heading', { name: 'visitor.demo.eth' }).waitFor()

    await page.reload()
    await page.getByText('1 of 2 used').waitFor()
    await assertWellFormed(opened)
    expect(await page.content()).not.toContain(url.slice(-32))
    await page.getByRole('button', { name: 'Revoke the invitation: For the meetup' }).click()
    await dialog.getByText('Names that were claimed with it stay.').waitFor()
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('No open invitation.').waitFor()
    await page.getByText('All', { exact: true }).click()
    await page.getByText('Revoked', { exact: true }).waitFor()
    expect(opened.problems).toEqual([])

    const late = await visit(browser(), url)
    await late.page.getByText('This invitation was withdrawn.').waitFor()
  })

  test('links for several labels are saved as a file, and a label that is refused makes none of them', async () => {
    const opened = await visitSignedIn(browser(), sandbox, path)
    const { page } = opened
    await page.getByRole('button', { name: 'New invitation' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('I do').check()
    await dialog.getByLabel('Labels').fill('dora\nvisitor\nerin')
    await dialog.getByRole('button', { name: 'Make 3 invitations' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'No invitation was made.' }).waitFor()
    await dialog.getByRole('alert').filter({ hasText: 'visitor' }).waitFor()
    await takeProblems(opened, 'Failed to load resource')
    await dialog.getByLabel('Labels').fill('dora, erin')
    await dialog.getByLabel('Note').fill('=team')
    await dialog.getByRole('button', { name: 'Make 2 invitations' }).click()
    await dialog.getByText('Save the 2 links now').waitFor()
    await assertWellFormed(opened)
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save as CSV' }).click()
    const file = await (await saving).path()
    const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\r\n')
    expect(header).toBe('\ufefflabel,note,url')
    expect(lines).toEqual([
      expect.stringMatching(/^dora,'=team,http.*#invite=[\w-]{32}$/),
      expect.stringMatching(/^erin,'=team,http.*#invite=[\w-]{32}$/),
    ])
    await dialog.getByRole('button', { name: 'I have stored them' }).click()
    await page.getByText('dora.demo.eth').waitFor()
  })

  test('a viewer reads invitations and may not make one', async () => {
    const { workspaceId, adminKey } = sandbox.file
    await sandbox.call('POST', `/byname/v1/workspaces/${workspaceId}/members`, {
      headers: { 'x-api-key': adminKey },
      body: { member: user(sandbox, 5).address, role: 'viewer' },
    })
    const { page } = await visitSignedIn(browser(), sandbox, path, { index: 5 })
    await page.getByRole('button', { name: 'New invitation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make the invitation' }).click()
    await page.getByRole('alert').filter({ hasText: 'No invitation was made.' }).waitFor()
  })
})
