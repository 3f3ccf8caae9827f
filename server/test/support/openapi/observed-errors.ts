import { appendFileSync, globSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import type { TestProject, Vitest } from 'vitest/node'
import { createFolder } from '../folders.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where each process of the run appends the errors that operations have returned to it, in a file of its own. */
    readonly observedErrors: string
  }
}

const observed = new Set<string>()

/** Of a response that is as documented. */
export function observeError(operationId: string, name: string): void {
  const line = `${operationId} ${name}\n`
  if (observed.has(line)) return
  observed.add(line)
  appendFileSync(join(inject('observedErrors'), `${process.pid}`), line)
}

/** Errors that only a race leads to, by the first path of the operation: another request changes the state meanwhile. */
const onlyInRaces: Readonly<Record<string, readonly string[]>> = {
  // The reservation that the claim accepts is taken, changed or withdrawn.
  bynameClaimName: ['NotHolderException', 'SubnameNotFoundException', 'AlreadyClaimedException'],
  // As above, or the seal is moved to another holder.
  bynameClaimSealedName: ['SubnameNotFoundException', 'AlreadyClaimedException', 'SealedNameException'],
  // The reservation is accepted.
  v1RejectSubname: ['AlreadyClaimedException'],
  v1AdminRevokeSubname: ['AlreadyClaimedException'],
  // The session ends.
  bynameSignOut: ['SessionNotFoundException'],
}

/** Rings whose clients check each response against the document, and so observe errors. */
const observers = ['api', 'contract', 'devnet', 'payment']

/**
 * Vitest's global setup: after a run of all files that observe errors, each error that an operation states has been in a
 * response, so that none is surplus.
 */
export async function setup({ provide, vitest }: TestProject): Promise<() => Promise<void>> {
  const folder = await createFolder('errors')
  provide('observedErrors', folder)
  return async () => {
    const files = await readdir(folder)
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    await rm(folder, { recursive: true })
    if (!isWhole(vitest)) return
    const surplus = await unobservedErrors(new Set(texts.flatMap((text) => text.split('\n'))))
    if (surplus.length > 0)
      throw new Error(
        `Operations state errors that no test has received; test them, or remove them:\n${surplus.join('\n')}`,
      )
  }
}

/** A file that fails is reported by itself. */
function isWhole({ config, state }: Vitest): boolean {
  if (config.testNamePattern !== undefined) return false
  const passed = new Set(
    state
      .getTestModules()
      .filter((each) => each.ok())
      .map(({ moduleId }) => moduleId),
  )
  const tests = fileURLToPath(new URL('../..', import.meta.url))
  return globSync(`{${observers.join(',')}}/**/*.test.ts`, { cwd: tests }).every((file) =>
    passed.has(join(tests, file)),
  )
}

/** At one of the paths of an operation is enough. */
async function unobservedErrors(observed: ReadonlySet<string>): Promise<readonly string[]> {
  const { routes } = await import('../../../src/http/operations.ts')
  const operations = Map.groupBy(routes, ({ errors }) => errors)
  return [...operations].flatMap(([errors = [], mounts]) => {
    const ids = mounts.map(({ id }) => id)
    const [first = ''] = ids
    return errors
      .filter(
        (name) => !onlyInRaces[first]?.includes(name) && !ids.some((id) => observed.has(`${id} ${name}`)),
      )
      .map((name) => `${first}: ${name}`)
  })
}
