import { expect, it } from 'vitest'
import { connectionFault, explainExpiry, rejectionFault, statusFault } from './gateway-fault.ts'

it.each([
  ['ECONNREFUSED', 'connection', 'does not respond: it cannot be reached'],
  ['ENOTFOUND', 'connection', 'does not respond'],
  [undefined, 'connection', 'does not respond'],
  ['CERT_HAS_EXPIRED', 'TLS', 'has a TLS certificate that has expired'],
  ['CERT_NOT_YET_VALID', 'TLS', 'is not valid yet'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'TLS', 'of another host'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'TLS', 'has no valid TLS: DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS', 'has no valid TLS'],
])('rule: a request that fails with %s fails at the step %s', (code, step, problem) =>
  expect(connectionFault(code, 'cannot be reached')).toEqual({
    step,
    problem: expect.stringContaining(problem),
  }),
)

it.each([
  [200, '<html>', 'other service'],
  [200, '{"data":"zz"}', 'other service'],
  [301, '', 'other service'],
  [404, '<html>', 'other service'],
  [404, '{"message":"There is no resolver with that id."}', 'other service'],
  [400, '{"message":"The request is malformed."}', 'HTTP status'],
  [502, 'Bad Gateway', 'HTTP status'],
  [503, '{"message":"The signer does not respond."}', 'HTTP status'],
  [503, '{"message":"The server is overloaded.","cause":"overload"}', 'overload'],
  [500, '{"message":"Internal error.","cause":"overload"}', 'HTTP status'],
])('rule: HTTP %s with %s is of the step %s', (status, body, step) => {
  const fault = statusFault(status, body)
  expect(fault.step).toBe(step)
  expect(fault.problem.length).toBeLessThan(250)
})

const response = { result: '0x', expires: 2_000n, signature: '0x' } as const
const signer = '0x00000000000000000000000000000000000000CC'

it.each([
  [
    'no signature',
    { response: undefined, signer: undefined, isTrusted: undefined, blockTime: 1_900 },
    'signature',
  ],
  [
    'rubbish for a signature',
    { response, signer: undefined, isTrusted: undefined, blockTime: 1_900 },
    'signature',
  ],
  ['the signature of another key', { response, signer, isTrusted: false, blockTime: 1_900 }, 'signature'],
  ['one for another contract', { response, signer, isTrusted: true, blockTime: 1_900 }, 'signature'],
  ['an expiry in the past', { response, signer, isTrusted: true, blockTime: 2_001 }, 'expiry'],
  ['an expiry too far ahead', { response, signer, isTrusted: true, blockTime: -1_601 }, 'expiry'],
  [
    'an expiry that no block can be compared with',
    { response, signer, isTrusted: false, blockTime: undefined },
    'signature',
  ],
] as const)(
  'rule: a response with %s is rejected at the step that the contract looks at first',
  (_, rejected, step) => expect(rejectionFault(rejected).step).toBe(step),
)

const expired = { step: 'expiry', problem: 'returns a response that has expired' } as const
const noon = Date.UTC(2030, 0, 1, 12)

it.each([
  ['an hour before', noon - 3_600_000, '; its clock is 3600 s behind that of this service'],
  ['an hour after', noon + 3_600_000, '; its clock is 3600 s ahead of that of this service'],
  ['a minute before', noon - 60_000, ''],
])('rule: a response that has expired, and is dated %s now, says that its clock is wrong', (_, date, added) =>
  expect(explainExpiry(expired, new Date(date).toUTCString(), noon).problem).toBe(expired.problem + added),
)

it('rule: a date says nothing of another step, and what is no date says nothing', () => {
  const signed = { step: 'signature', problem: 'is signed by another' } as const
  const past = new Date(0).toUTCString()
  expect(explainExpiry(signed, past, noon)).toEqual(signed)
  for (const date of [undefined, '', 'yesterday']) expect(explainExpiry(expired, date, noon)).toEqual(expired)
  expect(explainExpiry(expired, past, undefined)).toEqual(expired)
})
