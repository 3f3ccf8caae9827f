import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from 'vitest/node'

const root = fileURLToPath(new URL('..', import.meta.url))
const recording = fileURLToPath(new URL('test-durations.json', import.meta.url))

/** Seconds that a test file takes in a run of all rings, by its path below the root. Files below five seconds are absent. */
export type TestDurations = Readonly<Record<string, number>>

export function readTestDurations(): TestDurations {
  return JSON.parse(readFileSync(recording, 'utf8'))
}

/**
 * The duration that is recorded: 5, 10, 20, 40 … seconds, whichever is nearest by ratio, or undefined below five. What
 * is recorded already stays while it is at most 1.8 times too long or too short, so that a busy machine changes nothing.
 */
export function roundDuration(seconds: number, recorded?: number): number | undefined {
  if (recorded !== undefined && Math.max(seconds / recorded, recorded / seconds) <= 1.8) return recorded
  return seconds < 5 ? undefined : 5 * 2 ** Math.round(Math.log2(seconds / 5))
}

/** Begins the longest files first: vitest begins short sources last, and one that takes long would run on alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = readTestDurations()
    const duration = ({ moduleId }: TestSpecification) => durations[relative(root, moduleId)] ?? 0
    return (await super.sort(files)).toSorted((one, other) => duration(other) - duration(one))
  }
}

/** Records how long the files of a run took. Files that did not run keep their records; a test names those that are gone. */
export class DurationRecorder implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const durations = new Map(Object.entries(readTestDurations()))
    for (const module of modules) {
      if (module.state() !== 'passed') continue
      const path = relative(root, module.moduleId)
      const { duration, collectDuration } = module.diagnostic()
      const rounded = roundDuration((duration + collectDuration) / 1_000, durations.get(path))
      if (rounded === undefined) durations.delete(path)
      else durations.set(path, rounded)
    }
    const sorted = [...durations].toSorted(([one], [other]) => (one < other ? -1 : 1))
    writeFileSync(recording, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
  }
}
