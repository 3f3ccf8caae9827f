import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { OperatorError } from '../../errors.ts'
import { type Machine, makeFolders, readText } from './machine.ts'
import { readSettings, writeNoted } from './settings-file.ts'
import { type Action, deployFolder, type Installation, readDeployFiles, type Step } from './steps.ts'

const unitsFolder = '/etc/systemd/system'

const socketUnit = 'byname.socket'
const standbyUnit = 'byname-standby.service'

export function unitSteps(installation: Installation): readonly Step[] {
  return [unitsStep(installation), startStep(installation), readyStep(installation)]
}

interface Unit {
  readonly path: string
  readonly text: string
}

async function wantedUnits({ machine, release, answers }: Installation): Promise<readonly Unit[]> {
  const folder = deployFolder(machine, release)
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const names = (await readDeployFiles(machine, release)).filter(
    (name) =>
      (answers.hasSignerProcess || !name.startsWith('byname-signer')) &&
      (answers.hasBackups || !name.startsWith('byname-backup')),
  )
  const units = await Promise.all(
    names.map(async (name) => ({ path: `${unitsFolder}/${name}`, text: await read(name) })),
  )
  const standby = { path: `${unitsFolder}/${standbyUnit}`, text: standbyText(await read('byname.service')) }
  const ports = {
    path: `${unitsFolder}/byname.service.d/tls.conf`,
    text: await read('byname-tls.conf').catch(() => ''),
  }
  const hasSocket = names.includes(socketUnit)
  return [
    ...units,
    ...(names.includes(standbyUnit) ? [] : [standby]),
    // With a socket, systemd listens on the ports.
    ...(answers.certificate && !hasSocket && ports.text !== '' ? [ports] : []),
  ]
}

/** Serves beside a service that starts again, on another port. */
function standbyText(service: string): string {
  return service.replace(/^ExecStart=/m, '$&/usr/bin/env PORT=3001 METRICS_PORT= ')
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
      return changed.length === 0 ? [] : write
    },
  }
}

function startStep(installation: Installation): Step {
  const { machine, record, answers } = installation
  return {
    title: 'start',
    findActions: async () => {
      const names = await readDeployFiles(machine, installation.release)
      const wanted = [
        ...(answers.hasSignerProcess ? ['byname-signer.service'] : []),
        ...(names.includes(socketUnit) ? [socketUnit] : []),
        'byname.service',
        ...(answers.hasBackups ? ['byname-backup.timer'] : []),
      ]
      const actions: Action[] = []
      if (record.state.needsRestart)
        actions.push({
          title: 'have systemd read its units',
          apply: async () => void (await machine.runOrThrow('systemctl', ['daemon-reload'])),
        })
      for (const unit of wanted) {
        const isEnabled = await succeeds(machine, ['is-enabled', '--quiet', unit])
        const isActive = await succeeds(machine, ['is-active', '--quiet', unit])
        if (!(isEnabled && isActive)) actions.push(startAction(installation, unit, isEnabled))
        else if (record.state.needsRestart && unit.endsWith('.service'))
          actions.push({
            title: `restart ${unit}`,
            apply: async () => void (await machine.runOrThrow('systemctl', ['restart', unit])),
          })
      }
      if (record.state.needsRestart)
        actions.push({
          title: 'note that it has started',
          apply: () => record.update({ needsRestart: false }),
        })
      return actions
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

/** Plain HTTP, for this machine. */
export async function localUrl(machine: Machine): Promise<string> {
  return `http://127.0.0.1:${(await readSettings(machine))['PORT'] || 3000}`
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
