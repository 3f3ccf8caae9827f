import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchBrowser } from '../../test/support/browser/browser.ts'

/** Draws two folders of pictures beside each other into a JPEG: those of the same name, or an empty place. */
export async function drawSheet(before: string, after: string, file: string): Promise<void> {
  const names = await readdir(after)
  const states = names.flatMap((name) => (name.endsWith('-1280.png') ? [name.slice(0, -9)] : []))
  const rows = await Promise.all(states.map((state) => drawRow(state, before, after)))
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1680, height: 900 } })
    await page.setContent(`<style>${style}</style><main>${rows.join('')}</main>`)
    await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))')
    await page.screenshot({ path: file, type: 'jpeg', quality: 70, fullPage: true })
  } finally {
    await browser.close()
  }
}

async function drawRow(state: string, before: string, after: string): Promise<string> {
  const pictures = [before, after].flatMap((folder) =>
    [1280, 360].map(async (width) => {
      const bytes = await readFile(join(folder, `${state}-${width}.png`)).catch(() => undefined)
      const box = `style="width:${width * 0.5}px;height:390px"`
      return bytes ? `<img ${box} src="data:image/png;base64,${bytes.toString('base64')}">` : `<i ${box}></i>`
    }),
  )
  return `<h2>${state.replaceAll('-', ' ')}</h2><p>${(await Promise.all(pictures)).join('')}</p>`
}

const style = `
main { font: 14px system-ui; padding: 16px; background: #8a8f98 }
h2 { margin: 12px 0 4px; font-size: 16px; color: white }
p { display: flex; gap: 8px; margin: 0 }
img, i { flex: none; background: #9aa0aa } img:nth-child(3), i:nth-child(3) { margin-left: 16px }`
