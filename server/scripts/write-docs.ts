import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { argv, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { renderReaderPage } from '../src/http/openapi/contents.ts'
import { buildDocument } from '../src/http/openapi/document.ts'
import { renderReader } from '../src/http/openapi/render-reader.ts'

const built = fileURLToPath(new URL('../../web/dist/guide/site', import.meta.url))

// Writes the guide and the reader of the API as files, to be served by any host of files, below any path. `base` is for the page of what is
// missing, which is shown at any depth.
const [, , folder = 'site', base = '/'] = argv
await cp(built, folder, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) })
const missing = await readFile(`${folder}/guide/404.html`, 'utf8')
await writeFile(
  `${folder}/404.html`,
  missing.replaceAll(/((?:href|src|data-root|data-search)=")\//g, `$1${base}`),
)
const document = buildDocument({})
const { html, script } = await renderReader()
await mkdir(`${folder}/docs/js`, { recursive: true })
await writeFile(`${folder}/docs/index.html`, renderReaderPage(html, document))
await writeFile(`${folder}/docs/js/scalar.js`, script)
await writeFile(`${folder}/openapi.json`, JSON.stringify(document))
await writeFile(
  `${folder}/index.html`,
  '<!doctype html>\n<html lang="en">\n<title>Byname guide</title>\n<meta http-equiv="refresh" content="0; url=guide/">\n' +
    '<p><a href="guide/">The guide of Byname</a></p>\n</html>\n',
)
stdout.write(`The guide is in ${folder}: serve the folder with any server of files.\n`)
