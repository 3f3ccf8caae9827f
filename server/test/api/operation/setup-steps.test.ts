import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { readAnswers } from '../../../src/commands/setup/answers.ts'
import { openMachine } from '../../../src/commands/setup/machine.ts'
import { openRecord } from '../../../src/commands/setup/record.ts'
import { findRelease } from '../../../src/commands/setup/release.ts'
import { runSteps } from '../../../src/commands/setup/run-steps.ts'
import { installSteps } from '../../../src/commands/setup/steps.ts'
import { planUndo } from '../../../src/commands/setup/undo.ts'
import { unitSteps } from '../../../src/commands/setup/units.ts'
import { createFolder } from '../../support/folders.ts'
import { pathOf } from '../../support/project-files.ts'
import { createSetupMachine, readTree } from '../../support/setup/setup-machine.ts'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

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
    if (noun === 'anchor') require('fs').writeFileSync(process.env.DATA_DIR + '/anchor-key-' + chain, 'key', { mode: 0o600 })
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
      files: '/srv/names=https://files.example.com',
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
