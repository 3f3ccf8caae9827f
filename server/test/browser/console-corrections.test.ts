import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertWellFormed, describeInBrowser } from '../support/browser/browser.ts'
import { visitSignedIn } from '../support/browser/console.ts'
import { chooseFile, csvFile } from '../support/browser/import-files.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

describeInBrowser('Correcting rows of an import in the console', (browser) => {
  test('rule: refused rows are corrected in place, before an import and after it, and sent with the others', async () => {
    const opened = await visitSignedIn(browser(), sandbox, '/console/domains/11155111/demo.eth/import')
    const { page, problems } = opened
    const [one, other] = [user(sandbox, 2).address, user(sandbox, 3).address]
    const lines = ['name,address,text:url,Team', `ada,${one},https://ada.example,red`]
    await chooseFile(
      page,
      csvFile([
        ...lines,
        'grace,0x12,https://grace.example,red',
        `two words,${other},,`,
        `ADA,${other},,`,
        `cut,${other}`,
      ]),
    )
    await page.getByText('5 rows: 1 will be added, 4 cannot be here.').waitFor()
    await page.getByRole('button', { name: 'Correct 4 rows' }).click()
    const dialog = page.getByRole('dialog', { name: 'Row 3' })
    await dialog.getByText('1 of 4 refused').waitFor()
    expect(await dialog.getByLabel('Team').count()).toBe(0)
    expect(await dialog.getByLabel('text:url').inputValue()).toBe('https://grace.example')
    await dialog.getByLabel('address').fill(other)
    await assertWellFormed(opened)
    await page.keyboard.press('Enter')
    const second = page.getByRole('dialog', { name: 'Row 4' })
    await second.getByText('disallowed character: a space').waitFor()
    await second.getByLabel('name').fill('two-words')
    await page.keyboard.press('Enter')
    // The second row of a name is left as it is.
    await page.getByRole('dialog', { name: 'Row 5' }).getByText('It is in row 2 already.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('2 rows are corrected, and not checked yet.').waitFor()
    await page.getByRole('button', { name: 'Correct it row 6, cut' }).click()
    const last = page.getByRole('dialog', { name: 'Row 6' })
    await last.getByText('the row may be cut off').waitFor()
    await last.getByLabel('text:url').fill('https://cut.example')
    await last.getByRole('button', { name: 'Check again' }).click()
    await page.getByText('5 rows: 4 will be added, 1 cannot be here.').waitFor()

    await page.reload()
    await page.getByRole('button', { name: 'Import 4 names' }).click()
    await page.getByText('Done, 5 rows: 4 added, 1 refused.').waitFor()
    const urls = ['grace', 'two-words', 'cut'].map(async (label) => {
      const name = dataOf<{ records: { texts: { value: string }[] } }>(
        await sandbox.call('GET', `/byname/v1/names/${label}.demo.eth?chainId=11155111`),
      )
      return name.records.texts.map(({ value }) => value)
    })
    expect(await Promise.all(urls)).toEqual([['https://grace.example'], [], ['https://cut.example']])

    await page.getByRole('button', { name: 'Correct 1 row' }).click()
    await page.getByRole('dialog', { name: 'Row 5' }).getByLabel('name').fill('ada-two')
    await page.keyboard.press('Enter')
    await page.getByText('1 row: 1 will be added.').waitFor()
    await page.getByRole('button', { name: 'Import 1 name' }).click()
    await page.getByText('Done, 1 row: 1 added.').waitFor()
    expect(await page.getByRole('button', { name: /^Correct/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Another file' }).click()
    expect(problems).toEqual([])
  })

  test('rule: refused entries of a list in JSON are corrected in place, and sent with the others', async () => {
    const opened = await visitSignedIn(browser(), sandbox, '/console/domains/11155111/demo.eth/import')
    const { page, problems } = opened
    const [one, other] = [user(sandbox, 2).address, user(sandbox, 3).address]
    const list = [
      { name: 'lin', address: one, text_records: { url: 'https://lin.example' } },
      { name: 'three words here', address: other, text_records: { url: 'https://three.example' } },
      { address: other, text_records: { description: 'Without a name' } },
      { name: 'mae', address: '0x12' },
    ]
    const content = Buffer.from(JSON.stringify(list))
    await chooseFile(page, { name: 'names.json', mimeType: 'application/json', buffer: content })
    await page.getByText('4 rows: 1 will be added, 3 cannot be here.').waitFor()
    await page.getByRole('button', { name: 'Correct 3 rows' }).click()
    const first = page.getByRole('dialog', { name: 'Row 2' })
    expect(await first.getByLabel('Text › url').inputValue()).toBe('https://three.example')
    await first.getByLabel('Name', { exact: true }).fill('three-words')
    await assertWellFormed(opened)
    await page.keyboard.press('Enter')
    const second = page.getByRole('dialog', { name: 'Row 3' })
    await second.getByText('It has no name.').waitFor()
    await second.getByLabel('Text › description').fill('With a name')
    await page.keyboard.press('Enter')
    await second.getByText('It has no name.').waitFor()
    await second.getByLabel('Name', { exact: true }).fill('nia')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Row 4' }).getByLabel('Address').fill(other)
    await page.getByRole('dialog', { name: 'Row 4' }).getByRole('button', { name: 'Check again' }).click()
    await page.getByText('4 rows: 4 will be added.').waitFor()

    await page.reload()
    await page.getByRole('button', { name: 'Import 4 names' }).click()
    await page.getByText('Done, 4 rows: 4 added.').waitFor()
    const name = await sandbox.call('GET', '/byname/v1/names/nia.demo.eth?chainId=11155111')
    expect(dataOf(name)).toMatchObject({ records: { texts: [{ key: 'description', value: 'With a name' }] } })
    await page.getByRole('button', { name: 'Another file' }).click()
    expect(problems).toEqual([])
  })
})
