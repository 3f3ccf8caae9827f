import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchBrowser } from '../../test/support/browser/browser.ts'
import { pageStates } from '../../test/support/browser/page-states.ts'
import { pictureName } from './states.ts'

/** As in the names of their pictures. */
const stateNames = Object.keys(pageStates).map(pictureName)

const rowsPerSheet = 7

/** Draws two folders of `takeStatePictures` beside each other into JPEGs of a third; what a folder lacks is an empty place. */
export async function drawSheets(before: string, after: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const rows = await Promise.all(stateNames.map((state) => drawRow(state, before, after)))
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1712, height: 900 } })
    for (let first = 0; first < rows.length; first += rowsPerSheet) {
      const shown = rows.slice(first, first + rowsPerSheet).join('')
      await page.setContent(`<style>${style}</style><main>${shown}</main>`)
      await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))')
      const path = join(folder, `sheet-${first / rowsPerSheet + 1}.jpg`)
      await page.screenshot({ path, type: 'jpeg', quality: 60, fullPage: true })
    }
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
