import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createIdentity } from '../../../src/backups/encryption.ts'
import { parseSettings } from '../../../src/commands/setup/settings-file.ts'
import { createFolder } from '../../support/folders.ts'
import { findFreePorts } from '../../support/http/deployed-proxy.ts'
import { backupSettings, startBackupBucket } from '../../support/media/bucket.ts'
import { pathOf } from '../../support/project-files.ts'
import { type CommandOutcome, runCommand } from '../../support/service/command.ts'
import {
  createSetupMachine,
  readTree,
  type SetupMachine,
  startRpc,
} from '../../support/setup/setup-machine.ts'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build-if-changed.js'], { cwd: pathOf('') })
})

async function prepare() {
  const machine = await createSetupMachine()
  const rpc = await startRpc()
  const options = [
    ...['--host', 'names.example.com', '--chain', 'sepolia', '--rpc', rpc, '--owner', owner],
    ...['--https', 'proxy', '--yes', '--anyway'],
  ]
  onTestFinished(async () => void (await run(machine, ['--undo'])))
  return { machine, options, place: (path: string) => join(machine.root, path) }
}

function run({ root, environment }: SetupMachine, options: readonly string[]): Promise<CommandOutcome> {
  return runCommand(['setup', '--root', root, ...options], environment)
}

/** With lines as they would be pasted into the terminal. */
async function runTyped(
  { root, environment }: SetupMachine,
  options: readonly string[],
  lines: readonly string[],
) {
  const child = spawn(process.execPath, [pathOf('server/byname.js'), 'setup', '--root', root, ...options], {
    env: { ...process.env, ...environment },
  })
  child.stdin.end(lines.map((line) => `${line}\n`).join(''))
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { output, errors, code }
}

/** The lines about what is done, or would be. */
function actionsOf({ output }: CommandOutcome): readonly string[] {
  return output.split('\n').filter((line) => line.startsWith('· '))
}

describe('byname setup', () => {
  it('rule: installs all, answers, changes nothing when it runs again, and is taken back', async () => {
    const { machine, options, place } = await prepare()
    const before = await readTree(machine.root)

    const planned = await run(machine, [...options, '--dry-run'])
    expect(planned).toMatchObject({ code: 0, errors: '' })
    expect(await readTree(machine.root)).toEqual(before)

    const first = await run(machine, options)
    expect(first).toMatchObject({ code: 0, errors: '' })
    expect(actionsOf(first).length).toBeGreaterThan(15)
    expect(actionsOf(planned)).toEqual(
      expect.arrayContaining(
        actionsOf(first)
          .filter((line) => /user|folder|copy|\/etc|key/.test(line))
          .map((line) => line.replace('·', '· would')),
      ),
    )
    expect(first.output).toContain(
      '✓ Settings, data folder, database, RPC and signing key are as they should be',
    )
    expect(first.output).toContain(`sign in with the wallet ${owner}`)
    expect((await fetch(`http://127.0.0.1:${machine.port}/ready`)).status).toBe(200)

    const settings = parseSettings(await readFile(place('etc/byname/env'), 'utf8'))
    expect(settings).toMatchObject({
      PORT: `${machine.port}`,
      PUBLIC_URL: 'https://names.example.com',
      OPERATORS: owner,
      TLS: 'off',
      TRUSTED_PROXIES: '127.0.0.1',
      SIGNER_SOCKET: place('run/byname-signer/signer.sock'),
      ADMIN_API_KEY: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    for (const file of ['env', 'signer-env', 'setup.json'])
      expect([file, statSync(place(`etc/byname/${file}`)).mode & 0o777]).toEqual([file, 0o600])
    const [key, data] = [
      statSync(place('var/lib/byname-signer/signer-key-11155111')),
      statSync(place('var/lib/byname')),
    ]
    expect([key.mode & 0o777, data.mode & 0o777]).toEqual([0o600, 0o700])
    if (process.getuid?.() === 0) expect(key.uid).not.toBe(data.uid)
    for (const secret of [settings['ADMIN_API_KEY'] ?? '', '127.0.0.1:'])
      expect(readFileSync(place('etc/byname/setup.json'), 'utf8')).not.toContain(secret)

    const listed = execFileSync(place('usr/local/bin/byname'), ['signers', 'address', '--json'], {
      env: { ...process.env, ...machine.environment },
      encoding: 'utf8',
    })
    expect(JSON.parse(listed)).toMatchObject([
      { chainId: 11_155_111, from: expect.stringContaining('signer.sock') },
    ])

    const after = await readTree(machine.root)
    const again = await run(machine, ['--yes'])
    expect(actionsOf(again)).toEqual([])
    expect(again).toMatchObject({ code: 0, errors: '' })
    expect(await readTree(machine.root)).toEqual(after)

    // By the command that it has installed.
    const byCommand = execFileSync(
      place('usr/local/bin/byname'),
      ['setup', '--root', machine.root, '--yes'],
      {
        env: { ...process.env, ...machine.environment },
        encoding: 'utf8',
      },
    )
    expect(byCommand).toContain('✓ release: nothing to do')
    const other = await run(machine, ['--yes', '--database', 'postgres://u:p@127.0.0.1:1/d', '--anyway'])
    expect(other).toMatchObject({ code: 1, errors: expect.stringContaining('has another database') })
    expect(await readTree(machine.root)).toEqual(after)

    const undone = await run(machine, ['--undo'])
    expect(undone.output).toContain('/var/lib/byname-signer stays: it has data or keys.')
    expect(parseSettings(await readFile(place('etc/byname/env'), 'utf8'))).toEqual(settings)
    await expect(fetch(`http://127.0.0.1:${machine.port}/ready`)).rejects.toThrow()
    expect(await run(machine, ['--undo', '--delete-data', '--yes'])).toMatchObject({ code: 0, errors: '' })
    expect(await readTree(machine.root)).toEqual(before)
  })

  it('rule: asks for what it does not know, again after a wrong answer, also of lines that are pasted at once', async () => {
    const machine = await createSetupMachine()
    const before = await readTree(machine.root)
    const rpc = await startRpc()
    const lines = [
      ...['names', 'names.example.com', 'y', 'base', 'sepolia', 'rpc.example', rpc, 'acme.eth', owner],
      ...['mysql://localhost', '', 'proxy', 'weekly', 'none', '/etc=https://files.example.com', ''],
    ]
    const typed = await runTyped(machine, ['--dry-run'], lines)
    expect(typed.errors).toBe('')
    const sentences = [
      '"names" is not the name of a host',
      'names.example.com leads to no address yet.',
      'Go on all the same? (y/N) y',
      '"base" is neither mainnet (1) nor sepolia (11155111).',
      'That is not a URL of https:// or http://.',
      '"acme.eth" is not an address',
      'That is neither sqlite nor a URL',
      '"weekly" is not one of nightly, none.',
      'The service may not write to /etc, or has secrets there',
      '· would make the user byname',
    ]
    const places = sentences.map((sentence) => typed.output.indexOf(sentence))
    expect([places.includes(-1), places]).toEqual([false, places.toSorted((one, other) => one - other)])
    expect(typed.output).not.toContain('\u001b')

    const cut = await runTyped(machine, [], lines.slice(0, 5))
    expect(cut).toMatchObject({ code: 1, errors: expect.stringContaining('The answers end here.') })
    expect(await readTree(machine.root)).toEqual(before)
  })

  it('rule: without systemd it makes a folder with settings, key and a program that starts the service', async () => {
    const machine = await createSetupMachine()
    const { options } = await prepare()
    await rm(join(machine.root, 'run/systemd'), { recursive: true })
    const folder = join(machine.root, 'names')
    const outcome = await run(machine, [...options, '--folder', folder])
    expect(outcome).toMatchObject({ code: 0, errors: '' })
    expect(outcome.output).toContain('There is no systemd here')
    const again = await run(machine, ['--yes', '--anyway', '--folder', folder])
    expect(again).toMatchObject({ code: 0, errors: '' })
    expect(actionsOf(again)).toEqual([])
    const listed = execFileSync(join(folder, 'start'), ['signers', 'address', '--json'], { encoding: 'utf8' })
    expect(JSON.parse(listed)).toMatchObject([
      { chainId: 11_155_111, from: `${folder}/data/signer-key-11155111` },
    ])
  })

  it('rule: where DATA_DIR is set, as in the image, it makes nothing unless a folder is named', async () => {
    const machine = await createSetupMachine()
    const { options } = await prepare()
    await rm(join(machine.root, 'run/systemd'), { recursive: true })
    const before = await readTree(machine.root)
    const args = ['setup', ...options, '--root', machine.root]
    const { code, errors } = await runCommand(args, { DATA_DIR: join(machine.root, 'data') })
    expect(code).toBe(1)
    expect(errors).toMatch(/^DATA_DIR is set .*nothing has to be set up\. .*--folder byname\.\n$/)
    expect(await readTree(machine.root)).toEqual(before)
  })

  it('rule: a bucket is tried before it is taken, and has a backup when setup ends', async () => {
    const { machine, options, place } = await prepare()
    const bucket = await startBackupBucket(await createFolder('bucket'))
    onTestFinished(bucket.stop)
    const { identity, recipient } = await createIdentity()
    const secret = place('secret')
    await writeFile(secret, 'S3RVER\n')
    const given = ['--backup-target', 's3://backups/acme', '--backup-endpoint', bucket.url]
    const key = ['--backup-key-id', 'S3RVER', '--backup-secret-file', secret]

    const incomplete = await run(machine, [...options, ...given])
    expect(incomplete.errors).toContain('--backup-key-id is missing.')
    const withoutRecipient = await run(machine, [...options, ...given, ...key])
    expect(withoutRecipient.errors).toContain('--backup-recipient: give age1… of a key that')
    const strict = options.filter((option) => option !== '--anyway')
    const absent = ['--backup-target', 's3://absent/acme', '--backup-endpoint', bucket.url, ...key]
    const refused = await run(machine, [...strict, ...absent, '--backup-recipient', recipient])
    expect(refused.errors).toMatch(/--backup-secret: .*absent/s)

    const all = [...options, ...given, ...key, '--backup-recipient', recipient]
    const outcome = await run(machine, all)
    expect(outcome).toMatchObject({ code: 0, errors: '' })
    expect(outcome.output).toContain('bucket: stores, returns and deletes an object')
    const settings = parseSettings(await readFile(place('etc/byname/env'), 'utf8'))
    expect(settings).toMatchObject({ BACKUP_RECIPIENT: recipient, BACKUP_SECRET_ACCESS_KEY: 'S3RVER' })
    expect(await readFile(place('etc/byname/setup.json'), 'utf8')).not.toContain('backup-secret')
    const file = place('identity')
    await writeFile(file, identity, { mode: 0o644 })
    const target = await runCommand(['backups', 'verify', '--identity-file', file], {
      ...backupSettings(bucket.url, recipient),
      ...{ BACKUP_TARGET: 's3://backups/acme', DATA_DIR: place('elsewhere') },
    })
    expect(target).toMatchObject({ code: 0, output: expect.stringMatching(/restored\s+yes|true/) })
    expect(actionsOf(await run(machine, ['--yes', '--anyway']))).toEqual([])
  })

  it('rule: where files are said to go, setup makes what publishes names there, says what it costs, and takes it back', async () => {
    const { machine, options, place } = await prepare()
    const before = await readTree(machine.root)
    const files = ['--files', '/srv/names=https://files.example.com']
    const planned = await run(machine, [...options, ...files, '--dry-run'])
    expect(planned.output).toContain(
      '365 beats a year cost 0.0157 ETH for each domain, at 1 gwei as now; a second place',
    )
    expect(actionsOf(planned)).toEqual(
      expect.arrayContaining([
        '· would make the folder /srv/names, of byname',
        '· would make the key of the anchor of chain 11155111 in ' + place('var/lib/byname'),
        '· would write /etc/systemd/system/byname.service.d/files.conf',
      ]),
    )
    expect(await readTree(machine.root)).toEqual(before)

    const outcome = await run(machine, [...options, ...files])
    expect(outcome).toMatchObject({ code: 0, errors: '' })
    const [, account] = /Send some ETH of chain 11155111 to (0x[0-9a-fA-F]{40}),/.exec(outcome.output) ?? []
    expect(account).toBeDefined()
    expect(outcome.output).toContain('press "Keep the names alive"')
    const key = place('var/lib/byname/anchor-key-11155111')
    expect([statSync(key).mode & 0o777, statSync(place('srv/names')).mode & 0o777]).toEqual([0o600, 0o755])
    expect(outcome.output).not.toContain(readFileSync(key, 'utf8').trim())
    const dropIn = place('etc/systemd/system/byname.service.d/files.conf')
    expect(readFileSync(dropIn, 'utf8')).toContain('\nReadWritePaths=-/srv/names\n')
    expect(parseSettings(readFileSync(place('etc/byname/env'), 'utf8'))).toMatchObject({
      ANCHOR_TARGETS: '/srv/names=https://files.example.com',
    })
    const again = await run(machine, ['--yes', '--anyway'])
    expect(actionsOf(again)).toEqual([])
    expect(again.output).toContain(`to ${account},`)

    const off = await run(machine, ['--yes', '--anyway', '--files', 'none'])
    expect(off).toMatchObject({ code: 0, errors: '' })
    expect(existsSync(dropIn)).toBe(false)
    expect(parseSettings(readFileSync(place('etc/byname/env'), 'utf8'))['ANCHOR_TARGETS']).toBe('')
    expect(existsSync(key)).toBe(true)
    expect(await run(machine, ['--undo', '--delete-data', '--yes'])).toMatchObject({ code: 0, errors: '' })
    expect(await readTree(machine.root)).toEqual(before)
  })

  it.each([
    ['names', /It has an entry that is not <place>=<URL>/],
    ['/srv/a=http://files.example.com', /a URL that is not https/],
    ['/var/lib/byname/x=https://files.example.com', /may not write to \/var\/lib\/byname\/x/],
    ['/home/x=https://files.example.com', /may not write to \/home\/x/],
    ['/srv/a=https://a.example,/srv/b=https://a.example', /has a URL twice/],
    ['s3://names/zone=https://files.example.com', /--files-key-id is missing/],
  ])('rule: --files %s is refused, and nothing is changed', async (files, problem) => {
    const { machine, options } = await prepare()
    const before = await readTree(machine.root)
    const outcome = await run(machine, [...options, '--files', files])
    expect(outcome).toMatchObject({ code: 1, errors: expect.stringMatching(problem) })
    expect(await readTree(machine.root)).toEqual(before)
  })

  it('rule: a bucket of files is tried by its URL before it is taken', async () => {
    const { machine, options } = await prepare()
    const bucket = await startBackupBucket(await createFolder('bucket'))
    onTestFinished(bucket.stop)
    const secret = join(machine.root, 'secret')
    await writeFile(secret, 'S3RVER\n')
    const strict = options.filter((option) => option !== '--anyway')
    const outcome = await run(machine, [
      ...strict,
      ...['--files', 's3://backups/zone=https://10.0.0.1', '--files-endpoint', bucket.url],
      ...['--files-key-id', 'S3RVER', '--files-secret-file', secret],
    ])
    expect(outcome.errors).toMatch(/--files-secret: https:\/\/10\.0\.0\.1\/byname-setup\/.*not public/)
    expect(outcome.errors).not.toContain('S3RVER')
  })

  it('rule: another port or host in a later run is where the service listens, and is known by', async () => {
    const { machine, options, place } = await prepare()
    expect(await run(machine, options)).toMatchObject({ code: 0, errors: '' })
    const [port = 0] = await findFreePorts(1)
    const settings = await readFile(place('etc/byname/env'), 'utf8')
    await writeFile(place('etc/byname/env'), settings.replace(/^PORT=.*$/m, `PORT=${port}`))
    const moved = await run(machine, [...options, '--host', 'other.example.com'])
    expect(moved).toMatchObject({ code: 0, errors: '' })
    expect(actionsOf(moved)).toContain('· stop byname.service, whose sockets change')
    expect(await readFile(place('run/stand-in/byname.socket.active'), 'utf8')).toBe(
      `127.0.0.1:${port} (Stream)\n`,
    )
    const response = await fetch(`http://127.0.0.1:${port}/openapi.json`)
    expect(JSON.stringify(await response.json())).toContain('https://other.example.com')
    expect(actionsOf(await run(machine, ['--yes', '--anyway']))).toEqual([])
  })

  it('rule: --no-start leaves all stopped, and the next run starts it', async () => {
    const { machine, options, place } = await prepare()
    const stopped = await run(machine, [...options, '--no-start'])
    expect(stopped).toMatchObject({ code: 0, output: expect.stringContaining('Nothing was started.') })
    expect(existsSync(place('run/stand-in/byname.service.pid'))).toBe(false)
    expect(existsSync(place('run/stand-in/byname.service.enabled'))).toBe(true)
    expect(await run(machine, ['--yes', '--anyway'])).toMatchObject({ code: 0, errors: '' })
    expect((await fetch(`http://127.0.0.1:${machine.port}/ready`)).status).toBe(200)
  })

  it('rule: without an answer it lists what is missing, and changes nothing', async () => {
    const machine = await createSetupMachine()
    const before = await readTree(machine.root)
    const outcome = await run(machine, [
      '--yes',
      '--host',
      'https://names.example.com/',
      '--owner',
      `0x${'1'.repeat(64)}`,
    ])
    expect(outcome.code).toBe(1)
    expect(outcome.errors).toContain('--host: names.example.com leads to no address yet.')
    expect(outcome.errors).toContain('--rpc is missing.')
    expect(outcome.errors).toContain('--owner: That is a private key.')
    expect(await readTree(machine.root)).toEqual(before)
  })
})
