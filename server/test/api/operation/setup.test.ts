import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { readAnswers } from '../../../src/commands/setup/answers.ts'
import { openMachine } from '../../../src/commands/setup/machine.ts'
import { openRecord } from '../../../src/commands/setup/record.ts'
import { findRelease } from '../../../src/commands/setup/release.ts'
import { runSteps } from '../../../src/commands/setup/run-steps.ts'
import { parseSettings } from '../../../src/commands/setup/settings-file.ts'
import { installSteps } from '../../../src/commands/setup/steps.ts'
import { planUndo } from '../../../src/commands/setup/undo.ts'
import { unitSteps } from '../../../src/commands/setup/units.ts'
import { createFolder } from '../../support/folders.ts'
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
      ...['mysql://localhost', '', 'proxy', 'weekly', 'none'],
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

/** As npm installs it, without the service: a program that makes keys and stays. */
async function createPackage(): Promise<string> {
  const folder = await createFolder('package')
  await chmod(folder, 0o755)
  const node = 'node-' + `${process.platform}-${process.arch}`
  await cp(pathOf('deploy'), join(folder, 'deploy'), { recursive: true })
  await mkdir(join(folder, 'server'))
  await mkdir(join(folder, 'node_modules', node, 'bin'), { recursive: true })
  await symlink(process.execPath, join(folder, 'node_modules', node, 'bin/node'))
  await writeFile(join(folder, 'node_modules', node, 'package.json'), '{}')
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ optionalDependencies: { [node]: '24.0.0' } }),
  )
  await writeFile(
    join(folder, 'server/byname.js'),
    `const [, , noun, , , chain] = process.argv
    if (noun === 'signers') require('fs').writeFileSync(process.env.DATA_DIR + '/signer-key-' + chain, 'key', { mode: 0o600 })
    if (noun === 'serve' || noun === 'signer') setInterval(() => {}, 1000)`,
  )
  return folder
}

class Interruption extends Error {}

describe('The steps of setup', () => {
  let source: string
  beforeAll(async () => {
    source = await createPackage()
  })
  afterAll(() => rm(source, { recursive: true }))
  const findSteps = async (root: string, https: 'own' | 'proxy' = 'own') => {
    const machine = openMachine(root)
    const given = {
      ...{ host: 'names.example.com', chain: '11155111', rpc: 'https://rpc.example', owner },
      ...{ database: 'sqlite', https, backups: 'nightly', signer: 'process' },
    }
    const record = await openRecord(machine)
    const release = await findRelease(machine, source)
    const installation = { machine, record, release, given, answers: readAnswers(given) }
    // Without the wait until it is ready.
    return {
      machine,
      record,
      steps: [...installSteps(installation), ...unitSteps(installation).slice(0, 2)],
    }
  }
  /** Returns how many actions were done. */
  const runUntil = async (root: string, last: number, https?: 'own' | 'proxy'): Promise<number> => {
    let count = 0
    const report = (line: string) => {
      if (!line.startsWith('· ')) return
      if (count === last) throw new Interruption()
      count++
    }
    await runSteps((await findSteps(root, https)).steps, { report, isDryRun: false }).catch(
      (error: unknown) => {
        if (!(error instanceof Interruption)) throw error
      },
    )
    return count
  }
  const undo = async (root: string) => {
    const { machine, record } = await findSteps(root)
    const { actions } = planUndo(machine, record, true)
    await runSteps([{ title: 'undo', findActions: async () => actions }], {
      report: () => {},
      isDryRun: false,
    })
  }
  /** Keys, the port and the folder differ, which these files have. */
  const readComparable = async (root: string) => {
    const own = /^\/(etc\/byname\/env|etc\/systemd\/system\/byname\.socket$|usr\/local\/bin\/byname$)/
    const entries = Object.entries(await readTree(root))
    return entries.map(([path, entry]) => [path, own.test(path) ? entry.mode : entry])
  }
  const begin = async () => {
    const machine = await createSetupMachine()
    vi.stubEnv('STAND_IN_ROOT', machine.root)
    vi.stubEnv('PATH', machine.environment['PATH'])
    onTestFinished(async () => {
      await undo(machine.root)
      vi.unstubAllEnvs()
    })
    return machine.root
  }

  it('rule: goes on after any action to the same end, and is taken back', async () => {
    const whole = await begin()
    const before = await readTree(whole)
    const total = await runUntil(whole, Number.POSITIVE_INFINITY)
    const end = await readComparable(whole)
    expect(total).toBeGreaterThan(15)
    expect(await runUntil(whole, Number.POSITIVE_INFINITY)).toBe(0)
    await undo(whole)
    const cleared = await readTree(whole)
    expect(Object.keys(cleared)).toEqual(Object.keys(before))

    // Each takes seconds.
    for (let last = 1; last < total; last += 3) {
      const root = await begin()
      expect(await runUntil(root, last)).toBe(last)
      await runUntil(root, Number.POSITIVE_INFINITY)
      expect([last, await readComparable(root)]).toEqual([last, end])
      await undo(root)
      expect([last, Object.keys(await readTree(root))]).toEqual([last, Object.keys(before)])
    }
  })

  it('rule: systemd holds the ports of HTTPS for its own certificates only, whichever was answered before', async () => {
    const root = await begin()
    const all = Number.POSITIVE_INFINITY
    const isActive = (unit: string) => existsSync(join(root, `run/stand-in/${unit}.active`))
    const unitsOf = async () => Object.keys(await readTree(join(root, 'etc/systemd/system')))
    const ofTls = [
      ...['/byname-https.socket', '/byname-redirect.socket'],
      ...['/byname.service.d/tls.conf', '/byname-standby.service.d/tls.conf'],
    ]
    for (const https of ['proxy', 'own', 'proxy', 'own'] as const) {
      expect(await runUntil(root, all, https)).toBeGreaterThan(0)
      expect(await runUntil(root, all, https)).toBe(0)
      const isOwn = https === 'own'
      expect(ofTls.map((unit) => [https, unit, isOwn])).toEqual(
        await unitsOf().then((units) => ofTls.map((unit) => [https, unit, units.includes(unit)])),
      )
      expect(['byname-https.socket', 'byname-redirect.socket'].map(isActive)).toEqual([isOwn, isOwn])
      expect([isActive('byname.socket'), existsSync(join(root, 'run/stand-in/byname.service.pid'))]).toEqual([
        true,
        true,
      ])
    }
  })
})
