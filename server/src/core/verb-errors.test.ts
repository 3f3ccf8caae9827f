import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const folder = new URL('.', import.meta.url).pathname

/** A module of `core/` with functions that state their errors. */
interface Module {
  readonly file: string
  readonly source: string
  /** Of each exported function that states any. */
  readonly errors: Readonly<Record<string, readonly string[]>>
}

const files = globSync('*/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
const modules: readonly Module[] = await Promise.all(
  files.map(async (file) => {
    const exports: Record<string, unknown> = await import(`./${file}`)
    const stated = Object.entries(exports).flatMap(([name, value]) =>
      typeof value === 'function' && 'errors' in value ? [[name, value.errors as string[]] as const] : [],
    )
    return { file, source: readFileSync(folder + file, 'utf8'), errors: Object.fromEntries(stated) }
  }),
)
const stating = modules.filter(({ errors }) => Object.keys(errors).length > 0)
const statedBy = new Map(modules.flatMap(({ errors }) => Object.entries(errors)))

/** Errors of a called function that cannot reach the caller. */
const handled: Readonly<Record<string, readonly string[]>> = {
  // A stored domain or resolver names a supported chain.
  'domains/check-resolver.ts': ['UnsupportedChainException'],
  // The workspace of a key exists, and is the key's.
  'domains/list-of-key.ts': ['WorkspaceNotFoundException', 'ForbiddenException'],
  // A wrong signature is the answer `false`.
  'challenges/verify.ts': [
    'MissingSignatureException',
    'InvalidSignatureException',
    'ChallengeExpiredException',
  ],
  // A primary name is normalized and has no checksum; what is wrong with one address is in its result.
  'resolution/reverse-all.ts': ['InvalidNameException'],
}

/** Names that a module imports from `core/`. */
function importedFromCore(source: string): readonly string[] {
  return Array.from(
    source.matchAll(/import \{([^}]*)\} from '(?:\.|\.\.)\/(?!\.\.)[^']*'/g),
    ([, names = '']) => names.split(',').map((name) => name.trim()),
  ).flat()
}

describe('The errors that a verb states', () => {
  it('errors are stated by most modules of the entities', () => {
    expect(stating.length).toBeGreaterThan(60)
  })

  it.each(stating.map((module) => [module.file, module] as const))(
    '%s: its errors are those that it throws and those of what it calls',
    (file, { source, errors }) => {
      const own = new Set(Object.values(errors).flat())
      const thrown = Array.from(source.matchAll(/new AppError\(\s*'(\w+)'/g), ([, name = '']) => name)
      const called = importedFromCore(source).filter((name) => source.includes(`${name}(`))
      const inherited = called.flatMap((name) => statedBy.get(name) ?? [])
      const missing = [...thrown, ...inherited].filter(
        (name) => !own.has(name) && !handled[file]?.includes(name),
      )
      expect([...new Set(missing)]).toEqual([])
    },
  )
})
