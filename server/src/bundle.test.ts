import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../dist/', import.meta.url))
/** Its time is that at which the last build began; files of earlier builds stay. */
const sourceList = `${folder}sources.json`

it('rule: V8 keeps each text of the bundle in one byte for each character', (context) => {
  if (!existsSync(sourceList)) context.skip('The server is not built: `npm run build`.')
  const builtAt = statSync(sourceList).mtimeMs
  const files = globSync(`${folder}*.js`).filter((path) => statSync(path).mtimeMs >= builtAt)
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((path) => /[^\0-\xff]/.test(readFileSync(path, 'utf8')))).toEqual([])
})
