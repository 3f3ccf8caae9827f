import { describe, expect, it } from 'vitest'
import { parseRetryAfter } from './client.ts'
import { certificateId } from './renewal-info.ts'

/** RFC 9773, Appendix A. */
const example = `-----BEGIN CERTIFICATE-----
MIIBQzCB66ADAgECAgUAh2VDITAKBggqhkjOPQQDAjAVMRMwEQYDVQQDEwpFeGFt
cGxlIENBMCIYDzAwMDEwMTAxMDAwMDAwWhgPMDAwMTAxMDEwMDAwMDBaMBYxFDAS
BgNVBAMTC2V4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEeBZu
7cbpAYNXZLbbh8rNIzuOoqOOtmxA1v7cRm//AwyMwWxyHz4zfwmBhcSrf47NUAFf
qzLQ2PPQxdTXREYEnKMjMCEwHwYDVR0jBBgwFoAUaYhba4dGQEHhs3uEe6CuLN4B
yNQwCgYIKoZIzj0EAwIDRwAwRAIge09+S5TZAlw5tgtiVvuERV6cT4mfutXIlwTb
+FYN/8oCIClDsqBklhB9KAelFiYt9+6FDj3z4KGVelYM5MdsO3pK
-----END CERTIFICATE-----
`

describe('Renewal information', () => {
  it('names a certificate as the standard does', async () => {
    expect(await certificateId(example)).toBe('aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE')
    expect(await certificateId(`${example}${example.replace('MIIB', 'MIIC')}`)).toBe(
      'aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE',
    )
  })

  it('a time to come back is seconds or a date, and nothing else is one', () => {
    const now = Date.parse('2026-01-01T00:00:00Z')
    expect(parseRetryAfter('120', now)).toBe(120_000)
    expect(parseRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now)).toBe(60_000)
    for (const value of [
      '0',
      '-5',
      '',
      'soon',
      'Thu, 01 Jan 2020 00:00:00 GMT',
      undefined,
      ['5'],
      '9'.repeat(30),
    ])
      expect(parseRetryAfter(value, now)).toBeUndefined()
  })
})
