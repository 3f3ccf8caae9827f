import { describe, expect, test } from 'vitest'
import type { EventSummary } from '../model/event.ts'
import { eventMessage, testMessage } from './message.ts'
import { newWebhookSecret } from './signature.ts'

type Changed = EventSummary['changed'][number]

/** A changed text whose JSON, with the comma behind it, has so many bytes. */
function changedOf(bytes: number): Changed {
  const empty = JSON.stringify({ field: 'text', key: '' }).length + 1
  return { field: 'text', key: 'k'.repeat(bytes - empty) }
}

function messageOf(changed: readonly Changed[]) {
  const event: EventSummary = {
    ...{ sequence: 7, type: 'subname.changed', createdAt: 1_700_000_000_000, chainId: 1 },
    ...{ name: 'alice.demo.eth', domainId: 'd', workspaceId: 'w', requestId: null, changed },
  }
  return JSON.parse(eventMessage(event))
}

describe('the body of a delivery', () => {
  test('it has what changed, without values', () => {
    const changed = [{ field: 'text', key: 'url' } as const]
    expect(messageOf(changed)).toEqual({
      type: 'subname.changed',
      timestamp: '2023-11-14T22:13:20.000Z',
      data: {
        ...{ sequence: 7, chainId: 1, name: 'alice.demo.eth', domainId: 'd', workspaceId: 'w' },
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

test('rule: a secret is whsec_ and the base64 of 32 bytes', () => {
  expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
})
