import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { OperatorError } from '../../errors.ts'
import type { Answers } from './answers.ts'
import { filesDropIn } from './files-answers.ts'
import { isThere, type Machine, makeFolders, readText } from './machine.ts'
import { readSettings, type Settings, serviceUrl, writeNoted } from './settings-file.ts'
import { type Action, deployFolder, type Installation, readDeployFiles, type Step } from './steps.ts'
import { undoAction } from './undo.ts'

const unitsFolder = '/etc/systemd/system'

/** What systemd listens at in place of the service: the setting of the port, and what the unit has without one. */
const sockets = {
  'byname.socket': { host: 'HOST', port: 'PORT', address: '127.0.0.1:3000' },
  'byname-https.socket': { host: 'TLS_HOST', port: 'TLS_PORT', address: '443' },
  'byname-redirect.socket': { host: 'TLS_HOST', port: 'TLS_REDIRECT_PORT', address: '80' },
} as const

type SocketUnit = keyof typeof sockets

/** Of `TLS=acme`. */
const tlsSockets: readonly string[] = ['byname-https.socket', 'byname-redirect.socket']

/** Have the service and its standby take these sockets. */
const tlsDropIns = ['byname.service', 'byname-standby.service'].map(
  (unit) => `${unitsFolder}/${unit}.d/tls.conf`,
)

/** Let them write to the folders of files. */
const filesDropIns = ['byname.service', 'byname-standby.service'].map(
  (unit) => `${unitsFolder}/${unit}.d/files.conf`,
)

export function unitSteps(installation: Installation): readonly Step[] {
  return [unitsStep(installation), startStep(installation), readyStep(installation)]
}

/** In the place of `unitSteps`, where the data of another machine come first. */
export function stoppedUnitSteps(installation: Installation): readonly Step[] {
  return [unitsStep(installation), enableStep(installation)]
}

interface Unit {
  readonly path: string
  readonly text: string
}

async function wantedUnits({ machine, release, answers }: Installation): Promise<readonly Unit[]> {
  const folder = deployFolder(machine, release)
  const settings = await readSettings(machine)
  const names = (await readDeployFiles(machine, release)).filter(
    (name) =>
      (answers.hasSignerProcess || !name.startsWith('byname-signer')) &&
      (answers.hasBackups || !name.startsWith('byname-backup')) &&
      (answers.certificate || !tlsSockets.includes(name)),
  )
  const units = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return {
        path: `${unitsFolder}/${name}`,
        text: isSocketUnit(name) ? withAddress(name, text, settings) : text,
      }
    }),
  )
  const { files } = answers
  const ofFiles =
    files && files.folders.length > 0 ? filesDropIns.map((path) => ({ path, text: filesDropIn(files) })) : []
  if (!answers.certificate) return [...units, ...ofFiles]
  const dropIn = await readFile(join(folder, 'byname-tls.conf'), 'utf8')
  return [...units, ...ofFiles, ...tlsDropIns.map((path) => ({ path, text: dropIn }))]
}

function isSocketUnit(name: string): name is SocketUnit {
  return Object.hasOwn(sockets, name)
}

/** With the port and host of the settings. */
function withAddress(name: SocketUnit, text: string, settings: Settings): string {
  const { host, port, address } = sockets[name]
  const [defaultHost, defaultPort] = address.includes(':') ? address.split(':') : ['', address]
  const ofHost = settings[host] || defaultHost
  const brackets = ofHost?.includes(':') && !ofHost.startsWith('[') ? `[${ofHost}]` : ofHost
  const listen = [...(brackets ? [brackets] : []), settings[port] || defaultPort].join(':')
  return text.replace(`ListenStream=${address}\n`, `ListenStream=${listen}\n`)
}

/** What an earlier answer asked for: systemd would go on holding the ports of HTTPS beside a proxy. */
async function obsoleteActions(
  installation: Installation,
  wanted: readonly Unit[],
): Promise<readonly Action[]> {
  const { machine, record } = installation
  const paths = [...tlsDropIns, ...tlsSockets.map((name) => `${unitsFolder}/${name}`)]
  const former = filesDropIns.filter(
    (path) => record.has(`file ${path}`) && wanted.every((unit) => unit.path !== path),
  )
  const left = paths.filter(
    (path) => record.has(`file ${path}`) && wanted.every((unit) => unit.path !== path),
  )
  const ofFiles = former.map((path) => undoAction(machine, record, `file ${path}`))
  if (left.length === 0) return ofFiles
  const entries = [
    ...tlsSockets.map((name) => `enabled ${name}`).filter((entry) => record.has(entry)),
    ...left.map((path) => `file ${path}`),
  ]
  return [...ofFiles, stopAction(installation), ...entries.map((entry) => undoAction(machine, record, entry))]
}

function unitsStep(installation: Installation): Step {
  const { machine, record } = installation
  return {
    title: 'units',
    findActions: async () => {
      const units = await wantedUnits(installation)
      const texts = await Promise.all(units.map(({ path }) => readText(machine.at(path))))
      const changed = units.filter(({ text }, index) => texts[index] !== text)
      const write = changed.map(({ path, text }) => ({
        title: `write ${path}`,
        apply: async () => {
          await record.update({ needsRestart: true })
          for (const made of await makeFolders(machine.at(dirname(path)), 0o755))
            await record.note(`folder ${made.slice(machine.at('').length)}`)
          await writeNoted(machine, record, { path, text, mode: 0o644 })
        },
      }))
      return [...(await obsoleteActions(installation, units)), ...write]
    },
  }
}

/** In the order of their start. */
function startedUnits({ hasSignerProcess, certificate, hasBackups }: Answers): readonly string[] {
  return [
    ...(hasSignerProcess ? ['byname-signer.service'] : []),
    ...Object.keys(sockets).filter((name) => certificate || !tlsSockets.includes(name)),
    'byname.service',
    ...(hasBackups ? ['byname-backup.timer'] : []),
  ]
}

function enableStep({ machine, record, answers }: Installation): Step {
  const enable = (unit: string): Action => ({
    title: `have ${unit} start with the machine`,
    apply: async () => {
      await record.note(`enabled ${unit}`)
      await machine.runOrThrow('systemctl', ['enable', unit])
    },
  })
  return {
    title: 'start with the machine',
    findActions: async () => {
      const units = startedUnits(answers)
      const areEnabled = await Promise.all(
        units.map((unit) => succeeds(machine, ['is-enabled', '--quiet', unit])),
      )
      return units.filter((_, index) => !areEnabled[index]).map(enable)
    },
  }
}

function startStep(installation: Installation): Step {
  const { machine, record, answers } = installation
  return {
    title: 'start',
    findActions: async () => {
      const actions: Action[] = []
      if (record.state.needsRestart)
        actions.push({
          title: 'have systemd read its units',
          apply: async () => void (await machine.runOrThrow('systemctl', ['daemon-reload'])),
        })
      const states = await Promise.all(startedUnits(answers).map((unit) => readState(machine, unit)))
      const isServiceActive = states.some(({ unit, isActive }) => unit === 'byname.service' && isActive)
      // systemd opens no socket of a service that runs.
      const stops =
        isServiceActive &&
        states.some(({ unit, isActive, isStale }) => isSocketUnit(unit) && (!isActive || isStale))
      if (stops) actions.push(stopAction(installation))
      for (const { unit, isEnabled, isActive } of states) {
        const isStopped = stops && (unit === 'byname.service' || isSocketUnit(unit))
        if (isStopped || !(isEnabled && isActive)) actions.push(startAction(installation, unit, isEnabled))
        else if (record.state.needsRestart && unit.endsWith('.service'))
          actions.push({
            title: `restart ${unit}`,
            apply: async () => void (await machine.runOrThrow('systemctl', ['restart', unit])),
          })
      }
      if (record.state.needsRestart || stops)
        actions.push({
          title: 'note that it has started',
          apply: () => record.update({ needsRestart: false }),
        })
      return actions
    },
  }
}

interface UnitState {
  readonly unit: string
  readonly isEnabled: boolean
  readonly isActive: boolean
  /** A socket at which systemd listens elsewhere than its unit says. */
  readonly isStale: boolean
}

async function readState(machine: Machine, unit: string): Promise<UnitState> {
  return {
    unit,
    isEnabled: await succeeds(machine, ['is-enabled', '--quiet', unit]),
    isActive: await succeeds(machine, ['is-active', '--quiet', unit]),
    isStale: isSocketUnit(unit) && (await listensElsewhere(machine, unit)),
  }
}

async function listensElsewhere(machine: Machine, unit: string): Promise<boolean> {
  const text = (await readText(machine.at(`${unitsFolder}/${unit}`))) ?? ''
  const wanted = /^ListenStream=(.+)$/m.exec(text)?.[1]
  const { output } = await machine.run('systemctl', ['show', '--property=Listen', '--value', unit])
  const [address = ''] = output.trim().split(' ')
  if (address === '' || wanted === undefined) return false
  // A port alone is one of all addresses, as [::]:443.
  return wanted.includes(':') ? address !== wanted : !address.endsWith(`:${wanted}`)
}

/** Before its sockets change. With all sockets: a connection to another one would start it again. */
function stopAction({ machine, record }: Installation): Action {
  return {
    title: 'stop byname.service, whose sockets change',
    apply: async () => {
      await record.update({ needsRestart: true })
      const present = await Promise.all(
        Object.keys(sockets).map(async (unit) =>
          (await isThere(machine.at(`${unitsFolder}/${unit}`))) ? [unit] : [],
        ),
      )
      await machine.runOrThrow('systemctl', ['stop', ...present.flat(), 'byname.service'])
    },
  }
}

function startAction({ machine, record }: Installation, unit: string, isEnabled: boolean): Action {
  return {
    title: `start ${unit}, now and with the machine`,
    apply: async () => {
      if (!isEnabled) await record.note(`enabled ${unit}`)
      await machine.runOrThrow('systemctl', ['enable', '--now', unit])
    },
  }
}

export async function succeeds(machine: Machine, args: readonly string[]): Promise<boolean> {
  return (await machine.run('systemctl', args)).code === 0
}

const maxStartMs = 90_000
const pollMs = 250

function readyStep({ machine }: Installation): Step {
  return {
    title: 'ready',
    findActions: async () => {
      if (await isReady(machine)) return []
      return [
        {
          title: 'wait until the service is ready',
          apply: async () => {
            const startedAt = Date.now()
            while (!(await isReady(machine))) {
              if (Date.now() - startedAt > maxStartMs) throw new OperatorError(await explainStart(machine))
              await delay(pollMs)
            }
          },
        },
      ]
    },
  }
}

export async function localUrl(machine: Machine): Promise<string> {
  return serviceUrl(await readSettings(machine))
}

async function isReady(machine: Machine): Promise<boolean> {
  return await fetch(`${await localUrl(machine)}/ready`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function explainStart(machine: Machine): Promise<string> {
  const { output } = await machine
    .run('journalctl', ['-u', 'byname', '-n', '20', '-o', 'cat'])
    .catch(() => ({ output: '' }))
  const seconds = maxStartMs / 1000
  return `The service is not ready after ${seconds} seconds. Its log (journalctl -u byname) ends with:\n${output.trim() || '(nothing)'}`
}
