import { describe, expect, test } from 'vitest'
import type { EventSummary } from '../model/event.ts'
import { eventMessage, messageId, newMessageIdKey, newWebhookSecret, testMessage } from './message.ts'

type Changed = EventSummary['changed'][number]

/** A changed text whose JSON, with the comma behind it, has so many bytes. */
function changedOf(bytes: number): Changed {
  const empty = JSON.stringify({ field: 'text', key: '' }).length + 1
  return { field: 'text', key: 'k'.repeat(bytes - empty) }
}

function eventOf(changes: Partial<EventSummary> = {}): EventSummary {
  return {
    ...{ sequence: 7, type: 'subname.changed', createdAt: 1_700_000_000_000, chainId: 1 },
    ...{ name: 'alice.demo.eth', domainId: 'd', workspaceId: 'w', requestId: null, changed: [] },
    ...changes,
  }
}

function messageOf(changed: readonly Changed[]) {
  return JSON.parse(eventMessage(eventOf({ changed }), 'the-cursor'))
}

describe('the body of a delivery', () => {
  test('it has what changed, without values', () => {
    const changed = [{ field: 'text', key: 'url' } as const]
    expect(messageOf(changed)).toEqual({
      type: 'subname.changed',
      timestamp: '2023-11-14T22:13:20.000Z',
      data: {
        ...{ cursor: 'the-cursor', chainId: 1, name: 'alice.demo.eth', domainId: 'd', workspaceId: 'w' },
        ...{ requestId: null, changed, isTruncated: false },
      },
    })
  })

  test.each([
    ['16,384 bytes are listed', [16_000, 384], 2],
    ['of 16,385 bytes the last one is left out', [16_000, 385], 1],
    ['of one that is larger none is listed', [16_385], 0],
  ])('rule: %s', (_, sizes, listed) => {
    const changed = sizes.map(changedOf)
    expect(messageOf(changed).data).toMatchObject({
      changed: changed.slice(0, listed),
      isTruncated: listed < sizes.length,
    })
  })

  test('a test names the webhook', () => {
    expect(JSON.parse(testMessage('id', 0))).toEqual({
      type: 'webhook.test',
      timestamp: '1970-01-01T00:00:00.000Z',
      data: { webhookId: 'id' },
    })
  })
})

describe('the id of a delivery', () => {
  const key = newMessageIdKey()

  test('it stays when old values are dropped', () => {
    const changed = [{ field: 'text', key: 'url' } as const]
    expect(messageId(key, eventOf({ changed }))).toBe(messageId(key, eventOf()))
    expect(messageId(key, eventOf())).toMatch(/^evt_[\w-]{22}$/)
  })

  test.each<[string, Partial<EventSummary>]>([
    ['time, as after a restore', { createdAt: 1_700_000_000_001 }],
    ['request', { requestId: 'r' }],
    ['name', { name: 'bob.demo.eth' }],
    ['number', { sequence: 8 }],
  ])('rule: an event of another %s has another id', (_, changes) => {
    expect(messageId(key, eventOf(changes))).not.toBe(messageId(key, eventOf()))
  })

  test('rule: without the key of the webhook it is not derived', () => {
    expect(messageId(newMessageIdKey(), eventOf())).not.toBe(messageId(key, eventOf()))
  })
})

test('rule: a secret is whsec_ and the base64 of 32 bytes', () => {
  expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
})
