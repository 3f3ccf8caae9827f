import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url).pathname
const documents = globSync(
  ['*.md', 'docs/**/*.md', '{bench,contracts,devnet,deploy,keccak,examples,examples/*,sdk,web}/*.md'],
  {
    cwd: root,
  },
)

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

/** Where the documents start their paths. */
const bases = [
  '',
  'server/',
  'server/src/',
  'server/test/',
  'server/test/support/',
  'sdk/',
  'sdk/src/',
  'react/',
  'react/src/',
  'web/',
  'web/src/',
  'bench/src/',
]
const quoted = /`([^`\s]+)`/g
const sourceFile = /^[\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|js|sol|sh)$/
const folder = /^[\w.-]{2,}(?:\/[\w.-]+)*\/$/

test('each source file and folder that a document names exists', () => {
  const sources = globSync(
    [
      '{bench,contracts,devnet,keccak,server,web}/{src,test,scripts}/**/*.{ts,tsx,js,sol}',
      '{bench,contracts,deploy,devnet,scripts,server,web,web/api-types}/*.{ts,tsx,js,sh}',
    ],
    { cwd: root },
  )
  const names = new Set(sources.map((path) => basename(path)))
  const exists = (path: string, document: string) =>
    path.includes('/')
      ? [...bases, dirname(document)].some((base) => existsSync(join(root, base, path)))
      : names.has(path)
  const absent = documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8').replace(codeBlock, '')
    return Array.from(text.matchAll(quoted)).flatMap(([, path = '']) =>
      (sourceFile.test(path) || folder.test(path)) && !exists(path, document) ? [`${document}: ${path}`] : [],
    )
  })
  expect(names.size).toBeGreaterThan(400)
  expect(absent).toEqual([])
})

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
