import { Buffer } from 'node:buffer'
import type { Page } from 'playwright-core'
import { chooseWallet } from './pages.ts'

const sizes = { Avatar: [256, 256], Banner: [1200, 400] } as const

/** On the page of a name: its holder uploads an avatar and a banner, and saves them. */
export async function uploadPictures(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'It is mine: edit' }).click()
  await chooseWallet(page)
  for (const [field, [width, height]] of Object.entries(sizes)) {
    const buffer = await drawPicture(page, width, height)
    await page.getByLabel(field).setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer })
    await page.getByRole('button', { name: 'Use it' }).click()
    await page.getByRole('button', { name: 'Use it' }).waitFor({ state: 'detached' })
  }
  await page.getByText('2 changes').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
}

/** A PNG of a sun over the sea. */
async function drawPicture(page: Page, width: number, height: number): Promise<Buffer> {
  const url = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} })
    const context = canvas.getContext('2d')
    const fill = (color, draw) => { context.fillStyle = color; context.beginPath(); draw(); context.fill() }
    fill('#f7d9b0', () => context.rect(0, 0, ${width}, ${height}))
    fill('#e2703a', () => context.arc(${width * 0.68}, ${height * 0.5}, ${height * 0.24}, 0, 7))
    fill('#1f4e5f', () => context.rect(0, ${height * 0.58}, ${width}, ${height}))
    fill('#2f6f83', () => context.rect(0, ${height * 0.74}, ${width}, ${height}))
    return canvas.toDataURL('image/png')
  })()`)
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
