import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { hasServiceSettings, readConfig } from './config.ts'
import { variableNames } from './environment.ts'

const bucket = {
  MEDIA_BUCKET: 'avatars',
  MEDIA_PUBLIC_URL: 'https://images.example/',
  MEDIA_ACCESS_KEY_ID: 'key-id',
  MEDIA_SECRET_ACCESS_KEY: 'key-secret',
}

const payment = {
  PUBLIC_URL: 'https://names.example',
  RPC_URL_1: 'https://mainnet.example/rpc-key',
  PAYMENT_PAY_TO: `0x${'0A'.repeat(20)}`,
  PAYMENT_RELAYER_KEY: `0x${'5e'.repeat(32)}`,
  PAYMENT_RPC_URL: 'https://base.example/rpc-key',
  PAYMENT_SECRET: 'a-challenge-key-of-many-characters',
}

describe('The environment', () => {
  it('rule: every problem of the environment is reported at once, without its value', () => {
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

  it.each([
    ['postgres://u:pa#ss@h/db', 'sign that URLs reserve'],
    ['postgres://u:pa/ss@h/db', 'sign that URLs reserve'],
    ['postgres://u:p?ss@h/db', 'sign that URLs reserve'],
    ['postgres://u:p@ss@h/db', 'sign that URLs reserve'],
    ['postgres://u:p@s/s@h/db', 'sign that URLs reserve'],
    ['postgres://u:p@s?s@h/db', 'sign that URLs reserve'],
    ['postgres://u:p@s#s@h/db', 'sign that URLs reserve'],
    ['postgres://u:100%@h/db', 'sign that URLs reserve'],
    ['postgres://u:p@h1:5432,h2:5432/db', 'several hosts'],
    ['postgres://h1,h2/db', 'several hosts'],
  ])('errors: the database %s says what to write, and nothing of the URL', (url, message) => {
    for (const variables of [
      { DATABASE_URL: url },
      { DATABASE_URL: 'postgres://a@b/c', DATABASE_REPLICA_URL: url },
    ]) {
      const read = () => readConfig(variables)
      expect(read).toThrow(
        'DATABASE_REPLICA_URL' in variables ? /DATABASE_REPLICA_URL is not a list/ : message,
      )
      expect(read).not.toThrow(url)
    }
  })

  it.each([
    'postgres://u:pa%23ss@h/db',
    'postgres://h:5432/db?application_name=a@b',
    'postgresql://u@[::1]:5432/db?host=/run/postgresql',
    'postgres:///db?host=/run/postgresql',
    'postgres://u:p%40@h.example:6543/db?sslmode=verify-full',
  ])('the database %s is accepted', (url) => {
    expect(readConfig({ DATABASE_URL: url }).secrets.databaseUrl).toBe(url)
  })

  it('rule: replicas are postgres URLs beside a postgres database, and are secrets', () => {
    const DATABASE_URL = 'postgres://names@primary/names'
    const urls = ['postgres://names:hunter2@one/names', 'postgresql://two/names']
    const { config, secrets } = readConfig({ DATABASE_URL, DATABASE_REPLICA_URL: urls.join(', ') })
    expect(secrets.databaseReplicaUrls).toEqual(urls)
    expect(JSON.stringify(config)).not.toContain('hunter2')
    expect(() => readConfig({ DATABASE_REPLICA_URL: urls[0] })).toThrow(/DATABASE_REPLICA_URL needs/)
    expect(() => readConfig({ DATABASE_URL, DATABASE_REPLICA_URL: 'mysql://hunter2' })).toThrow(
      /^[^\n]+\n {2}DATABASE_REPLICA_URL is not a list of postgres:\/\/… URLs, separated by commas$/,
    )
  })

  it('rule: whatever a setting is set to, its error continues a sentence and says what it may be', () => {
    const values = ['x', '-1', '1.5', '1e99', 'NaN', 'Infinity', '0x', ',', '{}', '\u0000', 'a'.repeat(300)]
    const problems = variableNames.flatMap((name) =>
      values.flatMap((value) => {
        try {
          readConfig({ [name]: value })
          return []
        } catch (error) {
          return String(error)
            .split('\n')
            .filter((line) => line.startsWith(`  ${name} `))
        }
      }),
    )
    expect(problems.length).toBeGreaterThan(300)
    expect(problems.filter((line) => /Invalid|expected|received|NaN|Too (small|big)/.test(line))).toEqual([])
    expect(() => readConfig({ RATE_LIMIT_PER_IP: 'x' })).toThrow(
      'RATE_LIMIT_PER_IP is not a whole number from 0 to 1000000000',
    )
  })

  it('rule: by default, Base Account is the one wallet outside of the browser', () => {
    const passkeyOnly = { walletConnect: undefined, hasBaseAccount: true }
    expect(readConfig({}).config.remoteWallets).toEqual(passkeyOnly)
    expect(readConfig({ WALLETCONNECT_RELAY_URL: 'wss://relay.example' }).config.remoteWallets).toEqual(
      passkeyOnly,
    )
    const WALLETCONNECT_PROJECT_ID = '6f1e0c9d2b7a4e35886d0f9c1a2b3c4d'
    const walletConnect = { projectId: WALLETCONNECT_PROJECT_ID, relayUrl: 'wss://relay.walletconnect.org' }
    const { remoteWallets } = readConfig({ WALLETCONNECT_PROJECT_ID, OFFER_BASE_ACCOUNT: 'false' }).config
    expect(remoteWallets).toEqual({ walletConnect, hasBaseAccount: false })
  })

  it('rule: a WalletConnect project is 32 hex digits, and its relay a WebSocket server without credentials', () => {
    for (const [settings, problem] of [
      [{ WALLETCONNECT_PROJECT_ID: 'my-project' }, 'PROJECT_ID is not a project id (32 hex digits)'],
      [{ WALLETCONNECT_RELAY_URL: 'https://relay.example' }, 'RELAY_URL is not a ws(s) URL'],
      [{ WALLETCONNECT_RELAY_URL: 'wss://me:pw@relay.example' }, 'RELAY_URL has credentials'],
      [{ WALLETCONNECT_PROJECT: '0' }, 'WALLETCONNECT_PROJECT is not a setting'],
    ] as const)
      expect(() => readConfig(settings)).toThrow(problem)
  })

  it('rule: a public URL is an origin, with or without a slash at its end', () => {
    for (const PUBLIC_URL of [
      'https://names.example',
      'https://Names.example//',
      'https://names.example:443',
    ])
      expect(readConfig({ PUBLIC_URL }).config.publicUrl).toBe('https://names.example')
    for (const tail of ['/api', '/api/', '/?a', '/#a', '/.well-known/'])
      expect(() => readConfig({ PUBLIC_URL: `https://names.example${tail}` })).toThrow(
        /^ {2}PUBLIC_URL is not an origin such as https:\/\/names\.example: .*, without a path$/m,
      )
    expect(() => readConfig({ PUBLIC_URL: 'https://user:hunter2@names.example' })).toThrow(
      'PUBLIC_URL is not',
    )
  })

  it.each(['HOST', 'METRICS_HOST'])('rule: %s is an address, with or without brackets, or a name', (name) => {
    const read = (host: string) => {
      const { config } = readConfig({ [name]: host, METRICS_PORT: '1' })
      return name === 'HOST' ? config.host : config.metrics?.host
    }
    for (const host of ['::', '::1', '0.0.0.0', 'localhost', 'names-1.internal'])
      expect(read(host)).toBe(host)
    expect(read('[::]')).toBe('::')
    for (const host of ['[::', 'http://localhost', 'a b', '0.0.0.0:80', ' ', '-'])
      expect(() => read(host), host).toThrow(`${name} is neither an address nor the name of a host`)
  })
})

describe('The environment of payment', () => {
  it('rule: payment is off without a payee', () => {
    expect(readConfig({}).config.payment).toBeUndefined()
    expect(readConfig({ ...payment, PAYMENT_PAY_TO: '' }).config.payment).toBeUndefined()
  })

  it('rule: a payee with only the required settings charges half a cent in USDC on Base', () => {
    expect(readConfig(payment).config.payment).toMatchObject({
      terms: {
        chainId: 8453,
        asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        tokenName: 'USD Coin',
        tokenVersion: '2',
        decimals: 6,
        amount: 5000n,
        payTo: `0x${'0a'.repeat(20)}`,
        offerLifetimeSeconds: 60,
      },
      timeoutMs: 20_000,
      confirmations: 1,
      lateSettlement: 'deny',
      responseRetentionMs: 86_400_000,
    })
  })

  it('rule: all missing settings of payments are reported at once', () => {
    expect(() => readConfig({ PAYMENT_PAY_TO: payment.PAYMENT_PAY_TO })).toThrow(
      /PUBLIC_URL is missing.+\n.+RPC_URL_1 is missing.+\n.+PAYMENT_SECRET is missing.+\n.+PAYMENT_RELAYER_KEY or PAYMENT_FACILITATOR_URL is missing/,
    )
  })

  it.each([
    ['PUBLIC_URL', /^ {2}PUBLIC_URL is missing, and PAYMENT_PAY_TO needs it$/m],
    ['RPC_URL_1', /^ {2}RPC_URL_1 is missing, and PAYMENT_PAY_TO needs it$/m],
    ['PAYMENT_SECRET', /^ {2}PAYMENT_SECRET is missing, and PAYMENT_PAY_TO needs it$/m],
    ['PAYMENT_RELAYER_KEY', /^ {2}PAYMENT_RELAYER_KEY or PAYMENT_FACILITATOR_URL is missing/m],
    ['PAYMENT_RPC_URL', /^ {2}PAYMENT_RPC_URL is missing, and PAYMENT_RELAYER_KEY needs it$/m],
  ])('rule: a payment setup without %s reports that setting alone', (name, problem) => {
    const read = () => readConfig({ ...payment, [name]: '' })
    expect(read).toThrow(problem)
    expect(read).not.toThrow(/\n.+\n/)
  })

  it('rule: a facilitator needs neither a key nor an RPC', () => {
    const { PAYMENT_RELAYER_KEY: _key, PAYMENT_RPC_URL: _node, ...rest } = payment
    const { config, secrets } = readConfig({ ...rest, PAYMENT_FACILITATOR_URL: 'http://127.0.0.1:4021/' })
    expect(config.payment).toBeDefined()
    expect(secrets.payment.facilitatorUrl).toBe('http://127.0.0.1:4021')
  })

  it.each([
    ['PAYMENT_PAY_TO', 'alice.wrong.eth', 'is not an address'],
    ['PAYMENT_ASSET', '0xwrong', 'is not an address'],
    ['PAYMENT_RELAYER_KEY', '0xwrong', 'is not a private key'],
    ['PAYMENT_FACILITATOR_URL', 'ftp://wrong.example', 'is not an http(s) URL'],
    ['PAYMENT_RPC_URL', 'wss://wrong.example', 'is not an http(s) URL'],
    ['PAYMENT_SECRET', 'wrong', 'is shorter than 32 characters'],
    ['PAYMENT_SECRET_PREVIOUS', 'wrong', 'is shorter than 32 characters'],
    ['PAYMENT_AMOUNT', '0.00wrong', 'is not an amount of base units'],
    ['PAYMENT_AMOUNT', '0', 'is not an amount of base units'],
    ['PAYMENT_CHAIN_ID', 'wrong', ''],
    ['PAYMENT_TOKEN_DECIMALS', 'wrong', ''],
    ['PAYMENT_TIMEOUT', 'wrong', ''],
    ['PAYMENT_CONFIRMATIONS', 'wrong', ''],
    ['PAYMENT_LATE_SETTLEMENT', 'wrong', ''],
    ['RATE_LIMIT_FREE_RESOLVE_PER_IP', 'wrong', ''],
    ['FREE_RESOLVE_VIA_OWN_RPC', 'wrong', ''],
    ['TRUSTED_PROXIES', '10.0.0.0/8, wrong', 'is not a list of addresses, networks'],
  ])('rule: %s may not be %s, and the value is not repeated', (name, value, problem) => {
    const read = () => readConfig({ ...payment, [name]: value })
    expect(read).toThrow(`  ${name} ${problem}`)
    expect(read).not.toThrow('wrong')
  })

  it('rule: keys, and URLs that may contain some, are secrets', () => {
    const { config, secrets } = readConfig({ ...payment, PAYMENT_SECRET_PREVIOUS: 'p'.repeat(32) })
    expect(secrets.payment).toEqual({
      relayerKey: payment.PAYMENT_RELAYER_KEY,
      rpcUrl: payment.PAYMENT_RPC_URL,
      facilitatorUrl: undefined,
      secret: payment.PAYMENT_SECRET,
      previousSecret: 'p'.repeat(32),
    })
    const shown = inspect(config, { depth: null })
    for (const secret of Object.values(secrets.payment)) if (secret) expect(shown).not.toContain(secret)
  })

  it('rule: proxies are addresses, networks, and names of local ranges', () => {
    const read = (list: string) => readConfig({ TRUSTED_PROXIES: list }).config.trustedProxies
    expect(read('loopback, 10.0.0.0/8,2001:db8::1')).toEqual(['loopback', '10.0.0.0/8', '2001:db8::1'])
    expect(read('')).toEqual([])
  })

  it.each([
    ['PUBLIC_URL', true],
    ['DATABASE_URL', true],
    ['ADMIN_API_KEY', true],
    ['SIGNER_KEY', true],
    ['SIGNER_KEY_11155111', true],
    ['RPC_URL_1', true],
    ['PORT', false],
    ['DATA_DIR', false],
    ['MY_PUBLIC_URL', false],
  ])('rule: whether %s belongs to a service is %s, and an empty one does not', (name, expected) => {
    expect(hasServiceSettings({ [name]: 'x' })).toBe(expected)
    expect(hasServiceSettings({ [name]: '' })).toBe(false)
  })
})

describe('The environment of alerts', () => {
  it('rule: a target of alerts that is not valid has its own sentence, without its URL', () => {
    const problemsOf = (settings: Record<string, string>) => {
      const read = () => readConfig(settings)
      expect(read).not.toThrow(/hidden/)
      try {
        read()
      } catch (error) {
        return error instanceof Error
          ? error.message
              .split('\n')
              .slice(1)
              .map((line) => line.trim())
          : []
      }
      return []
    }
    const telegram = 'https://api.telegram.org/bothidden/getMe'
    expect(
      problemsOf({ ALERT_TARGETS: `mailto:hidden, ${telegram}, https://u:hidden@a.example/, ftp:hidden` }),
    ).toEqual([
      'ALERT_TARGETS has a target (number 1) that has no e-mail address after mailto:',
      expect.stringMatching(
        /^ALERT_TARGETS has a target \(number 2\) that is not https:\/\/api\.telegram\.org/,
      ),
      'ALERT_TARGETS has a target (number 3) that has a user or password in its URL',
      'ALERT_TARGETS has a target (number 4) that is neither an https URL nor mailto: and an e-mail address',
    ])
    const many = Array.from({ length: 11 }, (_, index) => `https://hooks.slack.com/hidden${index}`)
    expect(problemsOf({ ALERT_TARGETS: many.join() })).toEqual(['ALERT_TARGETS has more than 10 targets'])
    expect(problemsOf({ ALERT_TARGETS: 'mailto:a@b.example, http://10.0.0.1/hidden' })).toEqual([
      'ALERT_TARGETS has a URL that is not https, and whose origin is not in OUTBOUND_ALLOWED_ORIGINS',
      'SMTP_URL is missing, and an address in ALERT_TARGETS needs it',
      'ALERT_WEBHOOK_SECRET is missing, and a webhook in ALERT_TARGETS needs it: whsec_ and the base64 of 32 random bytes',
    ])
    expect(problemsOf({ ALERT_WEBHOOK_SECRET: 'hidden' })).toEqual([
      'ALERT_WEBHOOK_SECRET is not whsec_ and the base64 of 24 to 64 random bytes',
    ])
  })
})
