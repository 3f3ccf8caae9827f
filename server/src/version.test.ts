import { expect, test } from 'vitest'
import root from '../../package.json' with { type: 'json' }
import server from '../package.json' with { type: 'json' }
import { version } from './version.ts'

test('the version is that of both packages', () => {
  expect([root.version, server.version]).toEqual([version, version])
})
