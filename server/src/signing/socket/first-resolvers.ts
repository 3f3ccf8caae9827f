import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode, OperatorError } from '../../errors.ts'
import type { KnownResolver } from './authorize.ts'

/**
 * For a process that is set up before there is a contract: for each chain, the first contract that it is asked to sign for is the
 * only one, from then on and after each start.
 */
export interface FirstResolvers {
  readonly resolvers: readonly KnownResolver[]
  /** On disk before it returns. Without effect for a chain that has one. */
  readonly take: (resolver: KnownResolver) => Promise<void>
}

/** @throws OperatorError for a file that cannot be read, or that has another form. */
export async function openFirstResolvers(
  file: string,
  parse: (entry: string) => KnownResolver,
): Promise<FirstResolvers> {
  const resolvers = (await readLines(file)).map(parse)
  let writing = Promise.resolve()
  return {
    resolvers,
    take: (resolver) => {
      // In turns, so that of two first ones only one is taken.
      const taken = writing.then(async () => {
        if (resolvers.some(({ chainId }) => chainId === resolver.chainId)) return
        await writeLines(file, [...resolvers, resolver].map(format))
        resolvers.push(resolver)
      })
      writing = taken.catch(() => undefined)
      return taken
    },
  }
}

function format({ chainId, address, scheme }: KnownResolver): string {
  return `${chainId}:${address}:${scheme}`
}

const pattern = /^\d{1,15}:0x[0-9a-fA-F]{40}:[a-z-]+$/

async function readLines(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return ''
    throw new OperatorError(`${file} cannot be read (${errorCode(error)}).`, { cause: error })
  })
  const lines = text.split('\n').filter((line) => line !== '')
  if (lines.every((line) => pattern.test(line))) return lines
  throw new OperatorError(`${file} is not what the signer writes: remove it, and list SIGNER_RESOLVERS.`)
}

async function writeLines(file: string, lines: readonly string[]): Promise<void> {
  const temporary = `${file}.partial`
  {
    await using handle = await open(temporary, 'w', 0o600)
    await handle.writeFile(`${lines.join('\n')}\n`)
    await handle.sync()
  }
  await rename(temporary, file)
  await using folder = await open(dirname(file))
  await folder.sync()
}
