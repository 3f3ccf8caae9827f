import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { architecturePage } from '../scripts/house.ts'
import { subjectsPage } from '../scripts/subjects.ts'
import { errorsPage } from './http/openapi/errors-page.ts'
import { eventTypes } from './model/event.ts'

const root = new URL('../../', import.meta.url).pathname
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const contents = read('docs/README.md')
const listed = Array.from(contents.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm), ([, target = '']) =>
  join('docs', target),
)

test('docs/README.md lists each page of docs once: add a line to the section of its readers', () => {
  const pages = globSync('docs/**/*.md', { cwd: root }).filter((path) => !/decisions\/\d/.test(path))
  const missing = pages.filter((path) => path !== 'docs/README.md' && !listed.includes(path))
  expect(missing).toEqual([])
  expect(listed.length).toBe(new Set(listed).size)
})

test('docs/README.md describes each page in a few words, in the line of its link', () => {
  const lines = contents.split('\n').filter((line) => line.startsWith('- '))
  for (const line of lines) expect(line).toMatch(/^- \[[^\]]+\]\([^)]+\): \S.{10,}[^.]$/)
})

/** Decisions say it once, in their list. */
test('each page says below its title for whom it is: developers, implementers, owners, operators or maintainers', () => {
  const reader = '(?:developers|implementers|owners|operators|maintainers)'
  const line = new RegExp(`^# .+\\n\\n\\*For ${reader}(?:, ${reader})*(?: and ${reader})?\\*\\n\\n`)
  const silent = ['docs/README.md', ...listed].filter((path) => !line.test(read(path)))
  expect(silent).toEqual([])
})

test('ARCHITECTURE.md has the picture of the rooms as they are: npm run maps draws it', () => {
  expect(read('ARCHITECTURE.md')).toBe(architecturePage())
})

const decisions = globSync('docs/decisions/[0-9]*.md', { cwd: root }).sort()
const decisionList = 'docs/decisions/README.md'

test('docs/decisions has at most 45 pages and 150,000 bytes: extend the page of the subject', () => {
  const bytes = [decisionList, ...decisions].reduce((sum, path) => sum + statSync(join(root, path)).size, 0)
  expect(decisions.length).toBeGreaterThan(30)
  expect(decisions.length).toBeLessThanOrEqual(45)
  expect(bytes).toBeLessThanOrEqual(150_000)
})

test('docs/decisions/README.md lists each decision once', () => {
  const links = Array.from(read(decisionList).matchAll(/\]\(([^)]+)\)/g), ([, target = '']) => target)
  expect(links.map((target) => join('docs/decisions', target)).sort()).toEqual(decisions)
})

test('a decision has the number of its file, which no other has', () => {
  const numbers = decisions.map((path) => Number(/\/(\d+)-/.exec(path)?.[1]))
  const titles = decisions.map((path) => Number(/^# (\d+)\. \S/.exec(read(path))?.[1]))
  expect(titles).toEqual(numbers)
  expect(new Set(numbers).size).toBe(numbers.length)
})

const documents = globSync('**/*.md', {
  cwd: root,
  exclude: (name) => /^(?:node_modules|dist|data|site|\.\w+)$/.test(name),
})

test('lines of pages have at most 120 characters, except those of tables, code, pictures and the page that a script writes', () => {
  expect(documents.length).toBeGreaterThan(90)
  const long = documents
    .filter((path) => path !== 'docs/subjects.md')
    .flatMap((path) =>
      read(path)
        .replace(/^( *)```[\s\S]*?^\1```/gm, '')
        .split('\n')
        .filter((line) => Array.from(line).length > 120 && !/^ *(?:\||<img )/.test(line))
        .map((line) => `${path}: ${line}`),
    )
  expect(long).toEqual([])
})

test('docs/subjects.md names what the code has: npm run maps writes it', () => {
  expect(read('docs/subjects.md')).toBe(subjectsPage())
})

test('docs/errors.md has the table of errors: npm run errors-page writes it', () => {
  expect(read('docs/errors.md')).toBe(errorsPage())
})

test('docs/events.md has each type of event once in the first column of its table', () => {
  const [table = ''] = /\n\| Types? .*?\n\n/s.exec(read('docs/events.md')) ?? []
  const rows = Array.from(table.matchAll(/^\| ([^|]+) \|/gm), ([, types = '']) => types)
  const listed = rows.flatMap((types) =>
    Array.from(types.matchAll(/`([a-z_]+\.[a-z_]+)`/g), ([, type]) => type),
  )
  expect(listed.sort()).toEqual([...eventTypes].sort())
})

const withCommands = [
  ...globSync('docs/{,operating/}*.md', { cwd: root }),
  ...globSync('{README.md,CONTRIBUTING.md,{sdk,react,contracts,examples,examples/*}/README.md}', {
    cwd: root,
  }),
  'scripts/release/package-readme.md',
]

/** The packages are not on a registry, and releases have no tags of a repository that everyone knows. */
test('no page tells a command that needs a package on a registry, or a tag', () => {
  const told = withCommands.flatMap((path) =>
    Array.from(
      read(path).matchAll(
        /^.*\b(?:npm (?:install|i|add|create)|npx|git clone)\b.*(?:[\s`]@?byname(?:\/|[\s@`]|$)|--branch).*$/gm,
      ),
      ([line]) => `${path}: ${line}`,
    ),
  )
  expect(told.filter((line) => !/npx byname\b/.test(line))).toEqual([])
})

test('npx byname stands where the package has been installed from its file', () => {
  const told = withCommands.filter((path) => /npx byname\b/.test(read(path)))
  const installed = told.filter(
    (path) => !/npm install \.\/byname-|where its package is installed/.test(read(path)),
  )
  expect(installed).toEqual([])
})

test('the files of packages that pages name are those of the present version', () => {
  const { version } = JSON.parse(read('package.json'))
  const named = withCommands.flatMap((path) =>
    Array.from(
      read(path).matchAll(/\bbyname(?:-sdk|-react)?-(\d[\w.-]*?)\.tgz/g),
      ([, of]) => `${path}: ${of}`,
    ),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((each) => !each.endsWith(`: ${version}`))).toEqual([])
})
