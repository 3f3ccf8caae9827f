import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { variableNames } from './environment.ts'
import { findUnknownVariables } from './unknown-variables.ts'

describe('Misspelt settings', () => {
  it.each([
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['SINGER_KEY_1', 'SIGNER_KEY_1'],
    ['SIGNER_KEY_11155112', 'SIGNER_KEY_11155111'],
    ['SIGNERKEY', 'SIGNER_KEY'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_REPLICA_URLS', 'DATABASE_REPLICA_URL'],
    ['RPC_URL_11155', 'RPC_URL_11155111'],
    ['PAYMENT_RELAY_KEY', 'PAYMENT_RELAYER_KEY'],
    ['ADMIN_APIKEY', 'ADMIN_API_KEY'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['REQUIRE_ONCHAIN_RESOLVERS', 'REQUIRE_ONCHAIN_RESOLVER'],
    ['DEPOLYER_KEY', 'DEPLOYER_KEY'],
  ])('rule: %s is rejected at start, with %s as the nearest setting', (name, nearest) => {
    const value = 'a-value-that-may-be-secret'
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(`\n  ${name} is not a setting: is it ${nearest}?`)
    expect(read).not.toThrow(value)
  })

  it('rule: an unknown variable with a prefix of ours is rejected when no setting is similar', () => {
    expect(() => readConfig({ BYNAME_COLOUR: 'red' })).toThrow(
      '\n  BYNAME_COLOUR is not a setting; docs/operating/settings.md lists them.',
    )
  })

  it('rule: every misspelt setting is reported together with all other problems', () => {
    const read = () => readConfig({ PORT: 'http', TRUSTED_PROXY: 'loopback', SINGER_KEY_1: '0x1' })
    expect(read).toThrow(/PORT (.|\n)*TRUSTED_PROXY (.|\n)*SINGER_KEY_1 /)
  })

  it('rule: variables of the system, of npm, of Node and of Kubernetes are ignored', () => {
    const unrelated = {
      PATH: '/usr/bin',
      HOME: '/home/user',
      HOSTNAME: 'names-1',
      PWD: '/app',
      LANG: 'C.UTF-8',
      TERM: 'xterm',
      LOGNAME: 'root',
      NODE: '/usr/bin/node',
      NODE_OPTIONS: '--max-semi-space-size=4',
      NODE_COMPILE_CACHE: '/tmp/cache',
      NODE_VERSION: '24.21.0',
      YARN_VERSION: '1.22.22',
      npm_lifecycle_event: 'serve',
      npm_config_cache: '/home/user/.npm',
      KUBERNETES_SERVICE_HOST: '10.0.0.1',
      KUBERNETES_PORT: 'tcp://10.0.0.1:443',
      KUBERNETES_PORT_443_TCP_ADDR: '10.0.0.1',
      BYNAME_SERVICE_HOST: '10.0.0.2',
      BYNAME_SERVICE_PORT_HTTP: '80',
      BYNAME_PORT: 'tcp://10.0.0.2:80',
      BYNAME_PORT_80_TCP: 'tcp://10.0.0.2:80',
      BYNAME_PORT_80_TCP_PROTO: 'tcp',
      PAYMENT_SERVICE_HOST: '10.0.0.3',
      POSTGRES_PASSWORD: 'secret',
      DATABASE_PASSWORD: 'secret',
      PGHOST: '/run',
      SITE: 'names.example',
      TZ: 'UTC',
      OLD: 'sqlite:./old.db',
      NEW: 'postgres://new',
    }
    expect(findUnknownVariables(unrelated, variableNames)).toEqual([])
    expect(() => readConfig(unrelated)).not.toThrow()
  })

  it('rule: no setting is taken for another, and an empty variable counts as absent', () => {
    const all = Object.fromEntries(variableNames.map((name) => [name, 'x']))
    expect(findUnknownVariables(all, variableNames)).toEqual([])
    expect(() => readConfig({ TRUSTED_PROXY: '' })).not.toThrow()
  })
})
