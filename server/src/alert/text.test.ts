import { describe, expect, test } from 'vitest'
import type { AlertChange, AlertMessage } from '../model/alert.ts'
import { alertRequest, explainResponse } from './request.ts'
import { parseAlertTarget, validAlertTargets } from './target.ts'
import { type AlertSurroundings, alertJson, alertText, type TextKind } from './text.ts'

const at = Date.UTC(2030, 0, 1, 12)
const surroundings: AlertSurroundings = {
  origin: 'https://names.example',
  adviceOf: (code) =>
    code.startsWith('unknown')
      ? undefined
      : {
          severity: code.startsWith('grave') ? 'critical' : 'warning',
          problem: `Something is wrong with ${code}.`,
          fix: `Mend ${code}: set SIGNER_KEY_<chain>.`,
        },
}

function change(fields: Partial<AlertChange> = {}): AlertChange {
  return {
    ...{ kind: 'begun', code: 'mild', total: 1, subjects: ['the key of chain 1'] },
    ...{ since: at, endedAt: null },
    ...fields,
  }
}

function message(...changes: readonly AlertChange[]): AlertMessage {
  return { id: 'alert_1', composedAt: at, changes, pausedUntil: null }
}

const limits: Readonly<Record<TextKind, number>> = {
  discord: 2000,
  telegram: 4096,
  slack: 4000,
  mail: 16_000,
}
const kinds = Object.keys(limits) as readonly TextKind[]

describe('the text of an alert', () => {
  test('rule: it says what is wrong, what it is about, since when, what to do, and where', () => {
    const ended = change({ kind: 'ended', code: 'milder', endedAt: at + 300_000 })
    const { title, text } = alertText(
      message(ended, change(), change({ code: 'grave' })),
      'mail',
      surroundings,
    )
    expect(title).toBe('Byname at names.example: 1 critical problem began, 1 warning began, 1 problem ended')
    expect(text).toBe(`${title}

Critical: Something is wrong with grave.
- the key of chain 1
Since 2030-01-01 12:00 UTC.
What to do: Mend grave: set SIGNER_KEY_<chain>.

Warning: Something is wrong with mild.
- the key of chain 1
Since 2030-01-01 12:00 UTC.
What to do: Mend mild: set SIGNER_KEY_<chain>.

Ended: Something is wrong with milder.
It lasted 5 minutes, from 2030-01-01 12:00 UTC to 2030-01-01 12:05 UTC.

All reasons: https://names.example/console/instance
What they mean: https://names.example/guide/operating/monitor#reasons`)
  })

  test.each(kinds)('of %s has its bound, also with hostile subjects, and says what it leaves out', (kind) => {
    for (const character of ['&', '<', '`', '@', '😀', '\u202e', 'a']) {
      const subjects = Array.from({ length: 20 }, () => character.repeat(5000))
      const many = Array.from({ length: 40 }, (_, index) =>
        change({ code: `grave-${index}`, subjects, total: 900 }),
      )
      const { text } = alertText({ ...message(...many), pausedUntil: at }, kind, surroundings)
      expect(text.length).toBeLessThanOrEqual(limits[kind])
      expect(text).toContain('Something is wrong with grave-0.')
      if (kind !== 'mail') expect(text).toMatch(/There are \d+ more reasons\./)
      expect(text).toContain('https://names.example/console/instance')
      expect(text).not.toContain('\u202e')
      expect(text.isWellFormed()).toBe(true)
    }
  })

  test('rule: subjects have no markup, no links and no mentions', () => {
    const hostile = '<!channel> @everyone `*b*` https://evil.example\r\nWarning: false &amp;'
    const textOf = (kind: TextKind) =>
      alertText(message(change({ subjects: [hostile] })), kind, surroundings).text
    expect(textOf('slack')).toContain(
      "- `&lt;!channel&gt; @everyone '*b*' https://evil.example Warning: false &amp;amp;`",
    )
    expect(textOf('slack')).toContain('set SIGNER_KEY_&lt;chain&gt;.')
    expect(textOf('discord')).toContain(
      "- `<!channel> @everyone '*b*' https://evil.example Warning: false &amp;`",
    )
    expect(textOf('telegram')).not.toMatch(/@everyone|https:\/\/evil/)
    for (const kind of kinds) expect(textOf(kind)).not.toContain('\nWarning: false')
  })

  test('rule: a reason of another version has its code', () => {
    expect(alertText(message(change({ code: 'unknown' })), 'mail', surroundings).text).toContain(
      'Warning: unknown.',
    )
  })

  test('a test is named as one', () => {
    const { title, text } = alertText(message(), 'discord', surroundings)
    expect(title).toBe('Byname at names.example: a test')
    expect(text).toContain('This is a test of its alerts: nothing is wrong.')
  })

  test('rule: the body for a webhook has each reason with its advice, and at most 16 KiB', () => {
    const body = JSON.parse(alertJson(message(change({ code: 'grave' })), surroundings))
    expect(body).toMatchObject({
      type: 'alert.changed',
      timestamp: '2030-01-01T12:00:00.000Z',
      data: {
        service: 'https://names.example',
        reasons: [
          { change: 'begun', code: 'grave', severity: 'critical', since: '2030-01-01T12:00:00.000Z' },
        ],
        leftOut: 0,
      },
    })
    const many = Array.from({ length: 60 }, () =>
      change({ subjects: ['&'.repeat(900), '😀'.repeat(900)], total: 2 }),
    )
    const large = alertJson(message(...many), surroundings)
    expect(Buffer.byteLength(large)).toBeLessThanOrEqual(16_384)
    const { reasons, leftOut } = JSON.parse(large).data
    expect(reasons.length + leftOut).toBe(60)
  })
})

describe('targets', () => {
  test.each([
    ['https://alerts.example/hook?key=1', 'webhook', 'alerts.example'],
    ['http://10.0.0.1:8080/', 'webhook', '10.0.0.1:8080'],
    ['mailto:ops+names@Mail.Example', 'mail', 'mail.example'],
    ['https://hooks.slack.com/services/T0/B0/secret', 'slack', 'hooks.slack.com'],
    ['slack+https://chat.example/hooks/secret', 'slack', 'chat.example'],
    ['https://discord.com/api/webhooks/1/secret', 'discord', 'discord.com'],
    ['https://discord.com/channels/1', 'webhook', 'discord.com'],
    ['https://api.telegram.org/bot12:AB-c_d/sendMessage?chat_id=-100123', 'telegram', 'api.telegram.org'],
    ['telegram+http://127.0.0.1:1/bot12:AB/sendMessage?chat_id=@names', 'telegram', '127.0.0.1:1'],
  ])('%s is a target', (text, kind, host) => {
    const target = parseAlertTarget(text)
    expect(target).toMatchObject({ kind, host, id: expect.stringMatching(/^[0-9a-f]{16}$/) })
  })

  test.each([
    '',
    'alerts.example',
    'ftp://alerts.example',
    'https://user:password@alerts.example/',
    'mailto:',
    'mailto:a@b@c',
    'mailto:a@b.example?cc=d@e.example',
    'mailto:a@b.example\r\nBcc: d',
    'https://api.telegram.org/bot12:AB/sendMessage',
    'https://api.telegram.org/bot12:AB/getMe?chat_id=1',
    'matrix+https://chat.example',
  ])('%j is no target', (text) => expect(parseAlertTarget(text)).toEqual({ problem: expect.any(String) }))
})

describe('requests', () => {
  const signing = { secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}`, now: at }
  const requestTo = (text: string) => {
    const [target] = validAlertTargets([text])
    if (!target || target.kind === 'mail') throw new Error('It is no URL.')
    return alertRequest({ ...target, kind: target.kind }, message(change()), surroundings, signing)
  }

  test('of Discord mentions no one, and has no embeds', () => {
    const { body } = requestTo('https://discord.com/api/webhooks/1/secret')
    expect(JSON.parse(body)).toMatchObject({ allowed_mentions: { parse: [] }, flags: 4 })
  })

  test('of Telegram has the chat in its body', () => {
    const { url, body } = requestTo('https://api.telegram.org/bot12:AB/sendMessage?chat_id=-100123')
    expect(url).toBe('https://api.telegram.org/bot12:AB/sendMessage')
    expect(JSON.parse(body)).toMatchObject({
      chat_id: '-100123',
      link_preview_options: { is_disabled: true },
    })
  })

  test('of a webhook is signed', () => {
    expect(requestTo('https://alerts.example/').headers).toMatchObject({
      'webhook-id': 'alert_1',
      'webhook-timestamp': String(at / 1000),
      'webhook-signature': expect.stringMatching(/^v1,/),
    })
  })

  test('rule: the words of a response are without secrets and bounded', () => {
    const [target] = validAlertTargets([
      'https://api.telegram.org/bot12:SECRETTOKEN/sendMessage?chat_id=123456789',
    ])
    if (!target) throw new Error('It is a target.')
    const words = explainResponse(
      target,
      `chat 123456789 of bot12:SECRETTOKEN\r\nnot found ${'x'.repeat(999)}`,
    )
    expect(words).toMatch(/^chat … of bot12:… not found x+$/)
    expect(words?.length).toBeLessThanOrEqual(120)
    expect(explainResponse({ ...target, kind: 'webhook' }, 'secret')).toBeUndefined()
    expect(explainResponse(target, ' ')).toBeUndefined()
  })
})
