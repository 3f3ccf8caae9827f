import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { toHex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createIdentity } from '../../../src/backups/encryption.ts'
import { operatorCaller } from '../../../src/core/auth/sessions.ts'
import { revokeAsAdmin } from '../../../src/core/subnames/remove.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { setBlocked } from '../../../src/store/entities/blocks.ts'
import {
  type AnchorScene,
  addNumberedNames,
  countBeats,
  graceSeconds,
  prepareAnchor,
  startAnchorScene,
} from '../../support/anchors/scene.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { beginCommand } from '../../support/service/command.ts'

let scene: AnchorScene

beforeAll(async () => {
  scene = await startAnchorScene()
  await addNumberedNames(scene, 0, 100)
  await prepareAnchor(scene)
}, 120_000)
afterAll(() => scene?.stop())

/** Returns the errors that it prints. */
async function expectNoBeat(settings: Readonly<Record<string, string>> = {}): Promise<string> {
  const before = await countBeats(scene)
  const { code, errors } = await scene.run(['anchor', scene.domain.name], settings)
  expect(code).toBe(1)
  expect(await countBeats(scene)).toBe(before)
  return errors
}

const faults: readonly (readonly [
  string,
  string,
  (response: ServerResponse, content: Buffer | undefined) => boolean,
])[] = [
  [
    'returns 404',
    'returned the status 404',
    (response) => {
      response.writeHead(404).end()
      return true
    },
  ],
  [
    'redirects',
    'returned a redirect, which is not followed',
    (response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      return true
    },
  ],
  [
    'sends a page with the status 200',
    'returned other bytes',
    (response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>')
      return true
    },
  ],
  [
    'rewrites JSON',
    'returned other bytes',
    (response, content) => {
      const text = JSON.stringify(JSON.parse(String(content)))
      response
        .writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
        .end(text)
      return true
    },
  ],
  [
    'sends more than the file',
    'returned more than',
    (response, content) => {
      response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
      response.end(Buffer.concat([content ?? Buffer.alloc(0), Buffer.alloc(100_000, 32)]))
      return true
    },
  ],
  [
    'lets no app in browsers read',
    'apps in browsers need *',
    (response, content) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(content)
      return true
    },
  ],
  [
    'says another content type',
    'clients need application/json',
    (response, content) => {
      response
        .writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' })
        .end(content)
      return true
    },
  ],
]

test.each(faults)(
  'rule: where each host %s, there is no beat',
  async (_what, reason, fault) => {
    for (const host of scene.hosts) host.setFault(fault)
    onTestFinished(() => {
      for (const host of scene.hosts) host.setFault(undefined)
    })
    expect(await expectNoBeat()).toContain(reason)
  },
  60_000,
)

test('rule: one host of two is enough, unless all are required, and what the other lacks is said', async () => {
  const { hosts, run, domain, folders } = scene
  hosts[1].setFault((response) => {
    response.writeHead(404).end()
    return true
  })
  onTestFinished(() => hosts[1].setFault(undefined))
  expect(await expectNoBeat({ ANCHOR_REQUIRED_TARGETS: 'all' })).toContain('do not get the files everywhere')
  const { code, errors, printed } = await run(['anchor', domain.name])
  expect({ code, errors }).toEqual({ code: 0, errors: expect.stringContaining('Not everywhere: http') })
  const { printed: rows } = await run(['anchor', 'status'])
  expect(rows).toMatchObject([
    { domain: domain.name, root: printed.root, problem: expect.stringContaining('404') },
  ])
  hosts[1].setFault(undefined)
  const again = await run(['anchor', domain.name])
  expect(again.printed.targets.map((target: { files: number }) => target.files)).toEqual([1, 10])
  expect((await run(['verify', folders[1], '--root', printed.root])).code).toBe(0)
}, 60_000)

test('rule: a target that is not there, or cannot be written, does not keep the other one', async () => {
  const { environment, run, domain } = scene
  const [, second = ''] = environment['ANCHOR_TARGETS']?.split(',') ?? []
  const missing = `/nonexistent/folder=${scene.hosts[0].url},${second}`
  const { code, errors } = await run(['anchor', domain.name], { ANCHOR_TARGETS: missing })
  expect({ code, errors }).toEqual({
    code: 0,
    errors: expect.stringContaining('There is no folder /nonexistent'),
  })
  expect(await expectNoBeat({ ANCHOR_TARGETS: missing.split(',')[0] ?? '' })).toContain('There is no folder')
}, 60_000)

test('rule: a run that is killed while it puts files is completed by the next one, and has not beaten', async () => {
  const { environment, domain, folders, run } = scene
  for (let round = 0; round < 3; round++) {
    await addNumberedNames(scene, 1000 + round * 200, 200)
    const before = await countBeats(scene)
    const files = (await readdir(folders[0])).length
    const command = beginCommand(['anchor', domain.name], environment)
    // As soon as it has put the first new file.
    while ((await readdir(folders[0])).length === files) {
      if (command.hasEnded()) throw new Error(`It ended before it put a file: ${command.readErrors()}`)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await command.end('SIGKILL')
    expect(await countBeats(scene)).toBe(before)
    await waitForLease()
    const { printed, code, errors } = await run(['anchor', domain.name])
    expect(code, errors).toBe(0)
    for (const folder of folders) expect((await run(['verify', folder, '--root', printed.root])).code).toBe(0)
  }
}, 300_000)

/** A killed run leaves its lease, which ends by time. */
async function waitForLease(): Promise<void> {
  const { store } = scene.service.context
  await store.db.updateTable('anchors').set({ leaseUntil: 0 }).execute()
}

test('rule: of several runs at a time, one anchors, and the others say so', async () => {
  const { run, domain } = scene
  const before = await countBeats(scene)
  const outcomes = await Promise.all(Array.from({ length: 3 }, () => run(['anchor', domain.name])))
  const refused = outcomes.filter(({ code }) => code === 1)
  for (const { errors } of refused) expect(errors).toContain('is being anchored by another run')
  expect((await countBeats(scene)) - before).toBe(3 - refused.length)
}, 60_000)

test('rule: another key than that of the anchor is refused', async () => {
  const key = generatePrivateKey()
  const moved = { ANCHOR_KEY_1: key, DATA_DIR: await temporaryFolder() }
  const errors = await expectNoBeat({ ...moved, DATABASE_URL: databaseUrl() })
  expect(errors).toContain('and the key here is that of')
  expect(errors).not.toContain(key.slice(2))
}, 60_000)

function databaseUrl(): string {
  return `sqlite:${scene.environment['DATA_DIR']}/byname.db`
}

test('rule: a blocked domain is not anchored', async () => {
  const { service, domain } = scene
  const block = (isBlocked: boolean) =>
    service.context.store.transaction((tx) => setBlocked(tx, domain, { isBlocked, reason: null }, Date.now()))
  await block(true)
  onTestFinished(() => block(false).then(() => {}))
  expect(await expectNoBeat()).toContain('is blocked')
})

test('rule: k changes put k buckets, the tiles above them and the manifest', async () => {
  const { run, domain } = scene
  await run(['anchor', domain.name])
  await addNumberedNames(scene, 9000, 5)
  const { printed, errors } = await run(['anchor', domain.name])
  expect(errors).toContain('Sent 0x')
  for (const { files } of printed.targets) expect(files).toBeLessThanOrEqual(5 + 1 + 1)
  const unchanged = await run(['anchor', domain.name])
  expect(unchanged.printed.targets.map(({ files }: { files: number }) => files)).toEqual([1, 1])
}, 60_000)

test('rule: the owner of an escrow reads it back, and no other identity does', async () => {
  const { run, domain, folders } = scene
  const folder = await temporaryFolder()
  const [owner, stranger] = [await createIdentity(), await createIdentity()]
  await writeFile(`${folder}/owner`, `${owner.identity}\n`)
  await writeFile(`${folder}/stranger`, `${stranger.identity}\n`)
  const { printed, errors, code } = await run(['anchor', domain.name, '--recipient', owner.recipient])
  expect(code, errors).toBe(0)
  expect(printed.escrow.name).toMatch(/^escrow-.*\.age$/)
  const escrows = `${folders[0]}/escrow`
  expect((await stat(`${escrows}/${printed.escrow.name}`)).size).toBeGreaterThan(1000)
  const open = (identity: string) =>
    run([
      'anchor',
      'open',
      escrows,
      '--identity-file',
      `${folder}/${identity}`,
      '--out',
      `${folder}/${identity}-out`,
    ])
  expect(await open('stranger')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('another identity'),
  })
  const opened = await open('owner')
  expect(opened.errors).toBe('')
  expect(opened.printed).toMatchObject({ domain: domain.name, names: printed.names - 1 })
  expect(await readFile(`${folder}/owner-out/names.jsonl`, 'utf8')).toContain('"label":"n7"')
}, 60_000)

test('rule: names of earlier roots do not resolve in the dark', async () => {
  const { run, domain, client, devnet, service } = scene
  const name = normalizeName(`n3.${domain.name}`)
  await revokeAsAdmin(service.context, { caller: operatorCaller(service.context), chainId: 1, name })
  const { code, errors } = await run(['anchor', domain.name])
  expect(code, errors).toBe(0)
  await devnet.increaseTime(1, graceSeconds + 60)
  expect(await client.getEnsAddress({ name: `n4.${domain.name}`, strict: true })).toBe(toHex(5, { size: 20 }))
  expect(await client.getEnsAddress({ name: `n3.${domain.name}`, strict: true })).toBeNull()
}, 60_000)
