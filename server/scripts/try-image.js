// Runs the image of deploy/try-image.sh from its root file system, as deploy/compose.yaml does, and prints what holds. Ends with 1
// at the first thing that does not.
import { deepStrictEqual } from 'node:assert'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { parse } from 'yaml'

const [, , root, inspected] = process.argv
const image = JSON.parse(Buffer.from(inspected, 'base64').toString()).Docker.config
const [uid, gid] = image.User.split(':').map(Number)
const { environment, ports, read_only, tmpfs, volumes, ...composed } = parse(
  readFileSync(new URL('../../deploy/compose.yaml', import.meta.url), 'utf8'),
).services.byname

/** By the lines of docs/operating/by-hand.md, as an operator runs them. */
function makeSettings() {
  const page = readFileSync(new URL('../../docs/operating/by-hand.md', import.meta.url), 'utf8')
  const [, lines] = /## In containers\n.*?```sh\n(.*?)```/s.exec(page)
  const folder = mkdtempSync(join(tmpdir(), 'byname-settings-'))
  try {
    mkdirSync(join(folder, 'deploy'))
    execFileSync('bash', ['-euc', lines], { cwd: folder })
    const file = join(folder, 'deploy/.env')
    check('access to the settings', (statSync(file).mode & 0o777).toString(8), '600')
    const made = readFileSync(file, 'utf8').trim().split('\n')
    // The container has no network to reach a node by.
    return { ...Object.fromEntries(made.map((line) => line.split(/=(.*)/s))), RPC_URL_1: '' }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const filledIn = makeSettings()
const settings = Object.entries(environment).map(
  ([name, value]) =>
    `${name}=${value.replace(/\$\{(\w+)[^}]*\}/, (_, variable) => filledIn[variable] ?? '')}`,
)

const data = mkdtempSync(join(tmpdir(), 'byname-data-'))
chownSync(data, uid, gid)
/** Within its root, as its user, without capabilities. */
const enter = [
  'chroot',
  root,
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--bounding-set=-all',
]
const asUser = [...enter, '--no-new-privs', 'env', '-i', '-C', image.WorkingDir, ...image.Env, ...settings]

const mounts = `
  ip link set lo up
  mount --make-rprivate /
  mount --bind "${root}" "${root}"
  mount -t proc proc "${root}/proc"
  mount -t tmpfs tmpfs "${root}/tmp"
  mount --bind "${data}" "${root}/data"
  mount -o remount,ro,bind "${root}"
  exec "$@"`

async function startContainer() {
  const startedAt = performance.now()
  const namespaces = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child']
  const command = ['bash', '-euc', mounts, 'bash', ...asUser, ...image.Entrypoint, ...image.Cmd]
  const engine = spawn('unshare', [...namespaces, '--', ...command], { stdio: ['ignore', 'pipe', 'inherit'] })
  const log = text(engine.stdout)
  const ended = once(engine, 'exit')
  const first = async () => {
    for (;;) {
      const [pid] = readFileSync(`/proc/${engine.pid}/task/${engine.pid}/children`, 'utf8').split(' ')
      if (pid) return pid
      await delay(10)
    }
  }
  const pid = await first()
  const inside = (command) => ['-t', pid, '-m', '-p', '-n', '-i', '-u', '--', ...command]
  const execute = (command) => execFileSync('nsenter', inside([...asUser, ...command]), { encoding: 'utf8' })
  const tryCommand = (command) => {
    const { status, stderr } = spawnSync('nsenter', inside([...asUser, ...command]), { encoding: 'utf8' })
    return { status, stderr }
  }
  const request = (path, accept = '*/*') => {
    const url = `http://127.0.0.1:${ports[0].split(':').at(-1)}${path}`
    const curl = ['curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', '-H', `accept: ${accept}`, url]
    try {
      return Number(execFileSync('nsenter', inside(curl), { encoding: 'utf8' }))
    } catch {
      return 0
    }
  }
  while (request('/ready') !== 200) {
    if (engine.exitCode !== null) throw new Error(`It ended: ${await log}`)
    await delay(50)
  }
  const stop = async () => {
    const stoppedAt = performance.now()
    process.kill(Number(pid), 'SIGTERM')
    const [code] = await ended
    return { code, seconds: (performance.now() - stoppedAt) / 1000, log: await log }
  }
  return { execute, tryCommand, request, stop, seconds: (performance.now() - startedAt) / 1000 }
}

function check(subject, actual, expected) {
  deepStrictEqual(
    actual,
    expected,
    `${subject}: ${JSON.stringify(actual)}, and not ${JSON.stringify(expected)}`,
  )
  process.stdout.write(`ok  ${subject}: ${JSON.stringify(actual)}\n`)
}

const encodesAnImage = `const { default: sharp } = await import('sharp')
  const pixel = { width: 1, height: 1, channels: 3, background: 'red' }
  console.log((await sharp({ create: pixel }).webp().toBuffer({ resolveWithObject: true })).info.format)`

const writesElsewhere = `for (const path of ['/app/x', '/etc/x', '/x'])
  try { require('node:fs').writeFileSync(path, ''); console.log(path) } catch ({ code }) { console.log(code) }`

try {
  check('ports', Object.keys(image.ExposedPorts), [`${ports[0].split(':').at(-1)}/tcp`])
  check('volumes', Object.keys(image.Volumes), [volumes[0].split(':')[1]])
  check('compose: read-only, with /tmp', [read_only, tmpfs], [true, ['/tmp']])
  for (const state of ['an empty volume', 'the volume of the first start']) {
    const { execute, tryCommand, request, stop, seconds } = await startContainer()
    process.stdout.write(`--  started on ${state}, ready after ${seconds.toFixed(1)} s\n`)
    const paths = ['/health', '/openapi.json', '/docs/', '/docs/js/scalar.js', '/me', '/console']
    const statuses = paths.map((path) => [path, request(path, 'text/html')])
    check(
      'statuses',
      statuses,
      paths.map((path) => [path, 200]),
    )
    check('health check', execute(image.Healthcheck.Test.slice(1)), '')
    check(
      'a command beside it',
      JSON.parse(execute(['node', 'server/byname.js', 'workspaces', 'list', '--json'])).map(
        ({ name }) => name,
      ),
      ['Administration'],
    )
    check(
      'check-config',
      execute(['byname', 'check-config'])
        .split('\n')
        .filter((line) => /^[✗!]/.test(line)),
      [],
    )
    check(
      'the link for the first operator',
      /^https:\/\/names\.example\/console#setup=[\w-]+\n$/.test(execute(['cat', '/data/setup-link'])),
      true,
    )
    const setup = tryCommand(['byname', 'setup', '--yes'])
    check('setup', [setup.status, /nothing has to be set up/.test(setup.stderr)], [1, true])
    check(
      'an image is encoded',
      execute(['node', '--input-type=module', '-e', encodesAnImage]).trim(),
      'webp',
    )
    check('files elsewhere', execute(['node', '-e', writesElsewhere]).trim().split('\n'), [
      'EROFS',
      'EROFS',
      'EROFS',
    ])
    check('owner of the database', statSync(join(data, 'byname.db')).uid, uid)
    const { code, seconds: stopSeconds, log } = await stop()
    check(
      'parts that cannot be loaded',
      log.split('\n').filter((line) => line.includes('will fail')),
      [],
    )
    check('exit code after SIGTERM', code, 0)
    const grace = Number.parseInt(composed.stop_grace_period, 10)
    check(`stopped within ${grace} s (${stopSeconds.toFixed(1)} s)`, stopSeconds < grace, true)
  }
} finally {
  rmSync(data, { recursive: true })
}
