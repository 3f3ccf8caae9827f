// Builds the pages, the guide, the server, the SDK and the React package. Plain JavaScript: npm's `prepare` may run it with a Node that strips no types.
import { buildReact } from '../react/scripts/build-react.js'
import { buildSdk } from '../sdk/scripts/build-sdk.js'
import { buildServer, removeBuilds } from '../server/scripts/build-server.js'
import { buildPages } from '../web/scripts/build-pages.js'

const tools = await importTools()
if (tools) await build(tools)

/** Undefined in an installation without development dependencies. */
async function importTools() {
  try {
    const [vite, { rolldown }] = await Promise.all([import('vite'), import('rolldown')])
    return { vite, rolldown }
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    print('Nothing is built: Vite and Rolldown are development dependencies, and they are not installed.')
    return undefined
  }
}

async function build({ vite, rolldown }) {
  const startedAt = performance.now()
  await removeBuilds()
  await Promise.all([buildWeb(vite.build), buildServer(rolldown), buildSdk().then(buildReact)])
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  print(`The pages, the guide, the server, the SDK and the React package are built, in ${seconds} s.`)
}

async function buildWeb(viteBuild) {
  // Imported late: its libraries are development dependencies too.
  const { buildGuide } = await import('../web/scripts/guide/build-guide.js')
  await buildPages(viteBuild)
  await buildGuide(viteBuild)
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
