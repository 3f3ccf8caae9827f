import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import sharp from 'sharp'
import { getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorCaller } from '../../../src/core/auth/sessions.ts'
import { listAllowList } from '../../../src/core/policies/allow-list.ts'
import { getPolicy } from '../../../src/core/policies/policy.ts'
import { createApiKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { createMigratedSqlite } from '../../support/databases/migrated-sqlite.ts'
import { postAllowList, setPolicy } from '../../support/entities/policies.ts'
import { createFolder, temporaryFolder } from '../../support/folders.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { uploadPictures } from '../../support/media/pictures.ts'
import { randomImage, storedFiles } from '../../support/media/uploads.ts'
import { runCommand } from '../../support/service/command.ts'
import { startTestService, type TestService, testEnvironment } from '../../support/service/service.ts'

const path = '/byname/v1/domains/demo.eth/export?chainId=1'
const allowed = [createWallet(), createWallet(), createWallet()].map(({ address }) => getAddress(address))

let folder: string
let databaseUrl: string
let service: TestService
let pictures: Awaited<ReturnType<typeof uploadPictures>>
/** An export with its history. */
let exported: string

beforeAll(async () => {
  folder = await createFolder('export')
  await createMigratedSqlite(join(folder, 'export.db'))
  databaseUrl = `sqlite:${join(folder, 'export.db')}`
  service = await startTestService(databaseUrl)
  pictures = await uploadPictures(service)
  dataOf(await postAllowList(service, service.demo[1], allowed.join('\n')))
  const { key, demo } = service
  const headers = { 'x-api-key': key }
  const body = {
    texts: [{ key: 'url', value: 'https://acme.example' }],
    branding: { title: 'Acme', accent: '#1a56db' },
    sharedMaxAge: 5,
  }
  dataOf(await service.call('PATCH', '/byname/v1/domains/demo.eth?chainId=1', { headers, body }))
  await setPolicy(service, demo[1], { claims: 'open', minLength: 3, blockedLabels: ['admin'] })
  exported = join(folder, 'exported')
  await run('export', 'demo.eth', '--history', '--out', exported)
})
afterAll(async () => {
  await service?.stop()
  await rm(folder, { recursive: true })
})

async function run(...args: readonly string[]): Promise<{ errors: string; result: object }> {
  const environment = {
    ...testEnvironment(service.context.config.dataDir, databaseUrl),
    PUBLIC_URL: 'https://new.example',
    EXPORT_KEY: await exportKey(),
  }
  const { output, errors, code } = await runCommand([...args, '--json'], environment)
  expect([code, output === '' ? errors : '']).toEqual([0, ''])
  return { errors, result: JSON.parse(output) }
}

async function exportKey(): Promise<string> {
  const { context, workspaceId } = service
  return (await createApiKey(context, { workspaceId, name: 'export', scopes: ['names:export'] })).key
}

async function linesOf(file: string): Promise<readonly string[]> {
  return (await readFile(join(exported, file), 'utf8')).trimEnd().split('\n')
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

describe('byname export', () => {
  it('rule: the manifest has the hash of every file, the images among them', async () => {
    const manifest = JSON.parse(await readFile(join(exported, 'manifest.json'), 'utf8'))
    expect(manifest).toMatchObject({ names: 3, images: 3, missingImages: 0, allowed: 3 })
    const others = ['names.jsonl', 'history.jsonl', 'names.csv', 'schema.json']
    const files: readonly { name: string; bytes: number; sha256: string }[] = manifest.files
    expect(files.map(({ name }) => name).toSorted()).toEqual(
      [...others, ...pictures.map(({ file }) => `images/${file}`)].toSorted(),
    )
    for (const { name, bytes, sha256: hash } of files) {
      const content = await readFile(join(exported, name))
      expect([name, content.length, sha256(content)]).toEqual([name, bytes, hash])
    }
    for (const { file, bytes } of pictures)
      expect((await readFile(join(exported, 'images', file))).equals(bytes)).toBe(true)
  })

  it('rule: each line, of the folder and by HTTP, has the schema that is in the folder and at its URL', async () => {
    const schema = JSON.parse(await readFile(join(exported, 'schema.json'), 'utf8'))
    const served = await fetch(`${service.url}/byname/v1/schemas/export.json`)
    expect(served.headers.get('content-type')).toBe('application/schema+json; charset=utf-8')
    expect(await served.json()).toEqual(schema)
    const validate = new Ajv2020({
      allowUnionTypes: true,
      formats: { 'date-time': true, uri: true },
    }).compile(schema)
    const headers = { 'x-api-key': await exportKey() }
    const byHttp = await fetch(`${service.url}${path}&history=true`, { headers })
    const lines = [
      ...(await linesOf('names.jsonl')),
      ...(await linesOf('history.jsonl')),
      ...(await byHttp.text()).trimEnd().split('\n'),
    ].map((line) => JSON.parse(line))
    const invalid = lines.filter((line) => !validate(line))
    expect(invalid).toEqual([])
    expect(new Set(lines.map(({ type }) => type))).toEqual(
      new Set(['domain', 'allowList', 'name', 'event', 'end']),
    )
    expect(validate({ type: 'name', label: 'x' })).toBe(false)
    expect(validate({ ...lines.at(-1), names: 'x' })).toBe(false)
  })

  it('rule: the last line has the hashes of settings, names and events', async () => {
    const [domain = '', allowList = '', ...names] = await linesOf('names.jsonl')
    const events = await linesOf('history.jsonl')
    const hashOf = (lines: readonly string[]) => sha256(lines.map((line) => `${line}\n`).join(''))
    expect(JSON.parse(names.at(-1) ?? '')).toEqual({
      ...{ type: 'end', names: 3, claimed: 3, sha256: hashOf(names.slice(0, -1)) },
      ...{ allowed: 3, settingsSha256: hashOf([domain, allowList]) },
      ...{ events: events.length, eventsSha256: hashOf(events) },
    })
    expect(JSON.parse(allowList)).toEqual({ type: 'allowList', addresses: allowed.toSorted(byHex) })
    expect(events.map((line) => JSON.parse(line).event.type)).toEqual(
      expect.arrayContaining(['domain.onboarded', 'subname.issued', 'domain.policy_changed']),
    )
  })

  it('rule: another service is exported by HTTP, and its folder is the same', async () => {
    const out = join(await temporaryFolder(), 'remote')
    const args = ['--from', service.url, '--key-from', 'EXPORT_KEY', '--history', '--out', out]
    const { result } = await run('export', 'demo.eth', ...args)
    expect(result).toMatchObject({ names: 3, images: 3, missingImages: 0 })
    for (const file of ['names.csv', 'history.jsonl', 'schema.json'])
      expect(await readFile(join(out, file), 'utf8')).toBe(await readFile(join(exported, file), 'utf8'))
    expect(await readdir(join(out, 'images'))).toEqual(await readdir(join(exported, 'images')))
  })

  it('errors: a service that ends its response early, redirects, or has no such domain', async () => {
    const whole = await readFile(join(exported, 'names.jsonl'), 'utf8')
    const server = await startHttpServer((request, response) => {
      if (request.url?.includes('cut.eth')) response.end(whole.slice(0, -200))
      else if (request.url?.includes('changed.eth')) response.end(whole.replace('"claimed"', '"reserved"'))
      else if (request.url?.includes('moved.eth')) response.writeHead(302, { location: service.url }).end()
      else response.writeHead(404).end()
    })
    const parent = await temporaryFolder()
    const cases = [
      ['cut.eth', /not JSON|incomplete/],
      ['changed.eth', /other names or events/],
      ['absent.eth', /no such domain/],
      ['moved.eth', /responded with 302/],
    ] as const
    await Promise.all(
      cases.map(async ([domain, message]) => {
        const args = ['export', domain, '--from', server.url, '--out', join(parent, domain)]
        const { errors, code } = await runCommand(args, testEnvironment(folder, databaseUrl))
        expect(errors).toMatch(message)
        expect(code).toBe(1)
      }),
    )
    expect(await readdir(parent)).toEqual([])
    await server.close()
  })
})

describe('GET /byname/v1/domains/{domain}/export?history=true', () => {
  it('errors: a signature in place of a key', async () => {
    const headers = { 'x-address': allowed[0] ?? '', 'x-message': 'none', 'x-signature': '0x00' }
    const response = await service.call('GET', `${path}&history=true`, { headers })
    expectError(response, 403, 'ForbiddenException')
  })
})

describe('byname import', () => {
  /** A copy of the export into which `change` writes, imported into a new service. */
  async function importChanged(change: (copy: string) => Promise<void>, ...options: readonly string[]) {
    const parent = await temporaryFolder()
    const copy = join(parent, 'copy')
    await cp(exported, copy, { recursive: true })
    await change(copy)
    const url = `sqlite:${join(parent, 'import.db')}`
    await createMigratedSqlite(join(parent, 'import.db'))
    const next = await startTestService(url)
    const environment = testEnvironment(next.context.config.dataDir, url, {
      PUBLIC_URL: 'https://new.example',
    })
    const report = join(parent, 'report.jsonl')
    const args = ['import', copy, '--domain', 'demo.eth', '--report', report, '--json', ...options]
    try {
      const { output, errors } = await runCommand(args, environment)
      const rows = (await readFile(report, 'utf8')).trimEnd().split('\n')
      return {
        errors,
        result: JSON.parse(output),
        rows: rows.map((row) => JSON.parse(row)),
        stored: await storedFiles(next),
        ...(await settingsOf(next)),
      }
    } finally {
      await next.stop()
    }
  }

  it('rule: an image that is absent, damaged or no image is in the report, and its record keeps its URL', async () => {
    const [absent, damaged, text] = pictures
    if (!absent || !damaged || !text) throw new Error('There are three pictures.')
    const page = Buffer.from('<script>alert(1)</script>')
    const pageFile = `${sha256(page)}.png`
    const { result, rows, stored, errors } = await importChanged(async (copy) => {
      await rm(join(copy, 'images', absent.file))
      await writeFile(join(copy, 'images', damaged.file), 'other')
      await writeFile(join(copy, 'images', pageFile), page)
      await replaceFile(join(copy, 'names.jsonl'), text.file, pageFile)
    })
    expect(errors).toContain('history')
    expect(result).toMatchObject({ added: 3, noted: 3, images: 0, missingImages: 3 })
    const prefix = (file: string) => `The image of the text avatar stays where it is (${file}): `
    expect(rows.flatMap(({ notes }) => notes).toSorted()).toEqual(
      [
        `${prefix(absent.file)}There is no such file.`,
        `${prefix(damaged.file)}It is damaged: it has another SHA-256.`,
        `${prefix(pageFile)}Unsupported image format. Use png, jpeg, gif, webp or avif.`,
      ].toSorted(),
    )
    expect(stored).toEqual([])
  })

  it('rule: an image with a page behind it is encoded again', async () => {
    const [picture] = pictures
    if (!picture) throw new Error('There is a picture.')
    const polyglot = Buffer.concat([await randomImage().png().toBuffer(), Buffer.from('<script>')])
    const file = `${sha256(polyglot)}.png`
    const { result, stored } = await importChanged(async (copy) => {
      await writeFile(join(copy, 'images', file), polyglot)
      await replaceFile(join(copy, 'names.jsonl'), picture.file, file)
    })
    expect(result).toMatchObject({ added: 3, images: 3, noted: 0 })
    expect(stored).not.toContain(file)
    expect(stored).toHaveLength(3)
    expect((await sharp(polyglot).metadata()).width).toBe(64)
  })

  it('rule: with --with-settings, the domain has policy, allow-list, records and branding of the export', async () => {
    const dry = await importChanged(async () => undefined, '--with-settings', '--dry-run')
    const { result, policy, settings } = await importChanged(async () => undefined, '--with-settings')
    const fields = (changes: readonly { field: string }[]) => changes.map(({ field }) => field)
    expect(fields(dry.result.settings)).toEqual(
      expect.arrayContaining([
        'claims',
        'minLength',
        'blockedLabels',
        'branding.title',
        'sharedMaxAge',
        'texts',
        'allowList',
      ]),
    )
    expect([dry.result.settings, dry.policy]).toEqual([result.settings, { claims: 'closed', allowed: 0 }])
    expect(policy).toEqual({ claims: 'open', allowed: 3 })
    expect(settings).toMatchObject({
      branding: { title: 'Acme', accent: '#1a56db' },
      records: { texts: [{ key: 'url', value: 'https://acme.example' }] },
      userChosenLimit: null,
      sharedMaxAge: 5,
    })
  })

  it('errors: settings that were changed, and a source without settings', async () => {
    const table = join(exported, 'names.csv')
    const copy = join(await temporaryFolder(), 'copy.jsonl')
    await writeFile(copy, (await readFile(join(exported, 'names.jsonl'), 'utf8')).replace('Acme', 'Evil'))
    for (const [source, message] of [
      [table, /is no export of a domain/],
      [copy, /settings have another hash/],
    ] as const) {
      const args = ['import', source, '--domain', 'demo.eth', '--with-settings']
      const { errors, code } = await runCommand(args, testEnvironment(folder, databaseUrl))
      expect(errors).toMatch(message)
      expect(code).toBe(1)
    }
  })

  it('rule: images come from a URL that the user gives', async () => {
    const { result, stored } = await importChanged(
      (copy) => rm(join(copy, 'images'), { recursive: true }),
      ...['--images-from', `${service.url}/media`],
    )
    expect(result).toMatchObject({ added: 3, images: 3, missingImages: 0 })
    expect(stored.toSorted()).toEqual(pictures.map(({ file }) => file).toSorted())
  })
})

async function settingsOf({ context, demo }: TestService) {
  const caller = operatorCaller(context)
  const ref = { caller, chainId: 1, domain: demo[1].name } as const
  const { domain, policy } = await getPolicy(context, ref)
  const { count } = await listAllowList(context, { ...ref, limit: 1 })
  return { policy: { claims: policy.claims, allowed: count }, settings: domain }
}

/** In a file with the hash of its names in the last line. */
async function replaceFile(file: string, from: string, to: string): Promise<void> {
  const lines = (await readFile(file, 'utf8')).replaceAll(from, to).trimEnd().split('\n')
  const names = lines.filter((line) => line.startsWith('{"type":"name"'))
  const end = { ...JSON.parse(lines.pop() ?? ''), sha256: sha256(names.map((line) => `${line}\n`).join('')) }
  await writeFile(file, `${[...lines, JSON.stringify(end)].join('\n')}\n`)
}

function byHex(one: string, other: string): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1
}
