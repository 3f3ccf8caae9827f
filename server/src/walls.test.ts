import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { countLines, type Import, readImports, sourceFolder } from '../scripts/imports.ts'
import { libraryRules, roomRules } from '../scripts/walls.ts'

/** Groups of files that import each other, directly or through others (strongly connected components). */
function findCycles(imports: readonly Import[]): readonly (readonly string[])[] {
  const targets = Map.groupBy(
    imports.filter(({ isLibrary }) => !isLibrary),
    ({ from }) => from,
  )
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (file: string): number => {
    const index = order.size
    order.set(file, index)
    stack.push(file)
    let low = index
    for (const { to } of targets.get(file) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to))
      else if (stack.includes(to)) low = Math.min(low, lowest.get(to) ?? order.get(to) ?? low)
    }
    lowest.set(file, low)
    if (low === index) {
      const group = stack.splice(stack.indexOf(file))
      if (group.length > 1) cycles.push(group.sort())
    }
    return low
  }
  for (const file of targets.keys()) if (!order.has(file)) visit(file)
  return cycles
}

/** Rooms of which everything may be imported (or that may import everything), and types only. */
interface Wall {
  readonly rooms: readonly string[]
  readonly typesOf: readonly string[]
}

const walls = readWalls(roomRules)
const libraries = readWalls(libraryRules)
const imports = readImports()

/**
 * What is loaded with a verb, which is what one reads to understand it. Files are those of the day and may only become fewer; lines
 * have room for an error or a field, not for a neighbour. A function of a neighbour that is larger than the need is handed in by
 * the context.
 */
const closures = [
  { file: 'core/lookup/respond-to-lookup.ts', files: 26, lines: 3_020 },
  { file: 'core/subnames/add.ts', files: 49, lines: 6_050 },
  { file: 'core/claims/claim.ts', files: 68, lines: 8_500 },
  { file: 'core/archives/import.ts', files: 91, lines: 12_500 },
]

/** A row, item or entry that fails by itself, what is diagnosed, the text of a message or of another service. */
const parsingInCore = [
  ...['core/archives/import.ts', 'core/challenges.ts', 'core/doctor/diagnose-gateway.ts'],
  ...['core/doctor/diagnose.ts', 'core/domains/onchain.ts', 'core/lookup/former-presence.ts'],
  ...['core/lookup/respond-to-lookup.ts', 'core/mapps/grants.ts', 'core/members.ts'],
  ...['core/policies/update.ts', 'core/require-supported-chain.ts', 'core/sessions.ts'],
  ...['core/subnames/batch/prepare-item.ts'],
]

describe('import walls', () => {
  test('every import between rooms is allowed by walls.ts', () => {
    const breaches = imports.filter((line) => !line.isLibrary && !isAllowed(line)).map(nameOf)
    expect(breaches).toEqual([])
  })

  test('every library with rooms of its own in walls.ts is imported there only', () => {
    expect(imports.filter((line) => line.isLibrary && !isLibraryAllowed(line)).map(nameOf)).toEqual([])
  })

  test('what a request imports late is deferred, so that a service loads it when it listens', () => {
    const deferring = new Set(
      imports.filter(({ to }) => to === 'async/defer-import.ts').map(({ from }) => from),
    )
    const late = imports.filter(({ from, isLate }) => isLate && !/^(commands|sandbox)\/|^main/.test(from))
    // These import while they start.
    const starting = [
      ...['payments/open-payments.ts', 'crypto/secp256k1.ts', 'signing/kms-source.ts'],
      ...['observability/create-metrics.ts', 'observability/metrics.ts'],
    ]
    expect(late.filter(({ from }) => !deferring.has(from) && !starting.includes(from)).map(nameOf)).toEqual(
      [],
    )
  })

  test('a regional gateway loads what lookups need, and neither framework, verbs, SQLite nor clients of chains', () => {
    const loaded = loadedWith('regional-gateway.ts')
    expect(loaded).toContain('core/lookup/respond-to-lookup.ts')
    const others = ['fastify', 'undici', 'node:sqlite', 'app.ts', 'context.ts', 'core/subnames/add.ts']
    expect(others.filter((target) => loaded.has(target))).toEqual([])
  })

  test('names and chains are parsed where a request comes in: the core parses what is text there by its nature', () => {
    const parsers = /\b(?:normalizeName|parseDomain|parse(?:New)?Label|requireSupportedChain)\(/
    const parsing = globSync('core/**/*.ts', { cwd: sourceFolder }).filter(
      (file) => !file.endsWith('.test.ts') && parsers.test(readFileSync(join(sourceFolder, file), 'utf8')),
    )
    expect(parsing.sort()).toEqual(parsingInCore)
  })

  test.each(closures)(
    '$file is understood with at most $files files and $lines lines',
    ({ file, ...most }) => {
      const loaded = [file, ...loadedWith(file)].filter((one) => one.endsWith('.ts'))
      const lines = loaded.map(countLines)
      expect(loaded.length).toBeLessThanOrEqual(most.files)
      expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(most.lines)
    },
  )

  test('no source has more than 400 lines, but what a program writes', () => {
    const root = join(sourceFolder, '../..')
    const sources = globSync(
      ['server', 'web', 'sdk', 'react', 'devnet', 'keccak', 'bench', 'contracts'].flatMap((folder) => [
        `${folder}/{src,test,scripts}/**/*.{ts,tsx,sol}`,
        `${folder}/*.{ts,tsx,sol}`,
      ]),
      { cwd: root },
    ).filter((file) => !/(?:\/artifacts\/|openapi-types\.ts$)/.test(file))
    expect(sources.length).toBeGreaterThan(1500)
    const long = sources.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 401)
    expect(long).toEqual([])
  })

  test('a test beside the sources has the name of its subject first: a file or the folder beside it', () => {
    const tests = globSync('*/**/*.test.ts', { cwd: sourceFolder })
    const isNamed = (test: string) => {
      const words = basename(test, '.test.ts').split('-')
      const starts = words.map((_, index) => words.slice(0, index + 1).join('-'))
      return starts.some(
        (start) =>
          start === basename(dirname(test)) || existsSync(join(sourceFolder, dirname(test), `${start}.ts`)),
      )
    }
    expect(tests.filter((test) => !isNamed(test))).toEqual([])
  })

  test('no files import each other in a cycle, not even for types', () => {
    expect(findCycles(imports)).toEqual([])
  })
})

/** Files and libraries that are loaded with a file, at once. */
function loadedWith(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  for (const { from, to, isType, isLate } of imports) {
    if (from !== file || isType || isLate || loaded.has(to)) continue
    loaded.add(to)
    loadedWith(to, loaded)
  }
  return loaded
}

function nameOf({ from, to }: Import): string {
  return `${from} > ${to}`
}

function isAllowed({ from, to, isType }: Import): boolean {
  const [room, target] = [roomOf(from), roomOf(to)]
  if (room === target) return true
  const wall = walls.get(room)
  return wall !== undefined && (wall.rooms.includes(target) || (isType && wall.typesOf.includes(target)))
}

function isLibraryAllowed({ from, to, isType }: Import): boolean {
  const wall = [...libraries].find(([library]) => to === library || to.startsWith(`${library}/`))?.[1]
  const isInside = (room: string) => from.startsWith(`${room}/`) || from === `${room}.ts`
  return !wall || wall.rooms.some(isInside) || (isType && wall.typesOf.some(isInside))
}

/** The most specific room that a file belongs to; a file without one is a room of its own. */
function roomOf(file: string): string {
  const path = file.replace(/\.ts$/, '').split('/')
  const rooms = path.map((_, index) => path.slice(0, index + 1).join('/'))
  return rooms.findLast((room) => walls.has(room)) ?? file
}

function readWalls(rules: string): ReadonlyMap<string, Wall> {
  const words = (text = '') => text.split(' ').filter(Boolean)
  const entries = rules
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [rooms, allowed = ''] = line.split(/:(?: |$)/)
      const [all, types] = allowed.split('|')
      return words(rooms).map((room) => [room, { rooms: words(all), typesOf: words(types) }] as const)
    })
  return new Map(entries)
}
