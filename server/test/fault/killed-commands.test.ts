import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../support/databases/stores.ts'
import { expectConsistent } from '../support/faults/consistency-checks.ts'
import { temporaryFolder } from '../support/folders.ts'
import { beginCommand, runCommand } from '../support/service/command.ts'
import { createTenant, testEnvironment, withContext } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const names = 5000
const { BYNAME_TEST_SEED: seed = '1' } = process.env

/** Milliseconds between a sign of work and the kill. */
const killDelaysMs = fc.sample(fc.integer({ min: 0, max: 400 }), { seed: Number(seed), numRuns: 1000 })

type Environment = Readonly<Record<string, string>>

/** What the store has of names, which each name has once. */
function readCounts(environment: Environment) {
  return withContext(environment, async ({ store: { db } }) => {
    const labels = await db.selectFrom('subnames').select('label').execute()
    const issued = await Promise.all(
      (['eventLog', 'pendingEvents'] as const).map((table) =>
        db.selectFrom(table).select('type').where('type', '=', 'subname.issued').execute(),
      ),
    )
    const { subnameCount } = await db
      .selectFrom('domains')
      .select('subnameCount')
      .where('name', '=', 'demo.eth')
      .where('chainId', '=', 1)
      .executeTakeFirstOrThrow()
    const distinct = new Set(labels.map(({ label }) => label)).size
    return { names: labels.length, distinct, issued: issued.flat().length, subnameCount }
  })
}

describeOnEachDatabase(`Commands that are killed (seed ${seed})`, (databases) => {
  it('rule: an import that is killed and run again adds each row once, and a restored, exported or backed-up copy is whole or not there', async () => {
    const folder = await temporaryFolder()
    const url = await databases.create()
    const environment = testEnvironment(folder, url)
    await withContext(environment, createTenant)
    const rows = Array.from(
      { length: names },
      (_, index) => `n${index},0x70997970C51812dc3A010C7d01b50e0d17dc79C8`,
    )
    const path = join(folder, 'names.csv')
    await writeFile(path, ['name,address', ...rows].join('\n'))
    const importArgs = ['import', path, '--domain', 'demo.eth', '--json']

    let kills = 0
    for (const share of [0, 0.3, 0.6]) {
      const running = beginCommand(importArgs, environment)
      await waitUntil(
        'names are written',
        async () => running.hasEnded() || (await readCounts(environment)).names > share * names,
      )
      await delay(killDelaysMs[kills])
      if ((await running.end('SIGKILL')) === null) kills += 1
      const counts = await readCounts(environment)
      expect(counts).toEqual({
        names: counts.names,
        distinct: counts.names,
        issued: counts.names,
        subnameCount: counts.names,
      })
    }
    expect(kills).toBeGreaterThan(0)
    const before = await readCounts(environment)
    const last = await runCommand(importArgs, environment)
    expect(JSON.parse(last.output)).toMatchObject({
      ...{ names, added: names - before.names, unchanged: before.names },
      ...{ changed: 0, kept: 0, refused: 0 },
    })
    const counts = await readCounts(environment)
    expect(counts).toEqual({ names, distinct: names, issued: names, subnameCount: names })
    await expectConsistent(url)

    // A backup appears as a whole.
    const file = join(folder, 'copy.backup')
    const backup = beginCommand(['backup', file], environment)
    await waitUntil(
      'the backup has begun',
      async () => backup.hasEnded() || (await isThere(folder, 'copy.backup')),
    )
    if ((await backup.end('SIGKILL')) === null) {
      expect(await stat(file).catch(() => undefined)).toBeUndefined()
      // Its draft may be that of a process that goes on, so it is not overwritten.
      expect((await runCommand(['backup', file], environment)).errors).toContain(`${file}.partial`)
      await rm(`${file}.partial`)
      expect((await runCommand(['backup', file], environment)).code).toBe(0)
    }
    const targetUrl = await databases.create()
    const target = testEnvironment(await temporaryFolder(), targetUrl)

    // A restore is one transaction: killed, it leaves an empty database.
    for (const index of [0, 1]) {
      const restore = beginCommand(['restore', file], target)
      await delay(600 + (killDelaysMs[index] ?? 0) * 2)
      if ((await restore.end('SIGKILL')) !== null) break
    }
    const restored = await runCommand(['restore', file], target)
    expect(restored.code === 0 || restored.errors.includes('is not empty')).toBe(true)
    expect(await readCounts(target)).toEqual(counts)
    await expectConsistent(targetUrl)

    // An export appears as a whole.
    const out = join(folder, 'export')
    const args = ['export', 'demo.eth', '--out', out]
    const killed = beginCommand(args, environment)
    await waitUntil(
      'the export has begun',
      async () => killed.hasEnded() || (await isThere(folder, 'export')),
    )
    if ((await killed.end('SIGKILL')) === null) {
      expect(await stat(out).catch(() => undefined)).toBeUndefined()
      expect((await runCommand(args, environment)).code).toBe(0)
    }
    const lines = (await readFile(join(out, 'names.jsonl'), 'utf8')).trimEnd().split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'end', names })
  })
})

/** A file, or a draft of it beside it. */
async function isThere(folder: string, name: string): Promise<boolean> {
  return (await readdir(folder)).some((each) => each.startsWith(name))
}
