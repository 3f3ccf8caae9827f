import { expect, test } from 'vitest'
import { parseLookupPath } from './lookup-path.ts'

test.each([
  ['/ccip/r', { resolverId: 'r', data: undefined }],
  ['/ccip/r/0xabc', { resolverId: 'r', data: undefined }],
  ['/ccip/r/0xabc/0x9061', { resolverId: 'r', data: '0x9061' }],
  ['/ccip/r/0xabc/0x9061.json', { resolverId: 'r', data: '0x9061.json' }],
])('%s is a lookup', (path, expected) => {
  expect(parseLookupPath(path)).toEqual(expected)
})

test.each([
  '/',
  '/ccip',
  '/ccip/',
  '/ccip//s/0x',
  '/ccip/r/',
  '/ccip/r//0x',
  '/ccip/r/s/',
  '/ccip/r/s/0x/',
  '/ccip/r/s/0x/more',
  '/ccip/r/s/0x?a=b',
  '/ccip/r/s/%30x',
  '/ccip/r/s/0x#a',
  '/ccip/r/s/0x;a',
  '/CCIP/r/s/0x',
  'http://host/ccip/r/s/0x',
])('rule: %s is left to the router', (path) => {
  expect(parseLookupPath(path)).toBeUndefined()
})
