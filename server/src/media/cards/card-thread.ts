import { parentPort } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'
import { loadFonts } from './fonts.ts'
import { type CardContent, composeCard } from './layout.ts'
import { createTypesetter } from './text.ts'

/** What the thread returns: a PNG image. */
export type CardResponse = { readonly png: Uint8Array } | { readonly error: string }

const fonts = loadFonts()

async function renderCard(content: CardContent): Promise<CardResponse> {
  try {
    let ids = 0
    const svg = await composeCard(
      createTypesetter(fonts, () => `i${++ids}`),
      content,
    )
    const image = new Resvg(svg, { font: { loadSystemFonts: false }, logLevel: 'off' }).render()
    return { png: new Uint8Array(image.asPng()) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', async (content: CardContent) => {
  const response = await renderCard(content)
  parentPort?.postMessage(response)
})
