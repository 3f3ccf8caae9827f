import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createIdentity } from '../../../src/backups/encryption.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { findFreePorts } from '../../support/http/deployed-proxy.ts'
import { startServeProcess } from '../../support/service/serve-process.ts'
import { type Settings, testEnvironment } from '../../support/service/service.ts'

/** Writes the URL of each file of code that its process loads as a line to a file. */
const recorder = (file: string) => `
  import { appendFileSync } from 'node:fs'
  import { registerHooks } from 'node:module'
  registerHooks({
    load: (url, context, next) => {
      appendFileSync(${JSON.stringify(file)}, url + '\\n')
      return next(url, context)
    },
  })
`

/** The texts of all files of code that a service has loaded when it says that it listens. */
async function loadedBy(
  settings: Settings,
): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const folder = await temporaryFolder()
  const [list, hooks] = [join(folder, 'loaded'), join(folder, 'hooks.mjs')]
  await writeFile(hooks, recorder(list))
  const environment = testEnvironment(folder, undefined, settings)
  const { end } = await startServeProcess(environment, [], {
    runtime: [process.execPath, '--import', hooks],
  })
  const urls = (await readFile(list, 'utf8')).split('\n').filter((url) => url.startsWith('file:'))
  await end('SIGKILL')
  const paths = [...new Set(urls)].map((url) => fileURLToPath(url))
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })))
}

/** Of packages in their folders, and of those that a file of the build names as its parts. */
function librariesIn(files: Awaited<ReturnType<typeof loadedBy>>): ReadonlySet<string> {
  const named = files.flatMap(({ path, text }) => [
    path,
    ...(path.includes('/server/dist/') ? (text.match(/^\/\/(?:#region)? .*node_modules\/.*$/gm) ?? []) : []),
  ])
  return new Set(named.flatMap((name) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? []))
}

const { recipient } = await createIdentity()
const [port = 0, redirectPort = 0] = await findFreePorts(2)

const parts: Readonly<
  Record<string, { readonly libraries: readonly string[]; readonly settings: Settings }>
> = {
  'encrypted backups': {
    libraries: ['age-encryption'],
    settings: { BACKUP_TARGET: tmpdir(), BACKUP_RECIPIENT: recipient, BACKUP_LOG: 'false' },
  },
  'a bucket of backups': {
    libraries: ['age-encryption', '@aws-sdk/client-s3'],
    settings: {
      BACKUP_TARGET: 's3://backups',
      BACKUP_ENDPOINT: 'http://127.0.0.1:9',
      BACKUP_ACCESS_KEY_ID: 'id',
      BACKUP_SECRET_ACCESS_KEY: 'key',
      BACKUP_RECIPIENT: recipient,
      BACKUP_LOG: 'false',
    },
  },
  'a bucket of files of names': {
    libraries: ['@aws-sdk/client-s3'],
    settings: {
      ANCHOR_TARGETS: 's3://names=https://files.example',
      ANCHOR_ACCESS_KEY_ID: 'id',
      ANCHOR_SECRET_ACCESS_KEY: 'key',
    },
  },
  'certificates of its own': {
    libraries: ['acme-client', '@peculiar/x509'],
    settings: {
      PUBLIC_URL: 'https://names.service.test',
      TLS: 'acme',
      TLS_HOST: '127.0.0.1',
      TLS_PORT: `${port}`,
      TLS_REDIRECT_PORT: `${redirectPort}`,
      ACME_DIRECTORY_URL: 'https://127.0.0.1:9/',
    },
  },
  'a key of the anchor in KMS': {
    libraries: ['@aws-sdk/nested-clients'],
    settings: { ANCHOR_KMS_KEY_1: 'alias/beat', SIGNER_KMS_REGION: 'eu-central-1' },
  },
  mail: {
    libraries: ['nodemailer'],
    settings: {
      SMTP_URL: 'smtp://127.0.0.1:9',
      SMTP_FROM: 'names@service.test',
      PUBLIC_URL: 'https://names.service.test',
    },
  },
}

/** Bytes of the build, and the largest of them are Fastify, undici and MCP. */
const maxLoadedBytes = 9_400_000

describe('A service that listens', () => {
  test('rule: it has loaded no library that only other settings need, and no more of its build than before', async (context) => {
    const files = await loadedBy({})
    const libraries = librariesIn(files)
    expect(libraries).toContain('fastify')
    const optional = Object.values(parts).flatMap((part) => part.libraries)
    expect(optional.filter((library) => libraries.has(library))).toEqual([])
    if (files.some(({ path }) => path.endsWith('/main.ts')))
      context.skip('The server is not built: `npm run build`.')
    expect(files.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(maxLoadedBytes)
  })

  test.each(Object.entries(parts))(
    'rule: with %s, it has loaded what that needs',
    async (_title, { libraries, settings }) => {
      const loaded = librariesIn(await loadedBy(settings))
      expect(libraries.filter((library) => !loaded.has(library))).toEqual([])
    },
  )
})
