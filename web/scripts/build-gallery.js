// Builds the page of all components for tests, into the folder that is named. A process of its own, because the environment of a
// test would choose the development build of React.
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const [, , outDir] = argv
await build({
  root,
  configFile: `${root}vite.config.ts`,
  logLevel: 'error',
  mode: 'gallery',
  build: { outDir },
})
