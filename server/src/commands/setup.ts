import { resolve } from 'node:path'
import { OperatorError } from '../errors.ts'
import { type Answers, type GivenAnswers, keptAnswers, readAnswers } from './setup/answers.ts'
import { checkDisk } from './setup/checks.ts'
import { type Dialogue, openDialogue } from './setup/dialogue.ts'
import { confirm, holdInterview } from './setup/interview.ts'
import { isRoot, type Machine, openMachine } from './setup/machine.ts'
import { openRecord } from './setup/record.ts'
import { findRelease } from './setup/release.ts'
import { runSteps } from './setup/run-steps.ts'
import { readSettings } from './setup/settings-file.ts'
import { assertUsableSettings, type Installation, installSteps } from './setup/steps.ts'
import { planUndo } from './setup/undo.ts'
import { succeeds, unitSteps } from './setup/units.ts'
import { bynameOf, findVerdict, formatFindings } from './setup/verdict.ts'
import { command, flag, optional } from './shared.ts'

export const setup = command({
  name: 'setup',
  summary:
    'install the service on this machine: asks what it needs and checks each answer, then makes user, folders, settings, signing ' +
    'key, units and command, starts, and says what is left to do; runs again without harm. Options answer in place of a person: ' +
    '--yes asks nothing, --anyway goes on in spite of doubts, --dry-run changes nothing, --undo takes back what setup made',
  options: {
    host: optional('name'),
    chain: optional('mainnet|sepolia'),
    rpc: optional('url'),
    owner: optional('0x…'),
    database: optional('sqlite|postgres://…'),
    https: optional('own|proxy'),
    email: optional('address'),
    backups: optional('nightly|none'),
    signer: optional('process|service'),
    resolver: optional('0x…'),
    root: optional('folder'),
    yes: flag,
    anyway: flag,
    'dry-run': flag,
    undo: flag,
    'delete-data': flag,
  },
  run: async ({ options }) => {
    const { root, yes, anyway, 'dry-run': isDryRun, undo, 'delete-data': deletesData, ...given } = options
    process.umask(0o022)
    const machine = openMachine(root === undefined ? '/' : resolve(root))
    if (undo) return await undoSetup(machine, { isDryRun, deletesData, asks: !yes })
    if (deletesData) throw new OperatorError('--delete-data belongs to --undo.')
    assertRights(machine)
    const dialogue = yes ? undefined : openDialogue()
    try {
      await install(machine, { given: withoutAbsent(given), dialogue, goesOnAnyway: anyway, isDryRun })
    } finally {
      dialogue?.close()
    }
  },
})

function withoutAbsent(options: Readonly<Record<string, string | undefined>>): GivenAnswers {
  return Object.fromEntries(Object.entries(options).filter(([, text]) => text !== undefined))
}

function assertRights(machine: Machine): void {
  if (!machine.isThisMachine || isRoot()) return
  throw new OperatorError('Setup makes a user and writes to /etc: run it as root, such as with sudo.')
}

interface InstallOptions {
  readonly given: GivenAnswers
  readonly dialogue: Dialogue | undefined
  readonly goesOnAnyway: boolean
  readonly isDryRun: boolean
}

const report = (line: string) => console.log(line)

async function install(
  machine: Machine,
  { given, dialogue, goesOnAnyway, isDryRun }: InstallOptions,
): Promise<void> {
  const settings = await readSettings(machine)
  const record = await openRecord(machine)
  const isServiceRunning =
    machine.hasSystemd && (await succeeds(machine, ['is-active', '--quiet', 'byname.service']))
  for (const { sentence } of await checkDisk(machine.at('/var/lib'))) report(`! ${sentence}`)
  const { answers: texts } = await holdInterview({
    ...{ given, dialogue, goesOnAnyway, report },
    kept: keptAnswers(settings, record.state.answers),
    circumstances: { settings, isServiceRunning },
  })
  const answers = readAnswers(texts)
  await assertUsableSettings(machine, answers)
  const installation: Installation = {
    machine,
    record,
    answers,
    given: texts,
    release: await findRelease(machine),
  }
  const steps = [...installSteps(installation), ...unitSteps(installation)]
  if (isDryRun) return await runSteps(steps, { report, isDryRun })
  await runSteps(steps, { report, isDryRun })
  const byname = bynameOf(machine)
  report(`\n${formatFindings(await findVerdict(machine, byname, answers.host))}`)
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
