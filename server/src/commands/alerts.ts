import { listAlertTargets, sendTestAlert } from '../core/alerts/targets.ts'
import { readAllPages } from '../core/page.ts'
import { OperatorError } from '../errors.ts'
import { serializeAlertTarget } from '../http/operations/alerts.ts'
import { type Command, command, flag, printTable, withContext } from './shared.ts'

const noTargets = 'No target is set: see ALERT_TARGETS in docs/operating/settings.md.'

const alertsList = command({
  name: 'alerts list',
  summary: 'list the targets of alerts, and what was last sent to them',
  options: { json: flag },
  run: async ({ options }) => {
    const targets = await withContext((context) => readAllPages((page) => listAlertTargets(context, page)))
    if (targets.length === 0) throw new OperatorError(noTargets)
    printTable(targets.map(serializeAlertTarget), options.json)
  },
})

const alertsTest = command({
  name: 'alerts test',
  summary: 'send a test to each target of alerts; fails when one does not take it',
  options: { json: flag },
  run: async ({ options }) => {
    const tested = await withContext((context) =>
      Promise.all(context.alerts.targets.map((target) => sendTestAlert(context, target))),
    )
    if (tested.length === 0) throw new OperatorError(noTargets)
    printTable(tested.map(serializeAlertTarget), options.json)
    const failed = tested.filter(({ state }) => state.problem !== null).length
    if (failed > 0) throw new OperatorError(`Targets that did not take the test: ${failed}.`)
  },
})

export const alertCommands: readonly Command[] = [alertsList, alertsTest]
