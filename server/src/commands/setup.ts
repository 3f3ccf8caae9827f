import { join, resolve } from 'node:path'
import { environmentWithDefaults } from '../config/config.ts'
import { OperatorError } from '../errors.ts'
import { readRegularFile } from '../regular-file.ts'
import { type Answers, type GivenAnswers, keptAnswers, readAnswers } from './setup/answers.ts'
import { firstBackupStep, withRecipient } from './setup/bucket.ts'
import { checkDisk } from './setup/checks.ts'
import { type Dialogue, openDialogue } from './setup/dialogue.ts'
import { findAnchorVerdict } from './setup/files.ts'
import { confirm, holdInterview } from './setup/interview.ts'
import { isRoot, type Machine, openMachine, readText } from './setup/machine.ts'
import { assertPlainFolder, plainSteps } from './setup/plain.ts'
import { openRecord } from './setup/record.ts'
import { findRelease } from './setup/release.ts'
import { runSteps } from './setup/run-steps.ts'
import { parseSettings, readSettings, type Settings } from './setup/settings-file.ts'
import { assertUsableSettings, type Installation, installSteps, newAdminKey } from './setup/steps.ts'
import { planUndo } from './setup/undo.ts'
import { stoppedUnitSteps, succeeds, unitSteps } from './setup/units.ts'
import { findVerdict, formatFindings, resolverStep } from './setup/verdict.ts'
import { command, flag, optional } from './shared.ts'

export const setup = command({
  name: 'setup',
  summary:
    'install the service on this machine: asks what it needs and checks each answer, then makes user, folders, settings, signing ' +
    'key, units and command, starts, and says what is left to do; runs again without harm. Options answer in place of a person: ' +
    '--yes asks nothing, --anyway goes on in spite of doubts, --no-start leaves all stopped, --dry-run changes nothing, --undo takes back what setup made',
  options: {
    host: optional('name'),
    chain: optional('mainnet|sepolia'),
    rpc: optional('url'),
    owner: optional('0x…'),
    database: optional('sqlite|postgres://…'),
    https: optional('own|proxy'),
    email: optional('address'),
    backups: optional('nightly|none'),
    'backup-target': optional('s3://…|none'),
    'backup-endpoint': optional('url|aws'),
    'backup-region': optional('region'),
    'backup-key-id': optional('id'),
    'backup-secret-file': optional('file'),
    'backup-recipient': optional('age1…'),
    files: optional('place=url,…|none'),
    'files-endpoint': optional('url|aws'),
    'files-region': optional('region'),
    'files-key-id': optional('id'),
    'files-secret-file': optional('file'),
    signer: optional('process|service'),
    resolver: optional('0x…'),
    root: optional('folder'),
    folder: optional('folder'),
    yes: flag,
    anyway: flag,
    'no-start': flag,
    'dry-run': flag,
    undo: flag,
    'delete-data': flag,
  },
  run: async ({ options }) => {
    const {
      root,
      folder,
      yes,
      anyway,
      'no-start': staysStopped,
      'dry-run': isDryRun,
      undo,
      'delete-data': deletesData,
      'backup-secret-file': secretFile,
      'files-secret-file': filesSecretFile,
      ...texts
    } = options
    process.umask(0o022)
    const machine = openMachine(root === undefined ? '/' : resolve(root))
    if (undo) return await undoSetup(machine, { isDryRun, deletesData, asks: !yes })
    if (deletesData) throw new OperatorError('--delete-data belongs to --undo.')
    if (machine.hasSystemd) assertRights(machine)
    else if (folder === undefined) assertNoImage()
    const dialogue = yes ? undefined : openDialogue()
    try {
      await install(machine, {
        given: withoutAbsent({
          ...texts,
          'backup-secret': secretFile && readSecret(secretFile),
          'files-secret': filesSecretFile && readSecret(filesSecretFile),
        }),
        dialogue,
        goesOnAnyway: anyway,
        staysStopped,
        isDryRun,
        folder: resolve(folder ?? 'byname'),
      })
    } finally {
      dialogue?.close()
    }
  },
})

function withoutAbsent(options: Readonly<Record<string, string | undefined>>): GivenAnswers {
  return Object.fromEntries(Object.entries(options).filter(([, text]) => text !== undefined))
}

const maxSecretBytes = 4_096

/** What a file has, such as one that a service of secrets has mounted. */
function readSecret(file: string): string {
  return readRegularFile(file, maxSecretBytes).trim()
}

function assertRights(machine: Machine): void {
  if (!machine.isThisMachine || isRoot()) return
  throw new OperatorError('Setup makes a user and writes to /etc: run it as root, such as with sudo.')
}

/** A container has its settings from outside, and a file system that may be read-only. */
function assertNoImage(): void {
  const { DATA_DIR: dataDir } = environmentWithDefaults({})
  if (!dataDir) return
  throw new OperatorError(
    `DATA_DIR is set (${dataDir}), as in the image: there the settings are variables of the environment, and nothing has to be ` +
      'set up. docs/operating/by-hand.md, "In containers", has the lines that make them, and "byname check-config" says what is ' +
      'missing. Where a supervisor is to start the service without an image, choose a folder for it: --folder byname.',
  )
}

interface InstallOptions {
  readonly given: GivenAnswers
  readonly dialogue: Dialogue | undefined
  readonly goesOnAnyway: boolean
  /** The data of another machine come before the first start. */
  readonly staysStopped: boolean
  readonly isDryRun: boolean
  /** Without systemd. */
  readonly folder: string
}

const report = (line: string) => console.log(line)

async function install(
  machine: Machine,
  { given, dialogue, goesOnAnyway, staysStopped, isDryRun, folder }: InstallOptions,
): Promise<void> {
  const { hasSystemd } = machine
  const settings = hasSystemd
    ? await readSettings(machine)
    : parseSettings((await readText(join(folder, 'env'))) ?? '')
  const record = await openRecord(machine)
  const isServiceRunning = hasSystemd && (await succeeds(machine, ['is-active', '--quiet', 'byname.service']))
  for (const { sentence } of await checkDisk(hasSystemd ? machine.at('/var/lib') : folder))
    report(`! ${sentence}`)
  const answered = await holdInterview({
    ...{ given, dialogue, goesOnAnyway, report },
    kept: keptAnswers(settings, record.state.answers),
    circumstances: { settings, isServiceRunning, hasDialogue: dialogue !== undefined },
  })
  const texts = await withRecipient(answered, dialogue, isDryRun)
  // From here on, Ctrl-C ends the program, as elsewhere.
  dialogue?.close()
  const answers = readAnswers(texts)
  assertSameDatabase(answers, settings)
  assertUsableSettings(machine, answers, settings)
  if (!hasSystemd) return await installPlain(machine, answers, { folder, isDryRun })
  const installation: Installation = {
    machine,
    record,
    answers,
    given: texts,
    release: await findRelease(machine),
  }
  const rest = staysStopped
    ? stoppedUnitSteps(installation)
    : [...unitSteps(installation), resolverStep(machine, answers), firstBackupStep(machine, answers)]
  await runSteps([...installSteps(installation), ...rest], { report, isDryRun })
  if (isDryRun) return
  if (staysStopped)
    return report('\nNothing was started. Bring the data and the signing keys, then run: byname setup --yes')
  const findings = [
    ...(await findVerdict(machine, answers.host)),
    ...(await findAnchorVerdict(machine, answers)),
  ]
  report(`\n${formatFindings(findings)}`)
  await showConsole(answers)
}

/** A service with another database would begin without its names. */
function assertSameDatabase({ databaseUrl }: Answers, settings: Settings): void {
  const isFirst = !settings['PUBLIC_URL']
  if (isFirst || (settings['DATABASE_URL'] || undefined) === databaseUrl) return
  throw new OperatorError(
    'The service here has another database, and would begin without its names: move them with "byname migrate" ' +
      '(docs/operating/backups.md), and change DATABASE_URL in the settings.',
  )
}

async function installPlain(
  machine: Machine,
  answers: Answers,
  { folder, isDryRun }: Pick<InstallOptions, 'folder' | 'isDryRun'>,
): Promise<void> {
  await assertPlainFolder(folder)
  report(
    `There is no systemd here: ${folder} gets the settings, the data and a program that starts the service.`,
  )
  await runSteps(plainSteps({ machine, folder, answers, newAdminKey }), { report, isDryRun })
  if (isDryRun) return
  report(`\nStart the service with ${folder}/start, and have your supervisor or container keep it running.`)
  report(
    `${folder}/start check-config checks it; ${folder}/start backup <file> is a backup: run it each night.`,
  )
  if (answers.files)
    report(
      `${folder}/start anchor address --chain ${answers.chainId} shows the account that pays for the beats: send it some ETH.`,
    )
  await showConsole(answers)
}

/** For a wallet on a phone, too. */
async function showConsole({ host, owner }: Answers): Promise<void> {
  const { renderUnicodeCompact } = await import('uqr')
  const link = `https://${host}/console`
  report(`\n${renderUnicodeCompact(link, { border: 2 })}`)
  report(`Open ${link}, sign in with the wallet ${owner}, open a workspace and add your domain.`)
  report('The wallet deploys the resolver contract there, and pays for it once. No key leaves the wallet.')
}

interface UndoOptions {
  readonly isDryRun: boolean
  readonly deletesData: boolean
  readonly asks: boolean
}

async function undoSetup(machine: Machine, { isDryRun, deletesData, asks }: UndoOptions): Promise<void> {
  assertRights(machine)
  const record = await openRecord(machine)
  const { actions, left } = planUndo(machine, record, deletesData)
  if (actions.length === 0 && left.length === 0) return report('Setup has made nothing here.')
  if (deletesData && asks && !isDryRun) await confirmDeletion()
  await runSteps([{ title: 'undo', findActions: async () => actions }], { report, isDryRun })
  for (const sentence of left) report(sentence)
  if (left.length > 0) report('byname setup --undo --delete-data deletes these, too.')
}

async function confirmDeletion(): Promise<void> {
  const dialogue = openDialogue()
  try {
    if (
      await confirm(dialogue, 'Delete all names, records, images, backups and signing keys of this machine?')
    )
      return
    throw new OperatorError('Nothing was changed.')
  } finally {
    dialogue.close()
  }
}
