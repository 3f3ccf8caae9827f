import { expect, it } from 'vitest'
import { networkFileSystemAdvice, networkFileSystemName } from './files.ts'

it.each([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  // As a signed number of 32 bits.
  [0xff534d42 | 0, 'CIFS'],
  [0x01021997, '9p'],
  [0x65735546, 'FUSE'],
  [0xef53, undefined],
  [0x01021994, undefined],
])('rule: the file system of type %i is remote by name: %s', (type, name) => {
  expect(networkFileSystemName(type)).toBe(name)
})

it('rule: the advice names the file system and what to do', () => {
  expect(networkFileSystemAdvice('NFS')).toMatch(
    /\(NFS\).*move DATA_DIR to a local disk, or use PostgreSQL\.$/,
  )
})
