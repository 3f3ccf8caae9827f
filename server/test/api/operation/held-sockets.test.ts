import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../support/folders.ts'
import { startLookupLoad } from '../../support/gateway/lookup-load.ts'
import { holdSockets } from '../../support/service/held-sockets.ts'
import { createTenant, type Settings, testEnvironment, withContext } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

async function environmentWithDomain(settings: Settings = {}) {
  const environment = testEnvironment(await temporaryFolder(), undefined, settings)
  const { resolvers } = await withContext(environment, createTenant)
  return { environment, resolverId: resolvers[1]['chain-bound'].id }
}

describe('Sockets that systemd holds', () => {
  it.each([[[]], [['--workers', '2']]])(
    'rule: no connection fails while the service restarts and changes places with its standby: %j',
    async (options) => {
      const { environment, resolverId } = await environmentWithDomain()
      const sockets = await holdSockets(['http'])
      const [port = 0] = sockets.ports
      let service = await sockets.serve(environment, options)
      const load = startLookupLoad({ port, resolverId, name: 'demo.eth', perSecond: 200 })
      const standby = await sockets.serve(environment)
      await service.stop()
      service = await sockets.serve(environment, options)
      await standby.stop()
      // Without a standby, connections wait.
      await service.stop()
      await sockets.serve(environment, options)
      const { sent, failures } = await load.stop()
      expect(failures).toEqual([])
      expect(sent).toBeGreaterThan(400)
    },
  )

  it.each([[[]], [['--workers', '2']]])(
    'rule: connections to the sockets of HTTPS that came before the start are answered right after it: %j',
    async (options) => {
      const { environment } = await environmentWithDomain({
        ...{ TLS: 'acme', PUBLIC_URL: 'https://names.example', ACME_EMAIL: 'a@names.example' },
        ACME_DIRECTORY_URL: 'https://127.0.0.1:1/dir',
      })
      const sockets = await holdSockets(['http', 'https', 'redirect'])
      const [, https = 0, redirect = 0] = sockets.ports
      const moved = sendRequest(redirect, '/claim')
      const handshake = shakeHands(https)
      await sockets.serve(environment, options)
      expect(await moved).toEqual({ status: 308, location: 'https://names.example/claim' })
      // There is no certificate yet: it closes, and does not wait.
      expect(await handshake).toMatch(/alert|disconnected/i)
      expect(await sendRequest(redirect, '/')).toEqual({ status: 308, location: 'https://names.example/' })
    },
  )

  it('rule: it listens on these and on no other, logs it, and removes them from the environment', async () => {
    const { environment } = await environmentWithDomain()
    const sockets = await holdSockets(['http'])
    const { readOutput } = await sockets.serve({ ...environment, PORT: '1' })
    expect(readOutput()).toContain('"sockets":["http"]')
    expect(readOutput()).toContain(`http://127.0.0.1:${sockets.ports[0]},`)
  })

  it.each([
    [
      ['web'],
      {},
      /systemd handed over a socket with the name "web"\. Give each socket one of the names http, https, redirect by FileDescriptorName=/,
    ],
    [['http', 'http'], {}, /a socket with the name "http" twice\./],
    [['https'], {}, /none with the name http\. Start its unit, or name it in Sockets=\./],
    [
      ['http'],
      { TLS: 'acme', PUBLIC_URL: 'https://names.example', ACME_EMAIL: 'a@names.example' },
      /none with the name https or redirect\./,
    ],
    [['http', 'https', 'redirect'], {}, /sockets for HTTPS, and TLS is off\./],
  ])('rule: sockets %j are refused with a reason', async (names, settings, reason) => {
    const sockets = await holdSockets(names)
    const environment = testEnvironment(await temporaryFolder(), undefined, settings)
    expect(await sockets.run(environment)).toMatch(reason)
  })

  it('rule: systemd learns that it listens, by systemd-notify', async () => {
    const { environment } = await environmentWithDomain()
    const folder = await temporaryFolder()
    const file = join(folder, 'notified')
    const script = `#!/bin/sh\necho "$@ $NOTIFY_SOCKET" > ${file}.part && mv ${file}.part ${file}\n`
    await writeFile(join(folder, 'systemd-notify'), script, { mode: 0o755 })
    const sockets = await holdSockets(['http'])
    const variables = { NOTIFY_SOCKET: '/run/notify', PATH: `${folder}:${process.env['PATH']}` }
    await sockets.serve(environment, [], variables)
    await waitUntil('it has notified', () => existsSync(file))
    expect(await readFile(file, 'utf8')).toBe('--ready /run/notify\n')
  })

  it('rule: sockets of another process are not taken', async () => {
    const { environment } = await environmentWithDomain({ LOG_LEVEL: 'info' })
    const sockets = await holdSockets(['http'])
    const { readOutput } = await sockets.serve(environment, [], { LISTEN_PID: '1' })
    expect(readOutput()).not.toContain('sockets that systemd holds')
  })

  it('rule: a descriptor that is no TCP socket is refused', async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'file')
    await writeFile(file, '')
    const sockets = await holdSockets(['http'])
    expect(await sockets.run(testEnvironment(folder, undefined), `3< ${file}`)).toContain(
      'The socket http that systemd handed over is not usable',
    )
  })
})

async function sendRequest(port: number, path: string) {
  const headers = { host: 'names.example', connection: 'close' }
  const [response] = await once(request({ host: '127.0.0.1', port, path, headers }).end(), 'response')
  response.resume()
  return { status: response.statusCode, location: response.headers.location }
}

/** Resolves with why there is no session. */
async function shakeHands(port: number): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, servername: 'names.example' })
  const [error] = await once(socket, 'error').catch((cause: unknown) => [cause])
  return String(error)
}
