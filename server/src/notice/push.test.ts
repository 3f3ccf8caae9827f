import { expect, test } from 'vitest'
import { noticeLanguages } from '../model/claim-notice.ts'
import type { NoticeState, Outcome } from './message.ts'
import { noticePush } from './push.ts'

const about = { tag: 'the-claim', chainId: 1 }

function outcomeOf(changes: Partial<Outcome> = {}): Outcome {
  return { state: 'approved', name: 'ada.demo.eth', domain: 'demo.eth', comment: null, ...changes }
}

function read(text: Uint8Array) {
  return JSON.parse(Buffer.from(text).toString())
}

test('an approval leads to the profile, with the comment', () => {
  expect(read(noticePush(outcomeOf({ comment: 'Welcome' }), 'en', about))).toEqual({
    title: 'ada.demo.eth is yours',
    body: 'The owner of demo.eth has approved your request.\nComment of the owner: “Welcome”',
    ...{ language: 'en', direction: 'ltr', tag: 'the-claim' },
    path: '/n/ada.demo.eth?chainId=1&lang=en',
  })
})

test.each<NoticeState>(['declined', 'taken', 'expired'])('%s leads to the requests', (state) => {
  const message = read(noticePush(outcomeOf({ state }), 'ar', about))
  expect(message).toMatchObject({ language: 'ar', direction: 'rtl', path: '/me?lang=ar' })
})

test('rule: all messages are equally long, which tells a push service nothing', () => {
  const outcomes = [
    outcomeOf(),
    outcomeOf({ state: 'declined', comment: '"'.repeat(500) }),
    outcomeOf({ state: 'declined', comment: '\u{1f600}'.repeat(250) }),
    outcomeOf({ comment: '\ud800'.repeat(500) }),
    outcomeOf({ name: `${'\u{1f600}'.repeat(63)}.${'界'.repeat(80)}.eth`, domain: `${'界'.repeat(80)}.eth` }),
    outcomeOf({
      name: `${'界.'.repeat(255)}eth`,
      domain: `${'界.'.repeat(254)}eth`,
      comment: '界'.repeat(500),
    }),
  ]
  const lengths = outcomes.flatMap((outcome) =>
    noticeLanguages.map((language) => noticePush(outcome, language, about).length),
  )
  expect([...new Set(lengths)]).toEqual([3584])
})
