import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replaceChanges } from '../../../src/store/entities/event-compaction.ts'
import { readEventBounds } from '../../../src/store/entities/events.ts'
import { type AnchoredSandbox, startAnchoredSandbox } from '../../support/anchors/anchored-sandbox.ts'
import type { OnboardedDomain } from '../../support/chain/onboard-domain.ts'
import { sendAsOwner } from '../../support/chain/sealed-names.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { runCommand } from '../../support/service/command.ts'

let scene: AnchoredSandbox

beforeAll(async () => {
  scene = await startAnchoredSandbox()
})
afterAll(() => scene.stop())

interface Change {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

interface Event {
  readonly type: string
  readonly actor: { readonly type: string }
  readonly changes: readonly Change[]
}

/** Of the anchor of a domain, as its workspace reads them. */
async function eventsOf({ name }: OnboardedDomain): Promise<readonly Event[]> {
  const headers = { 'x-api-key': scene.sandbox.file.apiKey }
  const path = `/byname/v1/events?domain=${name}&chainId=1&limit=100`
  const { data } = dataOf<{ data: readonly Event[] }>(await scene.sandbox.call('GET', path, { headers }))
  return data.filter(({ type }) => type.startsWith('domain.anchor_'))
}

const valuesOf = ({ changes }: Event) =>
  Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]]))

test('rule: on, what the contract says, another anchor, and off are an event each, once', async () => {
  const { sandbox, anchor, hosts } = scene
  const domain = await scene.onboard('told')
  const urls = hosts.map(({ url }) => `${url}/1/${domain.name}`)
  await scene.sendOwnerCalls(await scene.switchOn(domain))
  await scene.switchOn(domain)
  await scene.beat(domain)
  await scene.beat(domain)
  expect((await eventsOf(domain)).map(({ type, actor }) => [type, actor.type])).toEqual([
    ['domain.anchor_started', 'administrator'],
    ['domain.anchor_changed', 'administrator'],
  ])
  const [started, changed] = await eventsOf(domain)
  if (!started || !changed) throw new Error('There are two.')
  expect(valuesOf(started)).toEqual({ 'anchor.isOn': [false, true] })
  expect(valuesOf(changed)).toEqual({
    'anchor.hosts': [null, urls],
    'anchor.account': [null, anchor],
    'anchor.delaySeconds': [null, 0],
  })

  await sendAsOwner(sandbox, domain, { functionName: 'setHeartbeat', args: [anchor, 3600] })
  await scene.beat(domain)
  const delayed = (await eventsOf(domain)).at(-1)
  expect(delayed).toMatchObject({ type: 'domain.anchor_changed', actor: { type: 'system' } })
  expect(valuesOf(delayed ?? started)).toMatchObject({ 'anchor.delaySeconds': [0, 3600] })

  const stop = await runCommand(['anchor', 'stop', domain.name], {
    DATA_DIR: sandbox.context.config.dataDir,
    LOG_LEVEL: 'silent',
  })
  expect(stop).toMatchObject({ code: 0 })
  const stopped = (await eventsOf(domain)).at(-1)
  expect(stopped).toMatchObject({ type: 'domain.anchor_stopped', actor: { type: 'administrator' } })
  const path = `/byname/v1/domains/${domain.name}/anchor?chainId=1`
  const headers = { 'x-api-key': sandbox.file.adminKey }
  dataOf(await sandbox.call('DELETE', path, { headers }))
  expect((await eventsOf(domain)).length).toBe(4)
})

test('rule: hosts of which the log has a digest alone are compared still', async () => {
  const { store } = scene.sandbox.context
  const domain = await scene.onboard('compacted')
  await scene.publish(domain)
  const before = await eventsOf(domain)
  const { newest } = await readEventBounds(store.db)
  await replaceChanges(store.db, {
    sequence: newest,
    changes: (before.at(-1)?.changes ?? []).map((change) => ({
      ...change,
      ...{ key: null, before: null },
      after: change.field === 'anchor.hosts' ? digestOf(change.after) : (change.after as string),
    })),
  })
  await scene.beat(domain)
  expect(await eventsOf(domain)).toHaveLength(before.length)
  await sendAsOwner(scene.sandbox, domain, { functionName: 'setHeartbeat', args: [scene.anchor, 7200] })
  await scene.beat(domain)
  expect(await eventsOf(domain)).toHaveLength(before.length + 1)
})

/** As docs/events.md says. */
function digestOf(value: unknown) {
  return {
    sha256: createHash('sha256')
      .update(JSON.stringify([[null, value]]))
      .digest('hex'),
  }
}
