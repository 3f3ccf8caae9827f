import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { noticeLanguages } from '../model/claim-notice.ts'
import { noticeMail } from './mail.ts'
import { maskEmail } from './mask.ts'
import { hasLink, noticeMessage } from './message.ts'
import { noticeTexts } from './texts.ts'

const links = {
  requests: 'https://names.example/me',
  stop: 'https://names.example/mail/stop',
  messageId: '<1@x>',
}
const outcome = { state: 'declined', name: 'ada.demo.eth', domain: 'demo.eth', comment: null } as const

test('messages are in the languages of the pages, and each has all values', () => {
  const files = readdirSync(join(import.meta.dirname, '../../../web/messages'))
  expect(files.map((file) => file.replace('.json', '')).toSorted()).toEqual([...noticeLanguages].toSorted())
  for (const language of noticeLanguages)
    for (const [key, text] of Object.entries(noticeTexts[language]))
      expect(text.match(/\{\w+\}/g) ?? [], `${language} ${key}`).toEqual(
        noticeTexts.en[key as keyof typeof noticeTexts.en].match(/\{\w+\}/g) ?? [],
      )
})

describe('a comment with a link is left to the page', () => {
  test.each([
    'see https://evil.example/x',
    'www.evil.example',
    'evil.example/path',
    'write to ada@evil.example',
    'HTTP://EVIL',
    'mine。example',
    'ｅｖｉｌ．ｅｘａｍｐｌｅ',
    '(evil.example)',
    'evil.com/ada.eth',
    'javascript://x',
    '@evil',
  ])('%s', (comment) => {
    expect(hasLink(comment)).toBe(true)
    const { text, html } = noticeMail({ ...outcome, comment }, 'en', links)
    for (const part of [text, html]) expect(part).not.toContain(comment)
    expect(text).toContain(noticeTexts.en.commentOnPage)
  })

  test.each([
    'Please ask with your full name.',
    'Use ada.demo.eth, or “bob.demo.eth”.',
    'e.g. a name, i.e. yours',
    'Only 3.5 of 10',
    'No. Sorry...',
    'はい。どうぞ',
  ])('%s stays', (comment) => {
    expect(hasLink(comment)).toBe(false)
    expect(noticeMessage({ ...outcome, comment }, 'en').comment).toContain(comment)
  })
})

test('a comment and a name are text in every part', () => {
  const hostile = `"><img src=x onerror=1> & 'b' {domain} $& <a href`
  const { subject, text, html } = noticeMail({ ...outcome, name: hostile, comment: hostile }, 'en', links)
  expect(html).not.toContain('<img')
  expect(html).toContain('&quot;&gt;&lt;img src=x onerror=1&gt; &amp; &#39;b&#39;')
  expect(text).toContain(hostile)
  expect(subject).toContain('onerror')
  expect(html.match(/href="[^"]*"/g)).toEqual([`href="${links.requests}"`, `href="${links.stop}"`])
})

test.each([
  ['alice@example.com', 'a…@e….com'],
  ['a@b.co', 'a…@b….co'],
  ['name@mail.sub.example.org', 'n…@m….org'],
])('%s is shown as %s', (address, masked) => {
  expect(maskEmail(address)).toBe(masked)
})
