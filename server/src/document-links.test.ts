import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url).pathname
const documents = globSync(['*.md', 'docs/**/*.md', '{bench,contracts,devnet,deploy,web}/*.md'], {
  cwd: root,
})

const link = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g
const codeBlock = /^```[\s\S]*?^```/gm

/** The anchors of the headings of a document, as GitHub writes them. */
function anchorsOf(path: string): ReadonlySet<string> {
  const text = readFileSync(path, 'utf8').replace(codeBlock, '')
  const headings = Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

test('each link of a document leads to a file, and to a heading of it', () => {
  const broken = documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8').replace(codeBlock, '')
    return Array.from(text.matchAll(link)).flatMap(([whole, path = '', anchor]) => {
      const target = path === '' ? join(root, document) : join(root, dirname(document), path)
      const isFound = existsSync(target) && (anchor === undefined || anchorsOf(target).has(anchor))
      return isFound ? [] : [`${document}: ${whole}`]
    })
  })
  expect(documents.length).toBeGreaterThan(40)
  expect(broken).toEqual([])
})
