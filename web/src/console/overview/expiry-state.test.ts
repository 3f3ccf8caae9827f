import { expect, test } from 'vitest'
import { expiryState } from './expiry-state.ts'

const day = 86_400
const now = Date.UTC(2030, 0, 1)

test.each([
  [-1, 'bad', 'Expired: renew it now'],
  [1, 'bad', 'Expires within a day: renew it now'],
  [7, 'bad', 'Expires in 7 days: renew it'],
  [8, 'warn', 'Expires in 8 days: renew it'],
  [30, 'warn', 'Expires in 30 days: renew it'],
  [31, 'warn', 'Expires in 31 days'],
  [90, 'warn', 'Expires in 90 days'],
  [91, 'good', 'Until 2030-04-02'],
  [1e15, 'good', 'No end'],
])('%d days before the end: %s', (days, tone, text) => {
  expect(expiryState(now / 1000 + days * day, now)).toEqual({ tone, text })
})
