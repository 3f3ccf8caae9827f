import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** They draw the parts of a name; all else draws names by them. */
const drawings = new Set(['web/src/ui/NameTitle.tsx', 'react/src/NameText.tsx'])

/** Expressions in `<bdi>` that are no ENS names. */
const others = new Set([
  'web/src/console/authorize/AuthorizeScreen.tsx: client.name',
  'web/src/console/templates/TemplatesDialog.tsx: template.name',
  // The text record `name`.
  'web/src/public/directory/DirectoryPage.tsx: displayName',
  // A label without its domain.
  'web/src/public/name/AddressList.tsx: label',
])

/** An element of markup whose content is a name: one by the title of its expression, in `<bdi>` or in none. */
const ownIsolation = /<bdi[^>]*>\s*\{`?\$?\{?([\w.]*(?:name|ens|domain|label|typed)\w*)[^<]*<\/bdi>/gi
const bareName = /(?<![=$(\w{])\{((?:\w+\.)*(?:ens|domainName|domain))\}(?!\/)/g

test('names are drawn by one component, which isolates their labels', () => {
  const found = globSync('{web,react}/src/**/*.tsx', { cwd: root })
    .filter((file) => !drawings.has(file) && !file.includes('/gallery/'))
    .flatMap((file) => {
      const source = readFileSync(`${root}/${file}`, 'utf8')
      const lines = source
        .split('\n')
        .filter((line) => !/^\s*(export |import |const |function |path=|\/?\*)|path: |=> |\(\{|`/.test(line))
      return [
        ...Array.from(source.matchAll(ownIsolation), ([, expression]) => `${file}: ${expression}`),
        ...Array.from(lines.join('\n').matchAll(bareName), ([, expression]) => `${file}: ${expression}`),
      ]
    })
  expect(found.filter((one) => !others.has(one))).toEqual([])
})
