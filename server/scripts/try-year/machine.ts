import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readFile } from 'node:fs/promises'
import { env, execPath } from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bridge, ownAddress } from './network.ts'

const run = promisify(execFile)

/** A Debian whose first process is systemd, with a network, processes and a disk of its own. */
export interface Machine {
  readonly address: string
  /** Its root file system, as this machine sees it. */
  readonly path: string
  /** Runs shell lines as root; returns what they print. Throws with their output when one fails. */
  run(lines: string): Promise<string>
  /** The command that does so, for a terminal. */
  readonly enter: readonly string[]
  /** Ends all its processes; its disk is lost. */
  stop(): Promise<void>
}

export interface MachineOptions {
  readonly name: string
  readonly address: string
  /** The folder of the base and of what the machine writes. */
  readonly folder: string
  readonly log: string
  /** Ports of this machine that its loopback interface has, too. */
  readonly ports: readonly number[]
  /** Of `/etc/hosts`. */
  readonly hosts: string
  readonly registryProxy: string
}

/** What a machine writes is in memory and ends with it; the data folder is a disk of its own, so that it can be full. */
const boot = `
  mount --make-rprivate /
  mkdir -p "$disk"
  mount -t tmpfs -o size=8g tmpfs "$disk"
  mkdir "$disk/upper" "$disk/work" "$disk/tree"
  tree=$disk/tree
  mount -t overlay overlay -o "lowerdir=$base,upperdir=$disk/upper,workdir=$disk/work" "$tree"
  mount -t proc proc "$tree/proc"
  mount -t sysfs -o ro sysfs "$tree/sys"
  mount -t cgroup2 cgroup2 "$tree/sys/fs/cgroup"
  mount -t tmpfs -o mode=755 tmpfs "$tree/dev"
  for name in null zero full random urandom tty; do touch "$tree/dev/$name" && mount --bind "/dev/$name" "$tree/dev/$name"; done
  mkdir "$tree/dev/pts" "$tree/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$tree/dev/pts"
  ln -s pts/ptmx "$tree/dev/ptmx"
  mount -t tmpfs tmpfs "$tree/dev/shm"
  mount -t tmpfs -o mode=755 tmpfs "$tree/run"
  mount -t tmpfs tmpfs "$tree/tmp"
  mkdir -p "$tree/var/lib/byname"
  mount -t tmpfs -o size=1200m,mode=700 tmpfs "$tree/var/lib/byname"
  hostname "$name"
  ip link set lo up
  container=other exec chroot "$tree" /lib/systemd/systemd --system --show-status=false
`

/** A folder of its own in the tree of control groups, which becomes the root of that of the machine. */
const inControlGroup = `
  group=$(findmnt --types cgroup2 --noheadings --output TARGET | head -1)/byname-$name
  mkdir -p "$group"
  echo $$ > "$group/cgroup.procs"
  exec unshare --mount --pid --net --ipc --uts --cgroup --fork --kill-child bash -euc "$boot"
`

export async function startMachine(options: MachineOptions): Promise<Machine> {
  const { name, address, folder, log, ports, hosts, registryProxy } = options
  const outside = spawn('bash', ['-euc', inControlGroup], {
    env: { ...env, base: `${folder}/base`, disk: `${folder}/${name}`, name, boot },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(outside, 'exit')
  const pid = await findFirstProcess(outside.pid)
  await connectToNetwork(name, pid, address)
  const relay = spawn(
    'nsenter',
    ['-t', pid, '-n', execPath, relayProgram, ownAddress, ...ports.map(String)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await once(createInterface(relay.stdout), 'line')
  const enter = [
    'nsenter',
    '-t',
    pid,
    '-m',
    '-u',
    '-i',
    '-n',
    '-p',
    '-C',
    '-r',
    '-w',
    ...environment(registryProxy),
  ]
  const path = `/proc/${pid}/root`
  const runLines: Machine['run'] = async (lines) => {
    const [program = '', ...rest] = [
      ...enter,
      'bash',
      '--norc',
      '-euo',
      'pipefail',
      '-c',
      `cd /root\n${lines}`,
    ]
    await appendFile(log, `\n[${name}] ${lines}\n`)
    try {
      const { stdout, stderr } = await run(program, rest, { maxBuffer: 64 * 1024 * 1024 })
      await appendFile(log, `${stdout}${stderr}`)
      return stdout
    } catch (error) {
      const { stdout = '', stderr = '' } = Object(error)
      await appendFile(log, `${stdout}${stderr}FAILED\n`)
      throw new Error(`The machine ${name} failed at:\n${lines}\n${stdout}${stderr}`)
    }
  }
  await waitForSystemd(runLines)
  await runLines(`cat > /etc/hosts <<'END'\n127.0.0.1 localhost\n${hosts}\nEND`)
  return {
    ...{ address, path, enter, run: runLines },
    stop: async () => {
      relay.kill()
      if (outside.exitCode === null && outside.signalCode === null) process.kill(Number(pid), 'SIGKILL')
      await ended
    },
  }
}

const relayProgram = fileURLToPath(new URL('relay.ts', import.meta.url))

/** What an operator's shell has. */
const environment = (registryProxy: string) => [
  'env',
  '-i',
  'HOME=/root',
  'LANG=C.UTF-8',
  'TERM=screen',
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
  `npm_config_https_proxy=${registryProxy}`,
]

/** Of the namespaces of `unshare`, once it is systemd. */
async function findFirstProcess(parent: number | undefined): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8').catch(() => '')
    const [pid] = children.trim().split(' ')
    const command = pid ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : ''
    if (pid && command.startsWith('/lib/systemd/systemd')) return pid
    await delay(50)
  }
  throw new Error('The machine did not start.')
}

async function connectToNetwork(name: string, pid: string, address: string): Promise<void> {
  const outside = `by-${name}`
  // Of a run that was killed.
  await run('ip', ['link', 'del', outside]).catch(() => undefined)
  await run('ip', ['link', 'add', outside, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid])
  await run('ip', ['link', 'set', outside, 'master', bridge, 'up'])
  await run('nsenter', ['-t', pid, '-n', 'ip', 'address', 'add', `${address}/24`, 'dev', 'eth0'])
  await run('nsenter', ['-t', pid, '-n', 'ip', 'link', 'set', 'eth0', 'up'])
}

async function waitForSystemd(runLines: Machine['run']): Promise<void> {
  for (let tries = 0; ; tries++) {
    const state = await runLines('systemctl is-system-running --wait 2>&1 || true').catch(String)
    if (/^(running|degraded)/.test(state)) return
    if (tries > 100) throw new Error(`systemd does not start: ${state}`)
    await delay(100)
  }
}
