import { expect, test } from 'vitest'
import { recordWarning } from './record-warning.ts'

test.each([
  ['url', 'https://alice.example', false],
  ['url', 'javascript:alert(1)', true],
  ['url', 'alice.example', true],
  ['url', '', false],
  ['agent-endpoint[mcp]', 'ftp://alice.example', true],
  ['email', 'alice@alice.example', false],
  ['email', 'not-an-email', true],
  ['email', 'a@b.example?body=x', true],
  ['description', 'javascript:alert(1)', false],
])('%s %j: a warning: %s', (key, value, isWarned) => {
  expect(recordWarning(key, value) !== undefined).toBe(isWarned)
})
