import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser/browser.ts'
import { visitConsole } from '../support/browser/console.ts'
import { chooseOption } from '../support/browser/pages.ts'
import { faults } from '../support/doctor/faults.ts'
import { type DoctorScene, startDoctorScene } from '../support/doctor/scene.ts'

let scene: DoctorScene

beforeAll(async () => {
  scene = await startDoctorScene()
})
afterAll(() => scene.stop())

describeInBrowser('The doctor in the console', (browser) => {
  test('rule: each planted fault is shown with its step, and is gone when the advice was followed', async () => {
    const { page, problems } = await visitConsole(browser(), scene.sandbox, '/console/doctor')
    for (const { title, step, status, problem, plant } of faults) {
      const { query, mend } = await plant(scene)
      await examine(page, query)
      const bad = page
        .getByRole('list', { name: 'Steps to mend' })
        .getByRole('listitem')
        .filter({ hasText: 'To mend it: ' })
      await bad.filter({ hasText: problem }).waitFor()
      expect(await page.getByRole('list', { name: 'Steps that are fine' }).count(), title).toBe(0)
      expect(await bad.count(), title).toBe(1)
      expect(await bad.innerText(), title).toMatch(new RegExp(`^${words[status]}\\n+[^\\n]+\\? ${step}\\n`))
      await examine(page, (await mend(await scene.diagnose(query))) ?? query)
      await page.getByText(': Nothing is wrong.').waitFor()
    }
    expect(problems).toEqual([])
  }, 120_000)
})

const words = { ok: 'Fine', warning: 'Warning', failed: 'Failed', skipped: 'Left out' } as const

async function examine(page: Page, { name, chainId }: { readonly name: string; readonly chainId: string }) {
  await page.getByLabel('A name').fill(name)
  await chooseOption(page, 'Network', chainId === '1' ? 'Ethereum' : 'Sepolia')
  await page.getByRole('button', { name: 'Examine it' }).click()
  await page.getByRole('button', { name: 'Examine it' }).and(page.locator(':enabled')).waitFor()
}
