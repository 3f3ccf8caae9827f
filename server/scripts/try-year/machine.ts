import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readFile } from 'node:fs/promises'
import { env } from 'node:process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { bridge } from './network.ts'

const run = promisify(execFile)

/** A Debian with a network, processes and a disk of its own. */
export interface Machine {
  readonly address: string
  /** Its root file system, as only its own processes and `nsenter` see it. */
  readonly path: string
  /** Runs shell lines as root; returns what they print. Throws with their output when one fails. */
  run(lines: string, options?: { readonly reachesInternet?: boolean }): Promise<string>
  /** Ends all its processes; its disk is lost. */
  stop(): Promise<void>
}

export interface MachineOptions {
  readonly name: string
  readonly address: string
  /** The folder of the base and of what the machine writes. */
  readonly folder: string
  readonly log: string
}

/** What a machine writes is in memory and ends with it; the data folder is a disk of its own, so that it can be full. */
const boot = `
  mount --make-rprivate /
  mkdir -p "$disk" "$cache"
  mount -t tmpfs -o size=6g tmpfs "$disk"
  mkdir "$disk/upper" "$disk/work" "$disk/tree"
  mount -t overlay overlay -o "lowerdir=$base,upperdir=$disk/upper,workdir=$disk/work" "$disk/tree"
  mount -t proc proc "$disk/tree/proc"
  mkdir -p "$disk/tree/var/lib/byname" "$disk/tree/var/cache/npm"
  mount --bind "$cache" "$disk/tree/var/cache/npm"
  mount -t tmpfs -o size=1200m,mode=700 tmpfs "$disk/tree/var/lib/byname"
  ip link set lo up
  echo ready
  sleep infinity & wait`

export async function startMachine({ name, address, folder, log }: MachineOptions): Promise<Machine> {
  const disk = `${folder}/${name}`
  const path = `${disk}/tree`
  const namespaces = ['--mount', '--pid', '--net', '--fork', '--kill-child']
  const machine = spawn('unshare', [...namespaces, 'bash', '-euc', boot], {
    env: { ...env, base: `${folder}/base`, cache: `${folder}/npm-cache`, disk },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(machine, 'exit')
  await Promise.race([
    once(createInterface(machine.stdout), 'line'),
    ended.then(() => Promise.reject(new Error(`The machine ${name} did not start.`))),
  ])
  const children = await readFile(`/proc/${machine.pid}/task/${machine.pid}/children`, 'utf8')
  const pid = children.trim()
  const outside = `by-${name}`
  // Of a run that was killed.
  await run('ip', ['link', 'del', outside]).catch(() => undefined)
  await run('ip', ['link', 'add', outside, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid])
  await run('ip', ['link', 'set', outside, 'master', bridge, 'up'])
  await run('nsenter', ['-t', pid, '-n', 'ip', 'address', 'add', `${address}/24`, 'dev', 'eth0'])
  await run('nsenter', ['-t', pid, '-n', 'ip', 'link', 'set', 'eth0', 'up'])

  return {
    address,
    path: `/proc/${pid}/root${path}`,
    run: async (lines, { reachesInternet = false } = {}) => {
      const enter = ['-t', pid, '-m', '-p', ...(reachesInternet ? [] : ['-n'])]
      // What an operator's shell has; the settings of npm come from this machine.
      const environment = [
        'HOME=/root',
        'npm_config_cache=/var/cache/npm',
        'LANG=C.UTF-8',
        'PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
      ]
      const shell = [
        'chroot',
        path,
        'env',
        '-i',
        ...environment,
        'bash',
        '--norc',
        '-euo',
        'pipefail',
        '-c',
        lines,
      ]
      await appendFile(log, `\n[${name}] ${lines}\n`)
      try {
        const { stdout, stderr } = await run('nsenter', [...enter, ...shell], { maxBuffer: 64 * 1024 * 1024 })
        await appendFile(log, `${stdout}${stderr}`)
        return stdout
      } catch (error) {
        const { stdout = '', stderr = '' } = Object(error)
        await appendFile(log, `${stdout}${stderr}FAILED\n`)
        throw new Error(`The machine ${name} failed at:\n${lines}\n${stdout}${stderr}`)
      }
    },
    stop: async () => {
      machine.kill('SIGKILL')
      await ended
    },
  }
}
