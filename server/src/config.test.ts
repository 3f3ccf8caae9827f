import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const bucket = {
  MEDIA_BUCKET: 'avatars',
  MEDIA_PUBLIC_URL: 'https://images.example/',
  MEDIA_ACCESS_KEY_ID: 'key-id',
  MEDIA_SECRET_ACCESS_KEY: 'key-secret',
}

describe('The environment', () => {
  it('rule: all that is wrong is said at once, and no value is repeated', () => {
    const read = () => readConfig({ PORT: 'http', SIGNER_KEY: '0xsecret', MEDIA_BUCKET: 'avatars' })
    expect(read).toThrow(
      /PORT .+\n.+SIGNER_KEY .+\n.+MEDIA_PUBLIC_URL .+\n.+MEDIA_ACCESS_KEY_ID .+\n.+MEDIA_SECRET_ACCESS_KEY /,
    )
    expect(read).not.toThrow(/0xsecret|avatars/)
  })

  it('rule: a bucket and its keys are secrets, as a whole', () => {
    const { config, secrets } = readConfig(bucket)
    expect(secrets.mediaBucket).toEqual({
      name: 'avatars',
      publicUrl: 'https://images.example',
      endpoint: undefined,
      region: 'us-east-1',
      accessKeyId: 'key-id',
      secretAccessKey: 'key-secret',
    })
    expect(JSON.stringify(config)).not.toContain('key-')
    expect(readConfig({ ...bucket, MEDIA_BUCKET: '' }).secrets.mediaBucket).toBeUndefined()
  })

  it('rule: a public URL is taken with or without a slash at its end', () => {
    for (const PUBLIC_URL of ['https://names.example/byname', 'https://names.example/byname//'])
      expect(readConfig({ PUBLIC_URL }).config.publicUrl).toBe('https://names.example/byname')
  })
})
