import { rm } from 'node:fs/promises'
import { onTestFinished } from 'vitest'
import { createFolder } from './create-folder.ts'

/** Creates a folder that is removed after the running test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await createFolder('test')
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}
