import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildReact } from '../react/scripts/build-react.js'
import { buildSdk } from '../sdk/scripts/build-sdk.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Builds the SDK and the React package where a source is newer than what was built of it. */
export async function buildPackagesIfChanged() {
  if (!['sdk', 'react'].some(isChanged)) return
  await buildSdk()
  await buildReact()
}

function isChanged(folder) {
  const built = statSync(join(root, folder, 'dist/index.cjs'), { throwIfNoEntry: false })
  return !built || newestOf(join(root, folder)) > built.mtimeMs
}

/** Of what a package is built from. Folders are newer, too, when a file was removed. */
function newestOf(folder) {
  const sources = readdirSync(join(folder, 'src'), { recursive: true }).map((path) => join('src', path))
  const paths = ['package.json', 'scripts', 'src', ...sources].map((path) => join(folder, path))
  return Math.max(...paths.map((path) => statSync(path).mtimeMs))
}
