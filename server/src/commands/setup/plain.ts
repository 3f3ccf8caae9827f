import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { OperatorError } from '../../errors.ts'
import { signerKeyFile } from '../../signing/signer-keys.ts'
import { installationRoot } from '../invocation.ts'
import { anchorKeyStep } from './anchor-key-step.ts'
import { type Answers, type MadeSettings, settingsOf } from './answers.ts'
import { isThere, type Machine, makeFolders, readText, writeWhole } from './machine.ts'
import { parseSettings, withSettings } from './settings-file.ts'
import type { Step } from './steps.ts'

/** Where systemd is absent, such as in a container or on macOS: a folder with the settings, the data and a program that starts it. */
export interface PlainInstallation {
  readonly machine: Machine
  readonly folder: string
  readonly answers: Answers
  readonly newAdminKey: () => string
}

export function plainSteps({
  machine,
  folder,
  answers: given,
  newAdminKey,
}: PlainInstallation): readonly Step[] {
  // One process has the key: no supervisor would keep another.
  const answers = { ...given, hasSignerProcess: false }
  const [settings, data, start] = ['env', 'data', 'start'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const made: MadeSettings = { signerSocket: '', newAdminKey }
  const program = join(installationRoot, 'server/byname.js')
  const key = signerKeyFile(data, answers.chainId)
  return [
    {
      title: 'settings',
      findActions: async () => {
        const text = (await readText(settings)) ?? ''
        const changes = settingsOf(answers, parseSettings(text), made)
        const names = Object.keys(changes)
        if (names.length === 0) return []
        const apply = async () => {
          await makeFolders(folder, 0o700)
          await writeWhole(settings, withSettings(text, changes), 0o600)
        }
        return [{ title: `write ${names.join(', ')} to ${settings}`, apply }]
      },
    },
    {
      title: 'signing key',
      findActions: async () => {
        if (await isThere(key)) return []
        const args = [program, 'signers', 'new', '--chain', `${answers.chainId}`]
        const apply = async () =>
          void (await machine.runOrThrow(execPath, args, { environment: { DATA_DIR: data } }))
        return [{ title: `make the signing key of chain ${answers.chainId} in ${data}`, apply }]
      },
    },
    {
      title: 'folders of files',
      findActions: async () => {
        const folders = answers.files?.folders ?? []
        const missing = await Promise.all(folders.map(async (path) => ((await isThere(path)) ? [] : [path])))
        return missing.flat().map((path) => ({
          title: `make the folder ${path}`,
          apply: async () => void (await makeFolders(path, 0o755)),
        }))
      },
    },
    anchorKeyStep(answers, async () => ({
      data,
      settings: parseSettings((await readText(settings)) ?? ''),
      make: async () => {
        const args = [program, 'anchor', 'new-key', '--chain', `${answers.chainId}`]
        await machine.runOrThrow(execPath, args, { environment: { DATA_DIR: data } })
      },
    })),
    {
      title: 'start program',
      findActions: async () => {
        const text = startText({ settings, data, program })
        if ((await readText(start)) === text) return []
        return [{ title: `write ${start}`, apply: () => writeWhole(start, text, 0o755) }]
      },
    },
  ]
}

function startText({
  settings,
  data,
  program,
}: {
  readonly settings: string
  readonly data: string
  readonly program: string
}): string {
  return `#!/bin/sh
# Runs the service with the settings of ${settings}; with arguments, another command. Written by "byname setup".
set -eu
while IFS= read -r setting || [ -n "$setting" ]; do
  case $setting in
    [A-Z]*=*) printenv "\${setting%%=*}" > /dev/null || export "$setting" ;;
  esac
done < '${settings}'
export NODE_ENV=production DATA_DIR='${data}'
[ $# -gt 0 ] || set -- serve
exec '${execPath}' '${program}' "$@"
`
}

/** @throws OperatorError for a path that a shell would read otherwise. */
export async function assertPlainFolder(folder: string): Promise<void> {
  if (/['\n]/.test(folder)) throw new OperatorError('The path of the folder has a quote: choose another one.')
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => true,
  )
  if (!isFolder) throw new OperatorError(`${folder} is a file: choose another folder by --folder.`)
}
