import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { addCommonJs, nameScripts } from '../../scripts/package-modules.js'

const sdk = fileURLToPath(new URL('..', import.meta.url))
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

/** A file for each module, so that bundlers leave out what a program does not use. Plain JavaScript, as the other builds. */
export async function buildSdk(folder = `${sdk}dist`) {
  await rm(folder, { recursive: true, force: true })
  await promisify(execFile)(execPath, [compiler, '-p', sdk, '--outDir', folder])
  await nameScripts(folder)
  await addCommonJs(folder, {
    entries: ['index', 'checksum-address', 'verify'],
    external: ['openapi-fetch'],
    notice:
      'Contains @noble/curves and @noble/hashes: MIT License, Copyright (c) 2022 Paul Miller (https://paulmillr.com)',
  })
}
