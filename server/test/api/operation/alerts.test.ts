import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { type MailServer, readMail, startMailServer } from '../../support/events/mail-server.ts'
import {
  type ReceiverServer,
  type Respond,
  startReceivers,
  status,
  statuses,
} from '../../support/events/webhook-receiver.ts'
import { alertSecretBytes, startAlerting, titlesOf } from '../../support/health/alerting.ts'
import { waitUntil } from '../../support/wait-until.ts'

describeOnEachDatabase('Alerts', (databases) => {
  let receivers: ReceiverServer
  let mailServer: MailServer
  beforeAll(async () => {
    receivers = await startReceivers()
    mailServer = await startMailServer()
  })
  afterAll(async () => {
    await receivers.close()
    await mailServer.close()
  })

  /** Processes of one database, with targets. */
  const open = async (targets: readonly string[], count = 1) =>
    startAlerting(await databases.createMigrated(), count, {
      ALERT_TARGETS: targets.join(','),
      SMTP_URL: mailServer.url,
      SMTP_FROM: 'names@names.example',
      OUTBOUND_ALLOWED_ORIGINS: receivers.origin,
    })

  const hanging: Respond = () => {}
  const none = { headers: {}, body: '' }

  it('rule: each kind gets one message when a reason begins, changes and ends, however many processes serve', async () => {
    const hook = receivers.open()
    const slack = receivers.open((response) => response.end('ok'))
    const discord = receivers.open(status(204))
    const address = `ops-${databases.kind}@inbox.example`
    const { processes, pass } = await open(
      [hook.url, `slack+${slack.url}`, `discord+${discord.url}`, `mailto:${address}`],
      2,
    )
    for (const { find } of processes) find(['signer-failing', 'the key of chain 1'])
    await pass(300)
    for (const { find } of processes) find(['signer-failing', 'the key of chain 1', 'that of chain 11155111'])
    await pass(900)
    for (const { find } of processes) find()
    await pass(600)
    expect(titlesOf(hook)).toEqual(['1 critical problem began', '1 problem changed', '1 problem ended'])
    const mails = mailServer.mails.filter(({ to }) => to.includes(address)).map(readMail)
    for (const texts of [
      slack.requests.map(({ body }) => String(JSON.parse(body).text)),
      discord.requests.map(({ body }) => String(JSON.parse(body).content)),
    ]) {
      expect(texts).toHaveLength(3)
      expect(texts[0]).toContain('Critical: A signer does not sign')
      expect(texts[0]).toContain('`the key of chain 1`')
      expect(texts[0]).toContain('https://names.example/console/instance')
      expect(texts[2]).toContain('It lasted 20 minutes')
    }
    expect(mails.map(({ field }) => field('subject'))).toEqual([
      'Byname at names.example: 1 critical problem began',
      'Byname at names.example: 1 problem changed',
      'Byname at names.example: 1 problem ended',
    ])
    expect(mails[0]?.field('auto-submitted')).toBe('auto-generated')
    expect(mails[0]?.field('list-unsubscribe')).toBeUndefined()
    expect(new Set(mails.map(({ field }) => field('message-id'))).size).toBe(3)
  })

  it('rule: requests to a webhook are signed, with an id of each message', async () => {
    const hook = receivers.open()
    const { first, pass } = await open([hook.url])
    first.find(['disk-low', 'the data folder'])
    await pass(120)
    const [request] = hook.requests
    const {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    } = request?.headers ?? {}
    const signed = createHmac('sha256', alertSecretBytes).update(`${id}.${timestamp}.${request?.body}`)
    expect(signature).toBe(`v1,${signed.digest('base64')}`)
    expect(id).toMatch(/^alert_/)
  })

  it('rule: a restart repeats nothing, and the next process reports the end', async () => {
    const hook = receivers.open()
    const { first, startOne, pass } = await open([hook.url])
    first.find(['held', 'deliveries and payments'])
    await pass(120)
    await first.stop()
    const second = await startOne()
    second.find(['held', 'deliveries and payments'])
    await pass(200, second)
    expect(titlesOf(hook)).toEqual(['1 warning began'])
    second.find()
    await pass(200, second)
    expect(titlesOf(hook)).toEqual(['1 warning began', '1 problem ended'])
  })

  it('rule: a reason that ended while no process ran is reported once one has looked for two minutes', async () => {
    const hook = receivers.open()
    const { clock, first, startOne, pass } = await open([hook.url])
    first.find(['held', 'deliveries and payments'])
    await pass(120)
    await first.stop()
    clock.now += 3_600_000
    const second = await startOne()
    await pass(100, second)
    expect(titlesOf(hook)).toEqual(['1 warning began'])
    await pass(100, second)
    expect(titlesOf(hook)).toEqual(['1 warning began', '1 problem ended'])
  })

  it('rule: a process that dies in an attempt leaves the message to another, with the same id', async () => {
    const hook = receivers.open((response, number) =>
      (number === 0 ? hanging : status(200))(response, number, none),
    )
    const { first, startOne, pass } = await open([hook.url])
    first.find(['held', 'deliveries and payments'])
    const dying = pass(60).catch(() => {})
    await waitUntil('the first attempt has begun', () => hook.requests.length > 0)
    await first.stop()
    await dying
    const second = await startOne()
    second.find(['held', 'deliveries and payments'])
    await pass(200, second)
    const ids = hook.requests.map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  it('rule: a target that fails is tried again, later each time, and in order; the others get theirs', async () => {
    const broken = receivers.open(statuses(500, 429, 404, 200))
    const well = receivers.open()
    const { clock, first, pass } = await open([broken.url, well.url])
    first.find(['held', 'deliveries and payments'])
    await pass(60)
    expect(titlesOf(well)).toEqual(['1 warning began'])
    expect(broken.requests).toHaveLength(1)
    const { db } = first.context.store
    const id = first.context.alerts.targets[0]?.id ?? ''
    const read = () =>
      db.selectFrom('alertTargets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(await read()).toMatchObject({
      failures: 1,
      problem: 'The receiver answered with status 500.',
      deliveredAt: null,
    })
    first.find()
    await pass(700)
    expect(titlesOf(broken)).toEqual([...Array(4).fill('1 warning began'), '1 problem ended'])
    expect(titlesOf(well)).toEqual(['1 warning began', '1 problem ended'])
    expect(await read()).toMatchObject({ failures: 0, problem: null, pendingMessage: null })
    expect((await read()).deliveredAt).toBeLessThanOrEqual(clock.now)
  })

  it('rule: several reasons that begin within seconds are one message', async () => {
    const hook = receivers.open()
    const { first, pass } = await open([hook.url])
    first.find(['rpc-unreachable', 'the RPC of chain 1'])
    await pass(10)
    first.find(['rpc-unreachable', 'the RPC of chain 1'], ['signer-failing', 'the key of chain 1'])
    await pass(120)
    expect(titlesOf(hook)).toEqual(['1 critical problem began, 1 warning began'])
  })

  it('rule: an hour has at most twelve messages, and the next has what happened meanwhile', async () => {
    const hook = receivers.open()
    const { first, pass } = await open([hook.url])
    for (let time = 0; time < 12; time++) {
      first.find(['overloaded', 'the signer'])
      await pass(60)
      first.find()
      await pass(140)
    }
    expect(hook.requests).toHaveLength(12)
    expect(JSON.parse(hook.requests.at(-1)?.body ?? '').data.pausedUntil).toBe('2030-01-01T01:00:50.000Z')
    first.find(['held', 'deliveries and payments'])
    await pass(60)
    first.find(['signer-failing', 'the key of chain 1'])
    await pass(1140)
    expect(hook.requests).toHaveLength(12)
    await pass(200)
    expect(titlesOf(hook).slice(12)).toEqual(['1 critical problem began, 2 problems ended'])
  })

  it('rule: a receiver that hangs or does not end its response fails in time, and is not repeated at once', async () => {
    const hangs = receivers.open(hanging)
    const endless = receivers.open((response) => {
      const timer = setInterval(() => response.write('x'.repeat(1000)), 5)
      response.on('close', () => clearInterval(timer))
    })
    const { first, pass } = await open([hangs.url, endless.url])
    first.find(['held', 'deliveries and payments'])
    await pass(60)
    expect(hangs.requests).toHaveLength(1)
    const { db } = first.context.store
    const states = await db.selectFrom('alertTargets').selectAll().execute()
    const problemOf = (url: string) => {
      const id = first.context.alerts.targets.find((target) => target.url === url)?.id
      return states.find((state) => state.id === id)?.problem
    }
    expect(problemOf(hangs.url)).toBe('The receiver did not answer in 10000 ms.')
    // Its status is 200, and its first bytes are all that is read.
    expect(problemOf(endless.url)).toBeNull()
  }, 60_000)

  it('rule: a private host is refused unless its origin is allowed', async () => {
    const { first, pass } = await open(['https://127.0.0.1:1/hook'])
    first.find(['held', 'deliveries and payments'])
    await pass(60)
    const { problem } = await first.context.store.db
      .selectFrom('alertTargets')
      .select('problem')
      .executeTakeFirstOrThrow()
    expect(problem).toMatch(/^The receiver has a host that does not exist or is not public;/)
  })
})
