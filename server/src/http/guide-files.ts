import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

/** Of what `npm run build` has made of `web`. Found from server/package.json, because the modules of a build are elsewhere. */
export const buildFolder = new URL('../web/dist/', pathToFileURL(`${findPackageJSON(import.meta.url)}`))

export const guideFolder = new URL('guide/', buildFolder)

/** Written by `web/scripts/guide/build-guide.js`: the files of the site by their path. */
const fileList = z.record(
  z.string(),
  z.object({ type: z.string(), digest: z.string(), isCompressed: z.boolean() }),
)

type GuideFiles = Readonly<z.output<typeof fileList>>

/** The files of the guide, by their path at this service. Without a build: none. */
export async function readGuideFiles(): Promise<GuideFiles> {
  const text = await readFile(new URL('files.json', guideFolder), 'utf8').catch(ignoreMissing)
  return text === undefined ? {} : fileList.parse(JSON.parse(text))
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
